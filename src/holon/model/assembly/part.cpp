// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/model/assembly/part.h"

#include "holon/model/assembly/model.h"
#include "holon/model/assembly/report.h"

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
      [part = std::make_shared<const PartInstance>(part_), diagnostics = &assembly_.diagnostics()](
          const std::string& parameter, const std::string& message, const std::string& suggestion) {
        detail::report(*part, parameter, Severity::error, message, suggestion, *diagnostics);
      };
}

namespace {

const OutputType* find_own(const PartInstance& part, const std::string& local) {
  for (const OutputType& own : part.own_outputs) {
    if (own.name == local) return &own;
  }
  return nullptr;
}

SystemOutput declare(const PartInstance& part, const std::string& local, std::string name) {
  const OutputType* type = find_own(part, local);
  if (!type) type = part.type->find_output(local);
  HOLON_CHECK(type, "part type " + part.type->name + " declares no output '" + local + "'");
  return {std::move(name),   type->components, type->dimension,
          type->description, type->is_main,    type->role};
}

}  // namespace

Dimension PartBuilder::dimension_of(const std::string& local) const {
  const OutputType* output = find_own(part_, local);
  if (!output) output = part_.type->find_output(local);
  return output ? output->dimension : Dimension{};
}

void PartBuilder::define_name(const std::string& local, const std::string& description, Expr value,
                              bool is_main) {
  assembly_.define_output({member(local), {}, dimension_of(local), description, is_main},
                          std::vector<Expr>{value});
}

std::string PartBuilder::written(const std::string& parameter) const {
  if (!part_.source) return {};
  bool found = false;
  const SourceNode& node = detail::find_place(*part_.source, parameter, found);
  return found ? node.text() : std::string();
}

const SourceNode* PartBuilder::source() const { return part_.source.get(); }

std::string PartBuilder::folder() const {
  return part_.source ? detail::folder_of(*part_.source) : std::string();
}

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
