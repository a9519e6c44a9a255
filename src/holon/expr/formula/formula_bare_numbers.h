// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "holon/expr/formula/formula.h"

/// Bare numbers that represent quantities in a formula, without `units: strict`: the 5 of `5*L`
/// where a torque is needed, the 2 of `sin(2*time)`, the 0.5 of `x > 0.5`. Rules and reasons:
/// docs/design/formulas.md.
namespace holon {

/// A number, or the name of a parameter that is only a number.
struct BareNumber {
  std::size_t offset = 0, length = 0;  ///< in the formula's text
  std::string text;                    ///< "5", "k"
  bool is_name = false;
  bool is_angle = false;  ///< beyond 2π, in a sum with an angle: possibly meant in degrees
  Dimension needed;       ///< the dimension that it represents
};

struct BareNumbers {
  std::vector<BareNumber> carriers;  ///< in the order of the text
  /// The dimension of the formula's result if bare numbers were pure; nothing if unknown.
  std::optional<Dimension> apparent;
};

/// For a formula that has a value in the scope. `needed` is the requirement of the field; nullptr
/// for a field that accepts anything.
BareNumbers find_bare_numbers(const Formula& formula, FormulaScope& scope,
                              const Requirement* needed);

}  // namespace holon
