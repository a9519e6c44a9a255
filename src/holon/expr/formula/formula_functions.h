// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace holon::detail {

/// The functions of the formula language.
enum class FormulaFunction : std::uint8_t {
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  atan2,
  sinh,
  cosh,
  tanh,
  exp,
  log,
  log10,
  sqrt,
  abs,
  sign,
  floor,
  ceil,
  mod,
  min,
  max,
  hypot,
  dot,
  cross,
  norm,
  if_,
  der,
  smooth,
  to_frame,
  from_frame,
  lookup,
};

inline constexpr int kAnyNumber = 1 << 20;

struct FormulaFunctionInfo {
  std::string_view name;
  FormulaFunction function;
  int least_arguments, most_arguments;
  std::string_view arguments;  ///< for messages: "y, x"
};

/// All of them.
std::span<const FormulaFunctionInfo> formula_functions();
/// By name; nullptr if there is none.
const FormulaFunctionInfo* find_formula_function(std::string_view name);
/// The replacement of a function of other languages: "x^y" for pow; "" if unknown.
std::string_view formula_function_instead(std::string_view name);

}  // namespace holon::detail
