// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "holon/expr/formula/formula.h"

/// Bare numbers that carry a unit in a formula, without `units: strict`: the 5 of `5*L` where a
/// torque is needed, the 2 of `sin(2*time)`, the 0.5 of `x > 0.5`. The rules, and why:
/// docs/design/formulas.md.
namespace holon {

/// A number, or the name of a parameter that is nothing but one.
struct BareNumber {
  std::size_t offset = 0, length = 0;  ///< in the formula's text
  std::string text;                    ///< "5", "k"
  bool is_name = false;
  bool is_angle = false;  ///< beyond 2π, in a sum with an angle: degrees were meant, perhaps
  Dimension needed;       ///< what it stands for
};

struct BareNumbers {
  std::vector<BareNumber> carriers;  ///< in the order of the text
  /// What the formula's result would be if bare numbers were pure; nothing where that is not known.
  std::optional<Dimension> apparent;
};

/// Of a formula that has a value in the scope. `needed` is what the place of the formula requires;
/// nullptr for a place that takes anything.
BareNumbers find_bare_numbers(const Formula& formula, FormulaScope& scope,
                              const Requirement* needed);

}  // namespace holon
