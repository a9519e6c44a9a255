// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "holon/expr/graph/expr.h"

namespace holon {

/// All numbers from `lower` to `upper`; empty if these are NaN.
struct Interval {
  double lower = 0, upper = 0;

  bool contains(double x) const { return lower <= x && x <= upper; }
  /// The largest and the smallest |x| in it.
  double magnitude() const { return std::max(std::abs(lower), std::abs(upper)); }
  double mignitude() const {
    return contains(0) ? 0.0 : std::min(std::abs(lower), std::abs(upper));
  }
  static Interval point(double x) { return {x, x}; }
};

namespace detail {

/// An interval that contains op(a, b, c) for all numbers of its arguments, up to the last bits; all
/// numbers if nothing is known. Numbers for which an operation is undefined are excluded (R. E.
/// Moore, R. B. Kearfott, M. J. Cloud, Introduction to Interval Analysis, SIAM 2009). Plain
/// operations alone.
Interval apply(Op op, const Interval& a, const Interval& b, const Interval& c);

/// All numbers of both.
Interval unite(const Interval& a, const Interval& b);

/// The error of op's result for the rounding errors `roundings` of its arguments, to first order,
/// including its own rounding error. Infinite if unknown.
double carry_rounding(Op op, const std::array<Interval, 3>& arguments,
                      const std::array<double, 3>& roundings, const Interval& result);

}  // namespace detail
}  // namespace holon
