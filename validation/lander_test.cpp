// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The lander: the propellant it uses and the speed at which it lands.
#include <gtest/gtest.h>

#include "example.h"

namespace holon {
namespace {

TEST(Lander, LandsSoftlyWithThePropellantOfTsiolkovskysEquation) {
  const test::Example r("lander", {"system.momentum.z", "law.mass", "hull.orientation",
                                   "hull.angular_velocity_body"});
  constexpr double kMoon = 1.62, kJet = 3000.0, kProfile = 0.6;  // as in the file
  std::size_t last = 0;  // the last row above the ground, with its engine running
  while (r["law.height"][last + 1] > 0) ++last;
  const auto mass = [&](std::size_t k) { return r["law.mass"][k]; };
  const double change = r["system.momentum.z"][last] / mass(last) -
                        r["system.momentum.z"][0] / mass(0) + kMoon * r.times()[last];
  const double ideal = mass(0) * (1 - std::exp(-change / kJet)), used = mass(0) - mass(last);
  // The vertical part of the thrust is at least the cosine of tilt and gimbal together.
  double oblique = 0;
  for (std::size_t k = 0; k <= last; ++k) {
    const double x = r["hull.orientation.x"][k], y = r["hull.orientation.y"][k];
    oblique = std::max(oblique, 2 * std::asin(std::hypot(x, y)) +
                                    std::hypot(r["law.gimbal_x"][k], r["law.gimbal_y"][k]));
  }
  EXPECT_LT(oblique, 0.2);  // 11 degrees
  EXPECT_GT(ideal, used * std::cos(oblique));
  // More than one along the hull: the tangent of a gimbal's angle, and the flow's Coriolis force.
  EXPECT_LT(ideal, used / std::cos(oblique));
  // One row, 3 cm, above the ground the profile has the root of 0.6² + 2 · 0.5 · 0.03: 0.624 m/s.
  EXPECT_LT(-r["hull.velocity.z"][last], kProfile + 0.03);
  // Its drift decays with 1/kv = 2.9 s, five times until it lands.
  EXPECT_LT(std::hypot(r["hull.velocity.x"][last], r["hull.velocity.y"][last]), 0.1);
  // It stands: the springs of its feet carry what is left of it.
  const std::size_t end = r.size() - 1;
  EXPECT_NEAR(r["law.height"][end], -mass(end) * kMoon / (4 * 30e3), 1e-4);
  EXPECT_NEAR(r["hull.velocity.z"][end], 0.0, 1e-3);
  EXPECT_NEAR(r["hull.orientation.w"][end], 1.0, 1e-4);
}

}  // namespace
}  // namespace holon
