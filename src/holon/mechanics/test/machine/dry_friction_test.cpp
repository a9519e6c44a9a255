// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/machine/joint_limits.h"

#include "holon/mechanics/parts/bodies/point_mass.h"
#include "holon/mechanics/parts/bodies/rigid_body.h"
#include "holon/mechanics/parts/forces/spring.h"
#include "holon/mechanics/parts/frames/frame.h"
#include "holon/mechanics/parts/joints/prismatic.h"
#include "holon/mechanics/parts/joints/revolute.h"
#include "holon/mechanics/test/machine/rail_block.h"
#include "holon/mechanics/test/run_model.h"

namespace holon {
namespace {

using test::kGravity;
using test::kStopping;
using test::make_block;
using test::number_of;

TEST(DryFriction, StopsABlockAndHoldsIt) {
  Prismatic rail;
  rail.friction = TranslationFriction{{.coulomb = 3.0}};
  rail.initial.speed = 2.0;
  const System system = make_system(make_block(rail));
  const Results r = test::run(system, 2.0,
                              {"rail.position", "rail.speed", "rail.friction_force",
                               "system.energy.dissipated", "rail.acceleration"});
  for (std::size_t i = 0; i < r.row_count(); ++i) {
    const double t = std::min(number_of(r, i, "time"), 2.0 / 3);
    EXPECT_NEAR(number_of(r, i, "rail.position"), 2 * t - 1.5 * t * t, kStopping);
    EXPECT_NEAR(number_of(r, i, "rail.speed"), 2 - 3 * t, kStopping);
  }
  EXPECT_EQ(r.values("rail.speed").back(), 0);
  EXPECT_EQ(r.values("rail.acceleration").back(), 0);
  EXPECT_EQ(r.values("rail.friction_force").front(), -3);
  EXPECT_EQ(r.values("rail.friction_force").back(), 0);
  EXPECT_NEAR(r.values("system.energy.dissipated").back(), 2, kStopping);
}

TEST(DryFriction, OnASpringTakesTheSameFromEveryHalfTurn) {
  // m = 1, k = 100, F = 1: 95 mm → −75 → 55 → −35 → 15 → 5 mm, where the spring is too weak; each
  // half turn takes π/10 s.
  Prismatic rail;
  rail.friction = TranslationFriction{{.coulomb = 1.0}};
  rail.stiffness = 100.0;
  rail.initial.position = 0.095;
  const System system = make_system(make_block(rail));
  const Results r =
      test::run(system, 3.0, {"rail.position", "rail.speed", "rail.friction_force"}, M_PI / 10);
  const double turns[] = {0.095, -0.075, 0.055, -0.035, 0.015, 0.005, 0.005, 0.005};
  for (std::size_t k = 0; k < std::size(turns); ++k)
    EXPECT_NEAR(number_of(r, k, "rail.position"), turns[k], kStopping) << k;
  EXPECT_EQ(r.values("rail.speed").back(), 0);
  EXPECT_NEAR(r.values("rail.friction_force").back(), 100 * 0.005, 100 * kStopping);
}

TEST(DryFriction, BreaksAwayWhereTheLoadGrowsBeyondIt) {
  // A load that grows by 1 N/s; static 2 N, sliding 1 N: off at t = 2 s, at first with a jerk.
  Model model;
  model.add<PointMass>("block", {.mass = 1.0});
  Prismatic rail{.between = {"world", "block"}, .axis = "x"};
  rail.friction = TranslationFriction{{.coulomb = 1.0, .static_friction = 2.0, .stribeck = 0.1}};
  rail.force = model.time();
  model.add<Prismatic>("rail", rail);
  const System system = make_system(model);
  const Results r =
      test::run(system, 4.0, {"rail.position", "rail.speed", "rail.friction_force"}, 0.5);
  for (std::size_t i = 0; i < r.row_count(); ++i) {
    const double t = number_of(r, i, "time"), v = number_of(r, i, "rail.speed");
    if (t <= 2) {
      EXPECT_EQ(number_of(r, i, "rail.position"), 0);
      EXPECT_NEAR(number_of(r, i, "rail.friction_force"), -t, 1e-12);
    } else {
      EXPECT_GT(v, 0);
      EXPECT_NEAR(number_of(r, i, "rail.friction_force"), -1 - std::exp(-v * v / 0.01), 1e-12);
    }
  }
}

TEST(DryFriction, FallsToTheSlidingLevelAtOnceWithoutStribeck) {
  // A load that grows by 1 N/s; static 2 N, sliding 1 N: off at t = 2 s with m a = t − 1 s.
  Model model;
  model.add<PointMass>("block", {.mass = 1.0});
  Prismatic rail{.between = {"world", "block"}, .axis = "x"};
  rail.friction = TranslationFriction{{.coulomb = 1.0, .static_friction = 2.0}};
  rail.force = model.time();
  model.add<Prismatic>("rail", rail);
  const Results r =
      test::run(make_system(model), 4.0, {"rail.position", "rail.friction_force"}, 0.5);
  for (std::size_t i = 0; i < r.row_count(); ++i) {
    const double s = std::max(0.0, number_of(r, i, "time") - 2);
    EXPECT_NEAR(number_of(r, i, "rail.position"), s * s * s / 6 + s * s / 2, test::kGlobal);
  }
  EXPECT_EQ(r.values("rail.friction_force").back(), -1);
}

TEST(DryFriction, TurnsAndStaysWhereTheStaticLevelHolds) {
  // m = 1, k = 100, coulomb 1, static 3: 95 mm → −75 → 55 → −35 (3.5 N) → 15 mm (1.5 N).
  Prismatic rail;
  rail.friction = TranslationFriction{{.coulomb = 1.0, .static_friction = 3.0}};
  rail.stiffness = 100.0;
  rail.initial.position = 0.095;
  const Results r =
      test::run(make_system(make_block(rail)), 3.0, {"rail.position", "rail.speed"}, M_PI / 10);
  const double turns[] = {0.095, -0.075, 0.055, -0.035, 0.015, 0.015, 0.015};
  for (std::size_t k = 0; k < std::size(turns); ++k)
    EXPECT_NEAR(number_of(r, k, "rail.position"), turns[k], kStopping) << k;
  EXPECT_EQ(r.values("rail.speed").back(), 0);
}

TEST(DryFriction, OfAMicromachineStopsAtRatesOfItsOwnSize) {
  // v₀ = 5 nm/s, slower than what stops a machine of metres; it slides for v₀²/2a.
  Prismatic rail;
  rail.friction = TranslationFriction{{.coulomb = 1e-9}};
  rail.initial.speed = 5e-9;
  Model model = make_block(rail);
  model.simulate.nominal_length = 1e-6;
  const Results r = test::run(make_system(model), 8.0, {"rail.position", "rail.speed"});
  EXPECT_NEAR(r.values("rail.position").back(), 1.25e-8, 1e-13);
  EXPECT_EQ(r.values("rail.speed").back(), 0);
}

TEST(DryFriction, HoldsAPendulumWhereGravityIsTooWeak) {
  // Torque m g l sin φ against 2 N m: holds below 0.2054 rad.
  for (const double angle : {0.2, -0.2, 0.21}) {
    RigidBody rod{.mass = 1.0, .inertia = InertiaMatrix{{0.0, 0.0, 0.0}}};
    rod.center_of_mass = {0.0, 0.0, -1.0};
    Model pendulum;
    pendulum.add<RigidBody>("rod", rod);
    Revolute pin{.between = {"world", "rod"}, .axis = "-y"};
    pin.friction = RotationFriction{{.coulomb = 2.0}};
    pin.initial.angle = angle;
    pendulum.add<Revolute>("pin", pin);
    const System system = make_system(pendulum);
    const Results r = test::run(system, 1.0, {"pin.angle", "pin.friction_torque"});
    if (std::abs(angle) * kGravity < 2) {
      EXPECT_EQ(r.values("pin.angle").back(), angle);
      EXPECT_NEAR(r.values("pin.friction_torque").back(), kGravity * std::sin(angle),
                  1e-13 * kGravity);
    } else {
      EXPECT_LT(r.values("pin.angle").back(), angle - 1e-4);
    }
  }
}

TEST(DryFriction, BalancesTheEnergy) {
  Model model;
  RigidBody rod{.mass = 1.0, .inertia = InertiaMatrix{{0.1, 0.1, 0.0}}};
  rod.center_of_mass = {0.0, 0.0, -1.0};
  model.add<RigidBody>("rod", rod);
  model.add<RigidBody>("rod2", rod);
  Revolute pin{.between = {"world", "rod"}, .axis = "-y"};
  pin.friction = RotationFriction{{.coulomb = 0.5, .static_friction = 1.0, .stribeck = 0.05}};
  pin.initial.angle = 1.5;
  model.add<Revolute>("pin", pin);
  Revolute pin2{.between = {"rod", "rod2"}, .axis = "-y"};
  pin2.friction = RotationFriction{{.coulomb = 0.3}};
  model.add<Revolute>("pin2", pin2);
  test::expect_energy_balance(make_system(model), 20.0, kStopping);
}

TEST(DryFriction, BreaksAwayWhereverItStands) {
  // The rate of the rate is all that there is at first: the load grows by 1 N/s beyond 1 N.
  Model model;
  model.add<PointMass>("block", {.mass = 1.0});
  Prismatic rail{.between = {"world", "block"}, .axis = "x"};
  rail.friction = TranslationFriction{{.coulomb = 1.0}};
  rail.force = model.time();
  rail.initial.position = 0.5;
  model.add<Prismatic>("rail", rail);
  const Results r = test::run(make_system(model), 3.0, {"rail.position"}, 0.25);
  for (std::size_t i = 0; i < r.row_count(); ++i) {
    const double s = std::max(0.0, number_of(r, i, "time") - 1);
    EXPECT_NEAR(number_of(r, i, "rail.position"), 0.5 + s * s * s / 6, test::kGlobal);
  }
}

TEST(DryFriction, OnABeltSticksAndSlips) {
  // A block on a belt of 0.2 m/s, held by a spring: while it sticks it goes with the belt, and
  // slips each time that the spring has come to the static friction of 3 N.
  Model model;
  model.add<PointMass>("belt", {.mass = 1.0});
  model.add<PointMass>("block", {.mass = 1.0});
  model.add<Prismatic>("drive",
                       {.between = {"world", "belt"}, .axis = "x", .motion = 0.2 * model.time()});
  Prismatic lie{.between = {"belt", "block"}, .axis = "x"};
  lie.friction = TranslationFriction{{.coulomb = 1.0, .static_friction = 3.0, .stribeck = 0.1}};
  model.add<Prismatic>("lie", lie);
  Spring spring{.between = {"post", "block"}, .stiffness = 50.0, .length = 1.0};
  model.add<Frame>("post", {.position = Vector3<Expr>(-1.0, 0.0, 0.0)});
  model.add<Spring>("spring", spring);
  const System system = make_system(model);
  Results r;
  Simulation simulation(system, {.until = 10, .tolerance = 1e-9});
  simulation.record(r, {"lie.speed", "lie.friction_force", "block.position", "block.velocity"}, {});
  simulation.run();
  int slips = 0;
  bool sticks = true;
  for (std::size_t i = 1; i < r.row_count(); ++i) {
    const bool now = number_of(r, i, "lie.speed") == 0;  // it is held
    if (sticks && !now) {
      ++slips;
      // The row before is that of the release; where the next one is depends on a step's length.
      EXPECT_NEAR(number_of(r, i - 1, "block.position.x"), 3.0 / 50, test::kGlobal);
    }
    sticks = now;
  }
  EXPECT_GT(slips, 3);
}

}  // namespace
}  // namespace holon
