// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Pistons that stick.
#include "holon/hydraulics/piston_friction.h"

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

// A held position is constant within the tolerance of the projection.
constexpr double kLastBit = 1e-14;

/// A mass on a rail, pushed by a force; both chambers open to the tank, or as `ram` says.
std::string rubbing_axis(const std::string& force, const std::string& ram,
                         const std::string& rail = "") {
  return "  mass: {type: RigidBody, mass: 400, inertia: {box: [0.4, 0.4, 0.4]}}\n"
         "  rail: {type: Prismatic, between: [world, mass], axis: x, force: \"" +
         force + "\", initial: {position: 0.5" + rail +
         "}}\n"
         "  ram: {type: HydraulicCylinder, between: [world, mass], bore: 50 mm, rod: 30 mm, "
         "stroke: 1 m, closed_length: 0.2, " +
         ram + "}\n";
}
const std::string kOpen = "A: tank, B: tank, ";

std::size_t first_row(const Results& r, const std::string& column, double above) {
  std::size_t row = 0;
  while (row < r.row_count() && !(at(r, row, column) > above)) ++row;
  return row;
}

TEST(PistonFriction, HoldsUntilItBreaksAway) {
  // The force increases by 1000 N/s; static friction is 1.5 · 400 N. Then the sliding friction is
  // 400 N + 200 N exp(−(v/v_s)²).
  const Results r = test::run(
      test::read_circuit(rubbing_axis(
          "1000 [N/s] * time", kOpen + "friction: {coulomb: 400, breakaway: 1.5, stribeck_speed: 5 "
                                       "mm/s, viscous: 100, sticks: true}")),
      1.0, {"rail.position", "rail.speed", "ram.friction_force", "ram.force", "ram.losses"}, 1e-3);
  const std::size_t row = first_row(r, "rail.speed", 1e-9);
  EXPECT_NEAR(at(r, row, "time"), 0.6, 1.1e-3);
  for (std::size_t k = 0; k + 1 < row; ++k) {
    EXPECT_NEAR(at(r, k, "rail.position"), 0.5, kLastBit) << k;
    // It holds against the force that extends it.
    EXPECT_NEAR(at(r, k, "ram.friction_force"), 1000 * at(r, k, "time"), 1e-9 * 600);
    EXPECT_NEAR(at(r, k, "ram.force"), -1000 * at(r, k, "time"), 1e-9 * 600);
  }
  const double v = at_end(r, "rail.speed");
  EXPECT_NEAR(at_end(r, "ram.friction_force"), 400 + 100 * v, 1e-6);
  // m v' = 1000 t − 400 − 200 exp(−(v/v_s)²) − 100 v from 0.6 s on, by Heun's method in steps of
  // 10 µs, whose error is some 1e-8 of v.
  const auto rate = [](double t, double speed) {
    return (1000 * t - 400 - 200 * std::exp(-speed * speed / 25e-6) - 100 * speed) / 400;
  };
  double expected = 0;
  constexpr int kSteps = 40000;
  constexpr double kStep = 0.4 / kSteps;
  for (int k = 0; k < kSteps; ++k) {
    const double t = 0.6 + k * kStep, first = rate(t, expected);
    expected += 0.5 * kStep * (first + rate(t + kStep, expected + kStep * first));
  }
  EXPECT_NEAR(v, expected, 1e-6 * expected);
  EXPECT_NEAR(at_end(r, "ram.losses"), at_end(r, "ram.friction_force") * v, 1e-6);
}

TEST(PistonFriction, HoldsByItsSealsUnderPressure) {
  // 2e-5 N/Pa · (100 + 156.25) bar = 512.5 N; closed, balanced chambers.
  const std::string text =
      rubbing_axis(
          "500 [N]",
          "friction: {seal: 2e-5, sticks: true}, initial: {pressure_A: 100 bar, pressure_B: " +
              std::to_string(100 * kAreaA / kAreaB) + " bar}") +
      "  a: {type: Volume, at: ram.A, volume: 1 l}\n"
      "  b: {type: Volume, at: ram.B, volume: 1 l}\n";
  const Results r = test::run(
      test::read_circuit(text), 10.0,
      {"rail.position", "ram.friction_force", "ram.rod_pin.force", "ram.pressure_A"}, 0.1);
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    EXPECT_NEAR(at(r, k, "rail.position"), 0.5, kLastBit) << k;
    EXPECT_NEAR(at(r, k, "ram.friction_force"), 500, 1e-3);
    EXPECT_NEAR(at(r, k, "ram.rod_pin.force.x"), -500, 1e-3);
  }
}

