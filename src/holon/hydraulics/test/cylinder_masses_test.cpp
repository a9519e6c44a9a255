// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Masses of barrels and rods, against the same machines made of bodies and joints, and against
// statics.
#include <algorithm>

#include "circuits.h"

namespace holon {
namespace {

using test::at;

/// A link on a revolute joint and a cart on a spring, with a cylinder between them; gravity is not
/// along an axis.
std::string linkage(const std::string& ram, const std::string& more, const std::string& pin = "") {
  return "  gravity: {type: Gravity, uniform: [1, 0, -9.80665]}\n"
         "  link: {type: RigidBody, mass: 30, inertia: {rod: {length: 1, axis: x}}, "
         "center_of_mass: [0.5, 0, 0], frames: {end: {at: [0.8, 0, 0]}}}\n"
         "  lug: {type: RigidBody, mass: 1, inertia: {sphere: 0.05}}\n"
         "  weld: {type: Fixed, between: [link.end, lug]}\n"
         "  pin: {type: Revolute, between: [world, link], axis: y, initial: {angle: 0.1, rate: 1}" +
         pin +
         "}\n"
         "  cart: {type: RigidBody, mass: 50, inertia: {box: [0.1, 0.1, 0.1]}, frames: {foot: "
         "{at: [0.1, 0, 0.05]}}}\n"
         "  rail: {type: Prismatic, between: [world, cart], axis: x, origin: {at: [0.3, 0, -0.6]}, "
         "initial: {position: 0, speed: 0.5}, stiffness: 20000}\n"
         "  ram: {type: HydraulicCylinder, between: [cart.foot, lug], bore: 50 mm, stroke: 0.8, "
         "closed_length: 0.3, initial: {pressure_A: 10 bar, pressure_B: 5 bar}, " +
         ram +
         "}\n"
         "  a: {type: Volume, at: ram.A, volume: 1 l}\n"
         "  b: {type: Volume, at: ram.B, volume: 1 l}\n" +
         more;
}
const std::string kMasses =
    "rod: {diameter: 30 mm, mass: 12, center_of_mass: 0.2, inertia: 0.5}, "
    "barrel: {mass: 15, center_of_mass: 0.25, inertia: 0.9}";
const std::string kBodies =
    "  barrel: {type: RigidBody, mass: 15, center_of_mass: [0.25, 0, 0], inertia: [0.01, 0.9, "
    "0.9]}\n"
    "  rod: {type: RigidBody, mass: 12, center_of_mass: [-0.2, 0, 0], inertia: [0.01, 0.5, 0.5]}\n"
    "  foot: {type: Revolute, between: [cart.foot, barrel], axis: y, guess: {angle: -0.9}}\n"
    "  slide: {type: Prismatic, between: [barrel, rod], axis: x, guess: {position: 0.6}}\n"
    "  eye: {type: Revolute, between: [lug, rod], axis: y}\n";

void expect_equal(const Results& a, const Results& b, const std::string& column, double tolerance) {
  double scale = 0;
  for (const double v : b.values(column)) scale = std::max(scale, std::abs(v));
  for (std::size_t row = 0; row < a.row_count(); ++row) {
    EXPECT_NEAR(at(a, row, column), at(b, row, column), tolerance * scale)
        << column << " in row " << row;
  }
}

Results run(const std::string& text, double until, std::vector<std::string> outputs,
            Formulation formulation = Formulation::recursive) {
  SimulateSettings settings;
  settings.until = until;
  settings.interval = until / 10;
  settings.tolerance = 1e-11;
  settings.engine = EngineChoice::tape;
  settings.solver = SolverMethod::cvode;
  settings.formulation = formulation;
  Model model = test::read_circuit(text);
  model.simulate.formulation = formulation;
  return simulate(make_system(model), settings, outputs);
}

const std::vector<std::string> kMotion{"pin.angle",
                                       "pin.rate",
                                       "pin.acceleration",
                                       "rail.position",
                                       "ram.force",
                                       "system.energy.kinetic",
                                       "system.energy.potential",
                                       "system.momentum",
                                       "system.angular_momentum",
                                       "pin.reaction.force",
                                       "weld.reaction.force",
                                       "weld.reaction.torque",
                                       "rail.reaction.force",
                                       "rail.reaction.torque",
                                       "ram.barrel_pin.force",
                                       "ram.rod_pin.force"};
const std::vector<std::string> kColumns{"pin.angle",
                                        "pin.rate",
                                        "system.energy.potential",
                                        "pin.acceleration",
                                        "rail.position",
                                        "ram.force",
                                        "system.energy.kinetic",
                                        "system.momentum.x",
                                        "system.momentum.z",
                                        "pin.reaction.force.x",
                                        "pin.reaction.force.z",
                                        "rail.reaction.force.z",
                                        "rail.reaction.torque.y",
                                        "weld.reaction.force.x",
                                        "weld.reaction.force.z",
                                        "weld.reaction.torque.y",
                                        "system.angular_momentum.y"};
// Runs at a tolerance of 1e-11, 3000 steps of a motion on hydraulic springs of about 100 Hz, in
// different coordinates: the remaining integration error of forces.
constexpr double kTolerance = 1e-6;

TEST(CylinderMasses, MoveAsBodiesAndJointsDo) {
  std::vector<std::string> outputs = kMotion;
  outputs.insert(outputs.end(), {"foot.reaction.force", "eye.reaction.force"});
  const Results bodies = run(linkage("rod: 30 mm", kBodies), 0.1, outputs);
  for (const Formulation formulation :
       {Formulation::recursive, Formulation::augmented, Formulation::aggregate}) {
    const Results line = run(linkage(kMasses, ""), 0.1, kMotion, formulation);
    for (const std::string& column : kColumns) expect_equal(line, bodies, column, kTolerance);
    for (const char* axis : {".x", ".z"}) {
      for (const bool of_rod : {false, true}) {
        // The loads in the joints of the bodies, and the hydraulic forces.
        const std::string pin = of_rod ? "ram.rod_pin.force" : "ram.barrel_pin.force";
        const std::string joint = of_rod ? "eye.reaction.force" : "foot.reaction.force";
        for (std::size_t row = 0; row < line.row_count(); ++row) {
          EXPECT_NEAR(at(line, row, pin + axis),
                      at(bodies, row, pin + axis) - at(bodies, row, joint + axis),
                      kTolerance * 8000)
              << pin << axis << " in row " << row;
        }
      }
    }
  }
}

TEST(CylinderMasses, AreHitByImpactsAsBodiesAre) {
  // The revolute joint hits its limit and bounces.
  const std::string stop = ", limits: {range: [-1, 0.1005], restitution: 0.5}";
  const std::vector<std::string> outputs{"pin.rate", "rail.speed", "system.energy.dissipated",
                                         "system.energy.kinetic"};
  const Results bodies = run(linkage("rod: 30 mm", kBodies, stop), 0.05, outputs);
  for (const Formulation formulation :
       {Formulation::recursive, Formulation::augmented, Formulation::aggregate}) {
    const Results line = run(linkage(kMasses, "", stop), 0.05, outputs, formulation);
    for (const std::string& column : outputs) expect_equal(line, bodies, column, kTolerance);
  }
  EXPECT_GT(test::at_end(bodies, "system.energy.dissipated"), 1.0);
}

// In space: a boom that rotates about two axes, its cylinder on a post beside it.
std::string crane(const std::string& ram, const std::string& more) {
  return "  head: {type: RigidBody, mass: 20, inertia: {sphere: 0.2}}\n"
         "  boom: {type: RigidBody, mass: 30, inertia: [0.2, 3, 3], center_of_mass: [0.5, 0, 0], "
         "frames: {lug: {at: [0.7, 0.1, 0.05]}}}\n"
         "  slew: {type: Revolute, between: [world, head], axis: z, initial: {angle: 0.1, rate: "
         "1.5}}\n"
         "  luff: {type: Revolute, between: [head, boom], axis: -y, initial: {angle: 0.2, rate: "
         "1}}\n"
         "  post: {type: Frame, position: [0.1, 0.3, -0.5]}\n"
         "  ram: {type: HydraulicCylinder, between: [post, boom.lug], bore: 50 mm, stroke: 1, "
         "closed_length: 0.3, initial: {pressure_A: 10 bar, pressure_B: 5 bar}, " +
         ram +
         "}\n"
         "  a: {type: Volume, at: ram.A, volume: 1 l}\n"
         "  b: {type: Volume, at: ram.B, volume: 1 l}\n" +
         more;
}

TEST(CylinderMasses, TurnInSpaceWithoutSpin) {
  const std::vector<std::string> outputs{"slew.angle",
                                         "slew.rate",
                                         "luff.angle",
                                         "luff.rate",
                                         "slew.acceleration",
                                         "luff.acceleration",
                                         "system.energy.kinetic",
                                         "system.angular_momentum",
                                         "ram.rod_pin.force"};
  // Universal joints permit rotation, but not about the line. The inertia about the line is 1e-6 of
  // the other.
  const Results bodies = run(
      crane("rod: 30 mm",
            "  barrel: {type: RigidBody, mass: 15, center_of_mass: [0.25, 0, 0], inertia: [1e-6, "
            "0.9, 0.9]}\n"
            "  rod: {type: RigidBody, mass: 12, center_of_mass: [-0.2, 0, 0], inertia: [1e-6, 0.5, "
            "0.5]}\n"
            "  foot: {type: Universal, between: [post, barrel], axis: z, axis2: y, guess: {angle1: "
            "-0.2, angle2: -0.8}}\n"
            "  slide: {type: Prismatic, between: [barrel, rod], axis: x, guess: {position: 0.9}}\n"
            "  eye: {type: Spherical, between: [boom.lug, rod]}\n"),
      0.1, outputs);
  for (const Formulation formulation :
       {Formulation::recursive, Formulation::augmented, Formulation::aggregate}) {
    const Results line = run(crane(kMasses, ""), 0.1, outputs, formulation);
    for (const char* column :
         {"slew.angle", "slew.rate", "luff.angle", "luff.rate", "slew.acceleration",
          "luff.acceleration", "system.energy.kinetic", "system.angular_momentum.z"}) {
      expect_equal(line, bodies, column, 1e-5);
    }
  }
}

TEST(CylinderMasses, HangOnTheirPins) {
  // Chambers without pressure: only weights. The pins are 1 m apart, in the direction (0.6, 0,
  // 0.8).
  const Results r = test::run(
      test::read_circuit(
          "  beam: {type: RigidBody, mass: 100, inertia: {box: [2, 0.1, 0.1]}, frames: {left: {at: "
          "[-1, 0, 0]}}}\n"
          "  rail: {type: Prismatic, between: [world, beam], axis: z, origin: {at: [0, 0, 1.5]}, "
          "motion: 0}\n"
          "  foot: {type: Frame, position: [-1.6, 0, 0.7]}\n"
          "  ram: {type: HydraulicCylinder, between: [foot, beam.left], bore: 50 mm, stroke: 1, "
          "closed_length: 0.6, A: tank, B: tank, rod: {diameter: 30 mm, mass: 12, center_of_mass: "
          "0.3}, barrel: {mass: 15, center_of_mass: 0.2}}\n"),
      0.01,
      {"ram.barrel_pin.force", "ram.rod_pin.force", "rail.reaction.force",
       "system.energy.potential"},
      0.01);
  // The component (0.48, 0, −0.36) of a weight is across the line: the far pin carries it by the
  // lever rule, the near one the rest.
  const double g = 9.80665, barrel = 15 * g, rod = 12 * g, far = 0.2 * barrel - 0.3 * rod;
  const double rounding = 1e-12 * 100 * g;
  EXPECT_NEAR(at(r, 0, "ram.rod_pin.force.x"), 0.48 * far, rounding);
  EXPECT_NEAR(at(r, 0, "ram.rod_pin.force.z"), -rod - 0.36 * far, rounding);
  EXPECT_NEAR(at(r, 0, "ram.barrel_pin.force.x"), -0.48 * far, rounding);
  EXPECT_NEAR(at(r, 0, "ram.barrel_pin.force.z"), -barrel + 0.36 * far, rounding);
  EXPECT_NEAR(at(r, 0, "rail.reaction.force.x"), -0.48 * far, rounding);
  EXPECT_NEAR(at(r, 0, "rail.reaction.force.z"), 100 * g + rod + 0.36 * far, rounding);
  EXPECT_NEAR(at(r, 0, "system.energy.potential"),
              g * (100 * 1.5 + 15 * (0.7 + 0.2 * 0.8) + 12 * (1.5 - 0.3 * 0.8)), 1e-9);
}

TEST(CylinderMasses, NeedPinsAndAMass) {
  const auto errors = [](const std::string& ram) {
    return test::errors_of(test::read_circuit(
        "  load: {type: BondGraph, domain: translation, elements: {v: {1: {}}, m: {I: 5}}, bonds: "
        "[v -> m]}\n"
        "  ram: {type: HydraulicCylinder, port: load.v, A: tank, B: tank, bore: 50 mm, stroke: "
        "0.6, " +
        ram + "}\n"));
  };
  EXPECT_NE(errors("rod: {diameter: 30 mm, mass: 3}")
                .find("'mass' has no effect: a port has no pins; add it to the mass at the port"),
            std::string::npos);
  EXPECT_NE(errors("barrel: {center_of_mass: 0.2}").find("give 'mass', too"), std::string::npos);
  EXPECT_EQ(errors("rod: {diameter: 30 mm}"), "");
}

}  // namespace
}  // namespace holon
