// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "example.h"
#include "model_text.h"

namespace holon::test {
namespace {

TEST(RollingDisc, KeepsItsEnergyAndItsCircle) {
  // The centre of the steady disc goes round with the precession W at the distance r |w|/W.
  const Example e("rolling_disc");
  const double r = 0.3, g = 9.80665, W = 1.7, tilt = std::numbers::pi / 3;
  const double across = r * r / 4, about = 2 * across;  // of 1 kg
  const double spin =
      (across * W * std::cos(tilt) - g * r * std::cos(tilt) / (W * std::sin(tilt))) /
      (about + r * r);
  constexpr double kError = 1e-8;  // a hundred times the tolerance
  for (std::size_t k = 0; k < e.size(); ++k) {
    const double t = static_cast<double>(e.times()[k]);
    EXPECT_NEAR(e["steady.position.x"][k], -r * spin / W * std::sin(W * t), kError);
    EXPECT_NEAR(e["steady_roll.force.z"][k], 2 * g, 100 * kError);
    EXPECT_NEAR(e["system.energy.total"][k], e["system.energy.total"][0],
                kError * e["system.energy.total"][0]);
  }
}

TEST(RollingDisc, ConstraintFollowsTheStateOfASignal) {
  // s' = cos t holds the angle: its acceleration is −sin t, and 2 kg m² need that torque.
  for (const char* formulation : {"recursive", "augmented", "aggregate"}) {
    const Results r = run(std::string(R"yaml(
parts:
  arm: {type: RigidBody, mass: 1 kg, inertia: [1 kg m^2, 1 kg m^2, 2 kg m^2]}
  pin: {type: Revolute, between: [world, arm], axis: z}
  signal: {type: Equations, states: {s: {initial: 0 rad, der: "1 [rad/s]*cos(time*1 [rad/s])"}}}
  rule: {type: Constraint, equations: [pin.angle - signal.s]}
simulate: {until: 2 s, interval: 0.1 s, tolerance: 1e-10, formulation: )yaml") +
                              formulation + "}\n",
                          {"pin.angle", "pin.rate", "pin.acceleration"});
    for (std::size_t k = 0; k < r.row_count(); ++k) {
      const double t = r.values("time")[k];
      EXPECT_NEAR(r.values("pin.angle")[k], std::sin(t), 1e-8);
      EXPECT_NEAR(r.values("pin.rate")[k], std::cos(t), 1e-8);
      EXPECT_NEAR(r.values("pin.acceleration")[k], -std::sin(t), 1e-8);
    }
  }
}

}  // namespace
}  // namespace holon::test
