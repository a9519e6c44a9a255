// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "holon/expr/expr.h"

namespace holon {

enum class Notation {
  text,    ///< m*g*sin(q), as the formula language reads it
  latex,   ///< for a mathematics environment
  mathml,  ///< presentation markup, the content of one <math> element
};

/// One expression, its shared subexpressions written out at every use: for short ones.
std::string print(Expr e, Notation notation);

/// The same with symbols written as the function says, and numbers with so many digits.
std::string print(Expr e, Notation notation, const std::function<std::string(Expr symbol)>& name_of,
                  int digits);

inline std::string to_text(Expr e) { return print(e, Notation::text); }
inline std::string to_latex(Expr e) { return print(e, Notation::latex); }
inline std::string to_mathml(Expr e) { return print(e, Notation::mathml); }

/// left = right.
struct PrintedEquation {
  std::string left, right;
};

/// Equations name = expression, preceded by definitions a1 = …, a2 = … of the subexpressions that
/// stand more than once, so that the length grows with the number of operations only. For people:
/// numbers are rounded to 12 digits.
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
