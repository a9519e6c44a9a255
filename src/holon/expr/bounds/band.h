// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>

#include "holon/expr/bounds/interval.h"

namespace holon::detail {

/// A polynomial of degree 4 over [0, 1] by its coefficients in Bernstein's basis. They enclose its
/// values, and the first and last are values (G. Farin, Curves and Surfaces for CAGD, 5th ed.,
/// ch. 5).
using Curve = std::array<double, 5>;

/// Through values at the quarters. Of five times the same value the same.
Curve fit_curve(const std::array<double, 5>& values);
std::array<double, 5> values_at_quarters(const Curve& curve);
/// Over the first half and over the second: de Casteljau's construction.
void halve(const Curve& curve, Curve& left, Curve& right);

/// What lies within `slack` of a curve. Operations on bands keep what is common to their arguments:
/// x² + v² of a circle is as narrow as the slack of the squares, which goes to zero with the fifth
/// power of a piece's length, and that of functions with the third; of intervals it would be as
/// wide as x² and v² are (K. Makino, M. Berz, Int. J. Pure Appl. Math. 6 (2003) 239, on Taylor
/// models).
struct Band {
  Curve curve{};
  double slack = 0;

  Interval range() const;
  /// Whether the curve rises or falls all the way, and the slack is nothing beside that.
  bool is_monotone() const;
};

Band operator+(const Band& a, const Band& b);
Band operator-(const Band& a, const Band& b);
Band operator*(double factor, const Band& a);
/// The roundings of curves aside.
Band operator*(const Band& a, const Band& b);

/// op(x) of a smooth function of one argument that lies in the band and in `range`; nothing where
/// op is none, or not smooth there.
std::optional<Band> apply(Op op, const Band& x, const Interval& range);
/// 1/x, and x to a constant power, where x is not zero, or is above it.
std::optional<Band> invert(const Band& x, const Interval& range);
std::optional<Band> raise(const Band& x, const Interval& range, double exponent);

}  // namespace holon::detail
