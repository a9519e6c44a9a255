// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/parts/relief_valve.h"

#include "holon/base/error_scale.h"
#include "pump_circuit.h"

namespace holon {
namespace {

using test::at_end;
using test::kBar;
using test::kFlow;
using test::kGlobal;

TEST(ReliefValve, CarriesAPumpsFlowAtCrackingAndItsPartOfTheOverride) {
  Model model = test::fluid_model();
  model.add<FixedPump>("pump", test::pump());
  model.add<ReliefValve>("relief", {.from = "P",
                                    .cracking = 210 * kBar,
                                    .rated_flow = 2 * kFlow,
                                    .pressure_override = 20 * kBar});
  const Results r = test::run(model, 1.0, {"pump.pressure", "relief.flow", "relief.opening"}, 1.0);
  // Half open except for the root and the density: a √((210 + 20 a)/230 · ρ_l/ρ) = ρ_tank/(2 ρ).
  double a = 0.5;
  for (int k = 0; k < 50; ++k) {
    const double p = (210 + 20 * a) * kBar;
    a = kFlow * test::tank_density() / test::density(p) /
        test::orifice_flow(p, 0, 2 * kFlow, 230 * kBar);
  }
  EXPECT_NEAR(at_end(r, "relief.flow"),
              kFlow * test::tank_density() / test::density(at_end(r, "pump.pressure")),
              kGlobal * kFlow);
  EXPECT_NEAR(at_end(r, "relief.opening"), a, 1e-5);
  EXPECT_NEAR(at_end(r, "pump.pressure"), (210 + 20 * a) * kBar, 1e-5 * 210 * kBar);
}

TEST(ReliefValve, IsShutBelowCracking) {
  Model model = test::fluid_model();
  test::add_volume(model, "P", 1.0, 200);
  model.add<ReliefValve>("relief", {.from = "P", .cracking = 210 * kBar});
  const Results r = test::run(model, 10.0, {"volume_P.pressure", "relief.flow"}, 10.0);
  EXPECT_EQ(at_end(r, "relief.flow"), 0.0);
  EXPECT_NEAR(at_end(r, "volume_P.pressure"), 200 * kBar, test::kPressureRounding);
}

TEST(ReliefValve, WithALagOvershootsAndSettles) {
  Model model = test::fluid_model();
  model.add<FixedPump>("pump", test::pump());
  model.add<ReliefValve>("relief", {.from = "P",
                                    .cracking = 210 * kBar,
                                    .rated_flow = 2 * kFlow,
                                    .pressure_override = 20 * kBar,
                                    .time_constant = 5e-3});
  const Results r = test::run(model, 1.0, {"pump.pressure", "relief.flow"}, 1e-3);
  double peak = 0;
  for (const double p : r.values("pump.pressure")) peak = std::max(peak, p);
  EXPECT_GT(peak, 225 * kBar);
  EXPECT_NEAR(at_end(r, "relief.flow"),
              kFlow * test::tank_density() / test::density(at_end(r, "pump.pressure")),
              1e-4 * kFlow);
}

TEST(ReliefValve, ErrorsOfPressuresAreMeasuredByAQuarterOfItsCracking) {
  // A state's nominal mass is that of a change of pressure; without a relief valve of 5 bar.
  const auto nominal_mass = [](double cracking) {
    Model model = test::fluid_model();
    model.add<FixedPump>("pump", test::pump());
    test::add_volume(model, "P", 1.0, 2);
    if (cracking > 0) model.add<ReliefValve>("relief", {.from = "P", .cracking = cracking});
    for (const StateBlock& state : make_system(model).states)
      if (state.name == "P.mass") return nominal_size(state.nominal);
    return 0.0;
  };
  const double without = nominal_mass(0);
  EXPECT_GT(without, 0);
  EXPECT_NEAR(nominal_mass(200 * kBar), without * (50.0 / 5.0), 1e-12 * without);
  EXPECT_EQ(nominal_mass(10 * kBar), without);  // less than 5 bar never
}

}  // namespace
}  // namespace holon