TEST(PistonFriction, StopsAndStays) {
  // 0.2 m/s against 400 N without anything else: it slides 400 · 0.04/(2 · 400) = 20 mm in 0.2 s.
  for (const char* const port : {"between: [world, mass]", "port: rail.flange"}) {
    std::string text =
        rubbing_axis("0", kOpen + "friction: {coulomb: 400, sticks: true}", ", speed: 0.2");
    text.replace(text.find("between: [world, mass], bore"), 22, port);
    const Results r = test::run(test::read_circuit(text), 2.0,
                                {"rail.position", "rail.speed", "system.energy.kinetic"}, 0.05);
    EXPECT_NEAR(at_end(r, "rail.position"), 0.52, 1e-9) << port;
    const std::size_t row = 10;  // 0.5 s
    for (std::size_t k = row; k < r.row_count(); ++k) {
      EXPECT_NEAR(at(r, k, "rail.position"), at(r, row, "rail.position"), kLastBit) << port;
    }
  }
}

TEST(PistonFriction, SlowlyDrivenSticksAndSlips) {
  // A small pump fills the chamber: stick-slip motion, since the fluid is a spring. Energy: that of
  // the chamber's fluid is dissipated by friction.
  const std::string text =
      rubbing_axis(
          "0",
          "B: tank, friction: {coulomb: 400, breakaway: 2, stribeck_speed: 20 mm/s, sticks: "
          "true}, initial: {pressure_A: 1 bar}") +
      "  pump: {type: FixedPump, to: ram.A, displacement: 1 cm^3/rev, speed: 60 rpm, volume: 2 l}\n"
      "  work: {type: Integrator, input: ram.power + ram.losses + ram.fluid_power}\n"
      "  given: {type: Integrator, input: pump.power - pump.fluid_power}\n";
  const Results r =
      test::run(test::read_circuit(text), 10.0,
                {"rail.position", "rail.speed", "ram.pressure_A", "work.output", "given.output"},
                1e-3, SolverMethod::cvode, 1e-9);
  constexpr double kStuck = 1e-12;  // [m/s]
  int jumps = 0;
  double highest = 0;
  for (std::size_t k = 1; k < r.row_count(); ++k) {
    const bool slides = at(r, k, "rail.speed") > kStuck;
    if (slides && at(r, k - 1, "rail.speed") < kStuck) ++jumps;
    if (jumps == 0) highest = at(r, k, "ram.pressure_A");
  }
  EXPECT_GT(jumps, 5);
  EXPECT_NEAR(highest, 800 / kAreaA, 1000.0);  // 500 Pa from row to row
  EXPECT_NEAR(at_end(r, "work.output"), at_end(r, "given.output"), 1e-5 * 20);
}

TEST(PistonFriction, PassesDeadPointsOfACrank) {
  // A wheel of 1 kg m² with its crank pin at 0.1 m drives a rod with a friction force of 10 N,
  // which reverses at both dead centres, which the wheel passes. The friction path is 4 · 0.1 m per
  // revolution.
  const Results r = test::run(
      test::read_circuit(
          "  wheel: {type: RigidBody, mass: 1, inertia: [1, 1, 1], frames: {pin: {at: [0.1, 0, "
          "0]}}}\n"
          "  shaft: {type: Revolute, between: [world, wheel], axis: y, initial: {angle: 0.3, rate: "
          "10}}\n"
          "  foot: {type: Frame, position: [0.6, 0, 0]}\n"
          "  ram: {type: HydraulicCylinder, between: [foot, wheel.pin], bore: 50 mm, stroke: 0.3, "
          "closed_length: 0.45, A: tank, B: tank, friction: {coulomb: 10, sticks: true}}\n"),
      2 * kPi, {"shaft.angle", "shaft.rate", "ram.losses", "ram.position"}, 1e-3);
  double way = 0;
  for (std::size_t k = 1; k < r.row_count(); ++k) {
    way += std::abs(at(r, k, "ram.position") - at(r, k - 1, "ram.position"));
  }
  const double rate = at_end(r, "shaft.rate");
  EXPECT_GT(at_end(r, "shaft.angle"), 40.0);  // six revolutions
  // Rows 1 ms apart miss 0.1 mm of the path at each end of the stroke.
  EXPECT_NEAR(0.5 * (100 - rate * rate), 10 * way, 2e-3 * 10 * way);
}

TEST(PistonFriction, CannotStickAtAJunction) {
  const Model model = test::read_circuit(
      "  load: {type: BondGraph, domain: translation, elements: {v: {1: {}}, m: {I: 5}}, bonds: "
      "[v -> m]}\n"
      "  ram: {type: HydraulicCylinder, port: load.v, A: tank, B: tank, bore: 50 mm, stroke: 0.6, "
      "friction: {coulomb: 5, sticks: true}}\n");
  EXPECT_NE(test::errors_of(model).find("a junction of a bond graph cannot be locked"),
            std::string::npos);
}

}  // namespace
}  // namespace holon
