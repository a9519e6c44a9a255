// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/matlab.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "holon/expr/jacobian.h"
#include "holon/expr/matlab_file.h"
#include "holon/expr/matlab_text.h"

namespace holon {

namespace detail {

namespace {

/// Keywords, and what generated code calls.
constexpr std::array kReserved = {
    "break",    "case",       "catch",     "choose",        "continue", "cos",     "cosh",
    "do",       "else",       "elseif",    "end",           "eps",      "error",   "exp",
    "floor",    "for",        "find_root", "function",      "global",   "if",      "Inf",
    "log",      "max",        "min",       "NaN",           "not",      "numel",   "otherwise",
    "parfor",   "persistent", "pinv",      "rank",          "rcond",    "reshape", "return",
    "sign",     "sin",        "sinh",      "sparse",        "sqrt",     "sum",     "switch",
    "table_1d", "table_2d",   "tan",       "tanh",          "try",      "until",   "unwind_protect",
    "while",    "zeros",      "abs",       "acos",          "any",      "asin",    "atan",
    "atan2",    "full",       "norm",      "table_weights", "i",        "j",       "pi",
    "ans"};

constexpr std::string_view kFunctionEnd = "_fn";

/// Letters, digits and single underscores, a letter first.
std::string make_legal(const std::string& wanted) {
  std::string name;
  for (char c : wanted) {
    const bool legal = (c & 0x80) == 0 && std::isalnum(static_cast<unsigned char>(c));
    if (legal || (!name.empty() && name.back() != '_')) name += legal ? c : '_';
  }
  while (!name.empty() && name.back() == '_') name.pop_back();
  if (name.empty() || !std::isalpha(static_cast<unsigned char>(name[0]))) name = "x_" + name;
  constexpr std::size_t kLongest = 50;  // of 63 characters; more may follow
  name.resize(std::min(name.size(), kLongest));
  return name;
}

}  // namespace

MatlabNames::MatlabNames() {
  for (const char* word : kReserved) taken_.insert(word);
}

std::string MatlabNames::make(const std::string& wanted) {
  std::string name = make_legal(wanted);
  if (name.ends_with(kFunctionEnd)) name += '_';
  return make_unique(name);
}

std::string MatlabNames::make_function(const std::string& wanted) {
  return make_unique(make_legal(wanted) + std::string(kFunctionEnd));
}

std::string MatlabNames::make_unique(std::string name) {
  std::string unique = name;
  for (int k = 2; !taken_.insert(unique).second; ++k) {
    const bool is_function = name.ends_with(kFunctionEnd);
    const std::size_t at = name.size() - (is_function ? kFunctionEnd.size() : 0);
    unique = name.substr(0, at) + "_" + std::to_string(k) + name.substr(at);
  }
  return unique;
}

std::string MatlabFile::run(const Function& f, const std::string& name) {
  text_ = write_matlab_function(*this, f, names_.make(name.empty() ? f.name() : name), true);
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
