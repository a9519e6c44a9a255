// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Compositions of bodies, and loops over frames of systems that are described by their energies:
// against the same machines of bodies and joints.
#include "lagrange_runs.h"

namespace holon {
namespace {

using test::conserved_in;
using test::errors_in;
using test::kRunError;
using test::kSameEquations;
using test::largest_difference;

/// Systems with bodies, and their twins as mechanisms. Start and end of a model.
std::string composed_in(const std::string& formulation, const std::string& parts) {
  return "simulate: {until: 2 s, interval: 0.1 s, tolerance: 1e-10, formulation: " + formulation +
         "}\noutputs: [system.energy.supplied]\nparts:\n" + parts;
}

constexpr const char* kComposedBar =
    "{type: RigidBody, mass: 2 kg, inertia: [0.02 kg m^2, 0.05 kg m^2, 0.04 kg m^2, 0.005 kg m^2, "
    "-0.004 kg m^2, 0.006 kg m^2], center_of_mass: [0.1 m, 0.05 m, -0.3 m], frames: {end: {at: [0, "
    "0, -0.5 m]}}}\n";

class CompositionIn : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(All, CompositionIn, testing::Values("recursive", "augmented", "aggregate"),
                         [](const auto& info) { return std::string(info.param); });

// T and U of the body are exact derivatives of its place: the same motion as on a hinge whose pivot
// moves in time, and the same power of what moves it.
TEST_P(CompositionIn, TakesABodyWhosePivotMoves) {
  const Results r =
      test::run(composed_in(GetParam(), std::string("  bar: ") + kComposedBar +
                                            "  twin: " + kComposedBar + R"yaml(
  swing:
    type: Constrained
    of: [bar]
    coordinates: {a: {initial: 40 deg}}
    where: {bar: {at: ["0.2 [m]*sin(3 [rad/s]*time)", 0, 0], rotate: {axis: -y, angle: a}}}
  pivot: {type: Frame, position: ["0.2 [m]*sin(3 [rad/s]*time)", 0, 0]}
  pin: {type: Revolute, between: [pivot, twin], axis: -y, initial: {angle: 40 deg}}
)yaml"),
                {"swing.a", "pin.angle", "bar.com.position.x", "twin.com.position.x",
                 "bar.com.acceleration.z", "twin.com.acceleration.z", "system.energy.total",
                 "system.energy.supplied", "swing.energy.kinetic", "system.energy.kinetic"});
  EXPECT_LT(largest_difference(r, "swing.a", "pin.angle"), kSameEquations);
  EXPECT_LT(largest_difference(r, "bar.com.position.x", "twin.com.position.x"), kSameEquations);
  EXPECT_LT(largest_difference(r, "bar.com.acceleration.z", "twin.com.acceleration.z"), kRunError);
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    // Of some 20 J.
    EXPECT_NEAR(r.values("system.energy.total")[k] - r.values("system.energy.supplied")[k],
                r.values("system.energy.total")[0], 20 * kRunError);
    EXPECT_NEAR(2 * r.values("swing.energy.kinetic")[k], r.values("system.energy.kinetic")[k],
                20 * kRunError);
  }
}

// Springs, forces and a joint on the body act on the composition's coordinates; the body beside a
// Lagrangian part, in a composition of a composition.
TEST_P(CompositionIn, TakesABodyThatCarriesSomething) {
  const Results r =
      test::run(composed_in(GetParam(), std::string("  bar: ") + kComposedBar +
                                            "  twin: " + kComposedBar + R"yaml(
  mass: {type: Lagrangian, coordinates: {x: {unit: m}}, kinetic: "1.5 [kg]*der(x)^2"}
  inner:
    type: Constrained
    of: [mass, bar]
    coordinates: {s: {unit: m}, b: {unit: rad}}
    where: {mass.x: s, bar: {at: [mass.x, 0, 0], rotate: {axis: -y, angle: b}}}
  whole:
    type: Constrained
    of: [inner]
    coordinates: {s: {initial: 0.1 m}, c: {initial: 50 deg}}
    where: {inner.s: s, inner.b: "2*c - 10 [deg]"}
  hook: {type: Spring, between: [world, bar.end], stiffness: 30 N/m, length: 0.2 m}
  bob: {type: RigidBody, mass: 0.5 kg, inertia: [0.01 kg m^2, 0.01 kg m^2, 0.01 kg m^2], center_of_mass: [0, 0, -0.2 m]}
  wrist: {type: Revolute, between: [bar.end, bob], axis: -y, damping: 0.02 N*m*s/rad, initial: {angle: 20 deg}}
  push: {type: Force, on: bar.end, force: ["2 [N]*cos(4 [rad/s]*time)", 0, 0]}

  cart: {type: RigidBody, mass: 3 kg, inertia: [0.1 kg m^2, 0.1 kg m^2, 0.1 kg m^2]}
  rail: {type: Prismatic, between: [world, cart], axis: x, initial: {position: 0.1 m}}
  pin: {type: Revolute, between: [cart, twin], axis: -y, initial: {angle: 90 deg}}
  hook2: {type: Spring, between: [world, twin.end], stiffness: 30 N/m, length: 0.2 m}
  bob2: {type: RigidBody, mass: 0.5 kg, inertia: [0.01 kg m^2, 0.01 kg m^2, 0.01 kg m^2], center_of_mass: [0, 0, -0.2 m]}
  wrist2: {type: Revolute, between: [twin.end, bob2], axis: -y, damping: 0.02 N*m*s/rad, initial: {angle: 20 deg}}
  push2: {type: Force, on: twin.end, force: ["2 [N]*cos(4 [rad/s]*time)", 0, 0]}
)yaml"),
                {"whole.s", "rail.position", "bar.end.position.x", "twin.end.position.x",
                 "wrist.angle", "wrist2.angle", "wrist.reaction.force.x", "wrist2.reaction.force.x",
                 "system.energy.total", "system.energy.supplied", "system.energy.dissipated"});
  EXPECT_LT(largest_difference(r, "whole.s", "rail.position"), kRunError);
  EXPECT_LT(largest_difference(r, "bar.end.position.x", "twin.end.position.x"), kRunError);
  EXPECT_LT(largest_difference(r, "wrist.angle", "wrist2.angle"), kRunError);
  EXPECT_LT(largest_difference(r, "wrist.reaction.force.x", "wrist2.reaction.force.x"),
            100 * kRunError);  // of 20 N
  for (std::size_t k = 0; k < r.row_count(); ++k)
    EXPECT_NEAR(r.values("system.energy.total")[k] + r.values("system.energy.dissipated")[k] -
                    r.values("system.energy.supplied")[k],
                r.values("system.energy.total")[0], 20 * kRunError);
}

// A top with products of inertia in angles of roll, pitch and yaw, against a ball joint.
TEST_P(CompositionIn, TakesABodyInThreeAngles) {
  const Results r = test::run(
      composed_in(GetParam(),
                  std::string("  bar: ") + kComposedBar + "  twin: " + kComposedBar + R"yaml(
  top:
    type: Constrained
    of: [bar]
    coordinates: {f: {initial: 0.3 rad}, h: {initial: 0.5 rad}, y: {initial: 0.2 rad}}
    where: {bar: {at: [0, 0, 0], rotate: {rpy: [f, h, y]}}}
  ball: {type: Spherical, between: [world, twin], initial: {orientation: {rpy: [0.3 rad, 0.5 rad, 0.2 rad]}}}
)yaml"),
      {"bar.com.position.x", "twin.com.position.x", "bar.com.position.y", "twin.com.position.y"});
  EXPECT_LT(largest_difference(r, "bar.com.position.x", "twin.com.position.x"), kRunError);
  EXPECT_LT(largest_difference(r, "bar.com.position.y", "twin.com.position.y"), kRunError);
}

TEST(Composition, OfABodyKeepsItsMomentum) {
  EXPECT_EQ(conserved_in(R"yaml(
parts:
  ball: {type: RigidBody, mass: 2 kg, inertia: {sphere: 0.1 m}}
  glide:
    type: Constrained
    of: [ball]
    coordinates: {x: {initial: 0 m}, z: {initial: 0 m}}
    where: {ball: {at: [x, 0, z]}}
)yaml"),
            (std::vector<std::string>{"glide.momentum.x", "glide.jacobi_integral"}));
}

TEST(Composition, SaysWhatIsWrongWithABody) {
  const auto errors = [](const std::string& ball, const std::string& rest) {
    return errors_in("parts:\n  ball: {type: RigidBody, mass: 2 kg, inertia: {sphere: 0.1 m}" +
                     ball + "}\n  glide: {type: Constrained, coordinates: {x: {initial: 0 m}}, " +
                     rest + "}\n");
  };
  EXPECT_NE(errors("", "of: [ball], where: {}").find("the place of the body 'ball' is missing"),
            std::string::npos);
  EXPECT_NE(
      errors(", initial: {position: [1 m, 0, 0]}", "of: [ball], where: {ball: {at: [x, 0, 0]}}")
          .find("'glide' determines the place"),
      std::string::npos);
  EXPECT_NE(errors("", "of: [], where: {ball: {at: [x, 0, 0]}}").find("not among the members"),
            std::string::npos);
}

// A four-bar whose crank is a system by its energies (`crank`, with the frame `end` of the crank on
// the coupler's pin), beside the same of bodies, whose crank hangs on a frame at `pivot`.
std::string two_four_bars(const std::string& formulation, const std::string& crank,
                          const std::string& end, const std::string& pivot = "0") {
  const std::string rest = R"yaml(
  coupler#: {type: RigidBody, mass: 1 kg, inertia: [0.01 kg m^2, 0.08 kg m^2, 0.08 kg m^2], center_of_mass: [0.5 m, 0, 0], frames: {end: {at: [1 m, 0, 0]}}}
  rocker#: {type: RigidBody, mass: 1.5 kg, inertia: [0.01 kg m^2, 0.09 kg m^2, 0.09 kg m^2], center_of_mass: [0.4 m, 0, 0], frames: {end: {at: [0.8 m, 0, 0]}}}
  pin#: {type: Revolute, between: [END, coupler#], axis: -y, guess: {angle: -60 deg}}
  base#: {type: Revolute, between: [world, rocker#], origin: {at: [1.1 m, 0, 0]}, axis: -y, guess: {angle: 80 deg}}
  close#: {type: Revolute, between: [coupler#.end, rocker#.end], axis: -y}
)yaml";
  const auto with = [&](const std::string& number, const std::string& at) {
    std::string text = rest;
    text.replace(text.find("END"), 3, at);
    for (std::size_t k = text.find('#'); k != std::string::npos; k = text.find('#'))
      text.replace(k, 1, number);
    return text;
  };
  return composed_in(formulation, crank + with("1", end) + R"yaml(
  pivot: {type: Frame, position: [")yaml" +
                                      pivot + R"yaml(", 0, 0]}
  crank2: {type: RigidBody, mass: 0.6 kg, inertia: [0.01 kg m^2, 0.05 kg m^2, 0.06 kg m^2], center_of_mass: [0.2 m, 0, 0.05 m], frames: {end: {at: [0.4 m, 0, 0]}}}
  drive: {type: Revolute, between: [pivot, crank2], axis: -y, initial: {angle: 60 deg, rate: 3 rad/s}}
)yaml" + with("2", "crank2.end"));
}

