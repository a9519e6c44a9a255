// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The energies and powers of all domains together, in the outputs of `system` and of graphs.
#include "holon/model/assembly/energy_account.h"

#include <cmath>
#include <numbers>

#include "holon/base/errors.h"
#include "model_text.h"

namespace holon {
namespace {

using test::errors_in;
using test::run;

/// What dopri5 keeps at the tolerance of these models over some seconds, relative.
constexpr double kAccountNear = 1e-8;
/// Sums of a hundred terms of that magnitude differ by rounding alone.
constexpr double kAccountRounding = 1e-12;

/// d/dt of the energy against what comes in and what is lost, as a formula of the model: 0.
const char* const kGap =
    "  gap: {type: Equations, outputs: {power: \"der(system.energy.total) - system.power + "
    "system.dissipated_power\"}}\n";

void expect_balance(const std::string& model, double seconds, const std::string& formulation) {
  const std::string settings =
      "simulate: {until: " + std::to_string(seconds) +
      " s, interval: 0.1 s, tolerance: 1e-10, formulation: " + formulation +
      "}\n"
      "outputs: [system.energy.dissipated, system.energy.supplied]\n";
  const Results r =
      run("parts:\n" + model + kGap + settings,
          {"gap.power", "system.power", "system.dissipated_power", "system.energy.total",
           "system.energy.dissipated", "system.energy.supplied"});
  ASSERT_GT(r.row_count(), 5u);
  double most = 0;
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    most = std::max({most, std::abs(r.values("system.power")[k]),
                     std::abs(r.values("system.dissipated_power")[k])});
  }
  EXPECT_GT(most, 0);
  const auto sum = [&](std::size_t k) {
    return r.values("system.energy.total")[k] + r.values("system.energy.dissipated")[k] -
           r.values("system.energy.supplied")[k];
  };
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    EXPECT_NEAR(r.values("gap.power")[k], 0, kAccountRounding * most) << formulation << " " << k;
    EXPECT_NEAR(sum(k), sum(0), kAccountNear * most * seconds) << formulation << " " << k;
  }
}

