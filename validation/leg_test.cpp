// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "example.h"

namespace holon {
namespace {

using test::Example;

TEST(Leg, LosesToFrictionAndImpactsWhatItsEnergyLacksAndComesToRest) {
  const Example e("leg", {"system.energy.kinetic", "system.energy.potential"},
                  [](SimulateSettings& s) { s.until = 30; });
  // Friction ends 5e-8 rad/s past zero: of an energy of 20 J that is nothing beside the drift of
  // some fifty turns and impacts.
  for (std::size_t k = 0; k < e.size(); ++k) {
    EXPECT_NEAR(e["system.energy.total"][k] + e["system.energy.dissipated"][k],
                e["system.energy.total"][0], 20 * test::kSignal);
    EXPECT_LE(e["knee.angle"][k], 1e-12);
  }
  // What projection takes for zero.
  EXPECT_NEAR(e["hip.rate"].back(), 0, 2e-14);
  EXPECT_NEAR(e["knee.rate"].back(), 0, 2e-14);
  EXPECT_LE(std::abs(e["hip.friction_torque"].back()), 1.2);
}

TEST(Leg, MovesTheSameInBothFormulations) {
  const auto short_run = [](Formulation formulation) {
    return [formulation](SimulateSettings& s) {
      s.until = 4;
      s.formulation = formulation;
    };
  };
  const Example a("leg", {}, short_run(Formulation::recursive));
  const Example b("leg", {}, short_run(Formulation::augmented));
  // Every impact multiplies what differs, by some five; there are a dozen.
  for (const char* column : {"hip.angle", "knee.angle"})
    b.expect_near(
        column, [&](std::size_t k) { return a[column][k]; }, 1e3 * test::kSignal);
}

}  // namespace
}  // namespace holon
