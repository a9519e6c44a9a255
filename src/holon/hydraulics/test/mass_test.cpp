// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The mass of hydraulic circuits is conserved with any pressures, cavities and machines, and so is
// energy.
#include <algorithm>
#include <functional>

#include "circuits.h"

namespace holon {
namespace {

using test::at;
using test::at_end;
using test::kBar;
using test::kLitrePerMinute;

/// Relative rounding error of a sum of some masses in thousands of steps.
constexpr double kMassRounding = 1e-11;

Model read_model(const std::string& text) {
  Diagnostics diagnostics;
  Model model = load_model_text("holon: 1\n" + text, builtin_catalogue(), {}, diagnostics);
  diagnostics.throw_if_errors();
  return model;
}

double largest_change(const Results& r, const std::string& column) {
  double change = 0;
  for (const double v : r.values(column)) change = std::max(change, std::abs(v - at(r, 0, column)));
  return change;
}

/// A cylinder with two check valves as a pump, from two litres into half a litre, and an orifice
/// back.
const std::string kClosed =
    "parts:\n"
    "  body: {type: RigidBody, mass: 10, inertia: [1, 1, 1]}\n"
    "  rail: {type: Prismatic, between: [world, body], axis: x, motion: \"0.5 [m] + 0.04 "
    "[m]*sin(2*pi*4 [Hz]*time)\"}\n"
    "  ram: {type: HydraulicCylinder, between: [world, body], A: C, B: tank, bore: 12 mm, rod: 6 "
    "mm, "
    "stroke: 0.1, closed_length: 0.45, dead_volume: 0.005 l, leakage: 0, initial: {pressure_A: 100 "
    "bar}}\n"
    "  low: {type: Volume, at: L, volume: 2 l, initial: {pressure: 100 bar}}\n"
    "  high: {type: Volume, at: H, volume: 0.5 l, initial: {pressure: 100 bar}}\n"
    "  inlet: {type: CheckValve, from: L, to: C, rated_flow: 60 l/min}\n"
    "  outlet: {type: CheckValve, from: C, to: H, rated_flow: 60 l/min}\n"
    "  hole: {type: Orifice, from: H, to: L, area: 0.5 mm^2}\n"
    "  sum: {type: Equations, outputs: {mass: L.mass + H.mass + C.mass}}\n";

TEST(Mass, IsKeptByAClosedCircuitThatPumpsInCircles) {
  const Results r = test::run(read_model(kClosed), 2.0,
                              {"sum.mass", "low.pressure", "high.pressure", "low.density",
                               "high.density", "ram.A.mass", "ram.volume_A", "ram.pressure_A"},
                              0.01, SolverMethod::cvode, 1e-7);
  EXPECT_LE(largest_change(r, "sum.mass"), kMassRounding * at(r, 0, "sum.mass"));
  // The pressure of the low side follows from its mass: about 100 bar, less the part moved to the
  // high side, and ± 15 bar due to the chamber's 9 cm³.
  for (std::size_t row = 0; row < r.row_count(); ++row) {
    EXPECT_GT(at(r, row, "low.pressure"), 60 * kBar);
    EXPECT_LT(at(r, row, "low.pressure"), 130 * kBar);
  }
  double highest = 0;
  for (const double p : r.values("high.pressure")) highest = std::max(highest, p);
  EXPECT_GT(highest, 130 * kBar);
}

TEST(Mass, ComesBackBeforeThePressureDoes) {
  // Chamber A grows by half a litre in a second; the pump supplies 0.1 l/s at the tank's density.
  // At 5 s exactly the chamber contains its volume at that density: the pressure passes zero.
  const Results r = test::run(
      read_model(
          "fluid: {name: HLP46, temperature: 45 degC}\n"
          "parts:\n"
          "  body: {type: RigidBody, mass: 10, inertia: [1, 1, 1]}\n"
          "  rail: {type: Prismatic, between: [world, body], axis: x, motion: \"1 [m] + "
          "if(time < 1 [s], 0.05 [m/s]*time, 0.05 [m])\"}\n"
          "  ram: {type: HydraulicCylinder, between: [world, body], B: tank, bore: 112.838 mm, "
          "rod: 50 mm, stroke: 0.5, closed_length: 0.9, dead_volume: 0.1 l}\n"
          "  pump: {type: FixedPump, to: ram.A, displacement: 6 cm^3/rev, speed: 1000 rpm, "
          "volume: 0.01 l}\n"),
      6.0, {"ram.pressure_A", "ram.A.mass", "ram.volume_A"}, 1e-3, SolverMethod::cvode, 1e-8);
  double back = 0;
  for (std::size_t row = 1; row < r.row_count() && back == 0; ++row) {
    const double p = at(r, row, "ram.pressure_A");
    if (at(r, row, "time") > 2 && p > 0) back = at(r, row, "time");
  }
  const double grown = std::numbers::pi / 4 * 0.112838 * 0.112838 * 0.05;
  EXPECT_NEAR(back, grown / 1e-4, 2e-3);
  double lowest = 0;
  for (const double p : r.values("ram.pressure_A")) lowest = std::min(lowest, p);
  EXPECT_GE(lowest, -kAtmosphere);
  EXPECT_LT(lowest, -kAtmosphere + 1000);
}

TEST(Mass, IsAllThatAPumpOnAStarvedLineDelivers) {
  const Results r = test::run(
      test::read_circuit(
          "  mouth: {type: Orifice, from: tank, to: S, area: 10 mm^2}\n"
          "  line: {type: Volume, at: S, volume: 0.2 l}\n"
          "  pump: {type: FixedPump, from: S, to: P, displacement: 40 cm^3/rev, speed: 1500 rpm}\n"
          "  load: {type: Orifice, from: P, to: tank, rated_flow: 60 l/min, rated_drop: 100 "
          "bar}\n"),
      5.0, {"line.pressure", "pump.mass_flow", "pump.flow", "mouth.mass_flow", "pump.torque"}, 0.01,
      SolverMethod::cvode, 1e-8);
  for (const double p : r.values("line.pressure")) EXPECT_GE(p, -kAtmosphere);
  // The full atmospheric pressure drives it: ṁ = C_d A √(2 ρ P). 1 Pa is the vapour's.
  const double most = 0.7 * 10e-6 * std::sqrt(2 * test::tank_density() * kAtmosphere);
  EXPECT_NEAR(at_end(r, "mouth.mass_flow"), most, 2e-3 * most);  // laminar share, gas
  EXPECT_NEAR(at_end(r, "pump.mass_flow"), at_end(r, "mouth.mass_flow"), 1e-6 * most);
  EXPECT_LT(at_end(r, "pump.flow"), 8 * kLitrePerMinute);
}

TEST(Mass, IsAllThatAnOverrunMotorFinds) {
  const Results r = test::run(
      test::read_circuit(
          "  supply: {type: Orifice, from: tank, to: S, area: 5 mm^2}\n"
          "  line: {type: Volume, at: S, volume: 0.5 l, initial: {pressure: 20 bar}}\n"
          "  motor: {type: HydraulicMotor, A: S, displacement: 50 cm^3/rev, speed: 1000 rpm}\n"),
      15.0, {"line.pressure", "motor.mass_flow", "motor.torque"}, 0.01, SolverMethod::cvode, 1e-8);
  const double d = 50e-6 / (2 * test::kPi);
  for (std::size_t row = 0; row < r.row_count(); ++row) {
    EXPECT_GE(at(r, row, "line.pressure"), -kAtmosphere);
    EXPECT_LE(at(r, row, "motor.torque"), d * kAtmosphere * (1 + 1e-12));
  }
  const double most = 0.7 * 5e-6 * std::sqrt(2 * test::tank_density() * kAtmosphere);
  EXPECT_NEAR(at_end(r, "motor.mass_flow"), most, 3e-3 * most);
}

/// v(p) of hydraulics/fluid.h, implemented independently, and inverted by bisection.
struct Oil {
  double rho = 860, k = 1.4e9, m = 7, air = 0.01, n = 1.3, vapour = 2000;
  double density(double p) const {
    const double gas = std::max(p + 101325 - vapour, 1e-9);
    return (1 - air) * rho /
           ((1 - air) * std::pow(1 + m * p / k, -1 / m) +
            air * std::pow((101325 - vapour) / gas, 1 / n));
  }
  double pressure(double rho_now) const {
    double low = vapour - 101325, high = 1e9;
    for (int i = 0; i < 60; ++i) {
      const double middle = 0.5 * (low + high);
      (density(middle) < rho_now ? low : high) = middle;
    }
    return 0.5 * (low + high);
  }
};

TEST(Mass, FollowsAnIndependentIntegrationThroughCavityAndRefill) {
  // A chamber whose volume oscillates by half a litre, connected to a tank by an orifice: RK4 at
  // fixed steps of the mass, the fluid's law by bisection.
  const Oil oil;
  const double area = std::numbers::pi / 4 * 0.08 * 0.08, hole = 4e-6;
  const auto extension = [](double t) { return 0.15 - 0.1 * std::cos(2 * std::numbers::pi * t); };
  const auto volume = [&](double t) { return 1e-4 + area * extension(t); };
  const double reynolds = 150, nu = 40e-6;
  const double diameter = std::sqrt(4 / std::numbers::pi * hole);
  const double transition = 0.5 * oil.rho * std::pow(reynolds * nu / (0.7 * diameter), 2);
  const auto rate = [&](double t, double mass) {
    const double p = oil.pressure(mass / volume(t)), drop = -p;
    const double up = drop > 0 ? oil.density(0) : mass / volume(t);
    return 0.7 * hole * std::sqrt(2 / oil.rho) * std::sqrt(oil.rho / up) * up * drop /
           std::pow(drop * drop + transition * transition, 0.25);
  };
  const Results r = test::run(
      read_model("fluid: {density: 860, viscosity: 40e-6, bulk_modulus: 1.4e9, "
                 "bulk_modulus_slope: 7, air: 0.01, air_exponent: 1.3, vapour_pressure: 2000}\n"
                 "parts:\n"
                 "  body: {type: RigidBody, mass: 10, inertia: [1, 1, 1]}\n"
                 "  rail: {type: Prismatic, between: [world, body], axis: x, motion: \"1.15 [m] - "
                 "0.1 [m]*cos(2*pi*1 [Hz]*time)\"}\n"
                 "  ram: {type: HydraulicCylinder, between: [world, body], A: C, B: tank, bore: 80 "
                 "mm, rod: 30 mm, stroke: 0.3, closed_length: 1, dead_volume: 0.1 l}\n"
                 "  hole: {type: Orifice, from: tank, to: C, area: 4 mm^2}\n"),
      2.0, {"ram.pressure_A", "ram.A.mass"}, 0.05, SolverMethod::cvode, 1e-9);
  double mass = oil.density(0) * volume(0), lowest = 0, highest = 0;
  const int per_row = 500;
  const double h = 0.05 / per_row;
  for (std::size_t row = 1; row < r.row_count(); ++row) {
    for (int k = 0; k < per_row; ++k) {
      const double t = 0.05 * static_cast<double>(row - 1) + h * k;
      const double k1 = rate(t, mass), k2 = rate(t + h / 2, mass + h / 2 * k1);
      const double k3 = rate(t + h / 2, mass + h / 2 * k2), k4 = rate(t + h, mass + h * k3);
      mass += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    }
    const double p = oil.pressure(mass / volume(0.05 * static_cast<double>(row)));
    EXPECT_NEAR(at(r, row, "ram.A.mass"), mass, 1e-6 * mass) << row;
    EXPECT_NEAR(at(r, row, "ram.pressure_A"), p, 1e-4 * (std::abs(p) + kBar)) << row;
    lowest = std::min(lowest, p);
    highest = std::max(highest, p);
  }
  EXPECT_LT(lowest, -0.95 * kBar);
  EXPECT_GT(highest, 10 * kBar);
}

TEST(Mass, OfAChamberIsPressedAsItsLawSays) {
  // A closed chamber at half of its volume: the density doubles; with 5 % of air against v(p) by
  // hand.
  const Results r = test::run(
      read_model("fluid: {density: 860, bulk_modulus: 1.4e9, bulk_modulus_slope: 7, air: 0.3, "
                 "air_exponent: 1.3, vapour_pressure: 2000}\n"
                 "parts:\n"
                 "  body: {type: RigidBody, mass: 10, inertia: [1, 1, 1]}\n"
                 "  rail: {type: Prismatic, between: [world, body], axis: x, motion: \"1.2 [m] - "
                 "0.05 [m/s]*time\"}\n"
                 "  ram: {type: HydraulicCylinder, between: [world, body], A: C, B: tank, bore: 80 "
                 "mm, rod: 30 mm, stroke: 0.3, closed_length: 1, dead_volume: 0.1 l}\n"
                 "  closed: {type: Orifice, from: tank, to: C, area: 0}\n"),
      1.0, {"ram.pressure_A", "ram.volume_A", "ram.A.mass"}, 0.1, SolverMethod::cvode, 1e-8);
  Oil oil;
  oil.air = 0.3;
  EXPECT_LE(largest_change(r, "ram.A.mass"), kMassRounding * at(r, 0, "ram.A.mass"));
  for (std::size_t row = 0; row < r.row_count(); ++row) {
    const double rho = oil.density(0) * at(r, 0, "ram.volume_A") / at(r, row, "ram.volume_A");
    EXPECT_NEAR(at(r, row, "ram.pressure_A"), oil.pressure(rho),
                1e-8 * (std::abs(oil.pressure(rho)) + kBar));
  }
}

TEST(Mass, ComesFromGraphsOfUsersByTheirVolumeFlow) {
  // 6 l/min that a graph of pressure and volume flow supplies and removes again.
  const Model model = test::read_circuit(
      "  g: {type: BondGraph, domain: hydraulic, elements: {s: {Sf: \"1e-4 [m^3/s]*sin(2*pi*1 "
      "[Hz]*time)\"}}, bonds: [s -> P]}\n"
      "  oil: {type: Volume, at: P, volume: 1 l, initial: {pressure: 50 bar}}\n"
      "  hole: {type: Orifice, from: P, to: tank, area: 0}\n"
      "  gap: {type: Equations, outputs: {power: \"der(system.energy.total) - system.power + "
      "system.dissipated_power\", flow: \"der(P.mass) - system.fluid.mass_flow\"}}\n");
  const Results r = test::run(
      model, 1.0, {"oil.pressure", "P.mass", "gap.power", "gap.flow", "system.power"}, 0.05);
  double most = 0;
  for (std::size_t row = 0; row < r.row_count(); ++row) {
    EXPECT_NEAR(at(r, row, "gap.power"), 0, 1e-9 * 1e-4 * 100 * kBar);
    EXPECT_NEAR(at(r, row, "gap.flow"), 0, 1e-12);
    most = std::max(most, at(r, row, "oil.pressure"));
  }
  // The volume supplied after half a second is 1e-4/π m³: 3.2 % of the volume, at 1.4 GPa.
  EXPECT_NEAR(most, 50 * kBar + 1.4e9 * 1e-4 / test::kPi / 1e-3, 0.03 * most);
  EXPECT_NEAR(at_end(r, "oil.pressure"), 50 * kBar, 0.05 * kBar);
}

TEST(Mass, AndEnergyBalanceThroughCavitiesAccumulatorsAndPipes) {
  const std::string model =
      kClosed +
      "  bladder: {type: Accumulator, at: H, volume: 0.1 l, precharge: 105 bar}\n"
      "  pipe: {type: Line, from: H, to: D, length: 1 m, diameter: 8 mm}\n"
      "  dead_end: {type: Volume, at: D, volume: 0.05 l, initial: {pressure: 100 bar}}\n"
      "  gap: {type: Equations, outputs: {power: \"der(system.energy.total) - system.power + "
      "system.dissipated_power\"}}\n";
  const std::vector<std::string> names{
      "gap.power",           "system.fluid.mass",        "system.power",
      "system.energy.total", "system.energy.dissipated", "system.energy.supplied",
      "bladder.fluid_volume"};
  Model read = read_model(model);
  read.outputs = names;
  const Results r = test::run(read, 1.0, names, 0.01, SolverMethod::cvode, 1e-9);
  double most = 0, oil = 0;
  for (const double p : r.values("system.power")) most = std::max(most, std::abs(p));
  for (const double v : r.values("bladder.fluid_volume")) oil = std::max(oil, v);
  EXPECT_GT(oil, 1e-6);
  const auto sum = [&](std::size_t row) {
    return at(r, row, "system.energy.total") + at(r, row, "system.energy.dissipated") -
           at(r, row, "system.energy.supplied");
  };
  for (std::size_t row = 0; row < r.row_count(); ++row) {
    EXPECT_NEAR(at(r, row, "gap.power"), 0, 1e-9 * most) << row;
    EXPECT_NEAR(sum(row), sum(0), 1e-6 * most) << row;
  }
}

TEST(Mass, OfAChamberThatItsStopUsesUpEndsTheRunByName) {
  // A soft end stop, and 50 kg at 1 m/s into a chamber with 0.01 l of dead volume.
  const Model model = test::read_circuit(
      "  body: {type: RigidBody, mass: 50, inertia: [1, 1, 1]}\n"
      "  rail: {type: Prismatic, between: [world, body], axis: x, initial: {position: 0.05, speed: "
      "-1}}\n"
      "  ram: {type: HydraulicCylinder, port: rail.flange, A: C, B: tank, bore: 50 mm, rod: 30 mm, "
      "stroke: 0.3, dead_volume: 0.01 l, stops: {stiffness: 1e5}}\n"
      "  hole: {type: Orifice, from: C, to: tank, area: 200 mm^2}\n");
  try {
    test::run(model, 1.0, {"ram.position"}, 0.1, SolverMethod::cvode, 1e-8);
    FAIL();
  } catch (const RunError& error) {
    EXPECT_NE(std::string(error.what()).find("the chamber has no volume left"), std::string::npos)
        << error.what();
  }
}

TEST(Mass, IsNotStartedBelowTheVapourPressure) {
  const Model model = read_model(
      "fluid: {name: water, temperature: 90 degC}\n"
      "parts:\n"
      "  oil: {type: Volume, at: P, volume: 1 l, initial: {pressure: -0.5 bar}}\n"
      "  hole: {type: Orifice, from: P, to: tank, area: 1e-6}\n");
  EXPECT_NE(test::errors_of(model).find("below the vapour pressure"), std::string::npos);
}

}  // namespace
}  // namespace holon
