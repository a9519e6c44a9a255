// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/parts/hydraulic_cylinder.h"

#include <algorithm>

#include "circuits.h"

namespace holon {
namespace {

using test::at;
using test::at_end;
using test::kBar;

using test::kPi;

using test::kAreaA;
using test::kAreaB;

/// A mass as a bond graph; its junction v moves with the rod.
std::string mass(const std::string& kilograms, const std::string& rest = "") {
  return "  load: {type: BondGraph, domain: translation, elements: {v: {1: {}}, m: {I: " +
         kilograms + rest + "}}, bonds: [v -> m]}\n";
}

TEST(HydraulicCylinder, WithShutChambersIsTwoSprings) {
  // Dead volumes of half a litre at both ends.
  const Model model = test::read_circuit(
      mass("500", ", initial: 0.5") +
      "  lift: {type: HydraulicCylinder, port: load.v, bore: 50 mm, rod: 30 mm, stroke: 0.6 m,\n"
      "    dead_volume: 0.4 l, initial: {position: 0.3 m, pressure_A: 100 bar, pressure_B: 156.25 "
      "bar}}\n"
      "  a: {type: Volume, at: lift.A, volume: 0.1 l}\n"
      "  b: {type: Volume, at: lift.B, volume: 0.1 l}\n");
  const Results r = test::run(model, 0.2, {"lift.position", "lift.force", "lift.pressure_A"}, 1e-3);
  const double a = kAreaA * kAreaA / (0.5e-3 + 0.3 * kAreaA) * (1.4e9 + 100 * kBar);
  const double b = kAreaB * kAreaB / (0.5e-3 + 0.3 * kAreaB) * (1.4e9 + 156.25 * kBar);
  const double w = std::sqrt((a + b) / 500), v = 0.5 / 500;
  for (std::size_t row = 0; row < r.row_count(); ++row) {
    // The springs stiffen by 1e-5 over this travel; nuclei make them 4e-5 softer.
    EXPECT_NEAR(at(r, row, "lift.position") - 0.3, v / w * std::sin(w * at(r, row, "time")),
                2e-3 * v / w);
  }
}

TEST(HydraulicCylinder, PushesWithItsPressuresOnItsAreas) {
  const Model model = test::read_circuit(
      mass("500") +
      "  lift: {type: HydraulicCylinder, port: load.v, bore: 50 mm, rod: 30 mm, stroke: 0.6 m,\n"
      "    B: tank, initial: {position: 0.3 m, pressure_A: 100 bar}, friction: {coulomb: 800, "
      "viscous: 300}}\n"
      "  a: {type: Volume, at: lift.A, volume: 0.1 l}\n");
  const Results r = test::run(
      model, 1e-3, {"lift.force", "lift.volume_A", "lift.volume_B", "lift.pressure_B"}, 1e-3);
  EXPECT_NEAR(at(r, 0, "lift.force"), 100 * kBar * kAreaA, 1e-6);
  EXPECT_NEAR(at(r, 0, "lift.volume_A"), kAreaA * (0.3 + 0.03), 1e-12);
  EXPECT_NEAR(at(r, 0, "lift.volume_B"), kAreaB * (0.3 + 0.03), 1e-12);
  EXPECT_EQ(at(r, 0, "lift.pressure_B"), 0.0);
}

TEST(HydraulicCylinder, MovesOutAsItsPumpFillsIt) {
  const Model model = test::read_circuit(
      mass("50") +
      "  pump: {type: FixedPump, to: lift.A, displacement: 10 cm^3/rev, speed: 1200 rpm}\n"
      "  lift: {type: HydraulicCylinder, port: load.v, bore: 50 mm, rod: 30 mm, stroke: 0.6 m,\n"
      "    B: tank, friction: {coulomb: 500, viscous: 2000}}\n");
  const Results r = test::run(
      model, 3.0, {"lift.position", "lift.speed", "lift.pressure_A", "lift.friction_force"}, 3.0);
  const double speed =
      10e-6 * 20 / kAreaA * test::tank_density() / test::density(at_end(r, "lift.pressure_A"));
  EXPECT_NEAR(at_end(r, "lift.speed"), speed, 1e-6 * speed);
  EXPECT_NEAR(at_end(r, "lift.pressure_A") * kAreaA, 500 + 2000 * speed, 1e-3);
  // The pump's flow less that compressed into chamber and hose, about 0.1 %.
  EXPECT_NEAR(at_end(r, "lift.position"), 3.0 * speed, 3e-3 * 3.0 * speed);
}

TEST(HydraulicCylinder, RubsByStribeckAndBySealsUnderPressure) {
  for (const double v : {-0.2, 0.003, 0.02}) {
    const Model model = test::read_circuit(
        mass("1", ", initial: " + std::to_string(v)) +
        "  lift: {type: HydraulicCylinder, port: load.v, bore: 50 mm, rod: 30 mm, stroke: 0.6 m,\n"
        "    B: tank, initial: {position: 0.3 m, pressure_A: 100 bar},\n"
        "    friction: {coulomb: 400, seal: 2e-5, breakaway: 1.5, stribeck_speed: 10 mm/s, "
        "viscous: 100}}\n"
        "  a: {type: Volume, at: lift.A, volume: 1 l}\n");
    const Results r = test::run(model, 1e-6, {"lift.friction_force"}, 1e-6);
    const double sliding = 400 + 2e-5 * 100 * kBar;
    const double expected =
        sliding * (1 + 0.5 * std::exp(-v * v / 1e-4)) * std::tanh(v / 1e-3) + 100 * v;
    EXPECT_NEAR(at(r, 0, "lift.friction_force"), expected, 1e-9 * std::abs(expected));
  }
}

TEST(HydraulicCylinder, StopsAtItsEndWithoutPullingBack) {
  // 0.5 m/s against the end at 0.6 m; the tank on both sides, so that only the end stop acts.
  const Model model = test::read_circuit(
      mass("500", ", initial: 250") +
      "  lift: {type: HydraulicCylinder, port: load.v, bore: 50 mm, rod: 30 mm, stroke: 0.6 m,\n"
      "    A: tank, B: tank, initial: {position: 0.5 m}}\n");
  const Results r = test::run(model, 0.5, {"lift.position", "lift.speed", "lift.stop_force"}, 1e-4);
  double deepest = 0, pull = 0;
  for (std::size_t row = 0; row < r.row_count(); ++row) {
    deepest = std::max(deepest, at(r, row, "lift.position") - 0.6);
    pull = std::max(pull, at(r, row, "lift.stop_force"));
  }
  EXPECT_EQ(pull, 0.0);
  // ½ m v² = ½ k δ² without damping: 0.96 mm; damping of 2 s/m at 0.5 m/s dissipates part of it.
  const double k = 350 * kBar * kAreaA / 0.5e-3, free = 0.5 * std::sqrt(500 / k);
  EXPECT_LT(deepest, free);
  EXPECT_GT(deepest, 0.6 * free);
  EXPECT_LT(at_end(r, "lift.speed"), 0.0);
  EXPECT_GT(at_end(r, "lift.speed"), -0.5);
  EXPECT_EQ(at_end(r, "lift.stop_force"), 0.0);
}

TEST(HydraulicCylinder, GetsBackFromItsStopsWhatTheirSpringsStore) {
  // 20 kg at 0.5 m/s without pressure: they rebound at the same speed if the stop has no damping.
  for (const double damping : {0.0, 0.5}) {
    const Results r = test::run(
        test::read_circuit(
            "  body: {type: RigidBody, mass: 20, inertia: {sphere: 0.2}}\n"
            "  slide: {type: Prismatic, between: [world, body], axis: x, initial: {position: 0.29, "
            "speed: 0.5}}\n"
            "  ram: {type: HydraulicCylinder, port: slide.flange, bore: 40 mm, rod: 20 mm, stroke: "
            "0.3, A: tank, B: tank, stops: {stiffness: 1e7, damping: " +
            std::to_string(damping) + "}}\n"),
        0.05, {"slide.speed", "ram.losses", "ram.stop_force", "system.energy.stored"}, 1e-4);
    double largest = 0, least = 0, lost = 0;
    for (std::size_t row = 0; row < r.row_count(); ++row) {
      largest = std::max(largest, at(r, row, "ram.losses"));
      least = std::min(least, at(r, row, "ram.losses"));
      lost += 1e-4 * at(r, row, "ram.losses");
    }
    const double speed = at_end(r, "slide.speed");
    EXPECT_LT(speed, -0.3);
    EXPECT_EQ(at_end(r, "ram.stop_force"), 0.0);
    EXPECT_EQ(at_end(r, "system.energy.stored"), 0.0);
    // 2 kW are stored in the spring and returned; their rounding error is no loss.
    EXPECT_GE(least, -1e-9 * 2000);
    if (damping == 0) EXPECT_LT(largest, 1e-9 * 2000);
    // 40 rows per half wave: the sum over a pulse with zero slopes at its ends is accurate to 1e-3.
    EXPECT_NEAR(lost, 10 * (0.5 * 0.5 - speed * speed), 1e-3 * 2.5);
  }
}

TEST(HydraulicCylinder, PulledApartStaysAtTheVapourPressure) {
  // A load that extends the rod at 0.2 m/s opens a cavity in the closed chamber A.
  const Model model = test::read_circuit(
      mass("500", ", initial: 100") +
      "  lift: {type: HydraulicCylinder, port: load.v, bore: 50 mm, rod: 30 mm, stroke: 0.6 m,\n"
      "    B: tank, initial: {position: 0.2 m, pressure_A: 5 bar}}\n"
      "  a: {type: Volume, at: lift.A, volume: 0.1 l}\n");
  const Results r = test::run(model, 1.0, {"lift.position", "lift.pressure_A", "a.density"}, 1e-2,
                              SolverMethod::cvode, 1e-8);
  double lowest = 1e9;
  for (std::size_t row = 0; row < r.row_count(); ++row) {
    lowest = std::min(lowest, at(r, row, "lift.pressure_A"));
  }
  EXPECT_GT(lowest, -1.01325e5 - 20);
  EXPECT_LT(lowest, -1.01e5);
  // 500 kg at 0.2 m/s against 1 bar on the piston, 199 N: 0.05 m; then it is retracted again.
  const double reach = 0.5 * 500 * 0.04 / (1.01325e5 * kAreaA);
  double farthest = 0;
  for (std::size_t row = 0; row < r.row_count(); ++row) {
    farthest = std::max(farthest, at(r, row, "lift.position") - 0.2);
  }
  EXPECT_NEAR(farthest, reach, 0.05 * reach);
}

TEST(HydraulicCylinder, ReportsMissingConnections) {
  const auto errors = [](const std::string& ram) {
    return test::errors_of(test::read_circuit(
        mass("1") + "  ram: {type: HydraulicCylinder, bore: 50 mm, stroke: 0.6 m" + ram +
        "}\n  a: {type: Volume, at: ram.A, volume: 1 l}\n"));
  };
  EXPECT_NE(errors("").find("neither 'between' nor 'port' is given"), std::string::npos);
  EXPECT_NE(errors(", port: load.v")
                .find("nothing is connected to port 'ram.B'; name it in another "
                      "part, or write 'B: tank'"),
            std::string::npos);
  EXPECT_NE(errors(", B: tank, port: load.w").find("there is no port 'load.w'; there is 'load.v'"),
            std::string::npos);
  const std::string whole = ", B: tank, port: load.v";
  EXPECT_EQ(errors(whole), "");
  EXPECT_NE(errors(whole + ", barrel: {}").find("'barrel' has no effect without a mass"),
            std::string::npos);
  EXPECT_NE(
      errors(whole + ", friction: {sticks: true}").find("there is no friction that could stick"),
      std::string::npos);
}

TEST(HydraulicCylinder, RefusesAStartBeyondItsStroke) {
  const Model model = test::read_circuit(
      mass("1") +
      "  ram: {type: HydraulicCylinder, port: load.v, B: tank, bore: 50 mm, stroke: 0.6 m, "
      "initial: {position: 0.7}}\n"
      "  a: {type: Volume, at: ram.A, volume: 1 l}\n");
  try {
    test::run(model, 1.0, {"ram.position"}, 1.0);
    FAIL();
  } catch (const RunError& error) {
    EXPECT_NE(std::string(error.what()).find("the start is beyond its stroke"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace holon
