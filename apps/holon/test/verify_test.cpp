// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "command_line_fixture.h"

namespace holon::test {
namespace {

using Verify = CommandLine;

TEST_F(Verify, AnExampleAgreesWithItself) {
  const Outcome run = holon("verify '" HOLON_SOURCE_DIR "/examples/four_bar.yaml'");
  EXPECT_EQ(run.status, 0) << run.out << run.err;
  for (const char* what : {"accelerations at", "determinate reactions", "trajectories",
                           "Jacobian of the equations", "tape, machine code and native code",
                           "the same run twice", "interrupted and resumed", "none disagrees"})
    EXPECT_TRUE(has(run.out, what)) << what << "\n" << run.out;
}

TEST_F(Verify, AJacobianOfRedundantConstraintsAgrees) {
  // A planar loop in absolute coordinates in space: three conditions too many.
  const Outcome run = holon("verify '" HOLON_SOURCE_DIR
                            "/examples/four_bar.yaml' --set simulate.formulation=augmented");
  EXPECT_EQ(run.status, 0) << run.out << run.err;
  EXPECT_TRUE(has(run.out, "agrees     Jacobian of the equations")) << run.out;
  EXPECT_TRUE(has(run.out, "none disagrees")) << run.out;
}

TEST_F(Verify, SaysWhatDoesNotApplyAndWhy) {
  const Outcome run = holon("verify '" HOLON_SOURCE_DIR "/examples/linear_system.yaml' --json");
  EXPECT_EQ(run.status, 0) << run.out << run.err;
  EXPECT_TRUE(has(run.out, "\"verdict\": \"not applicable\"")) << run.out;
  EXPECT_TRUE(has(run.out, "the model has no bodies")) << run.out;
  EXPECT_TRUE(has(run.out, "\"status\": \"agrees\"")) << run.out;
}

TEST_F(Verify, AMachineWithContactsAndForcesAgrees) {
  write("ball.yaml", R"yaml(holon: 1
parts:
  ball: {type: RigidBody, mass: 2 kg, inertia: {sphere: {radius: 0.1}}, initial: {position: [0, 0, 0.5], velocity: [1, 0, 0]}}
  floor: {type: Contact, between: [world, ball.com], radius: 0.1 m, stiffness: 1e5, dissipation: 0.2, friction: 0.3}
  push: {type: Force, "on": ball, force: ["0.3*sin(2 [rad/s]*time)", 0, 0]}
simulate: {until: 2 s, tolerance: 1e-9}
)yaml");
  const Outcome run = holon("verify ball.yaml");
  EXPECT_EQ(run.status, 0) << run.out << run.err;
  EXPECT_TRUE(has(run.out, "the machine is not isolated: gravity, floor, push")) << run.out;
}

TEST_F(Verify, AStartThatGuessesLeaveOpenIsNoDisagreement) {
  // Two bars whose end is held at one height: one freedom is left to the guesses.
  write("open.yaml", R"yaml(holon: 1
parts:
  bar: {type: RigidBody, mass: 1 kg, inertia: [0.1, 0.1, 0.1], frames: {tip: {at: [1 m, 0, 0]}}}
  arm: {type: RigidBody, mass: 1 kg, inertia: [0.1, 0.1, 0.1], frames: {tip: {at: [1 m, 0, 0]}}}
  pin: {type: Revolute, between: [world, bar], axis: y, guess: {angle: 0.9 rad}}
  knee: {type: Revolute, between: [bar.tip, arm], axis: y, guess: {angle: 0.2 rad}}
  slide: {type: Constraint, equations: ["arm.tip.position.z + 1.5 [m]"]}
simulate: {until: 0.2 s}
)yaml");
  const Outcome run = holon("verify open.yaml");
  EXPECT_EQ(run.status, 0) << run.out << run.err;
  EXPECT_TRUE(has(run.out, "does not fully determine its initial state")) << run.out;
}

TEST_F(Verify, MachinesAtRestAgree) {
  const std::string models[] = {// held by friction
                                R"yaml(holon: 1
parts:
  link: {type: RigidBody, mass: 1 kg, inertia: [0.1, 0.1, 0.1], center_of_mass: [0.5, 0, 0]}
  pin: {type: Revolute, between: [world, link], axis: y, friction: {coulomb: 8, static: 9}}
simulate: {until: 2 s}
)yaml",
                                // in the balance of weight and spring, but for rounding
                                R"yaml(holon: 1
parts:
  a: {type: PointMass, mass: 1 kg}
  r: {type: Prismatic, between: [world, a], axis: z, stiffness: 100, rest: 0.0980665}
simulate: {until: 2 s}
)yaml"};
  for (const std::string& model : models) {
    write("rest.yaml", model);
    const Outcome run = holon("verify rest.yaml");
    EXPECT_EQ(run.status, 0) << run.out << run.err;
    EXPECT_TRUE(has(run.out, "nothing moves")) << run.out;
  }
}

TEST_F(Verify, MachinesThatOnlyRotateAboutTheOriginAgree) {
  // Linear accelerations are zero, in one formulation but for the rounding error of gravity.
  for (const char* torque : {"0 N m", "3 N m"}) {
    write("planets.yaml", R"yaml(holon: 1
parts:
  sun: {type: RigidBody, mass: 1 kg, inertia: [0.01, 0.01, 0.01]}
  ring: {type: RigidBody, mass: 3 kg, inertia: [0.06, 0.06, 0.06]}
  carrier: {type: RigidBody, mass: 2 kg, inertia: [0.2, 0.2, 0.2]}
  s: {type: Revolute, between: [world, sun], axis: x, torque: )yaml" +
                              std::string(torque) + R"yaml(}
  r: {type: Revolute, between: [world, ring], axis: x}
  c: {type: Revolute, between: [world, carrier], axis: x}
  set:
    type: BondGraph
    domain: rotation
    elements:
      planets: {MTF: {matrix: [[-0.25, -0.75]], ports: {in: [sun, ring], out: [carrier]}}}
    bonds: [s.flange -> planets.sun, r.flange -> planets.ring, planets.carrier -> c.flange]
simulate: {until: 1 s}
)yaml");
    const Outcome run = holon("verify planets.yaml");
    EXPECT_EQ(run.status, 0) << run.out << run.err;
    EXPECT_TRUE(has(run.out, "none disagrees")) << run.out;
  }
}

TEST_F(Verify, MachinesWithBondsAndOilBalanceTheirEnergy) {
  // Fluid at nodes and the spool are states without outputs; both formulations have them.
  for (const char* example : {"dc_motor", "cylinder_and_mass"}) {
    const Outcome run = holon("verify '" HOLON_SOURCE_DIR "/examples/" + std::string(example) +
                              ".yaml' --set simulate.tolerance=1e-8");
    EXPECT_EQ(run.status, 0) << run.out << run.err;
    for (const char* what : {"agrees     power: change", "agrees     energy along the run"})
      EXPECT_TRUE(has(run.out, what)) << what << "\n" << run.out;
    const bool has_bodies =
        has(run.out, "agrees     recursive against augmented: accelerations at");
    EXPECT_EQ(has_bodies, std::string(example) == "cylinder_and_mass") << run.out;
  }
}

TEST_F(Verify, CircuitsKeepTheirMass) {
  write("closed.yaml", R"yaml(holon: 1
parts:
  a: {type: Volume, at: A, volume: 1 l, initial: {pressure: 200 bar}}
  b: {type: Volume, at: B, volume: 3 l, initial: {pressure: -0.9 bar}}
  pump: {type: FixedPump, from: B, to: A, displacement: 5 cm^3/rev, speed: 1500 rpm}
  hole: {type: Orifice, from: A, to: B, area: 2 mm^2}
simulate: {until: 2 s, solver: cvode}
)yaml");
  const Outcome run = holon("verify closed.yaml");
  EXPECT_EQ(run.status, 0) << run.out << run.err;
  for (const char* what : {"agrees     mass at 2 nodes", "agrees     mass of all circuits",
                           "agrees     mass of closed circuits along the run", "agrees     power"})
    EXPECT_TRUE(has(run.out, what)) << what << "\n" << run.out;
}

// Draws beside the run stay where the cylinder has a volume, the guide's sideways reactions are the
// rounding of a force of 6 MN, and the pump has a part of the node's volume.
TEST_F(Verify, APressWithACylinderAgrees) {
  write("press.yaml", R"yaml(holon: 1
fluid: {name: HLP46, temperature: 45 degC}
parts:
  slide: {type: RigidBody, mass: 1200 kg, inertia: {box: [1, 1, 0.3]}, frames: {lug: {at: [0, 0, 0.15]}, face: {at: [0, 0, -0.15]}}}
  frame_top: {type: Frame, position: [0, 0, 2 m]}
  guide: {type: Prismatic, between: [world, slide], axis: z, initial: {position: "2 [m] - 0.15 [m] - 0.9 [m]"}}
  ram: {type: HydraulicCylinder, between: [frame_top, slide.lug], bore: 200 mm, rod: 140 mm, stroke: 400 mm, closed_length: 0.9 m, initial: {pressure_A: 1 bar, pressure_B: 8 bar}}
  work: {type: Force, "on": slide.face, force: [0, 0, "if(ram.position > 0.02 [m], 40e6 [N/m]*(ram.position - 0.02 [m]), 0 [N])"]}
  pump: {type: FixedPump, to: ram.A, displacement: 40 cm^3/rev, speed: 1450 rpm, volume: 2 l, leakage: 0.005 l/min/bar}
  relief: {type: ReliefValve, from: ram.A, cracking: 200 bar, rated_flow: 100 l/min}
  back: {type: Orifice, from: ram.B, to: tank, area: 20 mm^2}
simulate: {until: 3 s}
)yaml");
  const Outcome run = holon("verify press.yaml");
  EXPECT_EQ(run.status, 0) << run.out << run.err;
  EXPECT_TRUE(has(run.out, "agrees     mass at 2 nodes")) << run.out;
}

// The impulse that stops the slide takes its kinetic energy.
TEST_F(Verify, AMotionWhoseSpeedJumpsBalancesItsEnergy) {
  write("jump.yaml", R"yaml(holon: 1
fluid: {name: HLP46, temperature: 45 degC}
parts:
  slide: {type: RigidBody, mass: 10 kg, inertia: {box: [1, 1, 1]}}
  guide: {type: Prismatic, between: [world, slide], axis: x, motion: "1 [m] + if(time < 1 [s], 0.05 [m/s]*time, 0.05 [m])"}
  ram: {type: HydraulicCylinder, between: [world, slide], B: tank, bore: 112.838 mm, rod: 50 mm, stroke: 0.5 m, closed_length: 0.9 m, dead_volume: 0.1 l, leakage: 0 l/min/bar, initial: {pressure_A: 0 bar}}
  pump: {type: FixedPump, to: ram.A, displacement: 6 cm^3/rev, speed: 1000 rpm, volume: 0.01 l}
simulate: {until: 12 s, stop: "ram.pressure_A > 5 [MPa]"}
)yaml");
  const Outcome run = holon("verify jump.yaml");
  EXPECT_EQ(run.status, 0) << run.out << run.err;
  for (const char* what : {"agrees     energy along the run", "agrees     trajectories"})
    EXPECT_TRUE(has(run.out, what)) << what << "\n" << run.out;
}

// Through impacts, and to a start value; a name that is none is an error.
TEST_F(Verify, DerivativesOfTheRunAgreeWithDifferences) {
  const std::string model = "verify '" HOLON_SOURCE_DIR "/examples/bouncing_ball.yaml' --until 2 ";
  const Outcome run = holon(model + "--to restitution --to g");
  EXPECT_EQ(run.status, 0) << run.out << run.err;
  EXPECT_TRUE(has(run.out, "agrees     of the run to restitution, against differences")) << run.out;
  EXPECT_TRUE(has(run.out, "agrees     of the run to g, against differences")) << run.out;
  const Outcome wrong = holon(model + "--to restitutoin");
  EXPECT_NE(wrong.status, 0) << wrong.out;
  EXPECT_TRUE(has(wrong.err, "restitutoin")) << wrong.err;
}

// The rows of a system by its energies are no joints of a machine: their residuals count.
TEST_F(Verify, ConstraintsOfEnergiesHoldAlongTheRun) {
  write("ring.yaml", R"yaml(holon: 1
parts:
  p:
    type: Lagrangian
    coordinates: {x: {initial: 0.6 m}, y: {initial: 0.8 m}}
    kinetic: 1 [kg]*(der(x)^2 + der(y)^2)
    potential: -2 [kg]*world.gravity.z*y
    constraints: ["x^2 + y^2 - 1 [m^2]"]
simulate: {until: 1 s}
)yaml");
  const Outcome run = holon("verify ring.yaml");
  EXPECT_EQ(run.status, 0) << run.out << run.err;
  EXPECT_TRUE(has(run.out, "agrees     constraints and unit quaternions at all rows")) << run.out;
  const Outcome drifting = holon("verify ring.yaml --set simulate.stabilisation=none");
  EXPECT_TRUE(has(drifting.out, "stabilisation 'none' lets them drift")) << drifting.out;
}

TEST_F(Verify, AnInvalidModelIsReportedAsByEveryCommand) {
  write("wrong.yaml", "holon: 1\nparts: {a: {type: Rigid}}\n");
  EXPECT_EQ(holon("verify wrong.yaml").status, 1);
  EXPECT_EQ(holon("verify nothing.yaml").status, 2);
}

}  // namespace
}  // namespace holon::test
