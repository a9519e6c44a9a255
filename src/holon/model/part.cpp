// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/model/part.h"

#include "holon/model/model.h"
#include "holon/model/report.h"

namespace holon {

const std::string& PartBuilder::name() const { return part_.name; }

std::string PartBuilder::member(const std::string& local) const {
  return local.empty() ? part_.name : part_.name + "." + local;
}

void PartBuilder::error(const std::string& parameter, const std::string& message,
                        const std::string& suggestion) {
  detail::report(part_, parameter, Severity::error, message, suggestion, assembly_.diagnostics());
}

void PartBuilder::warning(const std::string& parameter, const std::string& message,
                          const std::string& suggestion) {
  detail::report(part_, parameter, Severity::warning, message, suggestion, assembly_.diagnostics());
}

PartBuilder::ErrorReporter PartBuilder::error_reporter() {
  return
      [part = part_, diagnostics = &assembly_.diagnostics()](
          const std::string& parameter, const std::string& message, const std::string& suggestion) {
        detail::report(part, parameter, Severity::error, message, suggestion, *diagnostics);
      };
}

namespace {

SystemOutput declare(const PartInstance& part, const std::string& local, std::string name) {
  const OutputType* type = part.type->find_output(local);
  HOLON_CHECK(type, "part type " + part.type->name + " declares no output '" + local + "'");
  return {std::move(name), type->components, type->dimension, type->description, type->is_main};
}

}  // namespace

void PartBuilder::define_output(const std::string& local, Expr value) {
  define_output(local, std::vector<Expr>{value});
}

void PartBuilder::define_output(const std::string& local, std::vector<Expr> value) {
  assembly_.define_output(declare(part_, local, member(local)), std::move(value));
}

void PartBuilder::define_output(const std::string& local,
                                std::function<std::vector<Expr>()> calc_value) {
  assembly_.define_output(declare(part_, local, member(local)), std::move(calc_value));
}

}  // namespace holon
