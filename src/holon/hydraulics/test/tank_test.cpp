// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/parts/tank.h"

#include "circuits.h"

namespace holon {
namespace {

using test::at_end;
using test::kBar;
using test::kLitrePerMinute;

TEST(Tank, HoldsThePressureOfItsNode) {
  const Model model = test::read_circuit(
      "  charge: {type: Tank, at: R, pressure: 8 bar}\n"
      "  hole: {type: Orifice, from: R, to: tank, rated_flow: 10 l/min, rated_drop: 8 bar}\n"
      "  other: {type: Orifice, from: R, to: tank, rated_flow: 20 l/min, rated_drop: 2 bar}\n"
      "  clock: {type: Integrator, input: hole.loss + other.loss - charge.power}\n");
  const Results r = test::run(
      model, 1.0, {"charge.flow", "charge.mass_flow", "charge.power", "clock.output"}, 1.0);
  const double flow = test::orifice_flow(8 * kBar, 0, 50 * kLitrePerMinute, 8 * kBar);
  EXPECT_NEAR(at_end(r, "charge.flow"), flow, 1e-4 * flow);
  const double power = at_end(r, "charge.mass_flow") * test::enthalpy(8 * kBar);
  EXPECT_NEAR(at_end(r, "charge.power"), power, 1e-12 * power);
  // ∫dp/ρ is p/ρ except for half of the compression.
  EXPECT_NEAR(power, 8 * kBar * at_end(r, "charge.flow"), 1e-3 * power);
  EXPECT_NEAR(at_end(r, "clock.output"), 0.0, 1e-10);
}

TEST(Tank, IsRefusedWhereTheTankIs) {
  const Model model = test::read_circuit(
      "  charge: {type: Tank, at: tank, pressure: 8 bar}\n"
      "  hole: {type: Orifice, from: P, to: tank, area: 1 mm^2}\n"
      "  oil: {type: Volume, at: P, volume: 1 l}\n");
  EXPECT_NE(test::errors_of(model).find("the pressure of node 'tank' is held already"),
            std::string::npos);
}

}  // namespace
}  // namespace holon
