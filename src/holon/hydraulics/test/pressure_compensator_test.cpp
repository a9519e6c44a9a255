// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/parts/pressure_compensator.h"

#include "circuits.h"

namespace holon {
namespace {

using test::at_end;
using test::kBar;
using test::kLitrePerMinute;

TEST(PressureCompensator, KeepsTheFlowWhateverTheLoad) {
  for (const double load : {20.0, 150.0}) {
    const Model model = test::read_circuit(
        "  supply: {type: Tank, at: P, pressure: 200 bar}\n"
        "  balance: {type: PressureCompensator, from: P, to: M, sense: L, setting: 8 bar,\n"
        "    range: 2 bar, rated_flow: 100 l/min}\n"
        "  between: {type: Volume, at: M, volume: 0.05 l, initial: {pressure: 100 bar}}\n"
        "  edge: {type: Orifice, from: M, to: L, rated_flow: 30 l/min, rated_drop: 9 bar}\n"
        "  load: {type: Tank, at: L, pressure: " +
        std::to_string(load) + " bar}\n");
    const Results r = test::run(model, 1.0, {"edge.flow", "edge.drop", "balance.opening"}, 1.0);
    // Between 8 bar, open, and 10 bar, closed.
    EXPECT_GT(at_end(r, "edge.drop"), 8 * kBar);
    EXPECT_LT(at_end(r, "edge.drop"), 10 * kBar);
    EXPECT_NEAR(at_end(r, "edge.drop"), (8 + 2 * (1 - at_end(r, "balance.opening"))) * kBar,
                1e-3 * kBar);
    EXPECT_NEAR(at_end(r, "edge.flow"), 30 * kLitrePerMinute, 0.06 * 30 * kLitrePerMinute);
  }
}

}  // namespace
}  // namespace holon
