// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/joints/spherical.h"

#include "holon/mechanics/parts/bodies/point_mass.h"
#include "holon/mechanics/parts/bodies/rigid_body.h"
#include "holon/mechanics/parts/joints/free.h"
#include "holon/mechanics/parts/joints/revolute.h"
#include "holon/mechanics/test/run_model.h"
#include "holon/spatial/rotation.h"

namespace holon {
namespace {

using test::number_of;

using test::kMass;
using test::kRoundGravity;

/// A symmetric top, its point at the origin: A about axes across, C about its own (z).
constexpr double kArm = 0.25, kA = 0.16, kC = 0.012;

RigidBody top() {
  return {.mass = kMass,
          .inertia = InertiaMatrix{{kA - kMass * kArm * kArm, kA - kMass * kArm * kArm, kC}},
          .center_of_mass = {0.0, 0.0, kArm}};
}

TEST(Spherical, CarriesATopInSteadyPrecession) {
  // m g l = Ω (C ω3 − A Ω cos θ), ω3 = ψ' + Ω cos θ: R = Rz(Ω t) Rx(θ) Rz(ψ' t).
  const double theta = 0.7, omega = 1.9;
  const double spin3 = (kMass * kRoundGravity * kArm / omega + kA * omega * std::cos(theta)) / kC;
  Model model;
  model.world.gravity = {0.0, 0.0, -kRoundGravity};
  model.add<RigidBody>("top", top());
  model.add<Spherical>(
      "point",
      {.between = {"world", "top"},
       .initial = {.orientation = Orientation::axis_angle({1.0, 0.0, 0.0}, theta),
                   .angular_velocity = Vector3<Expr>(0.0, omega * std::sin(theta), spin3)}});
  const System system = make_system(model);
  EXPECT_EQ(system.state_count(), 7);
  const Results r = test::run(system, 3.0,
                              {"top.com.position", "point.angular_velocity",
                               "system.angular_momentum", "system.constraint_drift"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = number_of(r, k, "time"), across = kArm * std::sin(theta);
    // Spinning at 200 rad/s for 3 s: the phase gathers some hundred times the error of one turn.
    EXPECT_NEAR(number_of(r, k, "top.com.position.x"), across * std::sin(omega * t),
                10 * test::kGlobal);
    EXPECT_NEAR(number_of(r, k, "top.com.position.y"), -across * std::cos(omega * t),
                10 * test::kGlobal);
    EXPECT_NEAR(number_of(r, k, "top.com.position.z"), kArm * std::cos(theta), 10 * test::kGlobal);
    EXPECT_NEAR(number_of(r, k, "point.angular_velocity.z"), spin3, test::kGlobal * spin3);
    EXPECT_NEAR(number_of(r, k, "system.angular_momentum.z"),
                number_of(r, 0, "system.angular_momentum.z"), test::kGlobal);
    constexpr double kUnit = 1e-14;  // the length of the quaternion, put right after every step
    EXPECT_LE(number_of(r, k, "system.constraint_drift"), kUnit);
  }
  test::expect_energy_balance(system, 3.0);
}

TEST(Spherical, HoldsAPendulumWithTheForceOfTheTextbook) {
  // Conical pendulum of a sphere: cos θ = m g l / (J Ω²) with J = I + m l² − I (no spin about the
  // bob's own axis changes, so I drops out for a sphere turning with the rod: J = m l²).
  const double m = 3.0, l = 0.8, theta = 0.6, I = 0.05;
  const double omega = std::sqrt(kRoundGravity / (l * std::cos(theta)));
  Model model;
  model.world.gravity = {0.0, 0.0, -kRoundGravity};
  model.add<RigidBody>(
      "bob", {.mass = m, .inertia = InertiaMatrix{{I, I, I}}, .center_of_mass = {0.0, 0.0, -l}});
  model.add<Spherical>("pivot",
                       {.between = {"world", "bob"},
                        .initial = {.orientation = Orientation::axis_angle({0.0, 1.0, 0.0}, -theta),
                                    .angular_velocity = Vector3<Expr>(omega * std::sin(theta), 0.0,
                                                                      omega * std::cos(theta))}});
  const auto y = test::values_at_start(
      make_system(model),
      {"pivot.angular_acceleration", "pivot.reaction.force", "pivot.reaction.torque"});
  const std::vector<double> expected{
      0, 0, 0, -m * l * std::sin(theta) * omega * omega, 0, m * kRoundGravity, 0, 0, 0};
  constexpr double kRounding = 1e-12;
  for (std::size_t k = 0; k < expected.size(); ++k) EXPECT_NEAR(y[k], expected[k], kRounding) << k;
}

TEST(Spherical, MovesTheSameWhicheverEndIsCalledTheParent) {
  const Orientation attitude = Orientation::axis_angle({1.0, 2.0, -1.0}, 0.9);
  const auto& q = attitude.quaternion;
  const Vector3<Expr> omega(1.0, -2.0, 0.5);
  const Rotation<Expr> R(q[0], q[1], q[2], q[3]);
  const auto model = [&](bool reversed) {
    Model m;
    RigidBody body = top();
    body.inertia = InertiaMatrix{{0.2, 0.3, 0.25, 0.01, -0.02, 0.03}};
    m.add<RigidBody>("top", body);
    Spherical joint;
    joint.between = {"world", "top"};
    joint.initial.orientation = attitude;
    joint.initial.angular_velocity = omega;
    if (reversed) {
      std::swap(joint.between[0], joint.between[1]);
      joint.initial.orientation = Orientation{{q[0], -q[1], -q[2], -q[3]}};
      joint.initial.angular_velocity = Vector3<Expr>(-(R * omega));
    }
    m.add<Spherical>("point", joint);
    return make_system(m);
  };
  const System a = model(false), b = model(true);
  const std::vector<std::string> same{"top.com.position", "top.angular_velocity",
                                      "top.angular_acceleration"};
  const auto x = test::values_at_start(a, same), y = test::values_at_start(b, same);
  constexpr double kRounding = 1e-12;
  for (std::size_t k = 0; k < x.size(); ++k) EXPECT_NEAR(x[k], y[k], kRounding) << k;
  // Told from the world: ω of the world against the top in the world's axes is −ω of the top.
  const std::vector<std::string> own{"point.orientation",          "point.angular_velocity",
                                     "point.angular_acceleration", "point.reaction.force",
                                     "top.angular_velocity",       "top.angular_acceleration"};
  const auto u = test::values_at_start(b, own), v = test::values_at_start(a, own);
  EXPECT_NEAR(u[0], v[0], kRounding);
  for (std::size_t k = 1; k < 4; ++k) EXPECT_NEAR(u[k], -v[k], kRounding);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(u[4 + k], -u[13 + k], kRounding);
    EXPECT_NEAR(u[7 + k], -u[16 + k], kRounding);
    EXPECT_NEAR(u[10 + k], -v[10 + k], 100 * kRounding);
  }
  const Results r = test::run(a, 2.0, {"top.com.position"}),
                s = test::run(b, 2.0, {"top.com.position"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    EXPECT_NEAR(number_of(r, k, "top.com.position.x"), number_of(s, k, "top.com.position.x"),
                test::kGlobal);
  }
  test::expect_energy_balance(b, 2.0);
}

TEST(Spherical, BeginsInAnyPositionWhereHingesAreLocked) {
  // Euler angles as three hinges, upright: precession and spin are one.
  Model hinges;
  hinges.add<PointMass>("outer", {.mass = 0.1});
  hinges.add<PointMass>("inner", {.mass = 0.1});
  hinges.add<RigidBody>("top", top());
  hinges.add<Revolute>("precession", {.between = {"world", "outer"}, .axis = "z"});
  hinges.add<Revolute>("nutation", {.between = {"outer", "inner"}, .axis = "x"});
  hinges.add<Revolute>("spin", {.between = {"inner", "top"}, .axis = "z"});
  const std::string errors = test::errors_of(hinges);
  EXPECT_NE(
      errors.find("the mechanism starts in a singular configuration: 'precession' rotates in the "
                  "same direction as 'spin', so that their accelerations are not determined; start "
                  "slightly away from it, or replace the three revolute joints by one Spherical"),
      std::string::npos)
      << errors;
  EXPECT_EQ(errors.find("nutation"), std::string::npos) << errors;
  Model ball;
  ball.add<RigidBody>("top", top());
  ball.add<Spherical>("point", {.between = {"world", "top"}});
  EXPECT_EQ(test::errors_of(ball), "");
}

TEST(Spherical, NeedsInertiaInAllDirections) {
  Model model;
  model.add<RigidBody>(
      "rod",
      {.mass = 1.0, .inertia = Rod{.length = 1.0, .axis = "x"}, .center_of_mass = {0.5, 0.0, 0.0}});
  model.add<Spherical>("ball", {.between = {"world", "rod"}});
  EXPECT_NE(
      test::errors_of(model).find("joint 'ball' lets 'rod' rotate about its x axis, about which "
                                  "nothing has a moment of inertia; give 'rod' an inertia"),
      std::string::npos)
      << test::errors_of(model);
}

}  // namespace
}  // namespace holon
