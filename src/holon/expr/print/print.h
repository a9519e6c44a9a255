// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "holon/expr/graph/expr.h"

namespace holon {

enum class Notation {
  text,    ///< m*g*sin(q), in the formula language
  latex,   ///< for a mathematics environment
  mathml,  ///< presentation markup, the content of one <math> element
};

/// One expression, with shared subexpressions repeated at every use: for short ones.
std::string print(Expr e, Notation notation);

/// The same for reading: nodes for which `name_of` returns a name are written by it (it returns ""
/// for other nodes; all symbols must have one), and numbers are simplified (see tidy_number).
std::string print(Expr e, Notation notation, const std::function<std::string(Expr)>& name_of);

/// A number as written by hand: one that is decimal up to rounding error is decimal
/// (0.6000000000000001 is 0.6), a fraction of small numbers is a fraction (1/3), any other has all
/// digits that distinguish it from its neighbours. `tolerance` is relative.
struct TidyNumber {
  std::string number;   ///< or the numerator, with the sign
  std::string divisor;  ///< "" if it is not a fraction
};
constexpr double kTidyTolerance = 0x1p-50;
TidyNumber tidy_number(double value, double tolerance = kTidyTolerance);
/// As text: "1/3".
std::string print_tidy(double value, double tolerance = kTidyTolerance);

/// The subexpressions that should have names, arguments before users: those that occur more than
/// once (including expressions given twice), or are longer than a line.
std::vector<Expr> find_repeated(std::span<const Expr> expressions);

inline std::string to_text(Expr e) { return print(e, Notation::text); }
inline std::string to_latex(Expr e) { return print(e, Notation::latex); }
inline std::string to_mathml(Expr e) { return print(e, Notation::mathml); }

/// left = right.
struct PrintedEquation {
  std::string left, right;
};

/// Equations name = expression, preceded by definitions a1 = …, a2 = … of the subexpressions that
/// occur more than once, so that the length is proportional to the number of operations. For
/// reading: numbers are simplified.
std::vector<PrintedEquation> print_equations(std::span<const std::string> names,
                                             std::span<const Expr> expressions, Notation notation);

namespace detail {

/// Prints for MATLAB, writing given nodes by name (see to_matlab). Every output of a node with
/// several must have a name.
class MatlabPrinter {
 public:
  MatlabPrinter();
  ~MatlabPrinter();
  void name(Expr e, const std::string& text);
  std::string print(Expr e);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace detail

/// A name in the notation: `phi`, `link[2].angle` and `x_1` become symbols with indices.
std::string print_name(const std::string& name, Notation notation);

/// A number with this number of significant digits; 0: with the fewest that read back unchanged.
std::string print_number(double value, int digits = 0);

}  // namespace holon