/// Some thousand steps by joints that are redundant in three directions, with forces of 60 N.
constexpr double kLoopError = 10 * kRunError, kLoopForce = 1000 * kRunError;

// The body that closes the loop is a member of a composition, whose pivot stands or moves with
// time: the work of what moves it is that of the frame on which the twin hangs.
TEST_P(CompositionIn, LetsAMemberCloseALoop) {
  for (const std::string pivot : {"0", "0.05 [m]*sin(3 [rad/s]*time)"}) {
    const Results r =
        test::run(two_four_bars(GetParam(),
                                R"yaml(
  crank1: {type: RigidBody, mass: 0.6 kg, inertia: [0.01 kg m^2, 0.05 kg m^2, 0.06 kg m^2], center_of_mass: [0.2 m, 0, 0.05 m], frames: {end: {at: [0.4 m, 0, 0]}}}
  swing:
    type: Constrained
    of: [crank1]
    coordinates: {a: {initial: 60 deg, initial_rate: 3 rad/s}}
    where: {crank1: {at: [")yaml" + pivot +
                                    R"yaml(", 0, 0], rotate: {axis: -y, angle: a}}}
)yaml",
                                "crank1.end", pivot),
                  {"swing.a", "drive.angle", "base1.angle", "base2.angle", "pin1.reaction.force.x",
                   "pin2.reaction.force.x", "crank1.com.acceleration.x",
                   "crank2.com.acceleration.x", "system.energy.total", "system.energy.supplied",
                   "system.constraint_drift"});
    EXPECT_LT(largest_difference(r, "swing.a", "drive.angle"), kLoopError) << pivot;
    EXPECT_LT(largest_difference(r, "base1.angle", "base2.angle"), kLoopError) << pivot;
    EXPECT_LT(largest_difference(r, "pin1.reaction.force.x", "pin2.reaction.force.x"), kLoopForce);
    EXPECT_LT(largest_difference(r, "crank1.com.acceleration.x", "crank2.com.acceleration.x"),
              kLoopForce);
    for (std::size_t k = 0; k < r.row_count(); ++k) {
      EXPECT_NEAR(r.values("system.energy.total")[k] - r.values("system.energy.supplied")[k],
                  r.values("system.energy.total")[0], 100 * kRunError);  // of 27 J
      EXPECT_LT(r.values("system.constraint_drift")[k], 1e-12);
    }
    if (pivot != "0") EXPECT_GT(std::abs(r.values("system.energy.supplied").back()), 0.1);
  }
}

