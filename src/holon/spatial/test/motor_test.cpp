// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/spatial/motor.h"

#include "holon/spatial/test/random_values.h"

namespace holon::test {
namespace {

using Screw = ScrewMotor<double>;
using Velocity = VelocityMotor<double>;
using Acceleration = AccelerationMotor<double>;
using Momentum = MomentumMotor<double>;
using Force = ForceMotor<double>;
using Vec = Vector3<double>;

// Every law below equates two sums of at most a few dozen products of components; each product has
// at most 4 rounding errors. 64 ε times the product of the factors' sizes bounds the difference
// with a margin, and an error of the formula would be 1e15 times larger.
template <class T>
constexpr double kMotorRounding = 64 * kEps<T>;

template <class A, class B>
concept Addable = requires(A a, B b) {
  a + b;
};
template <class A, class B>
concept Dottable = requires(A a, B b) {
  dot(a, b);
};
template <class A, class B>
concept Crossable = requires(A a, B b) {
  cross(a, b);
};

static_assert(Addable<Velocity, Velocity>);
static_assert(!Addable<Velocity, Force>);
static_assert(!Addable<Velocity, Momentum>);
static_assert(!Addable<Velocity, Acceleration>);
static_assert(!Addable<Force, Momentum>);
static_assert(!Addable<Force, Screw>);
static_assert(!Addable<VelocityMotor<float>, Velocity>);
static_assert(!std::is_convertible_v<Velocity, Force>);
static_assert(!std::is_constructible_v<Velocity, Force>);

static_assert(Dottable<Force, Velocity> && Dottable<Velocity, Momentum> && Dottable<Force, Screw>);
static_assert(Dottable<Velocity, Velocity> && Dottable<Force, Force>);
static_assert(!Dottable<Force, Momentum> && !Dottable<Velocity, Acceleration>);

template <class A, class B, class C>
constexpr bool kCrossIs = std::is_same_v<decltype(cross(A(), B())), C>;
static_assert(kCrossIs<Velocity, Momentum, Force> && kCrossIs<Momentum, Velocity, Force>);
static_assert(kCrossIs<Velocity, Velocity, Acceleration> && kCrossIs<Velocity, Screw, Velocity>);
static_assert(kCrossIs<Screw, Screw, Screw> && kCrossIs<Screw, Force, Force>);
static_assert(!Crossable<Force, Momentum> && !Crossable<Force, Force>);
static_assert(!Crossable<Velocity, Force> && !Crossable<Velocity, Acceleration>);

TEST(MotorTest, starts_as_zero) { EXPECT_EQ(Velocity(), Velocity({0, 0, 0}, {0, 0, 0})); }

TEST(MotorTest, names_its_parts_by_kind) {
  const Vec g(1, 2, 3), h(4, 5, 6);
  EXPECT_EQ(Velocity(g, h).omega(), g);
  EXPECT_EQ(Velocity(g, h).v(), h);
  EXPECT_EQ(Acceleration(g, h).alpha(), g);
  EXPECT_EQ(Acceleration(g, h).a(), h);
  EXPECT_EQ(Momentum(g, h).p(), g);
  EXPECT_EQ(Momentum(g, h).l(), h);
  EXPECT_EQ(Force(g, h).force(), g);
  EXPECT_EQ(Force(g, h).torque(), h);
  EXPECT_EQ(Screw(g, h).direction(), g);
  EXPECT_EQ(Force::from_vector(Force(g, h).to_vector()), Force(g, h));
}

TEST(MotorTest, turning_about_an_axis_moves_the_origin_as_the_wheel_says) {
  // About the vertical through (1, 0, 0) at 2 rad/s: the origin moves in the −y direction.
  const Velocity V = Velocity::at_point({1, 0, 0}, {0, 0, 2});
  EXPECT_EQ(V.v(), Vec(0, -2, 0));
  EXPECT_EQ(V.moment_at({1, 0, 0}), Vec(0, 0, 0));
  EXPECT_EQ(V.moment_at({3, 0, 0}), Vec(0, 4, 0));
  EXPECT_EQ(V.shift({1, 0, 0}), Velocity({0, 0, 2}, {0, 0, 0}));
}

TEST(MotorTest, a_force_has_the_torque_of_its_lever) {
  const Force F = Force::at_point({2, 0, 0}, {0, 3, 0});  // 3 N upwards at 2 m
  EXPECT_EQ(F.torque(), Vec(0, 0, 6));
  EXPECT_EQ(F.moment_at({2, 0, 0}), Vec(0, 0, 0));
  EXPECT_EQ(F.moment_at({4, 0, 0}), Vec(0, 0, -6));
}

TEST(MotorTest, power_is_force_by_velocity_of_the_point_that_it_acts_on) {
  const Vec point(0.5, -1, 2), force(3, 1, -2);
  const Velocity V({0.5, 1, -2}, {4, -1, 0.25});
  EXPECT_EQ(dot(Force::at_point(point, force), V),
            dot(force, V.moment_at(point)));  // exact numbers
}

TEST(MotorTest, a_screw_times_a_number_takes_its_units) {
  const Screw S({0, 0, 1}, {0, -1, 0.5});
  EXPECT_EQ(S.at_rate(2), Velocity({0, 0, 2}, {0, -2, 1}));
  EXPECT_EQ(S.at_acceleration(2), Acceleration({0, 0, 2}, {0, -2, 1}));
  EXPECT_EQ(S.at_intensity(2), Force({0, 0, 2}, {0, -2, 1}));
  EXPECT_EQ(S.at_intensity(3).over(2), Momentum({0, 0, 6}, {0, -6, 3}));
  EXPECT_EQ(S.at_rate(3).over(2), Screw({0, 0, 6}, {0, -6, 3}));
}

TEST(MotorTest, a_steady_turn_accelerates_points_towards_the_axis) {
  // ω = 2 rad/s about z through (1, 0, 0): the velocity motor is constant in space, so its rate is
  // zero, and yet every point has -ω² times its distance.
  const Velocity V = Velocity::at_point({1, 0, 0}, {0, 0, 2});
  EXPECT_EQ(calc_point_acceleration(V, Acceleration(), {4, 0, 5}), Vec(-12, 0, 0));
  const Acceleration A = make_acceleration_motor<double>(V, {0, 0, 0}, {4, 0, 0});
  EXPECT_EQ(A, Acceleration());
}

RC_GTEST_PROP(MotorLaws, the_moment_field_does_not_depend_on_the_reference_point, ()) {
  const auto a = any_motor<Force>();
  const Vec r = any_vector(), s = any_vector();
  check_near(a.shift(r).moment_at(s - r), a.moment_at(s),
             kMotorRounding<double> * size(a) * (1 + r.norm() + s.norm()));
  check_near(a.shift(r).shift(-r), a, kMotorRounding<double> * size(a) * (1 + r.norm()));
  check_near(a.shift(r).shift_back(r), a, kMotorRounding<double> * size(a) * (1 + r.norm()));
}

RC_GTEST_PROP(MotorLaws, the_motor_product_is_the_sum_over_coordinates, ()) {
  const auto f = any_motor<Force>();
  const auto v = any_motor<Velocity>();
  double sum = 0;
  for (int i = 0; i < 6; ++i) sum += coordinate(f, i) * coordinate(v, i);
  check_near(sum, dot(f, v), kMotorRounding<double> * size(f) * size(v));
}

template <class T>
void check_bilinear() {
  const auto a = any_motor<ScrewMotor<T>>(), b = any_motor<ScrewMotor<T>>();
  const auto c = any_motor<ForceMotor<T>>();
  const T s(any_number()), t(any_number());
  const double scale = (std::abs(s) * size(a) + std::abs(t) * size(b)) * size(c);
  check_near(dot(s * a + t * b, c), s * dot(a, c) + t * dot(b, c), kMotorRounding<T> * scale);
  check_near(cross(s * a + t * b, c), s * cross(a, c) + t * cross(b, c), kMotorRounding<T> * scale);
  RC_ASSERT(dot(a, c) == dot(c, a));
}
RC_GTEST_PROP(MotorLaws, dot_and_cross_are_bilinear_and_dot_symmetric, ()) {
  check_bilinear<double>();
  check_bilinear<float>();
}

template <class T>
void check_invariant() {
  const auto f = any_motor<ForceMotor<T>>();
  const auto v = any_motor<VelocityMotor<T>>();
  const Vector3<T> r = any_vector<T>();
  const Rotation<T> R = any_rotation<T>();
  const Transform<T> X(R, r);
  const double lever = 1 + r.norm();
  const double bound = kMotorRounding<T> * size(f) * size(v) * lever * lever;
  check_near(dot(f.shift(r), v.shift(r)), dot(f, v), bound);
  check_near(dot(f.rotate(R), v.rotate(R)), dot(f, v), bound);
  check_near(dot(f.transform(X), v.transform(X)), dot(f, v), bound);
  check_near(dot(f.inverse_transform(X), v.inverse_transform(X)), dot(f, v), bound);
}
RC_GTEST_PROP(MotorLaws, power_is_the_same_in_all_axes_and_at_all_reference_points, ()) {
  check_invariant<double>();
  check_invariant<float>();
}

template <class T>
void check_equivariant() {
  const auto v = any_motor<VelocityMotor<T>>();
  const auto p = any_motor<MomentumMotor<T>>();
  const Transform<T> X = any_transform<T>();
  const double lever = size(X);
  check_near(cross(v, p).transform(X), cross(v.transform(X), p.transform(X)),
             kMotorRounding<T> * size(v) * size(p) * lever * lever);
}
RC_GTEST_PROP(MotorLaws, the_cross_product_moves_with_its_factors, ()) {
  check_equivariant<double>();
  check_equivariant<float>();
}

RC_GTEST_PROP(MotorLaws, the_cross_product_is_antisymmetric_to_the_last_bit, ()) {
  const auto v = any_motor<Velocity>();
  const auto p = any_motor<Momentum>();
  RC_ASSERT(cross(v, p) == -cross(p, v));
}

template <class T>
void check_jacobi() {
  const auto a = any_motor<ScrewMotor<T>>(), b = any_motor<ScrewMotor<T>>();
  const auto c = any_motor<ScrewMotor<T>>();
  check_near(cross(a, cross(b, c)) + cross(b, cross(c, a)) + cross(c, cross(a, b)), ScrewMotor<T>(),
             kMotorRounding<T> * size(a) * size(b) * size(c));
}
RC_GTEST_PROP(MotorLaws, the_cross_product_obeys_jacobi, ()) {
  check_jacobi<double>();
  check_jacobi<float>();
}

RC_GTEST_PROP(MotorLaws, the_triple_product_is_cyclic, ()) {
  const auto u = any_motor<Velocity>(), v = any_motor<Velocity>();
  const auto p = any_motor<Momentum>();
  const double bound = kMotorRounding<double> * size(u) * size(v) * size(p);
  check_near(dot(u, cross(v, p)), dot(v, cross(p, u)), bound);
  check_near(dot(u, cross(v, p)), dot(p, cross(u, v)), bound);
}

RC_GTEST_PROP(MotorLaws, gyroscopic_forces_do_no_work, ()) {
  const auto v = any_motor<Velocity>();
  const auto p = any_motor<Momentum>();
  check_near(dot(v, cross(v, p)), 0.0, kMotorRounding<double> * size(v) * size(v) * size(p));
}

RC_GTEST_PROP(MotorLaws, poses_act_on_motors_in_the_order_of_their_frames, ()) {
  const auto F_C = any_motor<Force>();
  const Transform<double> X_AB = any_transform(), X_BC = any_transform();
  const double bound = kMotorRounding<double> * size(F_C) * size(X_AB) * size(X_BC);
  check_near(F_C.transform(X_AB * X_BC), F_C.transform(X_BC).transform(X_AB), bound);
  check_near(F_C.transform(X_BC).inverse_transform(X_BC), F_C,
             kMotorRounding<double> * size(F_C) * size(X_BC) * size(X_BC));
  check_near(F_C.transform(X_BC.inverse()), F_C.inverse_transform(X_BC),
             kMotorRounding<double> * size(F_C) * size(X_BC) * size(X_BC));
}

RC_GTEST_PROP(MotorLaws, a_transformed_motor_is_the_same_field, ()) {
  const auto V_B = any_motor<Velocity>();
  const Transform<double> X_AB = any_transform();
  const Vec p_BP_B = any_vector();
  check_near(V_B.transform(X_AB).moment_at(X_AB.apply_to_point(p_BP_B)),
             X_AB.apply_to_vector(V_B.moment_at(p_BP_B)),
             kMotorRounding<double> * size(V_B) * size(X_AB) * (1 + p_BP_B.norm()));
}

}  // namespace
}  // namespace holon::test
