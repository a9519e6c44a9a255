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
  text,    ///< m*g*sin(q), as the formula language reads it
  latex,   ///< for a mathematics environment
  mathml,  ///< presentation markup, the content of one <math> element
};

/// One expression, its shared subexpressions written out at every use: for short ones.
std::string print(Expr e, Notation notation);

/// The same for people: what `name_of` has a name for is written by it (it gives "" for other
/// nodes; all symbols must have one), and numbers are tidied (see tidy_number).
std::string print(Expr e, Notation notation, const std::function<std::string(Expr)>& name_of);

/// A number as people write it: what is decimal but for roundings becomes so (0.6000000000000001 is
/// 0.6), a fraction of small numbers is one (1/3), anything else has all digits that tell it from
/// its neighbours. `tolerance` is relative.
struct TidyNumber {
  std::string number;   ///< or the numerator, with the sign
  std::string divisor;  ///< "" where it is no fraction
};
constexpr double kTidyTolerance = 0x1p-50;
TidyNumber tidy_number(double value, double tolerance = kTidyTolerance);
/// As text: "1/3".
std::string print_tidy(double value, double tolerance = kTidyTolerance);

/// The subexpressions worth a name of their own, arguments before users: they stand more than once
/// (an expression that is given twice, too), or are longer than a line.
std::vector<Expr> find_repeated(std::span<const Expr> expressions);

inline std::string to_text(Expr e) { return print(e, Notation::text); }
inline std::string to_latex(Expr e) { return print(e, Notation::latex); }
inline std::string to_mathml(Expr e) { return print(e, Notation::mathml); }

/// left = right.
struct PrintedEquation {
  std::string left, right;
};

/// Equations name = expression, preceded by definitions a1 = …, a2 = … of the subexpressions that
/// stand more than once, so that the length grows with the number of operations only. For people:
/// numbers are tidied.
std::vector<PrintedEquation> print_equations(std::span<const std::string> names,
                                             std::span<const Expr> expressions, Notation notation);

namespace detail {

/// Prints for MATLAB, writing given nodes by name (see to_matlab). Every output of a node with many
/// must have a name.
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

/// A name as the notation writes it: `phi`, `link[2].angle` and `x_1` become symbols with indices.
std::string print_name(const std::string& name, Notation notation);

/// A number with so many significant digits; 0: with as few as read back the same.
std::string print_number(double value, int digits = 0);

}  // namespace holon
