// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <limits>

#include "holon/spatial/inertia.h"
#include "holon/spatial/rotation.h"

/// Constants that differ from 0 or ±1 by rounding are put right: cos 90° is 0 then, and an axis
/// that was turned by 90° is a coordinate axis, whose zeros cost nothing in the equations.
namespace holon::detail {

constexpr double kTidy = 8 * std::numeric_limits<double>::epsilon();

/// `scale`: the size against which rounding errors count.
inline Expr tidy(Expr e, double scale = 1.0) {
  if (!e.is_constant()) return e;
  const double x = e.value();
  if (std::abs(x) <= kTidy * scale) return 0.0;
  if (scale == 1.0 && std::abs(std::abs(x) - 1.0) <= kTidy) return x > 0 ? 1.0 : -1.0;
  return e;
}

inline double largest(const Expr* entries, int count) {
  double scale = 0.0;
  for (int k = 0; k < count; ++k) {
    if (entries[k].is_constant()) scale = std::max(scale, std::abs(entries[k].value()));
  }
  return scale;
}

/// Components against the largest of them.
inline Vector3<Expr> tidy(Vector3<Expr> v) {
  const double scale = largest(v.data(), 3);
  for (int k = 0; k < 3; ++k) v[k] = tidy(v[k], scale);
  return v;
}

inline std::array<Expr, 6> tidy(std::array<Expr, 6> v) {
  const double scale = largest(v.data(), 6);
  for (Expr& e : v) e = tidy(e, scale);
  return v;
}

/// First moment and inertia, each against its largest entry.
inline InertiaDyad<Expr> tidy(const InertiaDyad<Expr>& M) {
  return {M.mass(), tidy(M.first_moment()), SymmetricMatrix3<Expr>(tidy(M.theta().entries()))};
}

/// Entries of a rotation.
inline Matrix3<Expr> tidy(Matrix3<Expr> R) {
  for (int k = 0; k < 9; ++k) R.data()[k] = tidy(R.data()[k]);
  return R;
}

inline Rotation<Expr> tidy(const Rotation<Expr>& R) {
  return {tidy(R.w()), tidy(R.x()), tidy(R.y()), tidy(R.z())};
}

}  // namespace holon::detail
