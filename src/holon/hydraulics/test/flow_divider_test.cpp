// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/parts/flow_divider.h"

#include "circuits.h"

namespace holon {
namespace {

using test::at_end;
using test::kBar;
using test::kLitrePerMinute;

TEST(FlowDivider, SharesAFlowAgainstUnequalLoads) {
  const Model model = test::read_circuit(
      "  pump: {type: FixedPump, to: P, displacement: 60 cm^3/rev, speed: 1000 rpm}\n"
      "  divider: {type: FlowDivider, from: P, A: L, B: R, displacement_A: 20 cm^3/rev,\n"
      "    displacement_B: 10 cm^3/rev, viscous_friction: 0.02}\n"
      "  oil_L: {type: Volume, at: L, volume: 0.5 l}\n"
      "  oil_R: {type: Volume, at: R, volume: 0.5 l}\n"
      "  left: {type: Orifice, from: L, to: tank, rated_flow: 40 l/min, rated_drop: 150 bar}\n"
      "  right: {type: Orifice, from: R, to: tank, rated_flow: 20 l/min, rated_drop: 30 bar}\n");
  const Results r =
      test::run(model, 3.0,
                {"divider.flow_A", "divider.flow_B", "pump.pressure", "oil_L.pressure",
                 "oil_R.pressure", "divider.losses", "divider.shaft_speed"},
                3.0);
  EXPECT_NEAR(at_end(r, "divider.flow_A"), 40 * kLitrePerMinute, 1e-5 * 40 * kLitrePerMinute);
  EXPECT_NEAR(at_end(r, "divider.flow_B"), 20 * kLitrePerMinute, 1e-5 * 20 * kLitrePerMinute);
  // The torques even out: 20 (p − 150) + 10 (p − 30) = 2π · 0.02 ω.
  const double w = 2000.0 / 60 * 2 * test::kPi;
  EXPECT_NEAR(at_end(r, "divider.shaft_speed"), w, 1e-5 * w);
  const double friction = 0.02 * w / (30e-6 / (2 * test::kPi));
  EXPECT_NEAR(at_end(r, "pump.pressure"), 110 * kBar + friction, 1e-3 * kBar);
  EXPECT_NEAR(at_end(r, "divider.losses"), 0.02 * w * w, 1e-4 * 0.02 * w * w);
}

}  // namespace
}  // namespace holon
