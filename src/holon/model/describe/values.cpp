// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Rotations as unit quaternions q = (w, v) that transform vectors of the new frame into the old
// one:
//   axis n, angle a:  w = cos(a/2), v = n/|n| sin(a/2)
//   roll r, pitch p, yaw y about the fixed axes x, y, z:  q = q_z(y) q_y(p) q_x(r)
#include "holon/model/describe/values.h"

#include <cmath>
#include <stdexcept>
#include <string_view>

#include "holon/model/describe/fields.h"

namespace holon {

namespace {

Expr norm_of(std::span<const Expr> v, const char* what) {
  Expr sum = 0.0;
  for (const Expr e : v) sum += e * e;
  if (sum.is_constant() && !(sum.value() > 0.0 && std::isfinite(sum.value()))) {
    throw std::invalid_argument(std::string(what) + " has no length");
  }
  // A length of one up to rounding error is not changed, so that the numbers remain as given.
  constexpr double kRounding = 4 * std::numeric_limits<double>::epsilon();
  if (sum.is_constant() && std::abs(sum.value() - 1.0) <= kRounding) return 1.0;
  return sqrt(sum);
}

}  // namespace

Axis::Axis(const char* name) {
  std::string_view text(name);
  const bool is_negative = text.starts_with('-');
  if (is_negative) text.remove_prefix(1);
  if (text != "x" && text != "y" && text != "z") {
    throw std::invalid_argument("'" + std::string(name) + "' is not an axis: x, y, z, -x, -y, -z");
  }
  direction = {0, 0, 0};
  direction[static_cast<std::size_t>(text[0] - 'x')] = is_negative ? -1 : 1;
}

Axis::Axis(double x, double y, double z) {
  // Scaled first, so that no square overflows or underflows.
  const double scale = std::max({std::abs(x), std::abs(y), std::abs(z)});
  if (!(scale > 0) || !std::isfinite(scale) || std::isnan(x + y + z)) {
    throw std::invalid_argument("an axis needs a direction");
  }
  const int nonzero = (x != 0) + (y != 0) + (z != 0);
  direction = {x / scale, y / scale, z / scale};
  const double norm = std::sqrt(direction[0] * direction[0] + direction[1] * direction[1] +
                                direction[2] * direction[2]);
  for (double& d : direction) d = nonzero == 1 ? (d > 0 ? 1.0 : d < 0 ? -1.0 : 0.0) : d / norm;
}

Orientation Orientation::axis_angle(const Vector3<Expr>& axis, Expr angle) {
  const Expr norm = norm_of(std::span(axis.data(), 3), "the axis");
  const Expr s = sin(0.5 * angle);
  Orientation result;
  result.quaternion = {cos(0.5 * angle), axis[0] / norm * s, axis[1] / norm * s,
                       axis[2] / norm * s};
  return result;
}

Orientation Orientation::rpy(Expr roll, Expr pitch, Expr yaw) {
  const Expr cr = cos(0.5 * roll), sr = sin(0.5 * roll);
  const Expr cp = cos(0.5 * pitch), sp = sin(0.5 * pitch);
  const Expr cy = cos(0.5 * yaw), sy = sin(0.5 * yaw);
  Orientation result;
  result.quaternion = {cr * cp * cy + sr * sp * sy, sr * cp * cy - cr * sp * sy,
                       cr * sp * cy + sr * cp * sy, cr * cp * sy - sr * sp * cy};
  return result;
}

Orientation Orientation::from_quaternion(Expr w, Expr x, Expr y, Expr z) {
  const std::array<Expr, 4> q{w, x, y, z};
  const Expr norm = norm_of(q, "the quaternion");
  Orientation result;
  for (std::size_t k = 0; k < 4; ++k) result.quaternion[k] = q[k] / norm;
  return result;
}

bool Orientation::is_identity() const {
  return quaternion[0].is_constant(1.0) && quaternion[1].is_constant(0.0) &&
         quaternion[2].is_constant(0.0) && quaternion[3].is_constant(0.0);
}

void Placement::describe(Fields<Placement>& f) {
  f.vector("at", &Placement::at, "m", "position of its origin");
  f.orientation("rotate", &Placement::rotate, "its orientation");
}

}  // namespace holon
