// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Cylinders between the pins of bodies, and the cost of switching in steps.
#include <algorithm>

#include "circuits.h"
#include "holon/hydraulics/parts/hydraulic_cylinder.h"

namespace holon {
namespace {

using test::at;
using test::at_end;
using test::kBar;
using test::kPi;

using test::kAreaA;
using test::kAreaB;

TEST(HydraulicCylinder, PushesTwoPinsApartAlongTheirLine) {
  const Model model = test::read_circuit(
      "  link: {type: RigidBody, mass: 30, inertia: {rod: {length: 1, axis: x}}, "
      "center_of_mass: [0.5, 0, 0], frames: {lug: {at: [0.8, 0, 0]}}}\n"
      "  pin: {type: Revolute, between: [world, link], axis: y}\n"
      "  base: {type: Frame, position: [0.3, 0, -0.6]}\n"
      "  ram: {type: HydraulicCylinder, between: [base, link.lug], bore: 50 mm, rod: 30 mm, "
      "stroke: 0.3, closed_length: 0.6, initial: {pressure_A: 10 bar, pressure_B: 5 bar}}\n"
      "  a: {type: Volume, at: ram.A, volume: 1 l}\n"
      "  b: {type: Volume, at: ram.B, volume: 1 l}\n");
  const Results r = test::run(
      model, 0.01,
      {"ram.position", "ram.force", "ram.speed", "ram.power", "pin.acceleration", "pin.rate"},
      0.01);
  const double length = std::hypot(0.5, 0.6), force = 10 * kBar * kAreaA - 5 * kBar * kAreaB;
  EXPECT_NEAR(at(r, 0, "ram.position"), length - 0.6, 1e-12);
  EXPECT_NEAR(at(r, 0, "ram.force"), force, 1e-9 * force);
  // About the pin: weight 30 g at 0.5 m, the cylinder at the arm 0.8 · 0.6/length.
  const double arm = 0.8 * 0.6 / length;
  EXPECT_NEAR(at(r, 0, "pin.acceleration"), (30 * 9.80665 * 0.5 - force * arm) / (30.0 / 3), 1e-9);
  EXPECT_NEAR(at_end(r, "ram.power"), at_end(r, "ram.force") * at_end(r, "ram.speed"), 1e-9);
}

/// Steps of a run, and rejected ones.
StepStatistics count_steps(const Model& model, double until, double tolerance = 1e-5) {
  SimulateSettings settings;
  settings.until = until;
  settings.tolerance = tolerance;
  settings.engine = EngineChoice::tape;
  settings.solver = SolverMethod::cvode;
  const System system = make_system(model);
  Simulation simulation(system, settings);
  return simulation.run().status.steps;
}

const std::string kRail = "  mass: {type: RigidBody, mass: 400, inertia: {box: [0.4, 0.4, 0.4]}}\n";

/// The valve opens for half a second and closes, the pump's flow passes the relief valve; the
/// piston hits its end stop if the stroke is short.
std::string axis(const std::string& stroke) {
  return kRail +
         "  rail: {type: Prismatic, between: [world, mass], axis: x, initial: {position: 0.5}}\n"
         "  pump: {type: FixedPump, to: P, displacement: 20 cm^3/rev, speed: 1500 rpm}\n"
         "  relief: {type: ReliefValve, from: P, cracking: 100 bar, rated_flow: 60 l/min}\n"
         "  valve: {type: ProportionalValve, P: P, A: ram.A, B: ram.B, rated_flow: 30 l/min, "
         "overlap: 0.05, bandwidth: 20 Hz, command: \"if(time > 0.5 [s] and time < 1 [s], 1, "
         "0)\"}\n"
         "  ram: {type: HydraulicCylinder, port: rail.flange, bore: 50 mm, rod: 30 mm, stroke: " +
         stroke +
         ", dead_volume: 0.05 l, friction: {viscous: 6000}, initial: {pressure_A: 10 bar, "
         "pressure_B: 15.625 bar}}\n";
}

TEST(HydraulicCircuit, OpensAndShutsItsValvesInFewSteps) {
  const StepStatistics steps = count_steps(test::read_circuit(axis("1 m")), 3.0);
  // Two oscillations of 23 Hz that decay in half a second, about thirty periods of fifty steps.
  EXPECT_LT(steps.steps, 3000);
  EXPECT_LT(steps.rejections, 0.15 * static_cast<double>(steps.steps));
}

TEST(HydraulicCircuit, RunsIntoAnEndStopInFewSteps) {
  const Model model = test::read_circuit(axis("560 mm"));
  const StepStatistics steps = count_steps(model, 3.0);
  EXPECT_LT(steps.steps, 4000);
  EXPECT_LT(steps.rejections, 0.15 * static_cast<double>(steps.steps));
  const Results r = test::run(model, 0.99,
                              {"ram.position", "ram.stop_force", "ram.pressure_A", "ram.pressure_B",
                               "rail.speed", "ram.force"},
                              0.01, SolverMethod::cvode, 1e-8);
  // Pressed against the stop by the relief valve's pressure: it is compressed by F/k.
  const double k = 350 * kBar * kAreaA / 0.5e-3;
  EXPECT_NEAR(at_end(r, "ram.force"), 0.0, 20.0);
  EXPECT_NEAR(at_end(r, "ram.position"), 0.56 - at_end(r, "ram.stop_force") / k, 2e-5);
  EXPECT_GT(at_end(r, "ram.pressure_A"), 100 * kBar);
}

TEST(HydraulicCircuit, CavitatesInFewSteps) {
  // 400 kg at 1 m/s against a closing valve: one chamber is compressed, the other opens a cavity.
  const Model model = test::read_circuit(
      kRail +
      "  rail: {type: Prismatic, between: [world, mass], axis: x, initial: {position: 0.2, speed: "
      "1}}\n"
      "  ram: {type: HydraulicCylinder, port: rail.flange, bore: 50 mm, rod: 30 mm, stroke: 0.8, "
      "dead_volume: 0.05 l, friction: {viscous: 4000}}\n"
      "  relief: {type: ReliefValve, from: ram.B, cracking: 80 bar, rated_flow: 100 l/min}\n"
      "  hole: {type: Orifice, from: ram.A, to: tank, area: 0.5 mm^2}\n");
  const StepStatistics steps = count_steps(model, 2.0);
  EXPECT_LT(steps.steps, 2000);
  EXPECT_LT(steps.rejections, 0.15 * static_cast<double>(steps.steps));
  const Results r =
      test::run(model, 2.0, {"ram.pressure_A", "ram.pressure_B"}, 1e-3, SolverMethod::cvode, 1e-8);
  double lowest = 0, highest = 0;
  for (std::size_t row = 0; row < r.row_count(); ++row) {
    lowest = std::min(lowest, at(r, row, "ram.pressure_A"));
    highest = std::max(highest, at(r, row, "ram.pressure_B"));
  }
  EXPECT_GT(lowest, -1.01325e5 - 20);
  EXPECT_LT(lowest, -1.0e5);
  EXPECT_GT(highest, 80 * kBar);
  EXPECT_LT(highest, 90 * kBar);
}

TEST(HydraulicCircuit, LiftsABladeWithAPumpAReliefValveAndAValve) {
  const Model model = test::read_circuit(
      "  blade: {type: RigidBody, mass: 2 t, inertia: {box: [0.3, 3, 1]}, center_of_mass: [3, 0, "
      "0], "
      "frames: {lug: {at: [2.4, 0, -0.1]}}}\n"
      "  hinge: {type: Revolute, between: [world, blade], axis: -y}\n"
      "  chassis: {type: Frame, position: [1, 0, 1.3]}\n"
      "  pump: {type: FixedPump, from: tank, to: P, displacement: 63 cm^3/rev, speed: 2000 rpm}\n"
      "  relief: {type: ReliefValve, from: P, to: tank, cracking: 210 bar}\n"
      "  valve: {type: ProportionalValve, P: P, T: tank, A: lift.A, B: lift.B, command: -0.3, "
      "rated_flow: 80 l/min, rated_drop: 10 bar, bandwidth: 15 Hz}\n"
      "  lift: {type: HydraulicCylinder, between: [chassis, blade.lug], bore: 110 mm, rod: 63 mm, "
      "stroke: 1.2 m, initial: {pressure_A: 20 bar, pressure_B: 150 bar}}\n");
  const Results r =
      test::run(model, 1.5, {"hinge.angle", "pump.pressure", "lift.position", "lift.pressure_B"},
                0.01, SolverMethod::cvode, 1e-8);
  EXPECT_LT(at_end(r, "lift.position"), at(r, 0, "lift.position") - 0.1);
  EXPECT_GT(at_end(r, "hinge.angle"), 0.05);
  // Fully open the relief valve passes 250 l/min at 231 bar, twice the pump's flow.
  for (const double p : r.values("pump.pressure")) EXPECT_LT(p, 225 * kBar);
  // The extension is the distance of the pins less the closed length, stroke plus twice the bore.
  const double angle = at_end(r, "hinge.angle");
  const double x = 2.4 * std::cos(angle) + 0.1 * std::sin(angle);
  const double z = 2.4 * std::sin(angle) - 0.1 * std::cos(angle);
  const double length = std::hypot(x - 1, z - 1.3);
  EXPECT_NEAR(at_end(r, "lift.position"), length - 1.42, 1e-9);
}

}  // namespace
}  // namespace holon
