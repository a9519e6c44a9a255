// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/machine/joint_limits.h"

#include "holon/base/errors.h"
#include "holon/base/test/rounding.h"
#include "holon/mechanics/parts/bodies/point_mass.h"
#include "holon/mechanics/parts/bodies/rigid_body.h"
#include "holon/mechanics/parts/joints/prismatic.h"
#include "holon/mechanics/parts/joints/revolute.h"
#include "holon/mechanics/test/machine/rail_block.h"
#include "holon/mechanics/test/run_model.h"

namespace holon {
namespace {

using test::kEps;
using test::kGravity;
using test::kStopping;
using test::make_block;
using test::number_of;

/// A ball of 1 kg that falls from 1 m onto the lower end of its slide.
Model make_ball(double restitution) {
  Model model;
  model.add<PointMass>("ball", {.mass = 1.0});
  Prismatic slide{.between = {"world", "ball"}, .axis = "z"};
  slide.limits = TranslationLimits{{{0.0, 5.0}, restitution}};
  slide.initial.position = 1.0;
  model.add<Prismatic>("slide", slide);
  return model;
}

TEST(LimitStops, BounceAndSettle) {
  for (const double e : {0.0, 0.5, 0.8}) {
    const System system = make_system(make_ball(e));
    const Results r = test::run(system, 6.0,
                                {"slide.position", "slide.speed", "slide.stop_force",
                                 "system.energy.dissipated", "slide.reaction.force"},
                                0.01);
    const double fall = std::sqrt(2 / kGravity), slowest = 2e-4 * kGravity * fall;
    for (std::size_t i = 0; i < r.row_count(); ++i) {
      double begin = -fall, speed = kGravity * fall;
      const double t = number_of(r, i, "time");
      while (speed > slowest && t >= begin + 2 * speed / kGravity) {
        begin += 2 * speed / kGravity;
        speed *= e;
      }
      const double s = t - begin;
      const double x = speed > slowest ? s * (speed - kGravity * s / 2) : 0;
      EXPECT_NEAR(number_of(r, i, "slide.position"), x, 1e-9) << e << " at " << t;
    }
    EXPECT_EQ(r.values("slide.speed").back(), 0);
    EXPECT_NEAR(r.values("slide.stop_force").back(), kGravity, 4 * kEps * kGravity);
    EXPECT_NEAR(r.values("slide.reaction.force.z").back(), kGravity, 4 * kEps * kGravity);
    EXPECT_NEAR(r.values("system.energy.dissipated").back(), kGravity,
                1e-6);  // ½ (9e-4 m/s)² at most
  }
}

TEST(LimitStops, OfAMicromachineAreHitAsThoseOfALargeOne) {
  // The same ball, 1e-12 kg from 10 µm: lengths by 1e-5, times by its root.
  constexpr double kHeight = 1e-5;
  Model model;
  model.add<PointMass>("ball", {.mass = 1e-12});
  Prismatic slide{.between = {"world", "ball"}, .axis = "z"};
  slide.limits = TranslationLimits{{{0.0, 2 * kHeight}, 0.8}};
  slide.initial.position = kHeight;
  model.add<Prismatic>("slide", slide);
  const double time = std::sqrt(kHeight), fall = std::sqrt(2 / kGravity),
               slowest = 2e-4 * kGravity * fall;
  const Results r = test::run(make_system(model), 6 * time,
                              {"slide.position", "slide.speed", "slide.stop_force"}, 0.01 * time);
  for (std::size_t i = 0; i < r.row_count(); ++i) {
    double begin = -fall, speed = kGravity * fall;
    const double t = number_of(r, i, "time") / time;
    while (speed > slowest && t >= begin + 2 * speed / kGravity) {
      begin += 2 * speed / kGravity;
      speed *= 0.8;
    }
    const double s = t - begin;
    const double x = speed > slowest ? s * (speed - kGravity * s / 2) : 0;
    EXPECT_NEAR(number_of(r, i, "slide.position") / kHeight, x, 1e-9) << t;
  }
  // Roundings of the speed that it came with.
  EXPECT_NEAR(r.values("slide.speed").back(), 0, 4 * kEps * kGravity * fall * time);
  EXPECT_NEAR(r.values("slide.stop_force").back(), 1e-12 * kGravity, 4e-12 * kEps * kGravity);
}

TEST(LimitStops, OfAMicromachineLetGoOfWeakPulls) {
  // 1e-12 kg that falls on its stop, and from 10 ms on is pulled off by a force that grows to twice
  // its weight: off at 20 ms, and then z" = g (t − 20 ms)/(10 ms).
  Model model;
  model.add<PointMass>("ball", {.mass = 1e-12});
  Prismatic slide{.between = {"world", "ball"}, .axis = "z"};
  slide.limits = TranslationLimits{{{0.0, 1e-3}, 0.0}};
  slide.initial.position = 1e-6;
  slide.force = 1e-12 * kGravity * max(0.0, (model.time() - 0.01) / 0.01);
  model.add<Prismatic>("slide", slide);
  const Results r = test::run(make_system(model), 0.025, {"slide.position"}, 1e-3);
  for (std::size_t i = 0; i < r.row_count(); ++i) {
    const double t = number_of(r, i, "time"), s = std::max(0.0, t - 0.02);
    if (t < 0.001) continue;
    EXPECT_NEAR(number_of(r, i, "slide.position"), kGravity * s * s * s / 6 / 0.01, 1e-13) << t;
  }
}

TEST(LimitStops, TurnAnImpactsFrictionRound) {
  // From 0.5 m at 3 m/s to the stop at 1 m, against 2 N: v² = 9 − 2; back at half of that, and to
  // rest after v²/4 of the way.
  Prismatic rail;
  rail.limits = TranslationLimits{{{0.0, 1.0}, 0.5}};
  rail.friction = TranslationFriction{{.coulomb = 2.0}};
  rail.initial.position = 0.5;
  rail.initial.speed = 3.0;
  const System system = make_system(make_block(rail));
  const Results r = test::run(system, 2.0, {"rail.position", "system.energy.dissipated"});
  EXPECT_NEAR(r.values("rail.position").back(), 1 - 7.0 / 4 / 4, kStopping);
  EXPECT_NEAR(r.values("system.energy.dissipated").back(), 4.5, kStopping);
}

TEST(LimitStops, TakeTheWorkOfAnImpactFromWhatMovesTheirJoint) {
  // A block of m on a cart at the constant speed V comes to a stop at u relative to it and leaves
  // with −e u: the impulse P = (1 + e) m u on the cart takes −P V from what moves that, and
  // ½ (1 − e²) m u² is lost.
  const double V = 2.0, u = 0.5, e = 0.4, m = 3.0;
  for (const Formulation formulation :
       {Formulation::recursive, Formulation::augmented, Formulation::aggregate}) {
    Model model;
    model.world.gravity = {0.0, 0.0, 0.0};
    model.simulate.formulation = formulation;
    model.output("system.energy.supplied");
    model.output("system.energy.dissipated");
    model.add<PointMass>("cart", {.mass = 1.0});
    model.add<PointMass>("block", {.mass = m});
    model.add<Prismatic>("track",
                         {.between = {"world", "cart"}, .axis = "x", .motion = V * model.time()});
    Prismatic rail{.between = {"cart", "block"}, .axis = "x"};
    rail.limits = TranslationLimits{{{-1.0, 1.0}, e}};
    rail.initial.speed = u;
    model.add<Prismatic>("rail", rail);
    const Results r =
        test::run(make_system(model), 3.0,
                  {"rail.speed", "system.energy.supplied", "system.energy.dissipated"});
    EXPECT_NEAR(r.values("rail.speed").back(), -e * u, test::kGlobal);
    EXPECT_NEAR(r.values("system.energy.supplied").back(), -(1 + e) * m * u * V, test::kGlobal);
    EXPECT_NEAR(r.values("system.energy.dissipated").back(), 0.5 * (1 - e * e) * m * u * u,
                test::kGlobal);
  }
}

/// Blocks one on top of the other, which touch and fall from 0.3 m.
TEST(LimitStops, HitInTheSameInstantAreAllHit) {
  for (const double restitution : {0.0, 0.5, 0.9}) {
    Model model;
    model.add<PointMass>("a", {.mass = 1.0});
    model.add<PointMass>("b", {.mass = 1.0});
    Prismatic floor{.between = {"world", "a"}, .axis = "z"};
    floor.limits = TranslationLimits{{{0.0, 50.0}, restitution}};
    floor.initial.position = 0.3;
    model.add<Prismatic>("floor", floor);
    Prismatic top{.between = {"a", "b"}, .axis = "z"};
    top.limits = TranslationLimits{{{0.0, 50.0}, restitution}};
    model.add<Prismatic>("top", top);
    const System system = make_system(model);
    const Results r = test::run(
        system, 2.0,
        {"floor.position", "top.position", "system.energy.total", "system.energy.dissipated"},
        0.01);
    for (std::size_t i = 0; i < r.row_count(); ++i) {
      EXPECT_GE(number_of(r, i, "floor.position"), -1e-9) << restitution;
      EXPECT_GE(number_of(r, i, "top.position"), -1e-9) << restitution;
      EXPECT_NEAR(
          number_of(r, i, "system.energy.total") + number_of(r, i, "system.energy.dissipated"),
          0.6 * kGravity, 1e-6);
    }
  }
}

TEST(LimitStops, GiveNoImpulseToWhatOnlyFrictionHolds) {
  // A sled of 1 kg with a load on it comes to its stop at 10 m/s; the load slides on.
  Model model;
  model.add<PointMass>("sled", {.mass = 1.0});
  model.add<PointMass>("load", {.mass = 1.0});
  Prismatic rail{.between = {"world", "sled"}, .axis = "x"};
  rail.limits = TranslationLimits{{{-10.0, 1.0}}};
  rail.initial.speed = 10.0;
  model.add<Prismatic>("rail", rail);
  Prismatic lie{.between = {"sled", "load"}, .axis = "x"};
  lie.friction = TranslationFriction{{.coulomb = 0.5}};
  model.add<Prismatic>("lie", lie);
  const Results r =
      test::run(make_system(model), 1.1, {"rail.speed", "lie.speed", "system.energy.dissipated"});
  EXPECT_NEAR(r.values("rail.speed").back(), 0, 1e-12);
  EXPECT_NEAR(r.values("lie.speed").back(), 10 - 0.5 * 1.0, kStopping);
}

TEST(LimitStops, AreNotPassedWithinAStep) {
  // Thrown so that it would rise a little beyond the upper end: a visit of some hundredths of a
  // second in steps that may be seconds long.
  for (int k = 1; k <= 30; ++k) {
    Model model;
    model.add<PointMass>("ball", {.mass = 1.0});
    Prismatic slide{.between = {"world", "ball"}, .axis = "z"};
    slide.limits = TranslationLimits{{{-1.0, 1.0}, 0.5}};
    slide.initial.speed = std::sqrt(2 * kGravity * (1 + 1e-3 * k));
    model.add<Prismatic>("slide", slide);
    const Results r = test::run(make_system(model), 0.8, {"slide.position"}, 0.001);
    for (const double z : r.values("slide.position")) EXPECT_LE(z, 1 + 1e-9) << k;
  }
}

TEST(LimitStops, HoldFromTheStartWhatLiesAtThem) {
  Prismatic slide;
  Model model;
  model.add<PointMass>("ball", {.mass = 1.0});
  slide.between = {"world", "ball"};
  slide.axis = "z";
  slide.limits = TranslationLimits{{{0.0, 1.0}}};
  model.add<Prismatic>("slide", slide);
  const Results r =
      test::run(make_system(model), 1.0, {"slide.acceleration", "slide.stop_force"}, 0.5);
  for (std::size_t i = 0; i < r.row_count(); ++i) {
    EXPECT_NEAR(number_of(r, i, "slide.acceleration"), 0, 1e-14);
    EXPECT_NEAR(number_of(r, i, "slide.stop_force"), kGravity, 1e-14 * kGravity);
  }
}

TEST(LimitStops, LetGoOfWhatIsPulledAway) {
  Prismatic rail;
  rail.limits = TranslationLimits{{{0.0, 1.0}}};
  Model model;
  rail.force = 2.0 - model.time();  // against the upper end from 1 s, off at 2 s
  rail.initial.position = 0.5;
  rail.between = {"world", "block"};
  rail.axis = "x";
  model.add<PointMass>("block", {.mass = 1.0});
  model.add<Prismatic>("rail", rail);
  const System system = make_system(model);
  const Results r =
      test::run(system, 3.5, {"rail.position", "rail.stop_force", "rail.speed"}, 0.25);
  for (std::size_t i = 0; i < r.row_count(); ++i) {
    const double t = number_of(r, i, "time");
    if (t < 1) EXPECT_NEAR(number_of(r, i, "rail.position"), 0.5 + t * t - t * t * t / 6, 1e-12);
    if (t >= 1 && t <= 2) {
      EXPECT_NEAR(number_of(r, i, "rail.position"), 1, 1e-13);
      EXPECT_NEAR(number_of(r, i, "rail.stop_force"), t - 2, 1e-13);
    }
    const double s = t - 2;
    if (t > 2) EXPECT_NEAR(number_of(r, i, "rail.position"), 1 - s * s * s / 6, 1e-9);
  }
}

/// Two rods, the second of which may not turn back against the first.
Model make_knee(double restitution, Formulation formulation) {
  Model model;
  RigidBody rod{.mass = 1.0, .inertia = InertiaMatrix{{0.05, 0.05, 0.01}}};
  rod.center_of_mass = {0.0, 0.0, -0.5};
  model.add<RigidBody>("thigh", rod);
  model.add<RigidBody>("shank", rod);
  model.add<Revolute>("hip",
                      {.between = {"world", "thigh"}, .axis = "-y", .initial = {.angle = 0.5}});
  Revolute knee{.between = {"thigh", "shank"}, .axis = "-y"};
  knee.origin.at = {0.0, 0.0, -1.0};
  knee.limits = RotationLimits{{{0.0, 2.0}, restitution}};
  knee.initial.angle = 1.2;
  model.add<Revolute>("knee", knee);
  model.simulate.formulation = formulation;
  return model;
}

TEST(LimitStops, ImpactsKeepTheMomentumThatNothingElseTakes) {
  const System system = make_system(make_knee(0.6, Formulation::recursive));
  Results r;
  Simulation simulation(system, {.until = 2, .tolerance = test::kTolerance});
  simulation.record(r,
                    {"knee.rate", "hip.rate", "system.angular_momentum", "system.energy.total",
                     "system.energy.dissipated", "knee.angle"},
                    {});
  simulation.run();
  int impacts = 0;
  for (std::size_t i = 1; i < r.row_count(); ++i) {
    if (number_of(r, i, "time") != number_of(r, i - 1, "time")) continue;
    const double before = number_of(r, i - 1, "knee.rate"), after = number_of(r, i, "knee.rate");
    if (before == after) continue;
    ++impacts;
    EXPECT_NEAR(after, -0.6 * before, 1e-12 * std::abs(before));
    // The hip is at the origin, so its impulse has no moment about it.
    EXPECT_NEAR(number_of(r, i, "system.angular_momentum.y"),
                number_of(r, i - 1, "system.angular_momentum.y"), 1e-13);
    const double lost =
        number_of(r, i - 1, "system.energy.total") - number_of(r, i, "system.energy.total");
    EXPECT_GT(lost, 0);
    EXPECT_NEAR(lost,
                number_of(r, i, "system.energy.dissipated") -
                    number_of(r, i - 1, "system.energy.dissipated"),
                1e-12);
  }
  EXPECT_GE(impacts, 2);
}

TEST(LimitStops, AreTheSameInBothFormulations) {
  const std::vector<std::string> names{"knee.angle", "hip.angle", "knee.stop_torque",
                                       "knee.reaction.force", "knee.reaction.torque"};
  for (const double restitution : {0.0, 0.6}) {
    const Results a =
        test::run(make_system(make_knee(restitution, Formulation::recursive)), 1.2, names, 0.05);
    const Results b =
        test::run(make_system(make_knee(restitution, Formulation::augmented)), 1.2, names, 0.05);
    ASSERT_EQ(a.row_count(), b.row_count());
    for (const std::string column : {"knee.angle", "hip.angle", "knee.stop_torque",
                                     "knee.reaction.force.x", "knee.reaction.torque.y"})
      for (std::size_t i = 0; i < a.row_count(); ++i)
        EXPECT_NEAR(number_of(a, i, column), number_of(b, i, column), 1e-7)
            << column << " at " << number_of(a, i, "time");
  }
}

TEST(LimitStops, SayWhatIsWrong) {
  Model model;
  model.add<PointMass>("block", {.mass = 1.0});
  Prismatic rail{.between = {"world", "block"}};
  rail.limits = TranslationLimits{{{1.0, 0.0}}};
  model.add<Prismatic>("rail", rail);
  EXPECT_NE(test::errors_of(model).find("not below the upper"), std::string::npos)
      << test::errors_of(model);
  Prismatic driven;
  Model other;
  driven.motion = sin(other.time());
  driven.friction = TranslationFriction{{.coulomb = 1.0}};
  driven.between = {"world", "block"};
  other.add<PointMass>("block", {.mass = 1.0});
  other.add<Prismatic>("rail", driven);
  EXPECT_NE(test::errors_of(other).find("'friction' has no effect: 'motion' prescribes"),
            std::string::npos)
      << test::errors_of(other);
  Prismatic beyond;
  beyond.limits = TranslationLimits{{{0.0, 1.0}}};
  beyond.initial.position = 1.5;
  const std::string given = test::errors_of(make_block(beyond));
  EXPECT_NE(given.find("'rail.position' begins at 1.5 m, beyond its upper limit of 1 m"),
            std::string::npos)
      << given;
  // What is not given, or depends on more, is known at the start.
  Prismatic guessed;
  guessed.limits = TranslationLimits{{{-1.0, -0.25}}};
  try {
    test::run(make_system(make_block(guessed)), 1.0, {"rail.position"});
    FAIL() << "it ran";
  } catch (const RunError& e) {
    EXPECT_NE(std::string(e.what()).find(
                  "'rail.position' begins beyond its upper limit of -0.25 m; rail.position = 0 m"),
              std::string::npos)
        << e.what();
  }
  Prismatic sticky;
  sticky.friction = TranslationFriction{{.coulomb = 2.0, .static_friction = 1.0}};
  const std::string less = test::errors_of(make_block(sticky));
  EXPECT_NE(less.find("'static' is less than 'coulomb'"), std::string::npos) << less;
}

}  // namespace
}  // namespace holon
