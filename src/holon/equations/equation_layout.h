// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "holon/expr/print/print.h"

namespace holon {

/// Printed equations "left = right", in one notation.
struct EquationLines {
  std::vector<std::string> equations;
  std::vector<std::string> conditions;   ///< constraints on the coordinates
  std::vector<std::string> definitions;  ///< of the symbols in them, each after what it needs

  bool empty() const { return equations.empty() && conditions.empty() && definitions.empty(); }
  /// All of them, with the word "with" before the definitions.
  std::vector<std::string> list(Notation notation) const;
};

/// A symbol and its meaning.
using EquationLegend = std::vector<std::pair<std::string, std::string>>;

/// The equations below their title and a legend: text, or an environment of LaTeX or one element of
/// MathML with the legend in a comment.
std::string lay_out_equations(const std::string& title, const EquationLegend& legend,
                              const EquationLines& lines, Notation notation);

}  // namespace holon
