// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/parts/hydraulic_motor.h"

#include "circuits.h"

namespace holon {
namespace {

using test::at_end;
using test::kLitrePerMinute;

TEST(HydraulicMotor, TurnsALoadByItsFlowAndTorque) {
  const Model model = test::read_circuit(
      "  load: {type: BondGraph, domain: rotation, elements: {w: {1: {}}, J: {I: 0.2}, b: {R: "
      "0.5}},\n"
      "    bonds: [w -> J, w -> b]}\n"
      "  pump: {type: FixedPump, to: P, displacement: 40 cm^3/rev, speed: 1500 rpm}\n"
      "  motor: {type: HydraulicMotor, A: P, displacement: 50 cm^3/rev, shaft: load.w,\n"
      "    leakage: 1e-12, viscous_friction: 0.02, pressure_friction: 0.05}\n");
  const Results r = test::run(model, 20.0,
                              {"motor.shaft_speed", "motor.torque", "motor.flow", "pump.pressure",
                               "motor.power", "motor.losses", "motor.shaft_power", "load.b.effort"},
                              20.0);
  const double d = 50e-6 / (2 * test::kPi), p = at_end(r, "pump.pressure");
  const double w = (60 * kLitrePerMinute * test::tank_density() / test::density(p) - 1e-12 * p) / d;
  EXPECT_NEAR(at_end(r, "motor.shaft_speed"), w, 1e-5 * w);
  EXPECT_NEAR(at_end(r, "load.b.effort"), 0.5 * w, 1e-5 * w);
  // D p less its own friction drives the load.
  EXPECT_NEAR(0.95 * d * p - 0.02 * w, 0.5 * w, 1e-4 * w);
  EXPECT_NEAR(at_end(r, "motor.torque"), -0.5 * w, 1e-4 * w);
  EXPECT_NEAR(at_end(r, "motor.power"), at_end(r, "motor.losses") - at_end(r, "motor.shaft_power"),
              1e-6 * at_end(r, "motor.power"));
}

TEST(HydraulicMotor, NamesThePortThatWasMeant) {
  const Model model = test::read_circuit(
      "  load: {type: BondGraph, domain: rotation, elements: {wheel: {1: {}}, J: {I: 0.2}},\n"
      "    bonds: [wheel -> J]}\n"
      "  pump: {type: FixedPump, to: P, displacement: 40 cm^3/rev, speed: 1500 rpm}\n"
      "  motor: {type: HydraulicMotor, A: P, displacement: 50 cm^3/rev, shaft: load.wheels}\n");
  EXPECT_NE(
      test::errors_of(model).find("there is no port 'load.wheels'; did you mean 'load.wheel'?"),
      std::string::npos);
}

}  // namespace
}  // namespace holon
