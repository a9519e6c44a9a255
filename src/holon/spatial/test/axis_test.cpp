// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/spatial/axis.h"

#include <cmath>
#include <numbers>

#include "holon/spatial/test/random_values.h"

namespace holon::test {
namespace {

using Vec = Vector3<double>;
using L = Line<double>;
using Screw = ScrewMotor<double>;
using Velocity = VelocityMotor<double>;
using Force = ForceMotor<double>;
using std::numbers::pi;
template <class T>
constexpr double kAxisRounding = 32 * kEps<T>;

TEST(AxisTest, of_a_wrench_is_the_line_of_its_smallest_torque) {
  // 10 N along z through (1, 2, 0) and 5 N m about it: pitch 0.5 m.
  const Force F = Force::at_point({1, 2, 0}, {0, 0, 10}, {0, 0, 5});
  const auto axis = find_axis(F);
  ASSERT_TRUE(axis);
  EXPECT_EQ(axis->point(), Vec(1, 2, 0));
  EXPECT_EQ(axis->direction(), Vec(0, 0, 1));
  EXPECT_EQ(calc_pitch(F), 0.5);
  EXPECT_EQ(calc_axis_moment(F), Vec(0, 0, 5));
  EXPECT_EQ(calc_shape(F), MotorShape::screw);
  const auto p = find_intersection(F, Plane<double>::through({0, 0, 7}, {0, 0, 1}));
  ASSERT_TRUE(p);
  EXPECT_EQ(*p, Vec(1, 2, 7));
}

TEST(AxisTest, of_a_couple_does_not_exist) {
  const Force F({0, 0, 0}, {0, 0, 5});
  EXPECT_FALSE(find_axis(F));
  EXPECT_FALSE(find_intersection(F, Plane<double>()));
  EXPECT_EQ(calc_shape(F), MotorShape::couple);
  EXPECT_EQ(calc_shape(Force()), MotorShape::zero);
}

TEST(AxisTest, far_away_makes_a_rotor_no_screw_by_its_rounding) {
  // A force at 6e5 m: the moments' rounding error appears as a pitch of about 1e-11 m.
  const Force F = Force::at_point({1.7e6 / 3, -1e6 / 7, 1e6 / 11}, {0.1, 1.0 / 3, -0.7});
  EXPECT_GT(std::abs(calc_pitch(F)), 64 * kEps<double>);
  EXPECT_EQ(calc_shape(F), MotorShape::rotor);
  EXPECT_EQ(calc_shape(F + Force({0, 0, 0}, {1e-6, 1e-6, 1e-6})), MotorShape::screw);
  // A force of 1 µN with 1e12 N m is a couple at the scale of metres.
  EXPECT_EQ(calc_shape(Force({1e-6, 0, 0}, {0, 1e12, 0})), MotorShape::couple);
}

TEST(AxisTest, of_opposite_turns_is_a_translation) {
  // Two equal and opposite rotations about parallel axes: the frame of a parallelogram.
  const Velocity V =
      Velocity::at_point({0, 0, 0}, {0, 0, 3}) + Velocity::at_point({2, 0, 0}, {0, 0, -3});
  EXPECT_EQ(calc_shape(V), MotorShape::couple);
  EXPECT_EQ(V.v(), Vec(0, 6, 0));
}

RC_GTEST_PROP(AxisLaws, pure_forces_and_rotations_are_recognised_at_any_reference_point, ()) {
  const Vec p = any_vector(), g = any_vector(), r = any_vector();
  RC_PRE(g.norm() > 1e-3);
  const Force F = Force::at_point(p, g).shift(r);
  RC_ASSERT(calc_shape(F) == MotorShape::rotor);
  const auto axis = find_axis(F);
  RC_ASSERT(axis.has_value());
  const double bound = kAxisRounding<double> * (1 + p.norm() + r.norm());
  RC_ASSERT(axis->calc_distance(p - r) <= bound);
  check_near(axis->direction(), Vec(g / g.norm()), bound);
  RC_ASSERT(calc_shape(F + Force({0, 0, 0}, 0.01 * g)) == MotorShape::screw);
}

template <class T>
void check_axis() {
  const auto V = any_motor<VelocityMotor<T>>();
  RC_PRE(V.resultant().norm() > T(0.1));
  const auto axis = find_axis(V);
  RC_ASSERT(axis.has_value());
  const Vector3<T> p = axis->point_at(T(any_number()));
  const double bound = kAxisRounding<T> * (1 + p.norm()) * size(V);
  check_near(V.moment_at(p), calc_axis_moment(V), bound);
  RC_ASSERT(cross(V.resultant(), calc_axis_moment(V)).norm() <= bound * size(V));
  // No moment of the field is smaller.
  RC_ASSERT(V.moment_at(any_vector<T>()).norm() >= calc_axis_moment(V).norm() - bound);
  // And back from axis, pitch and intensity.
  const auto back = V.resultant().norm() * make_screw(*axis, calc_pitch(V));
  check_near(back.template as<MotorKind::velocity>(), V, bound);
}
RC_GTEST_PROP(AxisLaws, on_the_axis_the_moment_is_least_and_along_it, ()) {
  check_axis<double>();
  check_axis<float>();
}

RC_GTEST_PROP(AxisLaws, the_pitch_is_the_same_at_all_reference_points, ()) {
  const auto F = any_motor<Force>();
  RC_PRE(F.resultant().norm() > 0.1);
  const Transform<double> X = any_transform();
  check_near(calc_pitch(F.transform(X)), calc_pitch(F),
             kAxisRounding<double> * size(F) / F.resultant().norm() * size(X) * size(X));
}

RC_GTEST_PROP(AxisLaws, two_lines_meet_where_their_screws_are_reciprocal, ()) {
  // (S_a, S_b) = -d sin θ for unit lines at the distance d and angle θ about the normal from a to
  // b.
  const Vec p = any_vector(), q = any_vector();
  const L a = L::through(p, any_direction()), b = L::through(q, any_direction());
  const auto normal = calc_common_normal(a, b);
  const double bound = kAxisRounding<double> * (1 + p.norm() + q.norm());
  check_near(dot(make_screw(a), make_screw(b)), -normal.distance * std::sin(normal.angle), bound);
  RC_PRE((p - q).norm() > 1e-3);
  const L c = L::through_points(p, q), through_p = L::through(p, any_direction());
  check_near(dot(make_screw(c), make_screw(through_p)), 0.0, bound / (p - q).norm());
}

RC_GTEST_PROP(AxisLaws, the_cross_product_of_lines_has_their_common_normal_for_axis, ()) {
  const Vec p = any_vector(), q = any_vector();
  const L a = L::through(p, any_direction()), b = L::through(q, any_direction());
  const auto normal = calc_common_normal(a, b);
  const double sine = std::sin(std::abs(normal.angle));
  RC_PRE(sine > 1e-2);
  const Screw n = cross(make_screw(a), make_screw(b));
  const auto axis = find_axis(n);
  RC_ASSERT(axis.has_value());
  const double bound = kAxisRounding<double> * (1 + p.norm() + q.norm()) / (sine * sine);
  RC_ASSERT(axis->calc_distance(normal.foot_a) <= bound);
  RC_ASSERT(axis->calc_distance(normal.foot_b) <= bound);
  // Its dual length is sin(θ + ε d): resultant sin θ, moment on the axis d cos θ.
  check_near(n.resultant().norm(), sine, kAxisRounding<double>);
  check_near(calc_axis_moment(n), Vec(normal.distance * std::cos(normal.angle) * normal.direction),
             bound);
}

TEST(LinePairTest, of_a_screw_is_a_step_along_its_axis_and_a_turn_by_the_arc_tangent) {
  // Axis z, h_n = 3, |g| = 1: the second line lies 3 above the first and 45° from it.
  const auto pair = calc_line_pair(Screw({0, 0, 1}, {0, 0, 3}));
  const auto normal = calc_common_normal(pair.first, pair.second);
  EXPECT_NEAR(normal.distance, 3, kAxisRounding<double> * 3);
  EXPECT_NEAR(normal.angle, pi / 4, kAxisRounding<double>);
  EXPECT_LE(error(normal.direction, Vec(0, 0, 1)), kAxisRounding<double>);
  // With a negative pitch the second line is opposite to g.
  const auto left = calc_line_pair(Screw({0, 0, 1}, {0, 0, -3}));
  EXPECT_NEAR(calc_common_normal(left.first, left.second).direction[2], -1, kAxisRounding<double>);
  EXPECT_NEAR(calc_common_normal(left.first, left.second).angle, -pi / 4, kAxisRounding<double>);
}

TEST(LinePairTest, of_couple_and_zero_are_parallel_and_the_same) {
  const auto couple = calc_line_pair(Screw({0, 0, 0}, {0, 2, 0}));
  const auto normal = calc_common_normal(couple.first, couple.second);
  EXPECT_TRUE(normal.parallel);
  EXPECT_EQ(normal.distance, 2.0);
  EXPECT_EQ(normal.direction, Vec(0, 1, 0));
  EXPECT_EQ(find_motor(couple), Screw({0, 0, 0}, {0, 2, 0}));
  const auto zero = calc_line_pair(Screw());
  EXPECT_EQ(find_motor(zero), Screw());
}

TEST(LinePairTest, at_right_angles_stands_for_no_motor) {
  EXPECT_FALSE(find_motor(
      LinePair<double>{L::through({0, 0, 0}, {1, 0, 0}), L::through({0, 0, 1}, {0, 1, 0})}));
}

template <class T>
void check_line_pair() {
  const auto s = any_motor<ScrewMotor<T>>();
  const T position(any_number()), turn(any_number());
  const auto pair = calc_line_pair(s, position, turn);
  const double g = s.resultant().norm();
  RC_PRE(g > 0.1);  // below, the axis tends to infinity
  // tan and atan are at worst (1 + g²) ill-conditioned, the feet 1/sin² = (1 + g²)/g².
  const double scale = (1 + g * g) * (1 + 1 / (g * g)) * (1 + size(s) / g + std::abs(position));
  const auto back = find_motor(pair);
  RC_ASSERT(back.has_value());
  check_near(*back, s, kAxisRounding<T> * scale * (1 + g));
  // The directions of the lines are irrelevant.
  const auto reversed = find_motor(LinePair<T>{pair.first.reversed(), pair.second});
  RC_ASSERT(reversed.has_value());
  check_near(*reversed, s, kAxisRounding<T> * scale * (1 + g));
}
RC_GTEST_PROP(LinePairLaws, a_pair_slid_and_turned_about_the_axis_is_the_same_motor, ()) {
  check_line_pair<double>();
  check_line_pair<float>();
}

RC_GTEST_PROP(LinePairLaws, the_second_line_is_the_first_displaced_by_the_moments, ()) {
  const auto s = any_motor<Screw>();
  RC_PRE(s.resultant().norm() > 0.1);
  const auto pair = calc_line_pair(s, any_number(), any_number());
  const Vec r = pair.first.point_at(any_number());
  RC_ASSERT(pair.second.calc_distance(r + s.moment_at(r)) <=
            kAxisRounding<double> * (1 + size(s)) * (1 + r.norm()));
}

RC_GTEST_PROP(LinePairLaws, pairs_with_a_common_first_line_add_by_displacement, ()) {
  // Two motors whose axes meet one line G₁ at right angles; their sum's axis does too.
  const auto a0 = any_motor<Screw>(), b0 = any_motor<Screw>();
  const double ra = a0.resultant().norm(), rb = b0.resultant().norm();
  RC_PRE(ra > 0.1 && rb > 0.1);
  const auto axis_a = find_axis(a0), axis_b = find_axis(b0);
  const auto normal = calc_common_normal(*axis_a, *axis_b);
  RC_PRE(std::abs(std::sin(normal.angle)) > 0.1);
  const L first = L::through(normal.foot_a, normal.direction);
  const Screw sum = a0 + b0;
  RC_PRE(sum.resultant().norm() > 0.1);
  const Vec r = first.point_at(any_number());
  const Vec displaced = r + a0.moment_at(r) + b0.moment_at(r);
  const auto axis = find_axis(sum);
  // The directions are known to ε / (0.1 · 0.1), the feet and the axis to the square of that.
  const double scale = (1 + size(a0) + size(b0)) * (1 + r.norm() + first.point().norm());
  check_near(axis->direction().dot(first.direction()), 0.0, 1e2 * kAxisRounding<double> * scale);
  RC_ASSERT(calc_common_normal(*axis, first).distance <= 1e4 * kAxisRounding<double> * scale);
  check_near(Vec(displaced - r), sum.moment_at(r), kAxisRounding<double> * scale);
}

}  // namespace
}  // namespace holon::test
