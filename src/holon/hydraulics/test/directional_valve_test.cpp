// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/parts/directional_valve.h"

#include "circuits.h"

namespace holon {
namespace {

using test::at;
using test::at_end;
using test::kBar;
using test::kLitrePerMinute;

Model switched(const std::string& command, const std::string& centre) {
  return test::read_circuit(
      "  pump: {type: FixedPump, to: P, displacement: 20 cm^3/rev, speed: 1500 rpm}\n"
      "  relief: {type: ReliefValve, from: P, cracking: 100 bar, rated_flow: 60 l/min}\n"
      "  valve: {type: DirectionalValve, P: P, A: A, B: B, command: \"" +
      command + "\", centre: " + centre +
      ", rated_flow: 30 l/min, rated_drop: 5 bar}\n"
      "  a: {type: Volume, at: A, volume: 0.2 l}\n"
      "  b: {type: Volume, at: B, volume: 0.2 l}\n"
      "  load: {type: Orifice, from: A, to: B, rated_flow: 30 l/min, rated_drop: 50 bar}\n");
}

TEST(DirectionalValve, LeadsThePumpToOneSideOrTheOther) {
  for (const double side : {1.0, -1.0}) {
    const Model model = switched(std::to_string(side), "closed");
    const Results r = test::run(model, 2.0,
                                {"load.flow", "valve.flow_A", "valve.flow_T", "pump.pressure",
                                 "valve.position", "valve.loss"},
                                2.0);
    // The flow that the pump takes from the tank passes all edges: p after each, from the tank on.
    const double drawn = 30 * kLitrePerMinute * test::tank_density();
    std::vector<double> p{0.0};
    for (const double rated : {5.0, 50.0, 5.0}) {
      double before = p.back() + rated * kBar;
      for (int k = 0; k < 50; ++k)
        before = p.back() + rated * kBar * std::pow(drawn / (30 * kLitrePerMinute), 2) /
                                (test::kLiquid * test::density(before));
      p.push_back(before);
    }
    EXPECT_NEAR(at_end(r, "load.flow"), side * drawn / test::density(p[2]),
                1e-5 * 30 * kLitrePerMinute);
    EXPECT_NEAR(at_end(r, "valve.flow_T"), 30 * kLitrePerMinute, 1e-5 * 30 * kLitrePerMinute);
    EXPECT_NEAR(at_end(r, "pump.pressure"), p[3], 1e-2 * kBar);
    const double loss =
        drawn * (test::enthalpy(p[3]) - test::enthalpy(p[2]) + test::enthalpy(p[1]));
    EXPECT_NEAR(at_end(r, "valve.loss"), loss, 1.0);
  }
}

TEST(DirectionalValve, RestsAsItsCentreSays) {
  for (const auto& [centre, pressure] :
       {std::pair("closed", 105.0), std::pair("floating", 105.0), std::pair("tandem", 5.0)}) {
    const Results r = test::run(switched("0", centre), 2.0, {"pump.pressure", "load.flow"}, 2.0);
    EXPECT_NEAR(at_end(r, "pump.pressure"), pressure * kBar, 1 * kBar) << centre;
    EXPECT_NEAR(at_end(r, "load.flow"), 0.0, 1e-9) << centre;
  }
}

TEST(DirectionalValve, SwitchesInItsTime) {
  const Results r =
      test::run(switched("if(time < 1 [s], 0, 1)", "tandem"), 1.1, {"valve.position"}, 0.01);
  const double w = 5 / 50e-3;
  for (std::size_t row = 0; row < r.row_count(); ++row) {
    const double t = std::max(at(r, row, "time") - 1.0, 0.0);
    EXPECT_NEAR(at(r, row, "valve.position"), 1 - (1 + w * t) * std::exp(-w * t), 1e-7);
  }
}

}  // namespace
}  // namespace holon
