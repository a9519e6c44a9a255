// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/navigation/direction_sensor.h"

#include "holon/spatial/rotation.h"

namespace holon {

Vector3<Expr> add_rotation_error(SensorClock& clock, const std::optional<Vector3<Expr>>& known,
                                 const Vector3<Expr>& sigma) {
  static const char* const axes[] = {".x", ".y", ".z"};
  Vector3<Expr> error = known.value_or(Vector3<Expr>(0.0, 0.0, 0.0));
  for (int i = 0; i < 3; ++i)
    error[i] += add_white_noise(clock, std::string("noise") + axes[i], sigma[i], {});
  return error;
}

Vector3<Expr> measure_direction(const Vector3<Expr>& v, const Vector3<Expr>& error) {
  const Vector3<Expr> unit = (Expr(1.0) / norm<Expr>(v)) * v;
  return Rotation<Expr>::from_rotation_vector(error) * unit;
}

Expr angle_between(const Vector3<Expr>& a, const Vector3<Expr>& b) {
  return atan2(norm<Expr>(cross<Expr>(a, b)), dot<Expr>(a, b));
}

Expr is_hidden(const Vector3<Expr>& point, const Vector3<Expr>& direction,
               const Vector3<Expr>& center, Expr radius) {
  const Vector3<Expr> away = center - point;
  const Expr ahead = dot<Expr>(away, direction) / norm<Expr>(direction);
  const Expr beside2 = dot<Expr>(away, away) - square(ahead);
  return logical_and(less(0.0, ahead), less(beside2, square(radius)));
}

}  // namespace holon
