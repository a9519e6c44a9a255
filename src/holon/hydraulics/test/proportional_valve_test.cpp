// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/parts/proportional_valve.h"

#include "circuits.h"

namespace holon {
namespace {

using test::at;
using test::at_end;
using test::kBar;
using test::kLitrePerMinute;

constexpr double kRated = 40 * kLitrePerMinute;

Model metered(const std::string& command, const std::string& more = "") {
  return test::read_circuit(
      "  supply: {type: Tank, at: P, pressure: 100 bar}\n"
      "  valve: {type: ProportionalValve, P: P, A: A, B: B, command: \"" +
      command + "\", rated_flow: 40 l/min, rated_drop: 5 bar" + more +
      "}\n"
      "  a: {type: Tank, at: A, pressure: 80 bar}\n"
      "  b: {type: Tank, at: B, pressure: 30 bar}\n"
      "  clock: {type: Integrator, input: 1}\n");
}

TEST(ProportionalValve, MetersByItsSpoolAndTheRootOfTheDrop) {
  const Results r = test::run(
      metered("0.5"), 0.1,
      {"valve.flow_P", "valve.flow_A", "valve.flow_B", "valve.flow_T", "valve.loss"}, 0.1);
  // Mass flows by the density upstream, volume flows by that of the port.
  const auto edge = [](double from, double to) {
    return test::density(from * kBar) *
           test::orifice_flow(from * kBar, to * kBar, 0.5 * kRated, 5 * kBar);
  };
  const auto flow_at = [](double bar, double mass) { return mass / test::density(bar * kBar); };
  EXPECT_NEAR(at_end(r, "valve.flow_A"), flow_at(80, edge(100, 80)), 1e-5 * kRated);
  EXPECT_NEAR(at_end(r, "valve.flow_P"), flow_at(100, edge(100, 80)), 1e-5 * kRated);
  EXPECT_NEAR(at_end(r, "valve.flow_B"), -flow_at(30, edge(30, 0)), 1e-5 * kRated);
  EXPECT_NEAR(at_end(r, "valve.flow_T"), flow_at(0, edge(30, 0)), 1e-5 * kRated);
  const double loss = edge(100, 80) * (test::enthalpy(100 * kBar) - test::enthalpy(80 * kBar)) +
                      edge(30, 0) * test::enthalpy(30 * kBar);
  EXPECT_NEAR(at_end(r, "valve.loss"), loss, 1e-5 * loss);
  const Results back = test::run(metered("-0.5"), 0.1, {"valve.flow_A", "valve.flow_B"}, 0.1);
  EXPECT_NEAR(at_end(back, "valve.flow_A"), -flow_at(80, edge(80, 0)), 1e-5 * kRated);
  EXPECT_NEAR(at_end(back, "valve.flow_B"), flow_at(30, edge(100, 30)), 1e-5 * kRated);
}

TEST(ProportionalValve, IsShutInItsOverlap) {
  for (const char* command : {"0.09", "-0.09", "0"}) {
    const Results r = test::run(metered(command, ", overlap: 0.1"), 0.1,
                                {"valve.flow_A", "valve.flow_B", "valve.flow_P"}, 0.1);
    EXPECT_EQ(at_end(r, "valve.flow_A"), 0.0);
    EXPECT_EQ(at_end(r, "valve.flow_B"), 0.0);
    EXPECT_EQ(at_end(r, "valve.flow_P"), 0.0);
  }
  const Results open = test::run(metered("1", ", overlap: 0.1"), 0.1, {"valve.flow_A"}, 0.1);
  EXPECT_NEAR(at_end(open, "valve.flow_A"), 2 * kRated, 5e-3 * kRated);
}

TEST(ProportionalValve, LeaksWhereItIsShut) {
  const Results r = test::run(metered("0", ", overlap: 0.1, leakage: 1e-12"), 0.1,
                              {"valve.flow_A", "valve.flow_B", "valve.flow_P"}, 0.1);
  const auto leak = [](double from, double to) {
    return 1e-12 * (from - to) * kBar * test::density(from * kBar);
  };
  EXPECT_NEAR(at_end(r, "valve.flow_A"), (leak(100, 80) - leak(80, 0)) / test::density(80 * kBar),
              1e-15);
  EXPECT_NEAR(at_end(r, "valve.flow_B"), (leak(100, 30) - leak(30, 0)) / test::density(30 * kBar),
              1e-15);
  EXPECT_NEAR(at_end(r, "valve.flow_P"),
              (leak(100, 80) + leak(100, 30)) / test::density(100 * kBar), 1e-15);
}

TEST(ProportionalValve, FollowsItsCommandInSecondOrderAndUpToItsStops) {
  const Results r = test::run(metered("if(time < 0.1 [s], 0, 3)", ", bandwidth: 10 Hz"), 0.3,
                              {"valve.position"}, 0.01);
  const double w = 2 * test::kPi * 10;
  for (std::size_t row = 0; row < r.row_count(); ++row) {
    const double t = std::max(at(r, row, "time") - 0.1, 0.0);
    EXPECT_NEAR(at(r, row, "valve.position"), 1 - (1 + w * t) * std::exp(-w * t), 1e-7);
  }
}

}  // namespace
}  // namespace holon
