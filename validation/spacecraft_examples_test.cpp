// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Examples with flywheels, gears and fields at their own settings, against what physics conserves
// and solutions by hand.

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "example.h"

namespace holon {
namespace {

using test::Example;

TEST(SpacecraftExamples, WheelsAndArraysChangeNoMomentum) {
  const Example e("spacecraft");
  const std::size_t rows = e.size();
  constexpr double kKept = 1e-10;  // relative, the example's promise
  for (const char* name : {"system.momentum", "system.angular_momentum"}) {
    double size = 0.0;
    for (const char* axis : {".x", ".y", ".z"}) {
      size = std::hypot(size, e[std::string(name) + axis][0]);
    }
    for (const char* axis : {".x", ".y", ".z"}) {
      const auto& values = e[std::string(name) + axis];
      for (std::size_t k = 0; k < rows; ++k) EXPECT_NEAR(values[k], values[0], kKept * size);
    }
  }
  const auto &total = e["system.energy.total"], &supplied = e["system.energy.supplied"],
             &dissipated = e["system.energy.dissipated"];
  for (std::size_t k = 0; k < rows; ++k) {
    EXPECT_NEAR(total[k] + dissipated[k] - supplied[k], total[0], kKept * total[0]);
  }
  EXPECT_GT(dissipated[rows - 1], 0.0);
}

TEST(SpacecraftExamples, PlanetaryGearFollowsWillisEquationAndItsEnergy) {
  // ω_s = 4 ω_c, planets against the carrier −3 ω_c; J ω_c' = 4 T − d ω_c with
  // J = J_c + 16 J_s + 3 (m_p r² + 4 J_p).
  const Example e("planetary_gear");
  const auto disc = [](double m, double r) { return 0.5 * m * r * r; };
  const double J =
      disc(4, 0.15) + 16 * disc(1, 0.06) + 3 * (0.8 * 0.12 * 0.12 + 4 * disc(0.8, 0.06));
  const double damping = 0.05, torque = 0.5;
  for (std::size_t k = 0; k < e.size(); ++k) {
    const double carrier =
        4 * torque / damping * -std::expm1(-damping * static_cast<double>(e.times()[k]) / J);
    constexpr double kError = 1e-8;  // a hundred times the tolerance
    EXPECT_NEAR(e["carrier_pin.rate"][k], carrier, kError * 40);
    EXPECT_NEAR(e["sun.angular_velocity.z"][k], 4 * carrier, kError * 160);
    EXPECT_NEAR(e["pin1.rate"][k], -3 * carrier, kError * 120);
    EXPECT_NEAR(e["system.energy.total"][k] + e["system.energy.dissipated"][k],
                e["system.energy.supplied"][k], kError * 100);
  }
}

TEST(SpacecraftExamples, ControlledSpacecraftSettlesOnTheLocalVertical) {
  const Example e("controlled_spacecraft");
  const std::size_t last = e.size() - 1;
  constexpr double kDegree = M_PI / 180;
  EXPECT_GT(std::abs(e["law.roll"][0]), 2 * kDegree);
  EXPECT_GT(std::abs(e["law.pitch"][0]), 5 * kDegree);
  for (std::size_t k = last - 20; k <= last; ++k) {
    EXPECT_LT(std::abs(e["law.roll"][k]), 0.5 * kDegree);
    EXPECT_LT(std::abs(e["law.pitch"][k]), 0.1 * kDegree);
    EXPECT_LT(std::abs(e["array.modes[0].displacement"][k]), 1e-4);  // of 5 cm
  }
}

}  // namespace
}  // namespace holon
