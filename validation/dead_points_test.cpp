// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Dry friction of a rocker or a piston, which comes to rest at each dead centre of its crank for an
// instant and cannot be held there.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "model_text.h"

namespace holon {
namespace {

using test::run;

// [m] crank, coupler, rocker, and between the pins on the ground.
constexpr double kCrank = 0.4, kCoupler = 0.9, kRocker = 0.7, kGround = 0.9;
constexpr double kFriction = 1.5;  // [N m]
constexpr double kMoves = 1e-6;    // [rad/s] less is rounding at rest
/// What dopri5 keeps at the tolerance of these models over some seconds, relative.
constexpr double kNearDeadCentre = 1e-8;

/// In a horizontal plane, so that nothing but friction changes the energy.
std::string four_bar(const std::string& start, const std::string& rocker,
                     const std::string& simulate) {
  return R"yaml(
parameters: {friction: 1.5 N m, most: 2 N m, stribeck: 0.05 rad/s}
world: {gravity: [0, 0, 0]}
parts:
  crank: {type: RigidBody, mass: 4 kg, inertia: {rod: {length: 0.4, axis: x}}, center_of_mass: [0.2, 0, 0], frames: {tip: {at: [0.4, 0, 0]}}}
  coupler: {type: RigidBody, mass: 3 kg, inertia: {rod: {length: 0.9, axis: x}}, center_of_mass: [0.45, 0, 0], frames: {tip: {at: [0.9, 0, 0]}}}
  rocker: {type: RigidBody, mass: 2 kg, inertia: {rod: {length: 0.7, axis: x}}, center_of_mass: [0.35, 0, 0], frames: {tip: {at: [0.7, 0, 0]}}}
  A: {type: Revolute, between: [world, crank], axis: z, )yaml" +
         start + R"yaml(}
  C: {type: Revolute, between: [coupler.tip, rocker.tip], axis: z}
  D: {type: Revolute, between: [world, rocker], origin: {at: [0.9, 0, 0]}, axis: z, guess: {angle: 75 deg}, )yaml" +
         rocker + "}\nsimulate: {" + simulate + "}\n";
}

const char* const kTurning =
    "initial: {angle: 60 deg, rate: 9 rad/s}}\n"
    "  B: {type: Revolute, between: [crank.tip, coupler], axis: z, guess: {angle: -40 deg}";

/// [rad] The rocker's angle where the crank and the coupler lie in line, `reach` from A to C.
double find_extreme(double reach) {
  const double cosine =
      (kRocker * kRocker + kGround * kGround - reach * reach) / (2 * kRocker * kGround);
  return std::numbers::pi - std::acos(cosine);
}
const double kLeast = find_extreme(kCrank + kCoupler), kMost = find_extreme(kCoupler - kCrank);

TEST(DeadPoints, FrictionOfARockerDissipatesTorqueTimesAngle) {
  // The way of the rocker follows from the lengths alone: between dead points it swings from one
  // extreme to the other, until friction has taken the energy of the start.
  for (const char* formulation : {"recursive", "augmented", "aggregate"}) {
    const Results r =
        run(four_bar(kTurning, "friction: friction",
                     std::string("until: 20 s, interval: 10 ms, tolerance: 1e-10, formulation: ") +
                         formulation),
            {"D.angle", "D.rate", "A.rate", "system.energy.dissipated", "system.energy.kinetic"});
    const std::vector<double>&angle = r.values("D.angle"), &rate = r.values("D.rate"),
          &lost = r.values("system.energy.dissipated");
    const double energy = r.values("system.energy.kinetic")[0];
    double way = 0, last = angle[0], direction = rate[0];
    int turns = 0;
    for (std::size_t k = 1; k < r.row_count(); ++k) {
      if (rate[k] * direction < 0 && std::abs(rate[k]) > kMoves) {
        const double extreme = direction > 0 ? kMost : kLeast;
        way += std::abs(extreme - last);
        last = extreme;
        direction = rate[k];
        ++turns;
      }
      ASSERT_NEAR(lost[k], kFriction * (way + std::abs(angle[k] - last)), energy * kNearDeadCentre)
          << formulation << " at " << r.values("time")[k];
    }
    EXPECT_GT(turns, 5);
    // There it stays.
    EXPECT_NEAR(lost.back(), energy, energy * kNearDeadCentre);
    EXPECT_NEAR(way + std::abs(angle.back() - last), energy / kFriction, kNearDeadCentre * way);
    EXPECT_NEAR(r.values("A.rate").back(), 0, 1e-9);
    EXPECT_NEAR(rate.back(), 0, 1e-9);
  }
}

TEST(DeadPoints, PassedWithStribecksLawIsTheSmoothLawBetweenNarrowBounds) {
  // The torque as a formula, which goes through zero within 1e-4 rad/s: at some 100 rad/s² the
  // rocker is there for a microsecond, which takes 1e-10 of the energy.
  const std::vector<std::string> outputs{"D.angle", "A.rate", "A.angle"};
  const std::string settings = "until: 1.5 s, interval: 10 ms, tolerance: 1e-10";
  const Results sticking =
      run(four_bar(kTurning, "friction: {coulomb: friction, static: most, stribeck: stribeck}",
                   settings),
          outputs);
  for (const char* solver : {"dopri5", "auto", "radau", "radau5"}) {
    const Results smooth = run(
        four_bar(
            kTurning,
            "torque: \"-(friction + (most - friction)*exp(-(D.rate/stribeck)^2))*tanh(D.rate/1e-4 "
            "[rad/s])\"",
            settings + ", solver: " + solver),
        outputs);
    ASSERT_EQ(sticking.row_count(), smooth.row_count());
    for (const std::string& output : outputs) {
      for (std::size_t k = 0; k < smooth.row_count(); ++k)
        EXPECT_NEAR(sticking.values(output)[k], smooth.values(output)[k], 20 * kNearDeadCentre)
            << output << " by " << solver << " at " << smooth.values("time")[k];
    }
  }
}

TEST(DeadPoints, MayBeWhereAMotionBegins) {
  // Crank and coupler in line: the rocker is at rest, and its crank turns on.
  const Results r = run(
      four_bar("initial: {rate: 9 rad/s}, guess: {angle: 30 deg}}\n"
               "  B: {type: Revolute, between: [crank.tip, coupler], axis: z, initial: {angle: 0}",
               "friction: friction", "until: 0.2 s, interval: 1 ms, tolerance: 1e-10"),
      {"D.angle", "A.rate", "system.energy.total", "system.energy.dissipated"});
  EXPECT_NEAR(r.values("D.angle")[0], kLeast, 1e-7);  // a square root of what closes the loop
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double lost = kFriction * std::abs(r.values("D.angle")[k] - r.values("D.angle")[0]);
    EXPECT_NEAR(r.values("system.energy.dissipated")[k], lost, 1e-7);
    EXPECT_NEAR(r.values("system.energy.total")[k] + lost, r.values("system.energy.total")[0],
                1e-7);
    EXPECT_GT(r.values("A.rate")[k], 3);
  }
  EXPECT_GT(std::abs(r.values("D.angle").back() - r.values("D.angle")[0]), 0.1);
}

TEST(DeadPoints, PistonsThatStickPassThemOnAFlywheel) {
  // 25 J against 30 N: 0.8333 m, out to 0.5 m, back to 0.1 m, and out again for the rest.
  const Results r = run(R"yaml(
world: {gravity: [0, 0, 0]}
parts:
  wheel: {type: RigidBody, mass: 10 kg, inertia: [0.5, 0.5, 0.5], frames: {pin: {at: [0.2, 0, 0]}}}
  axle: {type: Revolute, between: [world, wheel], axis: y, initial: {angle: 0.4, rate: 10 rad/s}}
  base: {type: Frame, position: [1, 0, 0]}
  ram: {type: HydraulicCylinder, between: [base, wheel.pin], A: tank, B: tank, bore: 50 mm, rod: 30 mm, stroke: 0.6 m, closed_length: 0.7 m, friction: {coulomb: 30 N, sticks: true}}
simulate: {until: 3 s, interval: 10 ms, tolerance: 1e-10}
outputs: [system.energy.dissipated]
)yaml",
                        {"ram.position", "axle.rate", "system.energy.dissipated"});
  const double start = std::hypot(1 - 0.2 * std::cos(0.4), 0.2 * std::sin(0.4)) - 0.7;
  EXPECT_NEAR(r.values("ram.position")[0], start, 1e-12);
  const double rest = 25.0 / 30 - (0.5 - start) - 0.4;
  EXPECT_NEAR(r.values("ram.position").back(), 0.1 + rest, kNearDeadCentre);
  EXPECT_NEAR(r.values("system.energy.dissipated").back(), 25, 25 * kNearDeadCentre);
  EXPECT_NEAR(r.values("axle.rate").back(), 0, 1e-9);
}

}  // namespace
}  // namespace holon
