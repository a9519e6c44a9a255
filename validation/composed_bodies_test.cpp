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

}  // namespace
}  // namespace holon