// The crank has three coordinates and holds itself at its pivot, by a constraint on places and one
// on rates: their multipliers are the reaction of the twin's pin.
TEST_P(CompositionIn, LetsASystemWithConstraintsCloseALoop) {
  const Results r = test::run(
      two_four_bars(GetParam(), R"yaml(
  swing:
    type: Lagrangian
    parameters: {m: 0.6 kg, J: 0.05 kg m^2}
    coordinates:
      x: {unit: m, guess: 0.05 m}
      z: {initial: "0.2 [m]*sin(60 [deg]) + 0.05 [m]*cos(60 [deg])"}
      a: {initial: 60 deg, initial_rate: 3 rad/s}
    kinetic: m/2*(der(x)^2 + der(z)^2) + J/2*der(a)^2
    potential: -m*world.gravity.z*z
    constraints: ["x - 0.2 [m]*cos(a) + 0.05 [m]*sin(a)"]
    velocity_constraints: ["der(z) - 0.2 [m]*cos(a)*der(a) + 0.05 [m]*sin(a)*der(a)"]
    frames: {end: {at: ["x + 0.2 [m]*cos(a) + 0.05 [m]*sin(a)", 0, "z + 0.2 [m]*sin(a) - 0.05 [m]*cos(a)"], rotate: {axis: -y, angle: a}}}
)yaml",
                    "swing.end"),
      {"swing.a", "drive.angle", "base1.angle", "base2.angle", "pin1.reaction.force.x",
       "pin2.reaction.force.x", "swing.lambda[0]", "drive.reaction.force.x", "swing.lambda[1]",
       "drive.reaction.force.z", "system.energy.total", "system.constraint_drift"});
  EXPECT_LT(largest_difference(r, "swing.a", "drive.angle"), kLoopError);
  EXPECT_LT(largest_difference(r, "base1.angle", "base2.angle"), kLoopError);
  EXPECT_LT(largest_difference(r, "pin1.reaction.force.x", "pin2.reaction.force.x"), kLoopForce);
  EXPECT_LT(largest_difference(r, "swing.lambda[0]", "drive.reaction.force.x"), kLoopForce);
  EXPECT_LT(largest_difference(r, "swing.lambda[1]", "drive.reaction.force.z"), kLoopForce);
  for (std::size_t k = 0; k < r.row_count(); ++k)
    EXPECT_NEAR(r.values("system.energy.total")[k], r.values("system.energy.total")[0],
                100 * kRunError);  // of 27 J
}

