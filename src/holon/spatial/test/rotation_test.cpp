// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/spatial/rotation.h"

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>
#include <vector>

#include "holon/spatial/test/random_values.h"

namespace holon::test {
namespace {

using Rot = Rotation<double>;
using Vec = Vector3<double>;
using std::numbers::pi;

/// Unit quaternions and orthogonal matrices have entries up to 1 and products of a few of them: 16
/// ε.
template <class T>
constexpr double kRotationRounding = 16 * kEps<T>;

constexpr EulerSequence kSequences[] = {EulerSequence::xyz, EulerSequence::xzy, EulerSequence::yxz,
                                        EulerSequence::yzx, EulerSequence::zxy, EulerSequence::zyx,
                                        EulerSequence::xyx, EulerSequence::xzx, EulerSequence::yxy,
                                        EulerSequence::yzy, EulerSequence::zxz, EulerSequence::zyz};
constexpr bool is_proper(EulerSequence s) { return s >= EulerSequence::xyx; }

/// Angles over the whole range, dense about 0 and π where representations are singular.
std::vector<double> critical_angles() {
  std::vector<double> angles = {0, 0.1, 1, 1.5, pi / 2, 2, 3, pi};
  for (double d :
       {1e-300, 1e-170, 1e-155, 1e-100, 1e-20, 1e-16, 1e-12, 1e-8, 1e-5, 1e-3, 0.19, 0.21}) {
    angles.push_back(d);
    if (d > 1e-16) angles.push_back(pi - d);
  }
  return angles;
}
std::vector<Vec> critical_axes() {
  const double d = std::sqrt(0.5), t = std::sqrt(1.0 / 3);
  return {{1, 0, 0},
          {0, 1, 0},
          {0, 0, 1},
          {0, 0, -1},
          {d, d, 0},
          {0, -d, d},
          {t, t, t},
          {-t, t, -t},
          {1e-9, 1, 1e-9},
          {0.6, 0, -0.8},
          {2.0 / 3, -1.0 / 3, 2.0 / 3}};
}

template <class T>
double distance(const Rotation<T>& a, const Rotation<T>& b) {
  return calc_angle_between(a, b);
}

TEST(RotationTest, starts_as_identity) {
  EXPECT_EQ(Rot().to_matrix(), identity3<double>());
  EXPECT_EQ(Rot().angle(), 0.0);
  EXPECT_EQ(Rot().axis(), Vec(1, 0, 0));
  EXPECT_EQ(Rot().to_rotation_vector(), Vec(0, 0, 0));
}

TEST(RotationTest, turns_vectors_of_the_new_frame_into_the_old_one) {
  const Rot R_AB = Rot::about_z(pi / 2);  // B's x axis is A's y axis
  EXPECT_LE(error(R_AB * Vec(1, 0, 0), Vec(0, 1, 0)), kRotationRounding<double>);
  EXPECT_LE(error(R_AB * Vec(0, 1, 0), Vec(-1, 0, 0)), kRotationRounding<double>);
  EXPECT_LE(error(Rot::about_x(pi / 2) * Vec(0, 1, 0), Vec(0, 0, 1)), kRotationRounding<double>);
  EXPECT_LE(error(Rot::about_y(pi / 2) * Vec(0, 0, 1), Vec(1, 0, 0)), kRotationRounding<double>);
  // A third of a revolution about the space diagonal moves x to y to z to x.
  const Rot third(0.5, 0.5, 0.5, 0.5);
  EXPECT_EQ(third * Vec(1, 2, 3), Vec(3, 1, 2));
  EXPECT_NEAR(third.angle(), 2 * pi / 3, kRotationRounding<double>);
}

TEST(RotationTest, holds_roll_pitch_yaw_about_fixed_axes) {
  // A quarter revolution to the left: the nose, x, points along y.
  EXPECT_LE(error(Rot::from_rpy({0, 0, pi / 2}) * Vec(1, 0, 0), Vec(0, 1, 0)),
            kRotationRounding<double>);
  // Roll first, about the fixed x: y moves to z, which yaw does not change.
  EXPECT_LE(error(Rot::from_rpy({pi / 2, 0, pi / 2}) * Vec(0, 1, 0), Vec(0, 0, 1)),
            kRotationRounding<double>);
  const double r = 0.3, p = -0.7, y = 2.1;
  Matrix3<double> expected;
  expected << std::cos(y) * std::cos(p),
      std::cos(y) * std::sin(p) * std::sin(r) - std::sin(y) * std::cos(r),
      std::cos(y) * std::sin(p) * std::cos(r) + std::sin(y) * std::sin(r),
      std::sin(y) * std::cos(p),
      std::sin(y) * std::sin(p) * std::sin(r) + std::cos(y) * std::cos(r),
      std::sin(y) * std::sin(p) * std::cos(r) - std::cos(y) * std::sin(r), -std::sin(p),
      std::cos(p) * std::sin(r), std::cos(p) * std::cos(r);
  EXPECT_LE(error(Rot::from_rpy({r, p, y}).to_matrix(), expected), kRotationRounding<double>);
}

TEST(RotationTest, normalises_an_axis_of_any_length) {
  EXPECT_LE(distance(Rot::from_axis_angle({0, 0, 20}, 1), Rot::about_z(1)),
            kRotationRounding<double>);
  EXPECT_TRUE(std::isnan(Rot::from_axis_angle({0, 0, 0}, 1).z()));
}

TEST(RotationTest, restores_unit_length_when_asked) {
  const Rot R(2, -2, 2, 2);
  EXPECT_EQ(R.norm(), 4.0);
  EXPECT_EQ(R.normalized().coefficients(), Vector4<double>(0.5, -0.5, 0.5, 0.5));
  EXPECT_EQ(Rot(-0.5, 0.5, 0.5, 0.5).canonical().coefficients(),
            Vector4<double>(0.5, -0.5, -0.5, -0.5));
}

template <class T>
void check_product() {
  const Rotation<T> R = any_rotation<T>(), S = any_rotation<T>();
  const Vector3<T> v = any_vector<T>();
  check_near((R * S).to_matrix(), multiply(R.to_matrix(), S.to_matrix()), kRotationRounding<T>);
  check_near(R * v, multiply(R.to_matrix(), v), kRotationRounding<T> * v.norm());
  check_near(R * (S * v), (R * S) * v, kRotationRounding<T> * v.norm());
  check_near(R.inverse() * (R * v), v, kRotationRounding<T> * v.norm());
  check_near(R.inverse().to_matrix(), transpose(R.to_matrix()), 0);
  RC_ASSERT(std::abs((R * S).norm() - 1) <= kRotationRounding<T>);
}
RC_GTEST_PROP(RotationLaws, products_inverses_and_matrices_agree, ()) {
  check_product<double>();
  check_product<float>();
}

RC_GTEST_PROP(RotationLaws, the_numbers_are_those_of_an_independent_library, ()) {
  const Vec e = any_direction(), v = any_vector();
  const double angle = any_number();
  const Eigen::AngleAxisd theirs(angle, e);
  const Rot ours = Rot::from_axis_angle(e, angle);
  check_near(ours.to_matrix(), Matrix3<double>(theirs.toRotationMatrix()),
             kRotationRounding<double>);
  check_near(ours * v, Vec(theirs * v), kRotationRounding<double> * v.norm());
  const Rot other = any_rotation();
  const Eigen::Quaterniond q(ours.w(), ours.x(), ours.y(), ours.z());
  const Eigen::Quaterniond p(other.w(), other.x(), other.y(), other.z());
  const Eigen::Quaterniond product = q * p;
  const Vector4<double> expected(product.w(), product.x(), product.y(), product.z());
  RC_ASSERT(((ours * other).coefficients() - expected).norm() <= kRotationRounding<double>);
}

RC_GTEST_PROP(RotationLaws, an_axis_rotation_matrix_needs_only_cosine_and_sine, ()) {
  const Vec e = any_direction();
  const double angle = any_number();
  check_near(make_axis_rotation(e, std::cos(angle), std::sin(angle)),
             Rot::from_axis_angle(e, angle).to_matrix(), kRotationRounding<double>);
}

/// Every representation and back, at an angle θ about an axis. A representation with components of
/// size s that is accurate to rounding error reproduces the rotation within a few ε (1 + s).
template <class T>
void check_round_trips(const Vector3<T>& axis, T angle) {
  const Rotation<T> R = Rotation<T>::from_axis_angle(axis, angle);
  const double bound = kRotationRounding<T>;
  EXPECT_LE(distance(Rotation<T>::from_matrix(R.to_matrix()), R), bound);
  EXPECT_LE(distance(Rotation<T>::from_axis_angle(R.axis(), R.angle()), R), bound);
  EXPECT_LE(distance(Rotation<T>::from_rotation_vector(R.to_rotation_vector()), R), bound);
  EXPECT_LE(distance(Rotation<T>::from_mrp(R.to_mrp()), R), bound);
  EXPECT_LE(R.to_mrp().norm(), 1 + bound);
  EXPECT_LE(distance(Rotation<T>::from_rpy(R.to_rpy()), R), bound);
  for (const EulerSequence sequence : kSequences) {
    EXPECT_LE(distance(Rotation<T>::from_euler(sequence, R.to_euler(sequence)), R), 2 * bound);
  }
  if (R.w() != T(0)) {
    EXPECT_LE(distance(Rotation<T>::from_gibbs(R.to_gibbs()), R), bound);
  }
  EXPECT_NEAR(R.axis().norm(), 1, bound);
}

TEST(RotationTest, every_representation_leads_back_also_near_0_and_pi) {
  for (const Vec& axis : critical_axes()) {
    for (const double angle : critical_angles()) {
      SCOPED_TRACE(testing::Message() << "angle " << angle << " about " << axis.transpose());
      check_round_trips<double>(axis, angle);
      check_round_trips<double>(axis, -angle);
      check_round_trips<float>(axis.cast<float>(), static_cast<float>(angle));
    }
  }
}

TEST(RotationTest, small_angles_come_back_to_full_relative_precision) {
  for (const Vec& axis : critical_axes()) {
    for (const double angle : critical_angles()) {
      if (angle > 3.2 || angle == 0) continue;
      // Near π the axis itself is known, but θ e and (θ - 2π) e are the same rotation.
      if (angle > pi - 1e-12) continue;
      const Vec phi = angle * axis;
      const Rot R = Rot::from_rotation_vector(phi);
      EXPECT_LE(error(R.to_rotation_vector(), phi), kRotationRounding<double> * angle) << angle;
      EXPECT_NEAR(R.angle(), angle * axis.norm(), kRotationRounding<double> * angle);
      EXPECT_LE(error(R.axis(), Vec(axis.normalized())), kRotationRounding<double>);
      const Rot S = Rot::from_mrp(R.to_mrp());
      EXPECT_LE(error(S.to_rotation_vector(), phi), kRotationRounding<double> * angle) << angle;
    }
  }
}

TEST(RotationTest, the_matrix_of_a_small_turn_gives_the_turn_to_its_own_precision) {
  // The matrix contains sin θ with an absolute error of ε θ, so θ is recovered to full precision.
  for (const double angle : {1e-12, 1e-8, 1e-5, 1e-3}) {
    const Vec phi = angle * Vec(2.0 / 3, -1.0 / 3, 2.0 / 3);
    const Rot R = Rot::from_matrix(Rot::from_rotation_vector(phi).to_matrix());
    EXPECT_LE(error(R.to_rotation_vector(), phi), kRotationRounding<double> * angle);
  }
}

TEST(RotationTest, smooths_a_matrix_that_is_not_quite_orthogonal) {
  const Rot R = Rot::from_rpy({0.4, -0.3, 2.0});
  Matrix3<double> A = R.to_matrix();
  A(0, 1) += 1e-6;
  const Rot S = Rot::from_matrix(A);
  EXPECT_NEAR(S.norm(), 1, kRotationRounding<double>);
  EXPECT_LE(distance(R, S), 1e-6);
}

RC_GTEST_PROP(RotationLaws, euler_angles_come_back_inside_their_ranges, ()) {
  for (const EulerSequence sequence : kSequences) {
    // 1e-3 off the singular middle angle; there an error of ε in the rotation is 1e3 ε in the
    // angles.
    const double middle = is_proper(sequence) ? any_number(1e-3, pi - 1e-3)
                                              : any_number(1e-3 - pi / 2, pi / 2 - 1e-3);
    const Vec angles(any_number(-3.14, 3.14), middle, any_number(-3.14, 3.14));
    check_near(Rot::from_euler(sequence, angles).to_euler(sequence), angles,
               kRotationRounding<double> * 4e3);
  }
}

RC_GTEST_PROP(RotationLaws, an_euler_sequence_is_three_turns_about_axes_of_the_body, ()) {
  const Vec a(any_number(), any_number(), any_number());
  const Rot x0 = Rot::about_x(a[0]), y1 = Rot::about_y(a[1]), z0 = Rot::about_z(a[0]);
  check_near(Rot::from_euler(EulerSequence::xyz, a).to_matrix(),
             (x0 * y1 * Rot::about_z(a[2])).to_matrix(), kRotationRounding<double>);
  check_near(Rot::from_euler(EulerSequence::zxz, a).to_matrix(),
             (z0 * Rot::about_x(a[1]) * Rot::about_z(a[2])).to_matrix(), kRotationRounding<double>);
  check_near(Rot::from_rpy({a[2], a[1], a[0]}).to_matrix(),
             Rot::from_euler(EulerSequence::zyx, a).to_matrix(), kRotationRounding<double>);
}

TEST(RotationTest, at_gimbal_lock_the_third_angle_is_zero_and_the_rotation_right) {
  for (const EulerSequence sequence : kSequences) {
    const double low = is_proper(sequence) ? 0 : -pi / 2;
    for (const double middle : {low, low + pi}) {
      for (const double first : {-3.0, -0.4, 0.0, 0.9, 2.5}) {
        for (const double third : {-2.2, 0.0, 0.3, 3.1}) {
          const Rot R = Rot::from_euler(sequence, {first, middle, third});
          const Vec angles = R.to_euler(sequence);
          EXPECT_EQ(angles[2], 0.0);
          EXPECT_NEAR(angles[1], middle, 32 * kEps<double>);
          EXPECT_LE(distance(Rot::from_euler(sequence, angles), R), 32 * kEps<double>);
          EXPECT_LE(std::abs(angles[0]), pi);
        }
      }
    }
  }
  const Vec rpy = Rot::from_rpy({0.2, pi / 2, 0.5}).to_rpy();
  EXPECT_LE(error(rpy, Vec(0, pi / 2, 0.3)), 32 * kEps<double>);
}

TEST(RotationTest, mrps_stay_inside_the_unit_ball) {
  // 270° about z is -90° about z; the shadow set is tan(-90°/4).
  EXPECT_LE(error(Rot::about_z(1.5 * pi).to_mrp(), Vec(0, 0, -std::tan(pi / 8))),
            kRotationRounding<double>);
  EXPECT_LE(error(Rot::about_z(0.5 * pi).to_mrp(), Vec(0, 0, std::tan(pi / 8))),
            kRotationRounding<double>);
  EXPECT_LE(error(Rot::about_y(0.5).to_gibbs(), Vec(0, std::tan(0.25), 0)),
            kRotationRounding<double>);
  // From outside the unit ball it is the same rotation.
  EXPECT_LE(distance(Rot::from_mrp({0, 0, std::tan(1.5 * pi / 4)}), Rot::about_z(1.5 * pi)),
            kRotationRounding<double>);
}

RC_GTEST_PROP(RotationLaws, the_quaternion_rate_is_that_of_a_turning_body, ()) {
  // q(t) = exp(t ω) q(0) rotates with ω in the world: its exact derivative is (-½ |ω| sin ½|ω|t, ½
  // ω cos ½|ω|t) q(0).
  const Vec w_A = any_vector();
  const Rot start = any_rotation();
  const double rate = w_A.norm(), t = any_number(0, 1);
  const Rot R_AB = Rot::from_rotation_vector(t * w_A) * start;
  const Vec v = 0.5 * std::cos(0.5 * rate * t) * w_A;
  const Rot derivative(-0.5 * rate * std::sin(0.5 * rate * t), v[0], v[1], v[2]);
  const Vector4<double> exact = (derivative * start).coefficients();
  const double bound = kRotationRounding<double> * (1 + rate) * (1 + rate);
  RC_ASSERT((R_AB.calc_derivative_from_world_rate(w_A) - exact).norm() <= bound);
  const Vec w_B = R_AB.inverse() * w_A;
  RC_ASSERT((R_AB.calc_derivative_from_body_rate(w_B) - exact).norm() <= bound);
  check_near(R_AB.calc_world_rate(exact), w_A, bound);
  check_near(R_AB.calc_body_rate(exact), w_B, bound);
  // A component along q, such as a solver's drift, is not a rotation.
  check_near(R_AB.calc_body_rate(exact + 0.1 * R_AB.coefficients()), w_B, bound);
  RC_ASSERT(std::abs(exact.dot(R_AB.coefficients())) <= bound);
}

RC_GTEST_PROP(RotationLaws, slerp_goes_the_short_way_at_a_constant_rate, ()) {
  const Rot a = any_rotation();
  const Vec phi =
      0.38 * any_vector();  // up to 5.3 rad, so that the shorter arc is sometimes the other one
  const Rot b = a * Rot::from_rotation_vector(phi);
  const double total = calc_angle_between(a, b), s = any_number(0, 1);
  RC_PRE(total < 3.1);  // near π the shorter arc is undetermined
  const double bound = 4 * kRotationRounding<double>;
  RC_ASSERT(calc_angle_between(slerp(a, b, 0.0), a) <= bound);
  RC_ASSERT(calc_angle_between(slerp(a, b, 1.0), b) <= bound);
  check_near(calc_angle_between(a, slerp(a, b, s)), s * total, bound);
  check_near(calc_angle_between(slerp(a, b, s), b), (1 - s) * total, bound);
}

TEST(RotationTest, distance_resolves_the_smallest_angles) {
  const Rot a = Rot::from_rpy({0.3, 0.2, 0.1});
  // The product of the two quaternions has rounding errors of ε, and so has the angle.
  EXPECT_NEAR(calc_angle_between(a, a * Rot::about_x(1e-9)), 1e-9, kRotationRounding<double>);
  EXPECT_NEAR(calc_angle_between(a, a * Rot::about_x(2 * pi + 0.25)), 0.25,
              kRotationRounding<double>);
  EXPECT_NEAR(calc_angle_between(Rot(), Rot::about_x(pi)), pi, kRotationRounding<double>);
}

RC_GTEST_PROP(RotationLaws, from_to_carries_one_direction_into_the_other, ()) {
  const Vec a = any_direction();
  Vec b = any_direction();
  const double gap = std::pow(10.0, any_number(-17, 0));
  const int kind = *rc::gen::inRange(0, 4);
  if (kind == 1) b = -a;
  if (kind == 2) b = (-a + gap * b).normalized();
  if (kind == 3) b = (a + gap * b).normalized();
  const Rot R = Rot::from_to(3.0 * a, 0.2 * b);
  check_near(R * a, b, kRotationRounding<double>);
  const double straight = 2 * std::atan2((a - b).norm(), (a + b).norm());
  check_near(R.angle(), straight, kRotationRounding<double>);
}

RC_GTEST_PROP(VectorLaws, a_perpendicular_is_a_unit_vector_at_right_angles, ()) {
  const Vec n = any_direction();
  const Vec p = make_perpendicular(n);
  check_near(p.norm(), 1.0, kRotationRounding<double>);
  check_near(p.dot(n), 0.0, kRotationRounding<double>);
}

}  // namespace
}  // namespace holon::test
