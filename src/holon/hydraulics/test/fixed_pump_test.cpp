// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/parts/fixed_pump.h"

#include "pump_circuit.h"

namespace holon {
namespace {

using test::at_end;
using test::kBar;
using test::kDisplacement;
using test::kFlow;
using test::kGlobal;
using test::kSpeed;

TEST(FixedPump, FillsAClosedVolumeAsItsBulkModulusSays) {
  Model model = test::fluid_model();
  FixedPump p = test::pump();
  p.volume = 1e-3;
  p.displacement = kDisplacement / 1000;
  p.initial = FixedPump::Initial{.pressure = 50 * kBar};
  model.add<FixedPump>("pump", p);
  test::add_volume(model, "X", 1.0);
  model.add<Orifice>("shut", {.from = "P", .to = "X", .area = 0.0});
  const Results r =
      test::run(model, 0.5, {"pump.pressure", "pump.torque", "volume_X.pressure"}, 0.5);
  // The density gains the mass that came from the tank.
  EXPECT_NEAR(test::density(at_end(r, "pump.pressure")),
              test::density(50 * kBar) + test::tank_density() * kFlow / 1000 * 0.5 / 1e-3,
              1e-9 * test::kLiquid);
  EXPECT_NEAR(at_end(r, "pump.pressure"), 50 * kBar + 1.4e9 * kFlow / 1000 * 0.5 / 1e-3,
              1e-2 * kBar);  // except for the nuclei
  EXPECT_NEAR(at_end(r, "pump.torque"), kDisplacement / 1000 * at_end(r, "pump.pressure"), 1e-9);
  EXPECT_NEAR(at_end(r, "volume_X.pressure"), 0.0, kGlobal * kBar);
}

TEST(FixedPump, LosesFlowByLeakageAndTorqueByFriction) {
  Model model = test::fluid_model();
  FixedPump p = test::pump();
  p.leakage = 2e-12;
  p.viscous_friction = 0.01;
  p.pressure_friction = 0.03;
  model.add<FixedPump>("pump", p);
  model.add<Orifice>("load",
                     {.from = "P", .to = "tank", .rated_flow = kFlow, .rated_drop = 100 * kBar});
  const Results r = test::run(model, 1.0,
                              {"pump.flow", "pump.pressure", "pump.torque", "pump.shaft_power",
                               "pump.power", "pump.losses", "load.flow", "load.loss"},
                              1.0);
  const double pressure = at_end(r, "pump.pressure"), drawn = kFlow * test::tank_density();
  const double flow = drawn / test::density(pressure) - 2e-12 * pressure;
  EXPECT_NEAR(at_end(r, "pump.flow"), flow, 1e-9 * kFlow);
  EXPECT_NEAR(at_end(r, "load.flow"), flow, kGlobal * kFlow);
  EXPECT_NEAR(flow, test::orifice_flow(pressure, 0, kFlow, 100 * kBar), 1e-5 * flow);
  const double torque = 1.03 * kDisplacement * pressure + 0.01 * kSpeed;
  EXPECT_NEAR(at_end(r, "pump.torque"), torque, 1e-9 * torque);
  EXPECT_NEAR(at_end(r, "pump.shaft_power"), at_end(r, "pump.power") + at_end(r, "pump.losses"),
              1e-6);
  EXPECT_NEAR(at_end(r, "pump.power"), at_end(r, "load.loss"), 1e-5 * at_end(r, "load.loss"));
}

TEST(FixedPump, NeedsExactlyOneDrive) {
  Model model = test::fluid_model();
  FixedPump p = test::pump();
  p.speed.reset();
  model.add<FixedPump>("pump", p);
  test::add_volume(model, "P", 1.0);
  EXPECT_EQ(test::errors_of(model),
            "parts/pump: nothing drives its shaft; give 'speed', or the port that its shaft is "
            "connected to: 'shaft: engine.flange'\n");
}

}  // namespace
}  // namespace holon
