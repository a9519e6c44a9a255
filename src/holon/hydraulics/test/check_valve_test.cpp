// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/parts/check_valve.h"

#include "pump_circuit.h"

namespace holon {
namespace {

using test::at_end;
using test::kBar;
using test::kFlow;

TEST(CheckValve, LetsOilThroughOneWay) {
  for (const double bar : {30.0, 70.0}) {
    Model model = test::fluid_model();
    test::add_volume(model, "A", 1.0, 50);
    test::add_volume(model, "B", 1.0, bar);
    model.add<CheckValve>("check", {.from = "A", .to = "B", .rated_flow = kFlow});
    const Results r =
        test::run(model, 10.0, {"volume_A.pressure", "volume_B.pressure", "check.flow"}, 10.0);
    const double drop = at_end(r, "volume_A.pressure") - at_end(r, "volume_B.pressure");
    if (bar > 50) {
      EXPECT_NEAR(drop, -20 * kBar, test::kPressureRounding);
    } else {
      // It closes at the cracking pressure, within the smoothed range (1 % of opening_range).
      EXPECT_NEAR(drop, 0.5 * kBar, 0.011 * kBar);
    }
    EXPECT_NEAR(at_end(r, "check.flow"), 0.0, 1e-8 * kFlow);
  }
}

}  // namespace
}  // namespace holon
