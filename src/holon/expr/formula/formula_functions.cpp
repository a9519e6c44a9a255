// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/formula/formula_functions.h"

#include <array>
#include <utility>

namespace holon::detail {
namespace {

using F = FormulaFunction;

constexpr std::array kFunctions{
    FormulaFunctionInfo{"sin", F::sin, 1, 1, "x"},
    FormulaFunctionInfo{"cos", F::cos, 1, 1, "x"},
    FormulaFunctionInfo{"tan", F::tan, 1, 1, "x"},
    FormulaFunctionInfo{"asin", F::asin, 1, 1, "x"},
    FormulaFunctionInfo{"acos", F::acos, 1, 1, "x"},
    FormulaFunctionInfo{"atan", F::atan, 1, 1, "x"},
    FormulaFunctionInfo{"atan2", F::atan2, 2, 2, "y, x"},
    FormulaFunctionInfo{"sinh", F::sinh, 1, 1, "x"},
    FormulaFunctionInfo{"cosh", F::cosh, 1, 1, "x"},
    FormulaFunctionInfo{"tanh", F::tanh, 1, 1, "x"},
    FormulaFunctionInfo{"exp", F::exp, 1, 1, "x"},
    FormulaFunctionInfo{"log", F::log, 1, 1, "x"},
    FormulaFunctionInfo{"ln", F::log, 1, 1, "x"},
    FormulaFunctionInfo{"log10", F::log10, 1, 1, "x"},
    FormulaFunctionInfo{"sqrt", F::sqrt, 1, 1, "x"},
    FormulaFunctionInfo{"abs", F::abs, 1, 1, "x"},
    FormulaFunctionInfo{"sign", F::sign, 1, 1, "x"},
    FormulaFunctionInfo{"floor", F::floor, 1, 1, "x"},
    FormulaFunctionInfo{"ceil", F::ceil, 1, 1, "x"},
    FormulaFunctionInfo{"mod", F::mod, 2, 2, "x, period"},
    FormulaFunctionInfo{"min", F::min, 2, kAnyNumber, "a, b, …"},
    FormulaFunctionInfo{"max", F::max, 2, kAnyNumber, "a, b, …"},
    FormulaFunctionInfo{"hypot", F::hypot, 2, kAnyNumber, "a, b, …"},
    FormulaFunctionInfo{"dot", F::dot, 2, 2, "a, b"},
    FormulaFunctionInfo{"cross", F::cross, 2, 2, "a, b"},
    FormulaFunctionInfo{"norm", F::norm, 1, 1, "vector"},
    FormulaFunctionInfo{"if", F::if_, 3, 3, "condition, then, else"},
    FormulaFunctionInfo{"der", F::der, 1, 1, "x"},
    FormulaFunctionInfo{"smooth", F::smooth, 1, 1, "x"},
    FormulaFunctionInfo{"to_frame", F::to_frame, 2, 2, "vector, frame"},
    FormulaFunctionInfo{"from_frame", F::from_frame, 2, 2, "vector, frame"},
    FormulaFunctionInfo{"lookup", F::lookup, 2, 3, "table, x"},
};

constexpr std::array<std::pair<std::string_view, std::string_view>, 30> kInstead{{
    {"pow", "x^y"},
    {"power", "x^y"},
    {"sqr", "x^2"},
    {"square", "x^2"},
    {"cbrt", "x^(1/3)"},
    {"fabs", "abs(x)"},
    {"arcsin", "asin(x)"},
    {"arccos", "acos(x)"},
    {"arctan", "atan(x)"},
    {"arctan2", "atan2(y, x)"},
    {"tg", "tan(x)"},
    {"arctg", "atan(x)"},
    {"sh", "sinh(x)"},
    {"ch", "cosh(x)"},
    {"th", "tanh(x)"},
    {"cot", "1/tan(x)"},
    {"sec", "1/cos(x)"},
    {"log2", "log(x)/log(2)"},
    {"lg", "log10(x)"},
    {"signum", "sign(x)"},
    {"sgn", "sign(x)"},
    {"round", "floor(x + 0.5)"},
    {"rem", "mod(x, period)"},
    {"fmod", "mod(x, period)"},
    {"ddt", "der(x)"},
    {"diff", "der(x)"},
    {"iif", "if(condition, then, else)"},
    {"ifelse", "if(condition, then, else)"},
    {"length", "norm(vector)"},
    {"noEvent", "smooth(x)"},
}};

}  // namespace

std::span<const FormulaFunctionInfo> formula_functions() { return kFunctions; }

const FormulaFunctionInfo* find_formula_function(std::string_view name) {
  for (const FormulaFunctionInfo& info : kFunctions) {
    if (info.name == name) return &info;
  }
  return nullptr;
}

std::string_view formula_function_instead(std::string_view name) {
  for (const auto& [other, instead] : kInstead) {
    if (other == name) return instead;
  }
  return {};
}

}  // namespace holon::detail
