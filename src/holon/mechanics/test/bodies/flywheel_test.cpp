// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/bodies/flywheel.h"

#include "holon/mechanics/test/force_models.h"

namespace holon {
namespace {

using test::number_of;

constexpr double kTwoPi = 2 * M_PI;

class FlywheelIn : public testing::TestWithParam<Formulation> {
 protected:
  Model space() const {
    Model model;
    model.world.gravity = {0.0, 0.0, 0.0};
    model.simulate.formulation = GetParam();
    return model;
  }
};
INSTANTIATE_TEST_SUITE_P(All, FlywheelIn, test::all_formulations(), test::formulation_of);

TEST_P(FlywheelIn, TurnsItsBodyAsPublished) {
  // I = 2 kg m² without the wheel, J = 1/2π: 0.2 N m for 5 s from ω = 0.35, Ω = 100 rpm
  // (reaction wheel on one axis, integrated tests of the Basilisk astrodynamics framework). Values
  // at 10 s; Ω to the ten digits that are published.
  for (const bool included : {false, true}) {
    const double J = 1 / kTwoPi;
    Model model = space();
    RigidBody hub{.mass = 10.0, .inertia = InertiaMatrix{{1.5, 1.5, included ? 2.0 + J : 2.0}}};
    hub.initial.emplace().angular_velocity = Vector3<Expr>(0.0, 0.0, 0.35);
    model.add<RigidBody>("hub", hub);
    model.add<Flywheel>("wheel", {.on = "hub",
                                  .axis = "z",
                                  .inertia = {.spin = J},
                                  .torque = select(relation(model.time() - 5.0), 0.2, 0.0),
                                  .included = included,
                                  .initial = {.speed = 100 * kTwoPi / 60}});
    const Results r = test::run(make_system(model), 10.0,
                                {"hub.angular_velocity.z", "wheel.speed", "wheel.power",
                                 "hub.orientation", "system.angular_momentum.z"});
    const std::size_t last = r.row_count() - 1;
    EXPECT_NEAR(number_of(r, last, "hub.angular_velocity.z"), -0.15, test::kGlobal);
    const double theta = 2 * std::atan2(number_of(r, last, "hub.orientation.z"),
                                        number_of(r, last, "hub.orientation.w"));
    EXPECT_NEAR(theta, 2.25, test::kGlobal);
    EXPECT_NEAR(number_of(r, last, "wheel.speed"), 17.25516082, test::kGlobal);
    const std::size_t later = 70;  // t = 7: Ω = Ω0 + (τ/J + τ/I) (t − 5)
    const double speed = 100 * kTwoPi / 60 + 2.0 * (0.2 / J + 0.1);
    EXPECT_NEAR(number_of(r, later, "wheel.power"), 0.2 * speed, test::kGlobal);
    for (double momentum : r.values("system.angular_momentum.z"))
      EXPECT_NEAR(momentum, r.values("system.angular_momentum.z")[0], test::kGlobal);
  }
}

/// A hub that tumbles with three wheels on frames that stand askew and off its centre.
void add_tumbling_hub(Model& model, bool included, bool damped) {
  RigidBody hub{.mass = 50.0,
                .inertia = InertiaMatrix{{12.0, 14.0, 9.0, 0.5, -0.4, 0.3}},
                .center_of_mass = {0.1, -0.05, 0.02}};
  hub.frames.add("w1", {.at = {0.4, 0.0, 0.1}});
  hub.frames.add("w2",
                 {.at = {0.0, 0.3, 0.1}, .rotate = Orientation::axis_angle({1.0, 2.0, -1.0}, 0.7)});
  hub.initial.emplace().angular_velocity = Vector3<Expr>(0.4, -1.1, 0.8);
  hub.initial->velocity = Vector3<Expr>(0.1, 0.2, -0.3);
  model.add<RigidBody>("hub", hub);
  const Flywheel wheel{.mass = 2.0,
                       .inertia = {.spin = 0.12, .transverse = 0.07},
                       .damping = damped ? 1e-3 : 0.0,
                       .included = included,
                       .initial = {.speed = 50.0}};
  Flywheel one = wheel, two = wheel, three = wheel;
  one.on = "hub.w1";
  one.axis = "x";
  two.on = "hub.w2";
  two.axis = Axis(0.0, 3.0, 4.0);
  if (damped) two.friction = RotationFriction{{.coulomb = 0.02}};
  three.on = "hub";
  three.axis = "z";
  three.inertia.transverse = 0.0;
  three.mass = 0.0;
  model.add<Flywheel>("one", one);
  model.add<Flywheel>("two", two);
  model.add<Flywheel>("three", three);
}

TEST_P(FlywheelIn, KeepsMomentumAndEnergyOfATumblingHub) {
  for (const bool included : {false, true}) {
    Model model = space();
    add_tumbling_hub(model, included, true);
    const System system = make_system(model);
    test::expect_momenta_stay(system, 0.1);
    test::expect_energy_balance(system, 0.1);
  }
}

TEST_P(FlywheelIn, IncludedIsTheSameMachineDescribedByTheSum) {
  Model apart = space();
  add_tumbling_hub(apart, true, false);
  // The sum of a hub and its wheels, whose numbers the first model gives, taken apart by hand:
  // m = 50 − 2 · 2, and so on. Both models have the same total momenta and energy …
  const std::vector<std::string> sums{"system.momentum", "system.energy.kinetic"};
  Model frozen = space();  // … as the hub alone, with wheels at rest on it
  RigidBody hub{.mass = 50.0,
                .inertia = InertiaMatrix{{12.0, 14.0, 9.0, 0.5, -0.4, 0.3}},
                .center_of_mass = {0.1, -0.05, 0.02}};
  hub.initial.emplace().angular_velocity = Vector3<Expr>(0.4, -1.1, 0.8);
  hub.initial->velocity = Vector3<Expr>(0.1, 0.2, -0.3);
  frozen.add<RigidBody>("hub", hub);
  const auto whole = test::values_at_start(make_system(frozen), sums);
  const auto parts = test::values_at_start(make_system(apart), sums);
  constexpr double kRounding = 1e-12;
  for (int k = 0; k < 3; ++k) {
    const auto i = static_cast<std::size_t>(k);
    EXPECT_NEAR(parts[i], whole[i], kRounding * 50);
  }
  // T = T_frozen + Σ J Ω a·ω + ½ J Ω²
  const Vector3<double> w(0.4, -1.1, 0.8);
  const Vector3<double> turned = Rotation<double>::from_axis_angle(Vector3<double>(1, 2, -1), 0.7) *
                                 Vector3<double>(0, 0.6, 0.8);
  const double more = 0.12 * 50 * (w[0] + turned.dot(w) + w[2]) + 3 * 0.5 * 0.12 * 2500;
  EXPECT_NEAR(parts[3], whole[3] + more, kRounding * 1000);
}

TEST_P(FlywheelIn, MakesAGyrostatNutate) {
  // Axisymmetric about z, wheel along z: ω_x + i ω_y turns at ((I_z − I_x) ω_z + J Ω)/I_x against
  // the body's axes (P. C. Hughes, Spacecraft Attitude Dynamics, 1986, §7.1).
  Model model = space();
  RigidBody hub{.mass = 10.0, .inertia = InertiaMatrix{{3.0, 3.0, 4.0}}};
  hub.initial.emplace().angular_velocity = Vector3<Expr>(0.2, 0.0, 0.5);
  model.add<RigidBody>("hub", hub);
  const double J = 0.1, speed = 40.0;
  model.add<Flywheel>("wheel", {.on = "hub",
                                .axis = "z",
                                .mass = 1.0,
                                .inertia = {.spin = J, .transverse = 0.06},
                                .initial = {.speed = speed}});
  const double Ix = 3.06, Iz = 4.0 + J;
  const double rate = ((Iz - Ix) * 0.5 + J * speed) / Ix;
  const Results r = test::run(make_system(model), 5.0, {"hub.angular_velocity_body"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double phase = rate * number_of(r, k, "time");
    EXPECT_NEAR(number_of(r, k, "hub.angular_velocity_body.x"), 0.2 * std::cos(phase),
                test::kGlobal);
    EXPECT_NEAR(number_of(r, k, "hub.angular_velocity_body.y"), 0.2 * std::sin(phase),
                test::kGlobal);
  }
}

TEST(Flywheel, StaysWithinTheLimitsOfItsMotor) {
  // 1 N m asked for, 0.5 N m given: Ω = 5 t up to 95 % of the limit, then J Ω' = τ (Ω_m − Ω)/0.05
  // Ω_m.
  Model model;
  model.add<Flywheel>("wheel",
                      {.on = "world",
                       .axis = "y",
                       .inertia = {.spin = 0.1},
                       .torque = 1.0,
                       .limits = Flywheel::MotorLimits{.speed = Expr(10.0), .torque = Expr(0.5)}});
  const Results r =
      test::run(make_system(model), 4.0, {"wheel.speed", "wheel.motor_torque", "wheel.power"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = number_of(r, k, "time"), kept = 1.9;
    const double speed = t < kept ? 5 * t : 10 - 0.5 * std::exp(-(t - kept) * 0.5 / (0.5 * 0.1));
    EXPECT_NEAR(number_of(r, k, "wheel.speed"), speed, 10 * test::kGlobal);
    const double torque = t < kept ? 0.5 : 0.5 * (10 - speed) / 0.5;
    EXPECT_NEAR(number_of(r, k, "wheel.motor_torque"), torque, 10 * test::kGlobal);
    EXPECT_NEAR(number_of(r, k, "wheel.power"), torque * speed, 100 * test::kGlobal);
  }
}

TEST(Flywheel, ComesToRestByDryFriction) {
  Model model;
  Flywheel wheel{.on = "world", .axis = "x", .inertia = {.spin = 0.1}, .initial = {.speed = 3.0}};
  wheel.friction = RotationFriction{{.coulomb = 0.2}};
  model.add<Flywheel>("wheel", wheel);
  const System system = make_system(model);
  const Results r = test::run(system, 3.0, {"wheel.speed", "wheel.friction_torque"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = number_of(r, k, "time");
    EXPECT_NEAR(number_of(r, k, "wheel.speed"), std::max(0.0, 3.0 - 2.0 * t), test::kGlobal);
    if (std::abs(t - 1.5) < 1e-6) continue;  // where it stops
    EXPECT_NEAR(number_of(r, k, "wheel.friction_torque"), t < 1.5 ? -0.2 : 0.0, test::kGlobal);
  }
  test::expect_energy_balance(system, 3.0);
}

TEST(Flywheel, SaysWhatIsWrong) {
  const auto errors = [](Flywheel wheel, double mass = 10.0) {
    Model model;
    model.add<RigidBody>("hub", {.mass = mass, .inertia = InertiaMatrix{{1.0, 1.0, 1.0}}});
    model.add<Flywheel>("wheel", std::move(wheel));
    return test::errors_of(model);
  };
  EXPECT_EQ(errors({.on = "hub", .inertia = {.spin = 2.0}, .included = true}),
            "parts/wheel: included: the inertia of 'hub' does not include that of the wheel: "
            "without it, a "
            "principal moment is -1 kg m^2; give the inertia of both together, or leave out "
            "'included'\n");
  EXPECT_EQ(errors({.on = "hub", .mass = 12.0, .inertia = {.spin = 0.1}, .included = true}),
            "parts/wheel: included: 'hub' has a mass of 10 kg, which cannot include the 12 kg of "
            "the wheel; give "
            "the mass of both together, or leave out 'included'\n");
  EXPECT_EQ(errors({.on = "world", .inertia = {.spin = 0.1}, .included = true}),
            "parts/wheel: included: 'world' is not a frame of a body, which would include the "
            "wheel; leave out "
            "'included', or name a frame of a RigidBody\n");
  EXPECT_NE(errors({.on = "hub", .inertia = {.spin = 0.1, .transverse = 0.01}})
                .find("no body has the principal moments"),
            std::string::npos);
  EXPECT_EQ(errors({.on = "hub", .inertia = {.spin = 0.0}}),
            "parts/wheel: inertia must be positive, not 0\n");
}

}  // namespace
}  // namespace holon