TEST(EnergyAccount, NamesTheDriveOfAPendulumAtAConstantRate) {
  // At θ = ω t the drive works against gravity alone: m g L ω cos θ; its integral is m g L sin θ.
  const double m = 2, g = 9.80665, L = 0.5, w = 3;
  const Results r = run(
      "parts:\n"
      "  ball: {type: RigidBody, mass: 2, inertia: [0.1, 0.2, 0.3], center_of_mass: [0.5, 0, 0]}\n"
      "  pin: {type: Revolute, between: [world, ball], axis: -y, motion: \"3 [rad/s]*time\"}\n"
      "simulate: {until: 2 s, interval: 0.1 s, tolerance: 1e-11}\n"
      "outputs: [system.energy.supplied]\n",
      {"system.power", "system.energy.supplied", "system.energy.potential"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double angle = w * r.values("time")[k];
    EXPECT_NEAR(r.values("system.power")[k], m * g * L * w * std::cos(angle), 1e-11);
    EXPECT_NEAR(r.values("system.energy.supplied")[k], m * g * L * std::sin(angle),
                10 * kAccountNear);
  }
}

TEST(EnergyAccount, NamesTheDriveOfAFrame) {
  // A lift with a mass that hangs in it: what lifts it carries m (g + z'').
  const Results r =
      run("parts:\n"
          "  lift: {type: Frame, position: [0, 0, \"0.5*sin(2 [rad/s]*time)\"]}\n"
          "  load: {type: RigidBody, mass: 3, inertia: [1, 1, 1]}\n"
          "  hook: {type: Fixed, between: [lift, load]}\n"
          "simulate: {until: 2 s, interval: 0.1 s}\n",
          {"system.power"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double phase = 2 * r.values("time")[k];
    const double power = 3 * (9.80665 - 0.5 * 4 * std::sin(phase)) * 0.5 * 2 * std::cos(phase);
    EXPECT_NEAR(r.values("system.power")[k], power, 1e-11);
  }
}

TEST(EnergyAccount, BalancesDrivesMotionsAndWhatChangesWithTime) {
  const std::string model = R"yaml(
  base: {type: Frame, position: ["0.3*sin(2 [rad/s]*time)", 0, "0.1*cos(1 [rad/s]*time)"], orientation: {axis: y, angle: "0.2*sin(3 [rad/s]*time)"}}
  a: {type: RigidBody, mass: 2, inertia: {box: [1, 0.1, 0.2]}, center_of_mass: [0.5, 0, 0], frames: {tip: {at: [1, 0, 0.1]}}}
  b: {type: RigidBody, mass: 1, inertia: {box: [1, 0.1, 0.2]}, center_of_mass: [0.5, 0.1, 0], frames: {tip: {at: [1, 0, 0]}}}
  c: {type: RigidBody, mass: 1, inertia: {box: [1, 0.1, 0.2]}, center_of_mass: [0.5, 0.1, 0], frames: {tip: {at: [1, 0, 0]}}}
  d: {type: RigidBody, mass: 1, inertia: {box: [1, 0.3, 0.2]}, initial: {position: [3, 0, 0]}, frames: {tip: {at: [0.4, 0, 0]}}}
  e: {type: RigidBody, mass: 1, inertia: {box: [1, 0.3, 0.2]}, initial: {position: [3, 3, 0]}}
  plate: {type: RigidBody, mass: 1, inertia: {box: [1, 0.3, 0.2]}}
  cross: {type: Universal, between: [base, a], axis: y, axis2: z, motion2: "0.4*sin(2 [rad/s]*time)", initial: {angle1: 0.3}, stiffness1: "5 [N m/rad] + 1 [N m/rad]*sin(1 [rad/s]*time)", rest1: "0.2*sin(4 [rad/s]*time)", damping1: 0.1}
  tube: {type: Cylindrical, between: [a.tip, b], axis: [1, 1, 0], motion_angle: "sin(1 [rad/s]*time)", initial: {position: 0.1}, stiffness_position: 30, force: "2 [N]*sin(1 [rad/s]*time)"}
  spindle: {type: Screw, between: [b.tip, c], axis: y, pitch: 0.3, motion: "sin(1.5 [rad/s]*time)"}
  table: {type: Planar, between: [base, plate], axis: [0, 1, 1], motion_x: "0.2*sin(1 [rad/s]*time)", motion_angle: "0.5*sin(2 [rad/s]*time)", initial: {speed_y: 0.2}}
  spring: {type: SpringDamper, between: [base, c.tip], stiffness: "10 [N/m] + 3 [N/m]*sin(1 [rad/s]*time)", length: "1 [m] + 0.2*sin(5 [rad/s]*time)", damping: 0.3, force: "1 [N]*sin(1 [rad/s]*time)"}
  push: {type: Force, on: c.tip, force: ["1 [N]*sin(1 [rad/s]*time)", 0, 1]}
  mount: {type: Bushing, between: [world, a.tip], stiffness: ["3 [N/m] + 1 [N/m]*sin(1 [rad/s]*time)", 2, 1], rotational_stiffness: [1, "2 [N m/rad] + 1 [N m/rad]*cos(1 [rad/s]*time)", 3], damping: [0.1, 0.1, 0.1]}
  paths: {type: Constraint, equations: ["d.tip.position.x - 3.4 - 0.3*sin(2 [rad/s]*time)*c.tip.position.z", "e.position.x - 3 - 0.2*sin(1 [rad/s]*time)"]}
  rod: {type: Distance, between: [d, e], length: "3 [m] + 0.2*sin(3 [rad/s]*time)"}
)yaml";
  for (const char* formulation : {"recursive", "augmented", "aggregate"})
    expect_balance(model, 1, formulation);
}

TEST(EnergyAccount, IncludesPowerThroughBondsOnlyOnce) {
  // A motor with a graph of its own on a joint, a gear that a graph makes between two joints, a
  // force of a graph on a frame, a cylinder that a pump drives; friction that sticks.
  const std::string model = R"yaml(
  arm: {type: RigidBody, mass: 2, inertia: {box: [1, 0.1, 0.2]}, center_of_mass: [0.5, 0, 0], frames: {tip: {at: [1, 0, 0]}}}
  wheel: {type: RigidBody, mass: 1, inertia: [0.1, 0.1, 0.1]}
  pin: {type: Revolute, between: [world, arm], axis: -y, friction: 0.3}
  axle: {type: Revolute, between: [world, wheel], axis: y, damping: 0.05}
  block: {type: RigidBody, mass: 200, inertia: [1, 1, 1]}
  rail: {type: Prismatic, between: [world, block], axis: x, initial: {position: 0.5 m}}
  drive:
    type: BondGraph
    domain: rotation
    elements:
      supply: {Se: "24 [V]*sin(2 [rad/s]*time)", domain: electrical}
      coil: {I: 0.02, domain: electrical}
      Ra: {R: {effort: "0.5*f + 0.01*f^3"}, domain: electrical}
      a: {1: {}, domain: electrical}
      conv: {GY: 0.4}
      w: 1
      shaft: {C: {effort: "200*q + 300*q^3"}}
      n: 0
      turn: 1
      gear: {TF: 2}
      push: {Se: "3 [N]*cos(1 [rad/s]*time)", domain: translation}
    bonds: [supply -> a, a -> coil, a -> Ra, a -> conv -> w, w -> n, n -> shaft, n -> turn,
            turn -> pin.flange, turn -> gear, gear -> axle.flange, push -> arm.tip.translation.z]
  pump: {type: FixedPump, to: P, displacement: 5 cm^3/rev, speed: "600 [rpm]*sin(3 [rad/s]*time)", volume: 0.2 l, leakage: 0.001 l/min/bar}
  nozzle: {type: Orifice, from: P, to: ram.A, rated_flow: 10 l/min, rated_drop: 5 bar}
  outlet: {type: Orifice, from: ram.B, to: tank, rated_flow: 10 l/min, rated_drop: 5 bar}
  ram: {type: HydraulicCylinder, between: [world, block], bore: 30 mm, rod: 15 mm, stroke: 0.4 m, closed_length: 0.3 m}
)yaml";
  expect_balance(model, 2, "recursive");
}

