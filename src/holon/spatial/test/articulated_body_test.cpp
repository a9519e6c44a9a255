// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/spatial/articulated_body.h"

#include "holon/spatial/test/random_values.h"

namespace holon::test {
namespace {

using Acceleration = AccelerationMotor<double>;
using Force = ForceMotor<double>;
using ApparentInertia = ArticulatedInertia<double>;
using Articulated = ArticulatedBody<double>;

/// As in motor_test: sums of a few dozen products, each rounded a few times.
constexpr double kArticulatedRounding = 64 * kEps<double>;

double size_of(const ApparentInertia& I) { return size(I.to_dyad()); }

AxisRotation<double> any_axis_rotation() {
  const double angle = any_number(-3.2, 3.2);
  return {*rc::gen::inRange(0, 3), std::cos(angle), std::sin(angle)};
}

/// A body that carries another through a joint: no rigid body's inertia any more.
Articulated any_articulated_body() {
  Articulated outer{ApparentInertia(any_body().dyad()), any_motor<Force>()};
  outer.release(*rc::gen::inRange(0, 6), any_number());
  Articulated body{ApparentInertia(any_body().dyad()), any_motor<Force>()};
  body += outer.rotate(any_axis_rotation()).shift_back(any_vector());
  return body;
}

Force force_of(const Articulated& body, const Acceleration& A) {
  return body.inertia * A + body.bias;
}

RC_GTEST_PROP(ArticulatedLaws, of_one_body_it_is_the_inertia_dyad, ()) {
  const auto M = any_body().dyad();
  const ApparentInertia I(M);
  const auto A = any_motor<Acceleration>();
  RC_ASSERT(I.to_dyad() == M.to_dyad());
  check_near(I * A, M * A, kArticulatedRounding * size(M) * size(A));
}

RC_GTEST_PROP(ArticulatedLaws, it_moves_as_a_dyad_does, ()) {
  const ApparentInertia I = any_articulated_body().inertia;
  const Vector3<double> r = any_vector();
  const Matrix3<double> R = any_rotation().to_matrix();
  const AxisRotation<double> S = any_axis_rotation();
  const Vector3<double> axis = identity3<double>().col(S.axis());
  const auto D = I.to_dyad();
  const double bound = kArticulatedRounding * size(D);
  check_near(I.shift_back(r).to_dyad(), D.shift(-r), bound * (1 + r.norm()) * (1 + r.norm()));
  check_near(I.rotate(R).to_dyad(), D.rotate(R), bound);
  check_near(I.rotate(S).to_dyad(),
             D.rotate(make_axis_rotation<double>(axis, S.cosine(), S.sine())), bound);
}

/// The law of a joint with the freedom S: with v̇ the body that S holds on to has the acceleration
/// A + S v̇, needs the force that the released body answers A with, and of that (S, F) = τ.
void check_release(const Articulated& body, const Articulated& released, const Acceleration& A,
                   const ScrewMotor<double>& S, double rate, double effort) {
  const Force F = force_of(body, A + S.at_acceleration(rate));
  const double scale = size_of(body.inertia) * (size(A) + size(S) * std::abs(rate)) +
                       size(body.bias) + std::abs(effort);
  // The pivot D may be far smaller than I, and its rounding error grows as much.
  const double condition = 1 + size(S) * size(S) * size_of(body.inertia) /
                                   std::abs(dot(S, body.inertia * S.at_acceleration(1)));
  const double bound = kArticulatedRounding * scale * condition * size(S);
  check_near(dot(S, F), effort, bound);
  check_near(force_of(released, A), F, bound);
}

RC_GTEST_PROP(ArticulatedLaws, along_a_released_freedom_only_the_effort_acts, ()) {
  const Articulated body = any_articulated_body();
  const auto A = any_motor<Acceleration>();
  const double effort = any_number();
  const int k = *rc::gen::inRange(0, 6);
  ScrewMotor<double> S;
  coordinate(S, k) = 1;
  Articulated released = body;
  const Pivot<double> pivot = released.release(k, effort);
  check_release(body, released, A, S, pivot.calc_rate(A), effort);
  for (int i = 0; i < 6; ++i) RC_ASSERT(released.inertia.at(i, k) == 0.0);
  RC_ASSERT(coordinate(released.bias, k) == effort);
}

RC_GTEST_PROP(ArticulatedLaws, a_screw_is_released_in_coordinates_that_contain_its_pitch, ()) {
  const Articulated body = any_articulated_body();
  const auto A = any_motor<Acceleration>();
  const double effort = any_number(), pitch = any_number(-0.5, 0.5);
  const int k = *rc::gen::inRange(0, 3);
  ScrewMotor<double> S;
  coordinate(S, 3 + k) = 1;
  coordinate(S, k) = pitch;
  Articulated released = body;
  released.add_pitch(k, pitch);
  const Pivot<double> pivot = released.release(3 + k, effort);
  released.add_pitch(k, -pitch);
  Acceleration against = A;  // the translation less what goes with the rotation
  coordinate(against, k) -= pitch * coordinate(A, 3 + k);
  check_release(body, released, A, S, pivot.calc_rate(against), effort);
}

TEST(ArticulatedBodyTest, a_free_pendulum_starts_as_the_textbook_says) {
  // A bar of 1 kg and 1 m, hinged at its end about y, level: 3g/(2L), see docs/design/motors.md.
  const auto M = inertia_dyad<double>(1, {0.5, 0, 0}, diagonal<double>({0, 1.0 / 12, 1.0 / 12}));
  const auto weight = Force::at_point({0.5, 0, 0}, {0, 0, -9.81});
  Articulated bar{ApparentInertia(M), -weight};
  const Pivot<double> pivot = bar.release(4, 0.0);
  EXPECT_NEAR(pivot.calc_rate(Acceleration()), 1.5 * 9.81, kArticulatedRounding * 14.715);
  EXPECT_NEAR(pivot.inverse, 3.0, kArticulatedRounding * 3);
  // The pin carries a quarter of the weight.
  const Vector3<double> pin = bar.bias.force();
  EXPECT_NEAR(pin[2], 9.81 / 4, kArticulatedRounding * 9.81);
}

}  // namespace
}  // namespace holon::test
