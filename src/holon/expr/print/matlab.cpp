// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/print/matlab.h"

#include "holon/base/escape.h"
#include "holon/expr/derive/jacobian.h"
#include "holon/expr/print/matlab_file.h"
#include "holon/expr/print/matlab_text.h"

namespace holon {

namespace {

constexpr std::string_view kFunctionEnd = "_fn";

}  // namespace

std::string MatlabNames::make(const std::string& requested) {
  std::string name = matlab_identifier(requested);
  if (name.ends_with(kFunctionEnd)) name += '_';
  return make_unique(name);
}

std::string MatlabNames::make_function(const std::string& requested) {
  return make_unique(matlab_identifier(requested) + std::string(kFunctionEnd));
}

std::string MatlabNames::make_unique(const std::string& name) {
  std::string unique = name;
  for (int k = 2; !taken_.insert(unique).second; ++k) {
    const bool is_function = name.ends_with(kFunctionEnd);
    const std::size_t at = name.size() - (is_function ? kFunctionEnd.size() : 0);
    unique = name.substr(0, at) + "_" + std::to_string(k) + name.substr(at);
  }
  return unique;
}

namespace detail {

std::string MatlabFile::run(const Function& f, const std::string& name) {
  const std::string own = name.empty() ? matlab_identifier(f.name()) : name;
  names_.take(own);
  text_ = write_matlab_function(*this, f, own, true);
  while (!waiting_.empty()) {
    const auto [function, called] = waiting_.back();
    waiting_.pop_back();
    text_ += "\n" + write_matlab_function(*this, *function, called, false);
  }
  if (uses_choose_) text_ += kMatlabChoose;
  if (uses_newton_) text_ += kMatlabNewton;
  if (uses_table_) text_ += kMatlabTable;
  return text_;
}

std::string MatlabFile::call(const FunctionRef& f) {
  std::string& name = functions_[f->fingerprint()];
  if (name.empty()) {
    name = names_.make_function(f->name());
    waiting_.emplace_back(f, name);
  }
  return name;
}

std::string MatlabFile::call_residual(const Payload& p) {
  std::string& name = residuals_[p.function->fingerprint()];
  if (!name.empty()) return name;
  const auto n = static_cast<std::size_t>(p.size);
  auto graph = std::make_shared<Graph>();
  const std::vector<Expr> x = graph->symbols("x", p.function->input_count());
  const std::vector<Expr> r = p.function->substitute(x), z(x.begin(), x.begin() + p.size);
  const Jacobian sparse = jacobian(r, z);
  std::vector<Expr> full(n * n, 0.0);
  for (std::size_t j = 0; j < n; ++j) {
    for (int k = sparse.pattern.start[j]; k < sparse.pattern.start[j + 1]; ++k) {
      const auto e = static_cast<std::size_t>(k);
      full[j * n + static_cast<std::size_t>(sparse.pattern.row[e])] = sparse.entries[e];
    }
  }
  const FunctionRef both =
      Function::make(p.function->name(), graph, {{"z", z}, {"p", {x.begin() + p.size, x.end()}}},
                     {{"r", r}, {"J", full}});
  name = names_.make_function(p.function->name());
  waiting_.emplace_back(both, name);
  return name;
}

}  // namespace detail

std::string to_matlab(const Function& function, const std::string& name) {
  return detail::MatlabFile().run(function, name);
}

}  // namespace holon
