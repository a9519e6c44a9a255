// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/circuit.h"

#include <algorithm>

#include "pump_circuit.h"

namespace holon {
namespace {

using test::at_end;
using test::kBar;

TEST(Circuit, SaysWhereAVolumeIsMissing) {
  Model model = test::fluid_model();
  model.add<FixedPump>("pump", test::pump());
  model.add<Orifice>("one", {.from = "P", .to = "M", .area = 1e-5});
  model.add<Orifice>("two", {.from = "M", .to = "tank", .area = 1e-5});
  EXPECT_EQ(test::errors_of(model),
            "parts/one: to: there is no fluid volume at node 'M': its pressure would be "
            "undetermined while the valves at it are closed; add a part such as {type: Volume, at: "
            "M, volume: 0.1 l}\n");
}

TEST(Circuit, RefusesANodeThatOnePartNames) {
  Model model = test::fluid_model();
  FixedPump p = test::pump();
  p.to = "pressure";
  model.add<FixedPump>("pump", p);
  model.add<Orifice>("load", {.from = "presure", .to = "tank", .area = 1e-5});
  EXPECT_EQ(test::errors_of(model),
            "parts/pump: no other part is connected to node 'pressure'; did you mean 'presure'?\n"
            "parts/load: from: no other part is connected to node 'presure'; did you mean "
            "'pressure'?\n");
}

TEST(Circuit, RefusesTwoStartsOfOneNode) {
  Model model = test::fluid_model();
  FixedPump p = test::pump();
  p.initial = FixedPump::Initial{.pressure = 1.0 * kBar};
  model.add<FixedPump>("pump", p);
  test::add_volume(model, "P", 1.0, 2.0);
  EXPECT_EQ(test::errors_of(model),
            "parts/volume_P: initial.pressure: another part gives the initial pressure of node 'P' "
            "already; give it once\n");
}

TEST(Circuit, NamesNodesWithinCompositeParts) {
  // P of the composite part is power.P outside; the other P is another node.
  const Model model = test::read_circuit(
      "  power:\n"
      "    parts:\n"
      "      pump: {type: FixedPump, to: P, displacement: 10 cm^3/rev, speed: 1000 rpm}\n"
      "      relief: {type: ReliefValve, from: P, cracking: 50 bar, rated_flow: 20 l/min}\n"
      "  supply: {type: Tank, at: P, pressure: 5 bar}\n"
      "  hole: {type: Orifice, from: P, to: tank, area: 1 mm^2}\n"
      "  load: {type: Orifice, from: power.P, to: tank, rated_flow: 10 l/min, rated_drop: 20 "
      "bar}\n");
  const Results r = test::run(model, 2.0, {"power.pump.pressure", "hole.drop"}, 2.0);
  const double mass_flow = 10 * test::kLitrePerMinute * test::tank_density();
  EXPECT_NEAR(at_end(r, "power.pump.pressure"),
              test::find_pressure_before(mass_flow, 10 * test::kLitrePerMinute, 20 * kBar),
              1e-3 * kBar);
  EXPECT_EQ(at_end(r, "hole.drop"), 5 * kBar);
}

TEST(Circuit, OutputsPressuresByTheNamesOfNodes) {
  // In formulas and as outputs, from inside and outside of composite parts, and as states.
  const Model model = test::read_circuit(
      "  power:\n"
      "    parts:\n"
      "      pump: {type: FixedPump, to: P, displacement: 10 cm^3/rev, speed: 1000 rpm}\n"
      "      relief: {type: ReliefValve, from: P, cracking: 50 bar, rated_flow: 20 l/min}\n"
      "      gain: {type: Limiter, input: P.pressure/1e5, limits: [0, 8]}\n"
      "  load: {type: Orifice, from: power.P, to: tank, rated_flow: 10 l/min, rated_drop: 20 bar}\n"
      "  double: {type: Limiter, input: 2*power.P.pressure, limits: [0, 1e9]}\n"
      "  ram: {type: HydraulicCylinder, port: mass.v, B: tank, bore: 50 mm, stroke: 1}\n"
      "  mass: {type: BondGraph, domain: translation, elements: {v: {1: {}}, m: {I: 5}}, bonds: [v "
      "-> m]}\n"
      "  fill: {type: Orifice, from: power.P, to: ram.A, area: 1e-9}\n");
  const Results r = test::run(model, 2.0,
                              {"power.P.pressure", "double.output", "power.gain.output",
                               "ram.A.pressure", "ram.pressure_A"},
                              2.0);
  const double mass_flow = 10 * test::kLitrePerMinute * test::tank_density();
  // Less the flow that fills the ram.
  EXPECT_NEAR(at_end(r, "power.P.pressure"),
              test::find_pressure_before(mass_flow, 10 * test::kLitrePerMinute, 20 * kBar),
              1e-2 * kBar);
  EXPECT_EQ(at_end(r, "double.output"), 2 * at_end(r, "power.P.pressure"));
  EXPECT_EQ(at_end(r, "power.gain.output"), 8);
  EXPECT_EQ(at_end(r, "ram.A.pressure"), at_end(r, "ram.pressure_A"));
  std::vector<std::string> states;
  for (const StateBlock& block : make_system(model).states) states.push_back(block.name);
  EXPECT_NE(std::find(states.begin(), states.end(), "power.P.mass"), states.end());
  EXPECT_NE(std::find(states.begin(), states.end(), "ram.A.mass"), states.end());
}

TEST(Circuit, APartMayHaveTheNameOfItsNode) {
  const Model model = test::read_circuit(
      "  P: {type: Volume, at: P, volume: 1 l, initial: {pressure: 10 bar}}\n"
      "  hole: {type: Orifice, from: P, to: tank, area: 1e-12}\n"
      "  same: {type: Limiter, input: P.pressure, limits: [0, 1e9]}\n");
  EXPECT_NEAR(test::run(model, 1e-3, {"same.output"}, 1e-3).values("same.output")[0], 10 * kBar,
              test::kPressureRounding);
}

TEST(Circuit, RefusesPressuresBelowVacuum) {
  const Model model = test::read_circuit(
      "  oil: {type: Volume, at: P, volume: 1 l, initial: {pressure: -2 bar}}\n"
      "  hole: {type: Orifice, from: P, to: tank, area: 1e-6}\n");
  EXPECT_NE(test::errors_of(model).find("-200000 Pa is below vacuum"), std::string::npos)
      << test::errors_of(model);
}

TEST(Circuit, RefusesATankBelowVacuum) {
  const Model model = test::read_circuit(
      "  sump: {type: Tank, at: S, pressure: -3 bar}\n"
      "  hole: {type: Orifice, from: tank, to: S, area: 1e-6}\n");
  EXPECT_NE(test::errors_of(model).find("-300000 Pa is below vacuum"), std::string::npos)
      << test::errors_of(model);
}

std::string errors_in(const std::string& text) {
  Diagnostics diagnostics;
  Diagnostics::Style style;
  style.source_line = false;
  load_model_text("holon: 1\n" + text + "parts: {oil: {type: Volume, at: P, volume: 1}}\n",
                  builtin_catalogue(), {}, diagnostics, "m.yaml");
  return diagnostics.to_string(style);
}

TEST(Circuit, WarnsOfAFluidThatNothingIsFilledWith) {
  Diagnostics diagnostics;
  load_model_text("holon: 1\nfluid: {name: HLP46}\nparts: {m: {type: PointMass, mass: 1}}\n",
                  builtin_catalogue(), {}, diagnostics, "m.yaml");
  EXPECT_NE(
      diagnostics.to_string().find("'fluid' has no effect: no part of this model is hydraulic"),
      std::string::npos)
      << diagnostics.to_string();
  EXPECT_FALSE(diagnostics.has_errors());
}

TEST(Circuit, ReportsInvalidFluids) {
  EXPECT_EQ(errors_in("fluid: {name: HLP46, temperature: 45 degC, air: 0.5 %}\n"), "");
  EXPECT_NE(errors_in("fluid: {name: HLP64}\n").find("did you mean 'HLP46'"), std::string::npos);
  EXPECT_NE(errors_in("fluid: {air: 2}\n").find("air"), std::string::npos);
  EXPECT_NE(errors_in("fluid: {viscosity: 46 cm}\n").find("in m^2/s"), std::string::npos);
  EXPECT_NE(errors_in("fluid: {temprature: 45 degC}\n").find("did you mean 'temperature'"),
            std::string::npos);
}

TEST(Circuit, RefusesFluidsThatBoilOrFreeze) {
  const auto errors_with = [](const std::string& fluid) {
    Diagnostics diagnostics;
    return test::errors_of(
        load_model_text("holon: 1\n" + fluid + "parts: {oil: {type: Volume, at: P, volume: 1}}\n",
                        builtin_catalogue(), {}, diagnostics, "m.yaml"));
  };
  const auto has = [](const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
  };
  // Water at 100 degC has the vapour pressure 101.3 kPa, by Antoine's equation some more.
  EXPECT_TRUE(has(errors_with("fluid: {name: water, temperature: 100 degC}\n"), "the fluid boils"));
  EXPECT_TRUE(
      has(errors_with("fluid: {name: HLP46, vapour_pressure: 2 bar}\n"), "the fluid boils"));
  EXPECT_TRUE(
      has(errors_with("fluid: {name: water, temperature: -5 degC}\n"), "from 0 to 100 degC"));
  const std::string hot = errors_with("fluid: {name: water, temperature: 95 degC}\n");
  EXPECT_FALSE(has(hot, "boils") || has(hot, "degC")) << hot;
}

}  // namespace
}  // namespace holon
