// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/bodies/slosh.h"

#include "holon/mechanics/parts/fields/gravity.h"
#include "holon/mechanics/parts/joints/prismatic.h"
#include "holon/mechanics/test/force_models.h"

namespace holon {
namespace {

using test::number_of;

class SloshIn : public testing::TestWithParam<Formulation> {
 protected:
  Model make_model(double gravity) const {
    Model model;
    model.world.gravity = {0.0, 0.0, -gravity};
    model.simulate.formulation = GetParam();
    return model;
  }
};
INSTANTIATE_TEST_SUITE_P(All, SloshIn, test::all_formulations(), test::formulation_of);

constexpr double kSwing = 1e-4;    // [rad]: the phase errs by kSwing²/16 of itself
constexpr double kOfSwing = 1e-5;  // of kSwing: ten times the steps' tolerance over it

/// Small swings from rest at `kSwing` with the undamped frequency Ω and the damping ratio ζ.
double calc_swing(double t, double frequency, double ratio) {
  const double damped = frequency * std::sqrt(1 - ratio * ratio);
  return kSwing * std::exp(-ratio * frequency * t) *
         (std::cos(damped * t) + ratio * frequency / damped * std::sin(damped * t));
}

TEST_P(SloshIn, SwingsAndDecaysInGravityInBothDirections) {
  const double length = 0.8, ratio = 0.05;
  Model model = make_model(test::kGravity);
  RigidBody tank{.mass = 5.0, .inertia = InertiaMatrix{{1.0, 1.0, 1.0}}};
  tank.frames.add("surface", {.at = {0.0, 0.0, 0.5}});
  model.add<RigidBody>("tank", tank);
  model.add<Prismatic>("rail", {.between = {FrameName("world"), FrameName("tank")},
                                .axis = "z",
                                .motion = Expr(0.0) * model.time()});
  model.add<Slosh>("slosh", {.on = "tank.surface",
                             .mass = 60.0,
                             .length = length,
                             .damping_ratio = ratio,
                             .initial = {.angle1 = Expr(kSwing), .angle2 = Expr(-kSwing)}});
  const Results r = test::run(make_system(model), 10.0,
                              {"slosh.angle1", "slosh.angle2", "slosh.displacement.x",
                               "slosh.liquid.position.y", "slosh.liquid.position.z"});
  const double frequency = std::sqrt(test::kGravity / length);
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double q = calc_swing(number_of(r, k, "time"), frequency, ratio);
    EXPECT_NEAR(number_of(r, k, "slosh.angle1"), q, kOfSwing * kSwing);
    EXPECT_NEAR(number_of(r, k, "slosh.angle2"), -q, kOfSwing * kSwing);
    EXPECT_NEAR(number_of(r, k, "slosh.displacement.x"), length * q, kOfSwing * kSwing);
    EXPECT_NEAR(number_of(r, k, "slosh.liquid.position.y"), length * q, kOfSwing * kSwing);
    EXPECT_NEAR(number_of(r, k, "slosh.liquid.position.z"), 0.5 - length, kSwing * kSwing);
  }
}

TEST_P(SloshIn, SwingsInTheApparentGravityOfItsTank) {
  // No gravity, the tank accelerates along z by a: Ω = √(a/l), with the damping ratio that refers
  // to it.
  const double length = 0.8, ratio = 0.02, a = 3.0;
  Model model = make_model(0.0);
  model.add<RigidBody>("tank", {.mass = 5.0, .inertia = InertiaMatrix{{1.0, 1.0, 1.0}}});
  model.add<Prismatic>("rail", {.between = {FrameName("world"), FrameName("tank")},
                                .axis = "z",
                                .motion = 0.5 * a * model.time() * model.time()});
  model.add<Slosh>("slosh", {.on = "tank",
                             .mass = 60.0,
                             .length = length,
                             .damping_ratio = ratio,
                             .apparent_gravity = Expr(a),
                             .initial = {.angle1 = Expr(kSwing)}});
  const Results r = test::run(make_system(model), 10.0, {"slosh.angle1", "slosh.reaction.force.z"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    EXPECT_NEAR(number_of(r, k, "slosh.angle1"),
                calc_swing(number_of(r, k, "time"), std::sqrt(a / length), ratio),
                kOfSwing * kSwing);
    EXPECT_NEAR(number_of(r, k, "slosh.reaction.force.z"), 60 * a, 100 * kSwing * kSwing * a);
  }
}

TEST_P(SloshIn, KeepsMomentumAndAccountsForItsEnergy) {
  // A tank that tumbles without gravity, with large swings.
  Model model = make_model(0.0);
  RigidBody tank{.mass = 50.0, .inertia = InertiaMatrix{{12.0, 14.0, 9.0, 0.5, -0.4, 0.3}}};
  tank.frames.add("surface", {.at = {0.2, 0.1, 0.4}});
  tank.initial.emplace().angular_velocity = Vector3<Expr>(0.4, -0.6, 0.3);
  tank.initial->velocity = Vector3<Expr>(0.1, 0.2, -0.3);
  model.add<RigidBody>("tank", tank);
  model.add<Slosh>("slosh", {.on = "tank.surface",
                             .mass = 6.0,
                             .length = 0.5,
                             .damping_ratio = 0.02,
                             .apparent_gravity = Expr(2.0),
                             .initial = {.angle1 = Expr(0.3), .rate2 = Expr(0.5)}});
  const System system = make_system(model);
  test::expect_momenta_stay(system, 1.0);
  test::expect_energy_balance(system, 1.0);
}

TEST(Slosh, SaysWhatIsWrong) {
  const auto errors = [](const Slosh& slosh, double gravity) {
    Model model;
    model.world.gravity = {0.0, 0.0, -gravity};
    model.add<RigidBody>("tank", {.mass = 5.0, .inertia = InertiaMatrix{{1.0, 1.0, 1.0}}});
    model.add<Slosh>("slosh", slosh);
    return test::errors_of(model);
  };
  EXPECT_EQ(errors({.on = "tank", .mass = 1.0, .length = 0.5, .damping_ratio = 0.01}, 0.0),
            "parts/slosh: damping_ratio: a damping ratio needs a frequency, and 'world' has no "
            "gravity; give 'apparent_gravity', such as thrust over mass\n");
  EXPECT_EQ(errors({.on = "tank", .mass = 1.0, .length = 0.5, .apparent_gravity = Expr(2.0)}, 9.8),
            "parts/slosh: 'apparent_gravity' has no effect without "
            "'damping_ratio'; give both, or neither\n");
  EXPECT_EQ(errors({.on = "tank", .mass = 0.0, .length = 0.5}, 9.8),
            "parts/slosh: mass must be positive, not 0\n");
  Model model;
  model.add<RigidBody>("tank", {.mass = 5.0, .inertia = InertiaMatrix{{1.0, 1.0, 1.0}}});
  model.add<Slosh>("slosh", {.on = "tank", .mass = 1.0, .length = 0.5, .damping_ratio = 0.01});
  model.add<Gravity>("moon", {.uniform = {0.0, 0.0, -1.62}});
  EXPECT_EQ(test::errors_of(model),
            "parts/slosh: damping_ratio: a damping ratio needs a frequency, and a Gravity part "
            "replaces the world's gravity; give 'apparent_gravity'\n");
}

}  // namespace
}  // namespace holon
