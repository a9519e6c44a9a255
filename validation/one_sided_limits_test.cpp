// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Limits on one side: [lower, inf]. And a gravity that would be replaced without a word.

#include <gtest/gtest.h>

#include <cmath>

#include "model_text.h"

namespace holon::test {
namespace {

TEST(OneSidedLimits, OfAJointStopItOnThatSideOnly) {
  // Falls 1 m in sqrt(2/g), rebounds with half the speed: rises by a quarter of the height.
  const Results results = run(R"yaml(
world: {gravity: [0, 0, -10]}
parts:
  ball: {type: RigidBody, mass: 1 kg, inertia: [1, 1, 1]}
  rail: {type: Prismatic, between: [world, ball], axis: z, limits: {range: [-1 m, inf], restitution: 0.5}}
simulate: {until: 0.6 s, interval: 0.6 s, tolerance: 1e-10}
)yaml",
                              {"rail.position", "rail.speed"});
  const double hit = std::sqrt(0.2), speed = 5 * hit, t = 0.6 - hit;
  constexpr double kTolerance = 1e-8;  // ten times that of the run, after two steps and an event
  EXPECT_NEAR(results.values("rail.position").back(), -1 + speed * t - 5 * t * t, kTolerance);
  EXPECT_NEAR(results.values("rail.speed").back(), speed - 10 * t, kTolerance);
}

TEST(OneSidedLimits, TakeNoStateForTheOtherSide) {
  const auto states = [](const std::string& limits) {
    Diagnostics diagnostics;
    const Model model = load(
        "parts:\n  ball: {type: RigidBody, mass: 1 kg, inertia: [1, 1, 1]}\n"
        "  rail: {type: Prismatic, between: [world, ball], limits: " +
            limits + "}\n",
        diagnostics);
    diagnostics.throw_if_errors();
    return make_system(model).discrete.size();
  };
  const std::size_t both = states("[-1 m, 1 m]");
  EXPECT_GT(both, 0u);
  EXPECT_EQ(states("[-1 m, inf]"), both / 2);
  EXPECT_EQ(states("[-inf, 1 m]"), both / 2);
  EXPECT_EQ(states("[-inf, inf]"), 0u);
}

TEST(OneSidedLimits, OfSignals) {
  const Results results = run(R"yaml(
parts:
  up: {type: Integrator, input: 1, limits: [0, inf]}
  down: {type: Integrator, input: -1, initial: 0.5, limits: [0, inf]}
  cut: {type: Limiter, input: "time - 1", limits: [-inf, 0.25]}
  control: {type: PID, input: "1 - time", kp: 2, ki: 1, limits: [0, inf]}
simulate: {until: 2 s, interval: 2 s}
)yaml",
                              {"up.output", "down.output", "cut.output", "control.output"});
  EXPECT_NEAR(results.values("up.output").back(), 2, 1e-12);
  EXPECT_EQ(results.values("down.output").back(), 0);
  EXPECT_EQ(results.values("cut.output").back(), 0.25);
  EXPECT_EQ(results.values("control.output").back(), 0);
}

TEST(OneSidedLimits, AreInOrder) {
  EXPECT_MESSAGE(errors_in("parts: {c: {type: Limiter, input: time, limits: [inf, 1]}}\n"),
                 "the lower limit must be below the upper one");
  EXPECT_MESSAGE(errors_in("parts: {c: {type: PointMass, mass: inf}}\n"),
                 "'inf' is not known here");
}

TEST(Gravity, OfTheWorldIsNotReplacedWithoutAWord) {
  EXPECT_MESSAGE(errors_in(R"yaml(
world: {gravity: [0, 0, -3.7]}
parts:
  moon: {type: Gravity, uniform: [0, 0, -1.62]}
  stone: {type: PointMass, mass: 1 kg}
)yaml"),
                 "error: parts/moon (Gravity): 'world' also gives gravity, which this part would "
                 "replace; remove 'gravity' from 'world', or this part from 'parts'");
}

}  // namespace
}  // namespace holon::test
