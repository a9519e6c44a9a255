// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/bodies/variable_mass.h"

#include "holon/mechanics/parts/bodies/flywheel.h"
#include "holon/mechanics/parts/fields/gravity.h"
#include "holon/mechanics/parts/joints/fixed.h"
#include "holon/mechanics/test/force_models.h"

namespace holon {
namespace {

using test::number_of;

constexpr double kFull = 800.0, kEmpty = 100.0, kFlow = -20.0;  // [kg], [kg/s]
constexpr double kJet = 2900.0;                                 // [m/s]
constexpr double kBurn = (kFull - kEmpty) / -kFlow;             // [s]

class VariableMassIn : public testing::TestWithParam<Formulation> {
 protected:
  Model make_model(double gravity = 0.0) const {
    Model model;
    model.world.gravity = {0.0, 0.0, -gravity};
    model.simulate.formulation = GetParam();
    return model;
  }
};
INSTANTIATE_TEST_SUITE_P(All, VariableMassIn, test::all_formulations(), test::formulation_of);

VariableMass make_rocket() {
  VariableMass rocket{.mass = kFull,
                      .mass_flow = kFlow,
                      .empty = kEmpty,
                      .inertia = InertiaMatrix{{300.0, 300.0, 80.0}},
                      .center_of_mass = {0.0, 0.0, 1.0}};
  rocket.exhaust.at = Vector3<Expr>(0.0, 0.0, -2.0);
  rocket.exhaust.velocity = {0.0, 0.0, -kJet};
  return rocket;
}

TEST_P(VariableMassIn, FliesByTsiolkovskysEquationUntilItIsEmpty) {
  Model model = make_model();
  model.add<VariableMass>("rocket", make_rocket());
  const Results r = test::run(
      make_system(model), 40.0,
      {"rocket.mass", "rocket.flow", "rocket.velocity.z", "rocket.thrust.z", "system.momentum.z"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = number_of(r, k, "time"), burnt = std::min(t, kBurn);
    const double m = kFull + kFlow * burnt, v = kJet * std::log(kFull / m);
    EXPECT_NEAR(number_of(r, k, "rocket.mass"), m, test::kGlobal);
    EXPECT_NEAR(number_of(r, k, "rocket.velocity.z"), v, test::kGlobal * kJet);
    EXPECT_NEAR(number_of(r, k, "system.momentum.z"), m * v, test::kGlobal * kJet * m);
    if (std::abs(t - kBurn) < 1e-6) continue;  // where it ends
    EXPECT_EQ(number_of(r, k, "rocket.flow"), t < kBurn ? kFlow : 0.0);
    EXPECT_EQ(number_of(r, k, "rocket.thrust.z"), t < kBurn ? -kFlow * kJet : 0.0);
  }
}

TEST_P(VariableMassIn, AscendsAgainstGravityWithItsEnergyAccountedFor) {
  // v = u ln(m0/m) − g t,  z = u (t + m/ṁ' ln(m/m0)) − g t²/2,  ṁ' = |ṁ|
  Model model = make_model(test::kGravity);
  model.outputs = {"system.energy.supplied"};
  model.add<VariableMass>("rocket", make_rocket());
  const Results r =
      test::run(make_system(model), 40.0,
                {"rocket.com.position.z", "rocket.com.velocity.z", "system.energy.kinetic",
                 "system.energy.potential", "system.energy.supplied"});
  const auto energy = [&](std::size_t k) {
    return number_of(r, k, "system.energy.kinetic") + number_of(r, k, "system.energy.potential");
  };
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = number_of(r, k, "time"), burnt = std::min(t, kBurn);
    const double m = kFull + kFlow * burnt, end = kJet * std::log(kFull / m);
    const double v = end - test::kGravity * t;
    const double z = 1.0 + kJet * (burnt - m / kFlow * std::log(m / kFull)) + end * (t - burnt) -
                     0.5 * test::kGravity * t * t;
    EXPECT_NEAR(number_of(r, k, "rocket.com.velocity.z"), v, test::kGlobal * kJet);
    EXPECT_NEAR(number_of(r, k, "rocket.com.position.z"), z, test::kGlobal * kJet * 40);
    EXPECT_NEAR(energy(k) - energy(0), number_of(r, k, "system.energy.supplied"),
                test::kGlobal * 0.5 * kFull * kJet * kJet);
  }
}

TEST_P(VariableMassIn, ItsJetDampsRotationAcrossAndNotAlongItsAxis) {
  // J = k m across: k m ω' = ṁ (l² − k) ω, so ω = ω0 (m/m0)^(l²/k − 1). Along the axis, on which
  // the mass leaves, J ω stays (W. T. Thomson, Introduction to Space Dynamics, 1961).
  for (const bool across : {true, false}) {
    Model model = make_model();
    VariableMass rocket = make_rocket();
    rocket.initial.emplace().angular_velocity =
        across ? Vector3<Expr>(0.0, 0.3, 0.0) : Vector3<Expr>(0.0, 0.0, 0.3);
    model.add<VariableMass>("rocket", rocket);
    const Results r =
        test::run(make_system(model), 40.0, {"rocket.mass", "rocket.angular_velocity_body"});
    const double k = 300.0 / kFull, l = 3.0;
    for (std::size_t row = 0; row < r.row_count(); ++row) {
      const double share = number_of(r, row, "rocket.mass") / kFull;
      EXPECT_NEAR(number_of(r, row, "rocket.angular_velocity_body.y"),
                  across ? 0.3 * std::pow(share, l * l / k - 1) : 0.0, test::kGlobal);
      EXPECT_NEAR(number_of(r, row, "rocket.angular_velocity_body.z"), across ? 0.0 : 0.3 / share,
                  10 * test::kGlobal);
    }
  }
}

TEST_P(VariableMassIn, KeepsTheMomentaOfBodyAndExpelledMassTogether) {
  // A tank that tumbles, its exhaust off all axes. Reference: total momentum of body and flow and
  // total angular momentum about the world's origin as states, integrated by SciPy (DOP853 at 1e-13
  // and Radau agree to 2e-10).
  Model model = make_model();
  VariableMass tank{.mass = 10.0,
                    .mass_flow = -1.5,
                    .empty = 1.0,
                    .inertia = InertiaMatrix{{0.9, 1.1, 0.6, 0.05, -0.04, 0.03}},
                    .center_of_mass = {0.1, -0.05, 0.2}};
  tank.exhaust = {.at = Vector3<Expr>(0.3, 0.1, -0.8), .velocity = {3.0, -2.0, -40.0}};
  tank.initial.emplace().velocity = Vector3<Expr>(0.4, -0.2, 0.3);
  tank.initial->angular_velocity = Vector3<Expr>(0.5, -0.7, 1.1);
  model.outputs = {"system.energy.supplied"};
  model.add<VariableMass>("tank", tank);
  const Results r = test::run(
      make_system(model), 4.0,
      {"tank.com.position", "tank.com.velocity", "tank.angular_velocity_body", "system.momentum",
       "tank.flow_momentum", "system.energy.kinetic", "system.energy.supplied"});
  const std::size_t last = r.row_count() - 1;
  const char* const axes[3] = {".x", ".y", ".z"};
  const double position[3] = {35.62706686043887, -27.76079293835894, 21.651250975396483};
  const double velocity[3] = {25.057363749389634, -16.776958124639588, 12.797858998262852};
  const double spin[3] = {1.2440185049349277, -2.0688374069348665, 30.208625847873062};
  for (int k = 0; k < 3; ++k) {
    const auto at = [&](const std::string& name) { return number_of(r, last, name + axes[k]); };
    EXPECT_NEAR(at("tank.com.position"), position[k], 40 * test::kGlobal);
    EXPECT_NEAR(at("tank.com.velocity"), velocity[k], 40 * test::kGlobal);
    EXPECT_NEAR(at("tank.angular_velocity_body"), spin[k], 40 * test::kGlobal);
  }
  EXPECT_NEAR(
      number_of(r, last, "system.energy.supplied"),
      number_of(r, last, "system.energy.kinetic") - number_of(r, 0, "system.energy.kinetic"),
      1e4 * test::kGlobal);
}

TEST_P(VariableMassIn, FixedToAHullMovesItWithItsOwnMass) {
  Model model = make_model();
  model.add<RigidBody>("hull", {.mass = 150.0, .inertia = InertiaMatrix{{20.0, 20.0, 10.0}}});
  model.add<VariableMass>("tank", make_rocket());
  model.add<Fixed>("weld", {.between = {FrameName("hull"), FrameName("tank")}});
  const Results r =
      test::run(make_system(model), 40.0, {"hull.velocity.z", "weld.reaction.force.z"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = number_of(r, k, "time"), m = kFull + kFlow * std::min(t, kBurn);
    EXPECT_NEAR(number_of(r, k, "hull.velocity.z"), kJet * std::log((kFull + 150) / (m + 150)),
                test::kGlobal * kJet);
    if (std::abs(t - kBurn) < 1e-6) continue;
    // Of the hull on the tank: what accelerates the hull.
    const double thrust = t < kBurn ? -kFlow * kJet : 0.0;
    EXPECT_NEAR(number_of(r, k, "weld.reaction.force.z"), -thrust * 150 / (m + 150),
                test::kGlobal * -kFlow * kJet);
  }
}

TEST_P(VariableMassIn, TakesItsEnergyOutOfACentralField) {
  // The energy of an orbit that ends higher: kinetic + potential is what was supplied, of which
  // what left has its share of −μ m/r.
  Model model;
  model.simulate.formulation = GetParam();
  Gravity gravity;
  gravity.central.emplace().mu = 1000.0;
  gravity.gradient = true;
  model.add<Gravity>("field", gravity);
  VariableMass craft{
      .mass = 20.0, .mass_flow = -1.0, .empty = 5.0, .inertia = InertiaMatrix{{4.0, 3.0, 2.0}}};
  craft.exhaust.velocity = {0.0, -6.0, 0.0};
  craft.initial.emplace().position = Vector3<Expr>(10.0, 0.0, 0.0);
  craft.initial->velocity = Vector3<Expr>(0.0, 10.0, 1.0);
  craft.initial->angular_velocity = Vector3<Expr>(0.1, 0.2, 1.0);
  model.outputs = {"system.energy.supplied"};
  model.add<VariableMass>("craft", craft);
  const Results r =
      test::run(make_system(model), 20.0,
                {"system.energy.kinetic", "system.energy.potential", "system.energy.supplied"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const auto energy = [&](std::size_t row) {
      return number_of(r, row, "system.energy.kinetic") +
             number_of(r, row, "system.energy.potential");
    };
    EXPECT_NEAR(energy(k) - energy(0), number_of(r, k, "system.energy.supplied"),
                test::kGlobal * 1000);
  }
}

TEST(VariableMass, ThrottlesAndTakesNothingIn) {
  // ṁ = −2 cos t where that is negative: m = 10 − 2 sin t until π/2, then 8 until 3π/2.
  Model model;
  VariableMass tank{.mass = 10.0, .empty = 1.0, .inertia = InertiaMatrix{{1.0, 1.0, 1.0}}};
  tank.mass_flow = -2.0 * cos(model.time());
  model.add<VariableMass>("tank", tank);
  const Results r = test::run(make_system(model), 7.0, {"tank.mass", "tank.velocity.z"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = number_of(r, k, "time");
    const double m = t < M_PI_2       ? 10 - 2 * std::sin(t)
                     : t < 3 * M_PI_2 ? 8.0
                                      : 8.0 - 2 * (1 + std::sin(t));
    EXPECT_NEAR(number_of(r, k, "tank.mass"), m, 10 * test::kGlobal);
    // What leaves at the centre of mass without velocity takes its momentum along: it falls freely.
    EXPECT_NEAR(number_of(r, k, "tank.velocity.z"), -test::kGravity * t, 10 * test::kGlobal);
  }
}

TEST(VariableMass, SaysWhatIsWrong) {
  const auto errors = [](const VariableMass& tank) {
    Model model;
    model.add<VariableMass>("tank", tank);
    return test::errors_of(model);
  };
  VariableMass tank = make_rocket();
  tank.mass_flow = 2.0;
  EXPECT_EQ(errors(tank), "parts/tank: mass_flow must be at most 0, not 2 kg/s\n");
  tank = make_rocket();
  tank.empty = 0.0;
  EXPECT_EQ(errors(tank), "parts/tank: empty must be positive, not 0\n");
  tank = make_rocket();
  tank.empty = 900.0;
  EXPECT_EQ(errors(tank),
            "parts/tank: empty: 900 kg remain of 800 kg: nothing can leave; 'mass' is the mass at "
            "the start, 'empty' what remains when the flow ends\n");
  tank = make_rocket();
  tank.frames.add("nozzle", {});
  EXPECT_EQ(errors(tank),
            "parts/tank: frames.nozzle: 'nozzle' is where the mass leaves; choose another name\n");
  Model model;
  model.add<VariableMass>("tank", make_rocket());
  model.add<Flywheel>("wheel",
                      {.on = "tank", .mass = 5.0, .inertia = {.spin = 0.1}, .included = true});
  EXPECT_EQ(test::errors_of(model),
            "parts/wheel: included: the mass of 'tank' varies, and the wheel's does not; leave out "
            "'included', and give the mass without the wheel\n");
}

}  // namespace
}  // namespace holon