TEST(EnergyAccount, OfACircuitIsThatOfTheBook) {
  // Current U/R (1 − e^{−Rt/L}) through coil and resistance.
  const std::string circuit =
      "parts:\n  g: {type: BondGraph, domain: electrical, elements: {s: {Se: 12}, a: 1, L: {I: "
      "0.3}, R: {R: 2}}, bonds: [s -> a, a -> L, R -> a]}\n"
      "simulate: {until: 1 s, interval: 0.1 s, tolerance: 1e-11}\n";
  const Results r =
      run(circuit, {"g.source_power", "g.dissipated_power", "g.stored_energy", "system.power",
                    "system.dissipated_power", "system.energy.total", "system.energy.stored"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double i = 6 * (1 - std::exp(-2 * r.values("time")[k] / 0.3));
    EXPECT_NEAR(r.values("g.source_power")[k], 12 * i, 72 * kAccountNear);
    EXPECT_NEAR(r.values("g.dissipated_power")[k], 2 * i * i, 72 * kAccountNear);
    EXPECT_NEAR(r.values("g.stored_energy")[k], 0.15 * i * i, 6 * kAccountNear);
    EXPECT_EQ(r.values("system.power")[k], r.values("g.source_power")[k]);
    EXPECT_EQ(r.values("system.dissipated_power")[k], r.values("g.dissipated_power")[k]);
    EXPECT_EQ(r.values("system.energy.total")[k], r.values("g.stored_energy")[k]);
  }
}

TEST(EnergyAccount, IntegratesWhatIsNotLinearWhereSomebodyAsks) {
  // e = q³ stores q⁴/4, f = sinh p stores cosh p − 1: a vibration of one against the other.
  const std::string graph =
      "parts:\n  g: {type: BondGraph, elements: {a: 1, L: {I: {flow: sinh(p)}}, C: {C: {effort: "
      "q^3}, initial: 1.5}}, bonds: [a -> L, a -> C]}\n"
      "simulate: {until: 5 s, interval: 0.25 s, tolerance: 1e-11}\n";
  const Results r =
      run(graph + "outputs: [g.stored_energy, system.energy.total]\n",
          {"g.stored_energy", "system.energy.total", "g.L.momentum", "g.C.displacement"});
  bool moves = false;
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double p = r.values("g.L.momentum")[k], q = r.values("g.C.displacement")[k];
    const double since_start = std::cosh(p) - 1 + std::pow(q, 4) / 4 - std::pow(1.5, 4) / 4;
    EXPECT_NEAR(r.values("g.stored_energy")[k], since_start, 10 * kAccountNear);
    EXPECT_NEAR(r.values("system.energy.total")[k], since_start, 10 * kAccountNear);
    moves = moves || std::abs(p) > 0.5;
  }
  EXPECT_TRUE(moves);
  // Nobody asks: no state, and no output that would need one.
  Diagnostics diagnostics;
  const System plain = make_system(test::load(graph, diagnostics));
  EXPECT_EQ(plain.state_count(), 2);
  EXPECT_FALSE(plain.find_output("g.stored_energy"));
  EXPECT_FALSE(plain.find_output("system.energy.total"));
  EXPECT_TRUE(plain.find_output("g.source_power"));
}

