// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/joints/pin_in_slot.h"

#include <cmath>

#include "holon/mechanics/parts/bodies/rigid_body.h"
#include "holon/mechanics/parts/joints/prismatic.h"
#include "holon/mechanics/parts/joints/revolute.h"
#include "holon/mechanics/test/run_model.h"

namespace holon {
namespace {

using test::kGravity;
using test::kMass;
using test::kSpin;
using test::number_of;

class ScotchYoke : public testing::TestWithParam<Formulation> {};

/// The crank's pin, at the radius r, moves in a slot along x of a yoke that translates along y:
///   y = r sin φ,  position in the slot = r cos φ,  angle against the yoke = φ.
/// At a constant speed Ω the drive of the crank does the yoke's power m y" y', so that
///   τ = m y" dy/dφ = −m r² Ω² sin φ cos φ.
TEST_P(ScotchYoke, MovesHarmonically) {
  const double r = 0.3, Omega = 2.0, first = 0.4;
  Model model;
  model.simulate.formulation = GetParam();
  model.add<RigidBody>("crank", {.mass = 1.0,
                                 .inertia = InertiaMatrix{{0.01, 0.01, 0.01}},
                                 .frames = {{"pin", {.at = {r, 0.0, 0.0}}}}});
  model.add<RigidBody>("yoke", {.mass = kMass, .inertia = InertiaMatrix{{0.02, 0.02, 0.02}}});
  model.add<Revolute>(
      "hub", {.between = {"world", "crank"}, .axis = "z", .motion = first + Omega * model.time()});
  model.add<Prismatic>("guide", {.between = {"world", "yoke"}, .axis = "y"});
  model.add<PinInSlot>("slot", {.between = {"yoke", "crank.pin"}, .axis = "z"});
  const System system = make_system(model);
  const Results results = test::run(
      system, 2.0,
      {"guide.position", "slot.position", "slot.angle", "slot.rate", "hub.motion_torque"});
  ASSERT_GT(results.row_count(), 10U);
  for (std::size_t i = 0; i < results.row_count(); ++i) {
    const double phi = first + Omega * number_of(results, i, "time");
    const double s = std::sin(phi), c = std::cos(phi);
    EXPECT_NEAR(number_of(results, i, "guide.position"), r * s, test::kGlobal);
    EXPECT_NEAR(number_of(results, i, "slot.position"), r * c, test::kGlobal);
    EXPECT_NEAR(number_of(results, i, "slot.angle"), phi, test::kGlobal);
    EXPECT_NEAR(number_of(results, i, "slot.rate"), Omega, test::kGlobal);
    EXPECT_NEAR(number_of(results, i, "hub.motion_torque"), -kMass * r * r * Omega * Omega * s * c,
                test::kGlobal);
  }
}

INSTANTIATE_TEST_SUITE_P(All, ScotchYoke, test::all_formulations(), test::formulation_of);

/// A pendulum whose pin slides without friction in a horizontal slot: with θ from the vertical,
/// its centre l below the pin moves along the slot at a constant speed b, so that
///   x − l sin θ = a + b t,  (I + m l² sin²θ) θ" = −m g l sin θ − m l² sin θ cos θ θ'²
Model make_sliding_pendulum(double l, double angle, double rate, bool is_reversed = false) {
  Model model;
  model.add<RigidBody>("bob", {.mass = kMass,
                               .inertia = InertiaMatrix{{kSpin, kSpin, kSpin}},
                               .center_of_mass = {0.0, 0.0, -l}});
  PinInSlot slot{.between = {"world", "bob"},
                 .axis = "y",
                 .initial = {.angle = angle, .rate = rate, .speed = 0.0}};
  if (is_reversed) std::swap(slot.between[0], slot.between[1]);
  model.add<PinInSlot>("slot", slot);
  return model;
}

TEST(PinInSlot, LetsAPendulumSlide) {
  const double l = 0.5, angle = 0.8, rate = 1.2;
  const System system = make_system(make_sliding_pendulum(l, angle, rate));
  const double s = std::sin(angle), c = std::cos(angle);
  constexpr double kRounding = 1e-12;  // some ten operations on numbers of this size
  EXPECT_NEAR(test::value_at_start(system, "slot.angle_acceleration"),
              -(kMass * kGravity * l * s + kMass * l * l * s * c * rate * rate) /
                  (kSpin + kMass * l * l * s * s),
              kRounding);
  const Results r = test::run(system, 3.0, {"slot.angle", "slot.position"});
  // The centre's speed along the slot, −l cos θ θ' at the start, remains.
  const double drift = -l * c * rate;
  for (std::size_t i = 0; i < r.row_count(); ++i) {
    EXPECT_NEAR(number_of(r, i, "slot.position") - l * std::sin(number_of(r, i, "slot.angle")),
                -l * s + drift * number_of(r, i, "time"), test::kGlobal);
  }
}

TEST(PinInSlot, KeepsItsEnergyInEitherDirection) {
  for (const bool is_reversed : {false, true})
    test::expect_energy_balance(make_system(make_sliding_pendulum(0.5, 0.8, 1.2, is_reversed)),
                                2.0);
}

TEST(PinInSlot, HasASpringAndADamperForEachFreedom) {
  // On the pin's axis the two are independent: I φ" + k φ = M,  m x" + c x = 0.
  const double k = 1.5, M = 0.3, c = 40.0;
  Model model;
  model.add<RigidBody>("slider", {.mass = kMass, .inertia = InertiaMatrix{{0.03, 0.03, kSpin}}});
  model.add<PinInSlot>("slot", {.between = {"world", "slider"},
                                .axis = "z",
                                .torque = M,
                                .stiffness_angle = k,
                                .stiffness_position = c,
                                .initial = {.angle = 0.5, .speed = 1.0}});
  const Results r = test::run(make_system(model), 3.0, {"slot.angle", "slot.position"});
  const double w = std::sqrt(k / kSpin), f = std::sqrt(c / kMass);
  for (std::size_t i = 0; i < r.row_count(); ++i) {
    const double t = number_of(r, i, "time");
    EXPECT_NEAR(number_of(r, i, "slot.angle"), M / k + (0.5 - M / k) * std::cos(w * t),
                test::kGlobal);
    EXPECT_NEAR(number_of(r, i, "slot.position"), std::sin(f * t) / f, test::kGlobal);
  }
}

TEST(PinInSlot, CarriesAcrossTheSlot) {
  // An eccentric mass m at e rotates at ω about the pin, which a motion holds in its slot: all
  // forces but the weight are −m e ω² towards the pin; the slot gives the part across it, the drive
  // that along it.
  const double e = 0.3, omega = 4.0, angle = 0.7;
  Model model;
  model.add<RigidBody>("arm", {.mass = kMass,
                               .inertia = InertiaMatrix{{0.02, 0.02, 0.02}},
                               .center_of_mass = {e, 0.0, 0.0}});
  model.add<PinInSlot>("slot", {.between = {"world", "arm"},
                                .axis = "z",
                                .motion_position = 0.0,
                                .initial = {.angle = angle, .rate = omega}});
  const auto y = test::values_at_start(
      make_system(model), {"slot.reaction.force", "slot.motion_force", "slot.angle_acceleration"});
  constexpr double kRounding = 1e-11;  // some ten operations on forces of 10 N
  const double radial = -kMass * e * omega * omega;
  EXPECT_NEAR(y[0], radial * std::cos(angle), kRounding);
  EXPECT_NEAR(y[1], radial * std::sin(angle), kRounding);
  EXPECT_NEAR(y[2], kMass * kGravity, kRounding);
  EXPECT_NEAR(y[3], radial * std::cos(angle), kRounding);
  EXPECT_NEAR(y[4], 0.0, kRounding);
}

}  // namespace
}  // namespace holon