// Its modes are those of the machine: the same equations as on a hinge whose pivot moves, but for
// the order of operations.
TEST_P(CompositionIn, TakesAnElasticBody) {
  const std::string body = R"yaml(
    type: ElasticBody
    mass: 2 kg
    inertia: [0.2 kg m^2, 0.25 kg m^2, 0.24 kg m^2]
    center_of_mass: [0, 0, -0.3 m]
    modes:
      - {frequency: 3 Hz, damping_ratio: 0.02, translation: [0.4, 0, 0.1], rotation: [0, 0.2, 0.1]}
      - {frequency: 5 Hz, translation: [0.1, 0.3, 0.2], rotation: [0.1, 0, 0.1]}
)yaml";
  const Results r =
      test::run(composed_in(GetParam(), "  bar:" + body + "  twin:" + body + R"yaml(
  swing:
    type: Constrained
    of: [bar]
    coordinates: {a: {initial: 40 deg}}
    where: {bar: {at: ["0.2 [m]*sin(3 [rad/s]*time)", 0, 0], rotate: {axis: -y, angle: a}}}
  pivot: {type: Frame, position: ["0.2 [m]*sin(3 [rad/s]*time)", 0, 0]}
  pin: {type: Revolute, between: [pivot, twin], axis: -y, initial: {angle: 40 deg}}
)yaml"),
                {"swing.a", "pin.angle", "bar.modes[0].displacement", "twin.modes[0].displacement",
                 "bar.modes[1].rate", "twin.modes[1].rate", "bar.com.acceleration.z",
                 "twin.com.acceleration.z", "system.energy.total", "system.energy.dissipated",
                 "system.energy.supplied"});
  EXPECT_LT(largest_difference(r, "swing.a", "pin.angle"), kSameEquations);
  EXPECT_LT(largest_difference(r, "bar.modes[0].displacement", "twin.modes[0].displacement"),
            kSameEquations);
  EXPECT_LT(largest_difference(r, "bar.modes[1].rate", "twin.modes[1].rate"), kSameEquations);
  EXPECT_LT(largest_difference(r, "bar.com.acceleration.z", "twin.com.acceleration.z"),
            10 * kSameEquations);
  EXPECT_GT(std::abs(r.values("bar.modes[0].displacement").back()), 1e-3);
  for (std::size_t k = 0; k < r.row_count(); ++k)
    EXPECT_NEAR(r.values("system.energy.total")[k] + r.values("system.energy.dissipated")[k] -
                    r.values("system.energy.supplied")[k],
                r.values("system.energy.total")[0], 20 * kRunError);  // of 20 J
}

