// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "holon/expr/print/print.h"
#include "holon/expr/print/trig_print.h"
#include "holon/expr/print/trig_sum.h"

namespace holon {

/// Expressions as one fraction each, for reading: numerator a sum of terms, denominator a product
/// of sums, factors that divide the numerator cancelled. So 1 - a/(a + b) is b/(a + b), and
/// quotients of quotients that result from an elimination become those of determinants. Sines and
/// cosines are as in TrigSum; sums with them are not divided.
class RationalForms {
 public:
  explicit RationalForms(TrigSums& sums) : sums_(sums) {}
  struct Quotient {
    TrigSum top, bottom{1.0};
    std::size_t term_count() const { return top.terms.size() + bottom.terms.size() - 1; }
  };
  /// Without calls: see flatten_calls.
  Quotient of(Expr e);

 private:
  struct Fraction {
    TrigSum top;
    std::vector<std::pair<TrigSum, int>> bottom{};  ///< sums of several terms, with their powers
  };
  const Fraction& fraction_of(Expr e);
  Fraction calc(Expr e);
  Fraction add(const Fraction& a, const Fraction& b, double sign) const;
  Fraction multiply(const Fraction& a, const Fraction& b) const;
  Fraction inverse(const Fraction& a);
  void cancel(Fraction& f) const;

  TrigSums& sums_;
  std::unordered_map<std::uint32_t, Fraction> known_;
};

/// "c/(a*c - b^2)", a fraction in LaTeX and MathML.
std::string print(const RationalForms::Quotient& q, TrigPrinter& printer, Notation notation);

}  // namespace holon