TEST(EnergyAccount, FluidStoresTheWorkOfItsCompression) {
  // ∫ h dm in a constant volume, dm = V ρ dp/β, h = ∫dp/ρ: by the trapezoidal rule over the rows.
  const Results r =
      run("parts:\n"
          "  feed: {type: Tank, at: P, pressure: 300 bar}\n"
          "  inlet: {type: Orifice, from: P, to: N, rated_flow: 1 l/min, rated_drop: 5 bar}\n"
          "  block: {type: Volume, at: N, volume: 2 l}\n"
          "simulate: {until: 0.5 s, interval: 0.5 ms, tolerance: 1e-10}\n"
          "outputs: [system.energy.stored, system.energy.dissipated, system.energy.supplied]\n",
          {"system.energy.stored", "system.energy.dissipated", "system.energy.supplied",
           "block.pressure", "block.bulk_modulus", "block.density"});
  const std::vector<double>&p = r.values("block.pressure"), &beta = r.values("block.bulk_modulus");
  const std::vector<double>& rho = r.values("block.density");
  double work = 0, h = 0;
  for (std::size_t k = 1; k < r.row_count(); ++k) {
    const double dp = p[k] - p[k - 1], before = h;
    h += dp * 0.5 * (1 / rho[k] + 1 / rho[k - 1]);
    work += dp * 2e-3 * 0.5 * (h * rho[k] / beta[k] + before * rho[k - 1] / beta[k - 1]);
    // Rows of 1/1000 of the run: the rule errs by less than a millionth of the whole.
    EXPECT_NEAR(r.values("system.energy.stored")[k], work, 1e-3);
    EXPECT_NEAR(r.values("system.energy.stored")[k] + r.values("system.energy.dissipated")[k],
                r.values("system.energy.supplied")[k], 1000 * kAccountNear);
  }
  EXPECT_GT(work, 100);
}

TEST(EnergyAccount, LeavesOutWhatIsNoPower) {
  // Temperature and heat flow: their product is none.
  const Results r =
      run("parts:\n  g: {type: BondGraph, domain: pseudo_thermal, elements: {s: {Se: 350}, a: 1, "
          "C: {C: "
          "900}, R: {R: 2}}, bonds: [s -> a, a -> C, a -> R]}\n"
          "simulate: {until: 1 s, interval: 0.5 s}\n",
          {"g.source_power", "g.dissipated_power", "g.stored_energy", "g.C.flow"});
  EXPECT_NE(r.values("g.C.flow").back(), 0);
  for (const char* sum : {"g.source_power", "g.dissipated_power", "g.stored_energy"})
    EXPECT_EQ(r.values(sum).back(), 0) << sum;
}

TEST(EnergyAccount, NamesOfSumsAreTaken) {
  const std::string errors = errors_in(
      "parts:\n  g: {type: BondGraph, elements: {s: {Se: 1}, a: {1: {displacement: "
      "stored_energy}}, "
      "L: {I: 1}}, bonds: [s -> a, a -> L]}\n");
  EXPECT_MESSAGE(errors, "'stored_energy' is reserved in every BondGraph");
}

}  // namespace
}  // namespace holon