TEST(Composition, SaysWhyItClosesNoLoop) {
  // Without its constraint nothing has inertia along y.
  const auto error = [](const std::string& system, const std::string& frame) {
    try {
      test::run("simulate: {until: 0.1 s}\nparts:\n" + system +
                    "  bob: {type: RigidBody, mass: 1 kg, inertia: {sphere: 0.1 m}}\n"
                    "  rod: {type: Distance, between: [" +
                    frame + ", bob], length: 0.5 m}\n",
                {"bob.com.position.x"});
    } catch (const std::exception& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_NE(
      error("  s: {type: Lagrangian, coordinates: {x: {initial: 0.5 m}, y: {initial: 0 m}}, "
            "kinetic: \"1 [kg]*der(x)^2\", constraints: [\"y - 0.1*x\"], frames: {f: {at: [x, "
            "y, 0]}}}\n",
            "s.f")
          .find("the mass matrix of 's' is singular without its constraints"),
      std::string::npos);
  EXPECT_NE(error("  arm: {type: ElasticBody, mass: 2 kg, inertia: {sphere: 0.2 m}, modes: "
                  "[{frequency: 3 Hz, translation: [0.4, 0, 0]}]}\n"
                  "  s: {type: Constrained, of: [arm], coordinates: {x: {initial: 0.5 m}}, where: "
                  "{arm: {at: [x, 0, 0]}}}\n",
                  "arm")
                .find("its member 'arm' is elastic"),
            std::string::npos);
}

// The crank of a four-bar by its energy: its frame closes the loop, by joints or by a rod, and a
// joint that hangs on it runs into its limit.
TEST_P(CompositionIn, LetsAFrameCloseALoop) {
  const std::string bodies = R"yaml(
  CRANKED
  coupler#: {type: RigidBody, mass: 1 kg, inertia: [0.01 kg m^2, 0.08 kg m^2, 0.08 kg m^2], center_of_mass: [0.5 m, 0, 0], frames: {end: {at: [1 m, 0, 0]}}}
  rocker#: {type: RigidBody, mass: 1.5 kg, inertia: [0.01 kg m^2, 0.09 kg m^2, 0.09 kg m^2], center_of_mass: [0.4 m, 0, 0], frames: {end: {at: [0.8 m, 0, 0]}}}
  pin#: {type: Revolute, between: [crank#.end, coupler#], axis: -y, guess: {angle: -60 deg}}
  base#: {type: Revolute, between: [world, rocker#], origin: {at: [1.1 m, 0, 0]}, axis: -y, guess: {angle: 80 deg}}
  close#: {type: Revolute, between: [coupler#.end, rocker#.end], axis: -y}
)yaml";
  const auto with = [&](const std::string& number, const std::string& crank) {
    std::string text = bodies;
    for (std::size_t at = text.find("CRANKED"); at != std::string::npos; at = text.find("CRANKED"))
      text.replace(at, 7, crank);
    for (std::size_t at = text.find('#'); at != std::string::npos; at = text.find('#'))
      text.replace(at, 1, number);
    return text;
  };
  const Results r = test::run(
      composed_in(
          GetParam(),
          with("1", R"yaml(crank1:
    type: Lagrangian
    coordinates: {a: {initial: 60 deg, initial_rate: 3 rad/s}}
    kinetic: 0.04 [kg*m^2]*der(a)^2
    potential: 1.2 [kg*m/s^2]*0.5 [m]*sin(a)
    frames: {end: {at: ["0.4 [m]*cos(a)", 0, "0.4 [m]*sin(a)"], rotate: {axis: -y, angle: a}}})yaml") +
              with(
                  "2",
                  R"yaml(crank2: {type: RigidBody, mass: 0 kg, inertia: [0.08 kg m^2, 0.08 kg m^2, 0.08 kg m^2], frames: {end: {at: [0.4 m, 0, 0]}, half: {at: [0.5 m, 0, 0]}}}
  pull: {type: Force, on: crank2.half, force: [0, 0, -1.2 N]}
  drive: {type: Revolute, between: [world, crank2], axis: -y, initial: {angle: 60 deg, rate: 3 rad/s}})yaml")),
      {"crank1.a", "drive.angle", "base1.angle", "base2.angle", "pin1.reaction.force.x",
       "pin2.reaction.force.x", "system.energy.total", "system.energy.supplied"});
  EXPECT_LT(largest_difference(r, "crank1.a", "drive.angle"), 10 * kRunError);
  EXPECT_LT(largest_difference(r, "base1.angle", "base2.angle"), 10 * kRunError);
  EXPECT_LT(largest_difference(r, "pin1.reaction.force.x", "pin2.reaction.force.x"),
            1000 * kRunError);  // of 50 N
}

// A gear with losses between hinges on frames of one system: the force in mesh stands in the
// accelerations of the frames, in a loop that is affine. Newton's method lost its root where the
// force passes zero, for some masses only.
TEST(Composition, CarriesAGearWithLosses) {
  const auto simulate_with = [](const std::string& formulation, const std::string& mass) {
    Diagnostics diagnostics;
    Model model = test::load(
        "simulate: {until: 1 s, tolerance: 1e-9, solver: radau, formulation: " + formulation +
            R"yaml(}
parts:
  L:
    type: Lagrangian
    parameters: {m: )yaml" +
            mass + R"yaml(, r: 0.5 m}
    coordinates: {s: {initial: 0 m}, p: {initial: 50 deg}}
    kinetic: "3 [kg]/2*der(s)^2 + m/2*((der(s) + r*cos(p)*der(p))^2 + (r*sin(p)*der(p))^2)"
    potential: "-m*9.80665 [m/s^2]*r*cos(p) + 20 [N/m]*s^2"
    frames: {e: {at: ["s + r*sin(p)", 0, "-r*cos(p)"], rotate: {axis: -y, angle: p}}, base: {at: [s, 0, 0]}}
  c: {type: RigidBody, mass: 0.5 kg, inertia: [0.01, 0.02, 0.01]}
  pin: {type: Revolute, between: [L.e, c], axis: y, friction: 0.02 N m}
  d: {type: RigidBody, mass: 0.5 kg, inertia: [0.01, 0.02, 0.01]}
  pin2: {type: Revolute, between: [L.base, d], axis: y, friction: 0.01 N m}
  g: {type: Gear, joints: [pin, pin2], ratio: -2, efficiency: 0.9}
  mot: {type: Torque, on: d, torque: [0, "0.3 [N m]*sin(5 [rad/s]*time)", 0]}
)yaml",
        diagnostics);
    diagnostics.throw_if_errors();
    model.simulate.engine = EngineChoice::tape;
    const System system = make_system(model);
    EXPECT_FALSE(system.roots) << formulation;
    return simulate(system, model.simulate,
                    {"L.s", "L.p", "pin.angle", "g.tooth_torque", "system.energy.total"});
  };
  for (const char* mass : {"1.999 kg", "2.1 kg"}) {
    const Results one = simulate_with("recursive", mass), other = simulate_with("augmented", mass);
    for (const char* name : {"L.s", "L.p", "pin.angle", "g.tooth_torque"})
      EXPECT_NEAR(test::last(one, name), test::last(other, name), kRunError) << name << mass;
  }
}

}  // namespace
}  // namespace holon
