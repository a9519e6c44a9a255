// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/end_cushion.h"

#include "circuits.h"

namespace holon {
namespace {

using test::at;
using test::kPi;

using test::kAreaA;
using test::kAreaB;
constexpr double kLength = 0.05, kThrottle = 2e-6, kWide = 10 * kThrottle;

/// A mass of 400 kg on a rail, both chambers open to the tank.
std::string cushioned_axis(const std::string& cushions, double position, double speed) {
  return "  mass: {type: RigidBody, mass: 400, inertia: {box: [0.4, 0.4, 0.4]}}\n"
         "  rail: {type: Prismatic, between: [world, mass], axis: x, initial: {position: " +
         std::to_string(position) + ", speed: " + std::to_string(speed) +
         "}}\n"
         "  ram: {type: HydraulicCylinder, port: rail.flange, bore: 50 mm, rod: 30 mm, stroke: 1 "
         "m, "
         "A: tank, B: tank, cushions: {" +
         cushions + "}}\n";
}
const std::string kBoth =
    "B: {length: 50 mm, throttle: 2 mm^2, share: 0.8}, "
    "A: {length: 50 mm, throttle: 2 mm^2, share: 0.8}";

TEST(EndCushion, BrakesAsItsThrottleShuts) {
  // m v dv/dx = −K v² (1/a² − 1/a_0²): v = v_0 exp(−K/m ((1/a − 1/a_0) l/(a_0 − a_1) − x/a_0²)).
  for (const double speed : {0.4, -0.4}) {
    const double area = 0.8 * (speed > 0 ? kAreaB : kAreaA);
    const double k = 860.0 / 2 * area * area * area / (0.7 * 0.7);
    const Results r = test::run(test::read_circuit(cushioned_axis(kBoth, 0.3, speed)), 6.0,
                                {"ram.position", "ram.speed", "ram.stop_force",
                                 "ram.cushion_pressure_A", "ram.cushion_pressure_B"},
                                1e-3);
    double reached = 0;
    for (std::size_t row = 0; row < r.row_count(); ++row) {
      const double s = at(r, row, "ram.position"), left = speed > 0 ? 1 - s : s;
      const double v = at(r, row, "ram.speed") * (speed > 0 ? 1 : -1);
      if (left < 2e-5 || v < 0) break;  // start of the end stop
      if (left >= kLength) {
        EXPECT_NEAR(v, 0.4, 1e-9);
        continue;
      }
      const double x = kLength - left, a = kWide - (kWide - kThrottle) * x / kLength;
      const double slope = (kWide - kThrottle) / kLength;
      const double sum = (1 / a - 1 / kWide) / slope - x / (kWide * kWide);
      EXPECT_NEAR(v, 0.4 * std::exp(-k / 400 * sum), 1e-7) << s;
      const double pressure =
          at(r, row, speed > 0 ? "ram.cushion_pressure_B" : "ram.cushion_pressure_A");
      EXPECT_GE(pressure, 0.0);
      EXPECT_NEAR(std::abs(at(r, row, "ram.stop_force")), area * pressure, 1e-6);
      reached = v;
    }
    EXPECT_LT(reached, 0.1 * 0.4);
  }
}

TEST(EndCushion, LetsThePistonOutFreely) {
  const Results r = test::run(test::read_circuit(cushioned_axis(kBoth, 0.98, -0.4)), 0.1,
                              {"ram.position", "ram.speed", "ram.stop_force"}, 1e-3);
  // At 0.98 of 1 m, while retracting: no deceleration.
  for (std::size_t row = 0; row < r.row_count(); ++row) {
    EXPECT_EQ(at(r, row, "ram.stop_force"), 0.0);
    EXPECT_NEAR(at(r, row, "ram.speed"), -0.4, 1e-12);
  }
}

TEST(EndCushion, CostsFewSteps) {
  SimulateSettings settings;
  settings.until = 3.0;
  settings.tolerance = 1e-6;
  settings.engine = EngineChoice::tape;
  settings.solver = SolverMethod::cvode;
  const System system = make_system(test::read_circuit(cushioned_axis(kBoth, 0.3, 0.4)));
  Simulation simulation(system, settings);
  const StepStatistics steps = simulation.run().status.steps;
  EXPECT_LT(steps.steps, 600);
}

TEST(EndCushion, MustShutAndEnd) {
  const auto errors = [](const std::string& cushion) {
    return test::errors_of(test::read_circuit(cushioned_axis("A: {" + cushion + "}", 0.3, 0)));
  };
  EXPECT_NE(errors("length: 1, throttle: 1e-6").find("as long as the stroke"), std::string::npos);
  EXPECT_NE(errors("length: 0.05, throttle: 1e-4, opening: 1e-5").find("does not close"),
            std::string::npos);
}

}  // namespace
}  // namespace holon
