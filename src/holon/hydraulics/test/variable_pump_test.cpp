// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/parts/variable_pump.h"

#include "circuits.h"

namespace holon {
namespace {

using test::at_end;
using test::kBar;
using test::kLitrePerMinute;

TEST(VariablePump, GivesWhatItsCommandSays) {
  const Model model = test::read_circuit(
      "  pump: {type: VariablePump, to: P, displacement: 60 cm^3/rev, speed: 1000 rpm, command: "
      "0.25,\n"
      "    leakage: 1e-12}\n"
      "  load: {type: Orifice, from: P, to: tank, rated_flow: 15 l/min, rated_drop: 100 bar}\n");
  const Results r = test::run(model, 2.0, {"pump.flow", "pump.pressure", "pump.torque"}, 2.0);
  const double p = at_end(r, "pump.pressure");
  const double drawn = 15 * kLitrePerMinute * test::tank_density() / test::density(p);
  EXPECT_NEAR(at_end(r, "pump.flow"), drawn - 1e-12 * p, 1e-9);
  EXPECT_NEAR(at_end(r, "pump.torque"), 0.25 * 60e-6 / (2 * test::kPi) * p, 1e-9);
}

TEST(VariablePump, KeepsItsMarginAboveTheHighestLoad) {
  const Model model = test::read_circuit(
      "  pump: {type: VariablePump, to: P, displacement: 60 cm^3/rev, speed: 1500 rpm,\n"
      "    time_constant: 50 ms, load_sensing: {sense: [A, B], margin: 20 bar, limit: 250 bar}}\n"
      "  edge: {type: Orifice, from: P, to: A, rated_flow: 30 l/min, rated_drop: 20 bar}\n"
      "  low: {type: Tank, at: B, pressure: 50 bar}\n"
      "  vent: {type: Orifice, from: B, to: tank, area: 1 mm^2}\n"
      "  oil: {type: Volume, at: A, volume: 0.5 l}\n"
      "  load: {type: Orifice, from: A, to: tank, rated_flow: 30 l/min, rated_drop: 120 bar}\n");
  const Results r = test::run(
      model, 3.0, {"pump.flow", "pump.pressure", "oil.pressure", "pump.setting", "edge.drop"}, 3.0);
  const double u = at_end(r, "pump.setting");
  EXPECT_NEAR(at_end(r, "edge.drop"), (20 - 5 * u) * kBar, 1e-4 * kBar);
  const double before = test::density(at_end(r, "pump.pressure")),
               behind = test::density(at_end(r, "oil.pressure"));
  EXPECT_NEAR(at_end(r, "pump.flow"), u * 90 * kLitrePerMinute * test::tank_density() / before,
              1e-9);
  // ṁ² is proportional to ρ Δp.
  EXPECT_NEAR(at_end(r, "oil.pressure"), 6 * at_end(r, "edge.drop") * before / behind, 1e-2 * kBar);
}

TEST(VariablePump, GivesNothingBeyondItsLimit) {
  const Model model = test::read_circuit(
      "  pump: {type: VariablePump, to: P, displacement: 60 cm^3/rev, speed: 1500 rpm,\n"
      "    time_constant: 20 ms, load_sensing: {sense: [P], limit: 250 bar}}\n"
      "  leak: {type: Orifice, from: P, to: tank, rated_flow: 0.5 l/min, rated_drop: 250 bar}\n");
  const Results r = test::run(model, 5.0, {"pump.flow", "pump.pressure"}, 5.0);
  EXPECT_NEAR(at_end(r, "pump.pressure"), 250 * kBar, 0.1 * kBar);
  const double leak = test::orifice_flow(250 * kBar, 0, 0.5 * kLitrePerMinute, 250 * kBar);
  EXPECT_NEAR(at_end(r, "pump.flow"), leak, 1e-3 * leak);
}

}  // namespace
}  // namespace holon
