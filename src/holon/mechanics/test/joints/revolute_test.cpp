// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/joints/revolute.h"

#include "holon/mechanics/parts/bodies/point_mass.h"
#include "holon/mechanics/parts/bodies/rigid_body.h"
#include "holon/mechanics/parts/joints/prismatic.h"
#include "holon/mechanics/test/run_model.h"

namespace holon {
namespace {

using test::number_of;

using test::kRoundGravity;

/// A rod of 1 m and 1 kg that hangs from the world by its end; angle 0 is level (along x).
Model bar(Revolute pin = {}) {
  Model model;
  model.world.gravity = {0.0, 0.0, -kRoundGravity};
  RigidBody link{.mass = 1.0, .inertia = Rod{.length = 1.0}};
  link.center_of_mass = {0.5, 0.0, 0.0};
  link.frames.add("tip", {.at = {1.0, 0.0, 0.0}});
  model.add<RigidBody>("link", link);
  pin.between = {"world", "link"};
  pin.axis = "y";
  model.add<Revolute>("pin", pin);
  return model;
}

TEST(Revolute, SwingsWithThePeriodOfEllipticIntegrals) {
  // J θ" = m g l sin θ' about the hanging position: T = 4 √(J / m g l) K(sin θ0/2).
  const System system = make_system(bar());
  const double J = 1.0 / 3, mgl = kRoundGravity * 0.5;
  const double amplitude = M_PI / 2;  // released level
  const double period = 4 * std::sqrt(J / mgl) * std::comp_ellint_1(std::sin(amplitude / 2));
  const Results r = test::run(system, period, {"pin.angle", "pin.rate"}, period / 4);
  ASSERT_EQ(r.row_count(), 5u);
  const double fastest = 2 * std::sqrt(mgl / J) * std::sin(amplitude / 2);
  const double angle[5] = {0, M_PI / 2, M_PI, M_PI / 2, 0};
  const double rate[5] = {0, fastest, 0, -fastest, 0};
  for (std::size_t k = 0; k < 5; ++k) {
    EXPECT_NEAR(number_of(r, k, "pin.angle"), angle[k], test::kGlobal * M_PI);
    EXPECT_NEAR(number_of(r, k, "pin.rate"), rate[k], test::kGlobal * fastest);
  }
  test::expect_energy_balance(system, 2 * period);
}

TEST(Revolute, HoldsTheBarWithTheForcesOfTheTextbook) {
  // Released level: acceleration 3g/2, so the pin carries m g/4; hanging through: m g (1 + 3/2).
  const System level = make_system(bar());
  constexpr double kRounding = 1e-13;
  const auto at_start = test::values_at_start(level, {"pin.reaction.force", "pin.acceleration"});
  EXPECT_NEAR(at_start[0], 0.0, kRounding);
  EXPECT_NEAR(at_start[2], kRoundGravity / 4, kRounding);
  EXPECT_NEAR(at_start[3], 1.5 * kRoundGravity, kRounding);
  const double rate = std::sqrt(3 * kRoundGravity);  // after the fall
  const System through = make_system(bar({.initial = {.angle = M_PI / 2, .rate = rate}}));
  const auto below = test::values_at_start(through, {"pin.reaction.force", "pin.reaction.torque"});
  EXPECT_NEAR(below[2], 2.5 * kRoundGravity, 1e-12);
  for (int k = 3; k < 6; ++k) EXPECT_NEAR(below[static_cast<std::size_t>(k)], 0.0, kRounding);
}

TEST(Revolute, TurnsASpringAndDamperAsTheExactSolutionSays) {
  // Without gravity: J θ" + d θ' + k (θ − θr) = 0.
  const double J = 1.0 / 3, k = 12.0, d = 0.4, rest = 0.3;
  Model model =
      bar({.stiffness = k, .rest = rest, .damping = d, .initial = {.angle = 1.0, .rate = -2.0}});
  model.world.gravity = {0.0, 0.0, 0.0};
  const System system = make_system(model);
  const Results r = test::run(system, 5.0, {"pin.angle"});
  const double decay = d / (2 * J), w = std::sqrt(k / J - decay * decay);
  for (std::size_t i = 0; i < r.row_count(); ++i) {
    const double t = number_of(r, i, "time"), a = 1.0 - rest, b = (-2.0 + decay * a) / w;
    EXPECT_NEAR(number_of(r, i, "pin.angle"),
                rest + std::exp(-decay * t) * (a * std::cos(w * t) + b * std::sin(w * t)),
                test::kGlobal);
  }
  test::expect_energy_balance(system, 5.0);
}

TEST(Revolute, ReportsItsEffortsAndItsReactionInItsOwnAxes) {
  // Efforts along y by hand, and the reaction's torque about the axis is their sum.
  Revolute pin{.torque = 0.7, .stiffness = 3.0, .rest = 0.1, .damping = 0.2};
  pin.initial = {.angle = 0.5, .rate = 2.0};
  pin.origin.rotate = Orientation::axis_angle({0.0, 0.0, 1.0}, M_PI / 2);
  const auto y = test::values_at_start(
      make_system(bar(pin)),
      {"pin.drive_torque", "pin.spring_torque", "pin.damper_torque", "pin.friction_torque",
       "pin.effort", "pin.power", "pin.reaction.torque_joint", "pin.reaction.torque",
       "pin.reaction.force_joint", "pin.reaction.force"});
  constexpr double kRounding = 1e-13;
  const double effort = 0.7 - 1.2 - 0.4;
  const double expected[6] = {0.7, -1.2, -0.4, 0.0, effort, 2.0 * effort};
  for (std::size_t k = 0; k < 6; ++k) EXPECT_NEAR(y[k], expected[k], kRounding) << k;
  EXPECT_NEAR(y[7], effort, kRounding);  // about the joint's y, which is the world's −x
  EXPECT_NEAR(y[9], -effort, kRounding);
  for (const std::size_t at : {6, 12}) {
    EXPECT_NEAR(y[at], y[at + 4], kRounding);  // joint x: world y
    EXPECT_NEAR(y[at + 1], -y[at + 3], kRounding);
    EXPECT_NEAR(y[at + 2], y[at + 5], kRounding);
  }
}

TEST(Revolute, FollowsAPrescribedMotionAndSaysWhatItTakes) {
  // θ = sin 3t: the torque about the axis is J θ" − m g l cos θ (y points so that it lowers).
  Model model = bar();
  Model driven;
  driven.world.gravity = {0.0, 0.0, -kRoundGravity};
  RigidBody link{.mass = 1.0, .inertia = Rod{.length = 1.0}};
  link.center_of_mass = {0.5, 0.0, 0.0};
  driven.add<RigidBody>("link", link);
  driven.add<Revolute>(
      "pin", {.between = {"world", "link"}, .axis = "y", .motion = sin(3.0 * driven.time())});
  const System system = make_system(driven);
  EXPECT_EQ(system.state_count(), 0);
  constexpr double kRounding = 1e-13;
  for (double t : {0.0, 0.4, 1.7}) {
    const auto y = test::values_at_start(
        system, {"pin.angle", "pin.rate", "pin.acceleration", "pin.reaction.torque"}, t);
    EXPECT_NEAR(y[0], std::sin(3 * t), kRounding);
    EXPECT_NEAR(y[1], 3 * std::cos(3 * t), kRounding);
    EXPECT_NEAR(y[2], -9 * std::sin(3 * t), kRounding);
    EXPECT_NEAR(y[4], y[2] / 3 - kRoundGravity * 0.5 * std::cos(y[0]), 1e-12);
  }
}

TEST(Revolute, TakesAMotionThatFollowsAnotherJoint) {
  // A gear of ratio 2 by formula: its rate and acceleration are exact derivatives.
  Model model = bar({.initial = {.angle = 0.4, .rate = 3.0}});
  model.add<RigidBody>("wheel", {.mass = 1.0, .inertia = Sphere{.radius = 0.2}});
  model.add<Revolute>(
      "axle",
      {.between = {"world", "wheel"}, .axis = "y", .motion = 2.0 * model.output("pin.angle")});
  const auto y = test::values_at_start(
      make_system(model), {"axle.angle", "axle.rate", "axle.acceleration", "pin.acceleration"});
  EXPECT_EQ(y[0], 0.8);
  EXPECT_EQ(y[1], 6.0);
  EXPECT_EQ(y[2], 2 * y[3]);
  // Carried by the bar itself, its acceleration acts on the pin's at the same instant.
  Model carried = bar();
  carried.add<RigidBody>("wheel", {.mass = 1.0, .inertia = Sphere{.radius = 0.2}});
  carried.add<Revolute>(
      "axle",
      {.between = {"link.tip", "wheel"}, .axis = "y", .motion = 2.0 * carried.output("pin.angle")});
  // About the pin, level: (1/3 + 1) θ'' of bar and wheel's centre, and the wheel turns with 3 θ''.
  const auto z =
      test::values_at_start(make_system(carried), {"pin.acceleration", "axle.acceleration"});
  constexpr double kSpin = 0.4 * 0.2 * 0.2, kRounding = 1e-12;
  const double expected = 1.5 * kRoundGravity / (4.0 / 3 + 3 * kSpin);
  EXPECT_NEAR(z[0], expected, kRounding);
  EXPECT_NEAR(z[1], 2 * expected, kRounding);
}

TEST(Revolute, LetsAFormulaDriveIt) {
  // A torque that undoes gravity and pulls back: J θ" = −6 θ.
  Model model = bar({.initial = {.angle = 0.5}});
  Model with_torque;
  with_torque.world.gravity = {0.0, 0.0, -kRoundGravity};
  RigidBody link{.mass = 1.0, .inertia = Rod{.length = 1.0}};
  link.center_of_mass = {0.5, 0.0, 0.0};
  with_torque.add<RigidBody>("link", link);
  const Expr a = with_torque.output("pin.angle");
  with_torque.add<Revolute>("pin", {.between = {"world", "link"},
                                    .axis = "y",
                                    .torque = -6.0 * a - kRoundGravity * 0.5 * cos(a),
                                    .initial = {.angle = 0.5}});
  const Results r = test::run(make_system(with_torque), 3.0, {"pin.angle"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    EXPECT_NEAR(number_of(r, k, "pin.angle"),
                0.5 * std::cos(std::sqrt(18.0) * number_of(r, k, "time")), test::kGlobal);
  }
}

TEST(Revolute, SwingsTheSameWhicheverEndIsCalledTheParent) {
  Model reversed = bar();
  Model other;
  other.world.gravity = {0.0, 0.0, -kRoundGravity};
  RigidBody link{.mass = 1.0, .inertia = Rod{.length = 1.0}};
  link.center_of_mass = {0.5, 0.0, 0.0};
  other.add<RigidBody>("link", link);
  other.add<Revolute>(
      "pin",
      {.between = {"link", "world"}, .axis = "y", .damping = 0.1, .initial = {.angle = 0.2}});
  const System a = make_system(bar({.damping = 0.1, .initial = {.angle = -0.2}})),
               b = make_system(other);
  const auto x =
      test::values_at_start(a, {"pin.acceleration", "pin.reaction.force", "pin.reaction.torque"});
  const auto y =
      test::values_at_start(b, {"pin.acceleration", "pin.reaction.force", "pin.reaction.torque"});
  constexpr double kRounding = 1e-13;
  for (std::size_t k = 0; k < x.size(); ++k) EXPECT_NEAR(x[k], -y[k], kRounding);
}

TEST(Revolute, CarriesATopInSteadyPrecession) {
  // Euler angles as three hinges; the rings between them are points in the fixed point, without
  // any inertia about it. m g l = Ω (C ω3 − A Ω cos θ) with ω3 = ψ' + Ω cos θ.
  const double m = 2.0, l = 0.25, A = 0.16, C = 0.012, theta = 0.7, omega = 1.9;
  const double spin3 = (m * kRoundGravity * l / omega + A * omega * std::cos(theta)) / C;
  Model model;
  model.world.gravity = {0.0, 0.0, -kRoundGravity};
  RigidBody top{.mass = m, .inertia = InertiaMatrix{{A - m * l * l, A - m * l * l, C}}};
  top.center_of_mass = {0.0, 0.0, l};
  model.add<PointMass>("outer", {.mass = 0.1});
  model.add<PointMass>("inner", {.mass = 0.1});
  model.add<RigidBody>("top", top);
  model.add<Revolute>("precession",
                      {.between = {"world", "outer"}, .axis = "z", .initial = {.rate = omega}});
  model.add<Revolute>("nutation",
                      {.between = {"outer", "inner"}, .axis = "x", .initial = {.angle = theta}});
  model.add<Revolute>("spin", {.between = {"inner", "top"},
                               .axis = "z",
                               .initial = {.rate = spin3 - omega * std::cos(theta)}});
  const System system = make_system(model);
  const Results r = test::run(system, 3.0, {"precession.angle", "nutation.angle", "spin.rate"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    EXPECT_NEAR(number_of(r, k, "nutation.angle"), theta, test::kGlobal);
    EXPECT_NEAR(number_of(r, k, "precession.angle"), omega * number_of(r, k, "time"),
                6 * test::kGlobal);
  }
  test::expect_energy_balance(system, 3.0);
}

TEST(Revolute, WarnsOfAMotionThatJumps) {
  const auto warnings = [](auto make_motion) {
    Model model;
    model.add<RigidBody>("link", {.mass = 1.0, .inertia = Sphere{}});
    model.add<Revolute>("pin", {.between = {"world", "link"}, .motion = make_motion(model.time())});
    Diagnostics diagnostics;
    assemble(model, diagnostics);
    EXPECT_FALSE(diagnostics.has_errors());
    return diagnostics.warning_count();
  };
  EXPECT_EQ(warnings([](Expr t) { return sin(3.0 * t); }), 0u);
  EXPECT_EQ(warnings([](Expr t) { return relation(t - 1.0); }), 1u);
  EXPECT_EQ(warnings([](Expr t) { return floor(t); }), 1u);
  EXPECT_EQ(warnings([](Expr t) { return abs(sin(t)); }), 1u);
}

TEST(Revolute, SaysWhatIsWrongWithIt) {
  const auto error = [](Revolute pin) { return test::errors_of(bar(pin)); };
  Model model;
  EXPECT_NE(error({.damping = -1.0}).find("damping must not be negative, not -1 N m s/rad"),
            std::string::npos)
      << error({.damping = -1.0});
  EXPECT_NE(error({.rest = 1.0}).find("'rest' has no effect without 'stiffness'"),
            std::string::npos);
  EXPECT_NE(error({.motion = 1.0, .torque = 2.0})
                .find("'torque' has no effect: 'motion' prescribes the angle"),
            std::string::npos);
  EXPECT_NE(error({.motion = 1.0, .initial = {.angle = 2.0}}).find("'initial.angle' has no effect"),
            std::string::npos);
  Model unknown;
  unknown.add<RigidBody>("link", {.mass = 1.0, .inertia = Sphere{}});
  unknown.add<Revolute>("pin", {.between = {"world", "lnk"}});
  EXPECT_NE(test::errors_of(unknown).find("there is no frame 'lnk'; did you mean 'link'?"),
            std::string::npos);
  Model light;
  light.add<PointMass>("bob", {.mass = 1.0});
  light.add<Revolute>("pin", {.between = {"world", "bob"}, .axis = "x"});
  EXPECT_NE(test::errors_of(light).find("joint 'pin' lets 'bob' rotate about its axis [1, 0, 0], "
                                        "about which nothing has a moment of inertia"),
            std::string::npos)
      << test::errors_of(light);
}

TEST(Revolute, MayHaveFrictionThatDependsOnWhatItCarries) {
  // A bar of length 1 and mass m, level, turning at 3 rad/s. The pin's friction is μ r |R| against
  // the turn; R itself depends on the acceleration that friction leaves.
  const double m = 2.0, mu_r = 0.08;
  Model model;
  model.add<RigidBody>(
      "bar",
      {.mass = m, .inertia = Rod{.length = 1.0, .axis = "x"}, .center_of_mass = {0.5, 0.0, 0.0}});
  const auto R = [&](const char* axis) {
    return model.output(std::string("pin.reaction.force.") + axis);
  };
  Revolute pin{.between = {"world", "bar"}, .axis = "y"};
  pin.torque = -mu_r * sqrt(square(R("x")) + square(R("y")) + square(R("z")));
  pin.initial.rate = 3.0;
  model.add<Revolute>("pin", pin);
  const std::vector<double> y =
      test::values_at_start(make_system(model), {"pin.acceleration", "pin.reaction.force"});
  // About y gravity turns the bar by +m g/2; Newton and Euler for the rest.
  const double g = 9.80665, I = m / 3;
  EXPECT_NEAR(y[1], -m * 9.0 * 0.5, 1e-11);
  EXPECT_NEAR(y[3], m * (g - 0.5 * y[0]), 1e-11);
  EXPECT_NEAR(I * y[0], m * g / 2 - mu_r * std::hypot(y[1], y[3]), 1e-11);
  test::run(make_system(model), 0.2, {"pin.angle"});
}

}  // namespace
}  // namespace holon
