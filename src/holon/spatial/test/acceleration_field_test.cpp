// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/spatial/acceleration_field.h"

#include "holon/spatial/test/random_values.h"

namespace holon::test {
namespace {

using Velocity = VelocityMotor<double>;
using Acceleration = AccelerationMotor<double>;
using Field = AccelerationField<double>;

constexpr double kFieldRounding = 64 * kEps<double>;

double size_of(const Field& field) {
  return field.omega.norm() + field.alpha.norm() + field.a.norm();
}
void check_equal(const Field& a, const Field& b, double bound) {
  check_near(a.omega, b.omega, bound);
  check_near(a.alpha, b.alpha, bound);
  check_near(a.a, b.a, bound);
}

TEST(AccelerationFieldTest, a_steady_rotation_accelerates_points_towards_the_axis) {
  // ω = 2 rad/s about z: −ω² times the distance from the axis.
  const Field field{{0, 0, 2}, {0, 0, 0}, {0, 0, 0}};
  EXPECT_EQ(field.at({3, 1, 5}), Vector3<double>(-12, -4, 0));
}

RC_GTEST_PROP(AccelerationFieldLaws, points_accelerate_as_the_motors_say, ()) {
  const auto V = any_motor<Velocity>();
  const auto A = any_motor<Acceleration>();
  const Vector3<double> r = any_vector(), s = any_vector();
  const Field field = Field::from_motors(V, A);
  const double bound =
      kFieldRounding * (size(A) + size(V) * size(V)) * (1 + r.norm()) * (1 + s.norm());
  check_near(field.at(r), calc_point_acceleration(V, A, r), bound);
  check_near(field.shift(r).at(s), field.at(r + s), bound);
  // The motors of the same body about another point give the same field about it.
  check_equal(field.shift(r), Field::from_motors(V.shift(r), A.shift(r)), bound);
}

RC_GTEST_PROP(AccelerationFieldLaws, fields_rotate_with_their_axes, ()) {
  const Field field{any_vector(), any_vector(), any_vector()};
  const Matrix3<double> R = any_rotation().to_matrix();
  const Vector3<double> r = any_vector();
  const double bound =
      kFieldRounding * (1 + size_of(field)) * (1 + size_of(field)) * (1 + r.norm());
  check_near(field.rotate(R).at(multiply(R, r)), multiply(R, field.at(r)), bound);
  check_equal(field.rotate(R).rotate_back(R), field, bound);
}

// Against a body with the motors 𝔳, 𝔞 another moves with 𝔳_r, whose rate in the body is 𝔞_r. A
// motor that moves with the body changes by 𝔳 × it: 𝔞 + 𝔳 × 𝔳_r + 𝔞_r.
RC_GTEST_PROP(AccelerationFieldLaws, relative_motion_adds_what_the_cross_product_of_motors_does,
              ()) {
  const auto V = any_motor<Velocity>();
  const auto A = any_motor<Acceleration>();
  const Vector3<double> v = any_vector(), vdot = any_vector(), none(0, 0, 0);
  const Field field = Field::from_motors(V, A);
  const double scale = size(V) + v.norm();
  const double bound = kFieldRounding * (size(A) + vdot.norm() + scale * scale);
  for (const bool rotates : {false, true}) {
    const Velocity V_r = rotates ? Velocity(v, none) : Velocity(none, v);
    const Acceleration A_r = rotates ? Acceleration(vdot, none) : Acceleration(none, vdot);
    const Field sum = rotates ? field.add_rotation(v, vdot) : field.add_translation(v, vdot);
    check_equal(sum, Field::from_motors(V + V_r, A + cross(V, V_r) + A_r), bound);
  }
}

}  // namespace
}  // namespace holon::test
