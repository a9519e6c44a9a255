// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "command_line_fixture.h"

namespace holon::test {
namespace {

using Verify = CommandLine;

TEST_F(Verify, AnExampleAgreesWithItself) {
  const Outcome run = holon("verify '" HOLON_SOURCE_DIR "/examples/four_bar.yaml'");
  EXPECT_EQ(run.status, 0) << run.out << run.err;
  for (const char* what :
       {"accelerations at", "determinate reactions", "trajectories", "Jacobian of the equations",
        "tape and native", "the same run twice", "interrupted and gone on with", "none disagrees"})
    EXPECT_TRUE(has(run.out, what)) << what << "\n" << run.out;
}

TEST_F(Verify, AJacobianOfRedundantConstraintsIsComparedAlongThem) {
  // A planar loop in absolute coordinates in space: three conditions too many.
  const Outcome run = holon("verify '" HOLON_SOURCE_DIR
                            "/examples/four_bar.yaml' --set simulate.formulation=augmented");
  EXPECT_EQ(run.status, 0) << run.out << run.err;
  EXPECT_TRUE(has(run.out, "along motions that the constraints allow")) << run.out;
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
  EXPECT_TRUE(has(run.out, "the machine is not alone: gravity, floor, push")) << run.out;
}

TEST_F(Verify, MachinesAtRestAgree) {
  const std::string models[] = {// held by friction
                                R"yaml(holon: 1
parts:
  link: {type: RigidBody, mass: 1 kg, inertia: [0.1, 0.1, 0.1], center_of_mass: [0.5, 0, 0]}
  pin: {type: Revolute, between: [world, link], axis: y, friction: {coulomb: 8, static: 9}}
simulate: {until: 2 s}
)yaml",
                                // in the balance of weight and spring, but for roundings
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
  // Oil at nodes and the spool are states that no output tells; both formulations have them.
  for (const char* example : {"dc_motor", "cylinder_and_mass"}) {
    const Outcome run = holon("verify '" HOLON_SOURCE_DIR "/examples/" + std::string(example) +
                              ".yaml' --set simulate.tolerance=1e-8");
    EXPECT_EQ(run.status, 0) << run.out << run.err;
    for (const char* what : {"agrees     power: change", "agrees     energy along the run"})
      EXPECT_TRUE(has(run.out, what)) << what << "\n" << run.out;
    const bool has_bodies = has(run.out, "agrees     accelerations at");
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

TEST_F(Verify, AWrongModelIsToldAsByEveryCommand) {
  write("wrong.yaml", "holon: 1\nparts: {a: {type: Rigid}}\n");
  EXPECT_EQ(holon("verify wrong.yaml").status, 1);
  EXPECT_EQ(holon("verify nothing.yaml").status, 2);
}

}  // namespace
}  // namespace holon::test
