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
  EXPECT_NE(test::errors_of(model).find("the pressure of node 'tank' is prescribed already"),
            std::string::npos);
}

TEST(Tank, EndsTheRunWhereItsPressureFallsBelowTheVapourPressure) {
  // -3 bar t/1 s reaches vacuum at 1.01325/3 s, and the vapour pressure of oil, some Pa, before.
  const Model model = test::read_circuit(
      "  charge: {type: Tank, at: A, pressure: \"-3 [bar]*time/1 [s]\"}\n"
      "  oil: {type: Volume, at: B, volume: 1 l}\n"
      "  hole: {type: Orifice, from: A, to: B, area: 1 mm^2}\n");
  try {
    test::run(model, 1.0, {"A.pressure"}, 0.1);
    FAIL() << "the pressure is below vacuum";
  } catch (const RunError& error) {
    EXPECT_NE(std::string(error.what()).find("'charge.pressure' is not above the vapour pressure"),
              std::string::npos)
        << error.what();
    EXPECT_NEAR(error.data().time, 1.01325 / 3, 1e-3);
  }
}

TEST(Tank, RefusesTheStartOfAVolumeInEitherOrder) {
  const std::string volume =
      "  oil: {type: Volume, at: A, volume: 1 l, initial: {pressure: 100 bar}}\n";
  const std::string tank = "  charge: {type: Tank, at: A, pressure: 5 bar}\n";
  for (const std::string& parts : {volume + tank, tank + volume}) {
    EXPECT_NE(test::errors_of(test::read_circuit(parts)).find("'initial' has no effect"),
              std::string::npos);
  }
}

}  // namespace
}  // namespace holon
