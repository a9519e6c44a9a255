// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>

#include "holon/expr/bounds/interval.h"

namespace holon::detail {

/// A polynomial of degree 4 over [0, 1] by its coefficients in the Bernstein basis. They enclose
/// its values; the first and last are the values at the ends (G. Farin, Curves and Surfaces for
/// CAGD, 5th ed., ch. 5).
using Curve = std::array<double, 5>;

/// The interpolation of values at the quarters. Exact for a constant.
Curve fit_curve(const std::array<double, 5>& values);
std::array<double, 5> values_at_quarters(const Curve& curve);
/// Over the first half and over the second: de Casteljau's algorithm.
void halve(const Curve& curve, Curve& left, Curve& right);

/// A band: all functions within `slack` of a curve. Operations on bands preserve the dependence
/// between their arguments: x² + v² along a circle is as narrow as the slack of the squares, which
/// is of fifth order in the length of a piece, and that of functions of third; interval arithmetic
/// would give the width of x² and v² (K. Makino, M. Berz, Int. J. Pure Appl. Math. 6 (2003) 239, on
/// Taylor models).
struct Band {
  Curve curve{};
  double slack = 0;

  Interval range() const;
  /// Whether the curve is monotone, and the slack is negligible.
  bool is_monotone() const;
};

Band operator+(const Band& a, const Band& b);
Band operator-(const Band& a, const Band& b);
Band operator*(double factor, const Band& a);
/// Rounding errors of curves are neglected.
Band operator*(const Band& a, const Band& b);

/// op(x) of a smooth function of one argument, for x in the band and in `range`; nothing if op is
/// not such a function, or not smooth there.
std::optional<Band> apply(Op op, const Band& x, const Interval& range);
/// 1/x for nonzero x, and x to a constant power for positive x.
std::optional<Band> invert(const Band& x, const Interval& range);
std::optional<Band> raise(const Band& x, const Interval& range, double exponent);

}  // namespace holon::detail
