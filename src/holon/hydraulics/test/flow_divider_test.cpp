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
  const double p = at_end(r, "pump.pressure"), p_l = at_end(r, "oil_L.pressure"),
               p_r = at_end(r, "oil_R.pressure"), drawn = kLitrePerMinute * test::tank_density();
  EXPECT_NEAR(at_end(r, "divider.flow_A"), 40 * drawn / test::density(p_l),
              1e-5 * 40 * kLitrePerMinute);
  EXPECT_NEAR(at_end(r, "divider.flow_B"), 20 * drawn / test::density(p_r),
              1e-5 * 20 * kLitrePerMinute);
  EXPECT_NEAR(p_l, test::find_pressure_before(40 * drawn, 40 * kLitrePerMinute, 150 * kBar),
              1e-2 * kBar);
  EXPECT_NEAR(p_r, test::find_pressure_before(20 * drawn, 20 * kLitrePerMinute, 30 * kBar),
              1e-2 * kBar);
  // The torques are balanced: 20 (p − p_L) + 10 (p − p_R) = 2π · 0.02 ω.
  const double w = 2000.0 / 60 * 2 * test::kPi * test::tank_density() / test::density(p);
  EXPECT_NEAR(at_end(r, "divider.shaft_speed"), w, 1e-5 * w);
  const double friction = 0.02 * w / (30e-6 / (2 * test::kPi));
  EXPECT_NEAR(p, (2 * p_l + p_r) / 3 + friction, 1e-3 * kBar);
  // Friction, and the loss of mixing at unequal pressures: Q Δp − ṁ Δh.
  const auto mixing = [&](double per_turn, double to) {
    const double flow = per_turn * w / (2 * test::kPi);
    return flow * (to - p) - test::density(p) * flow * (test::enthalpy(to) - test::enthalpy(p));
  };
  const double losses = 0.02 * w * w + mixing(20e-6, p_l) + mixing(10e-6, p_r);
  EXPECT_NEAR(at_end(r, "divider.losses"), losses, 1e-4 * losses);
}

}  // namespace
}  // namespace holon
