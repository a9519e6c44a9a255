// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "command_line_fixture.h"

namespace holon {
namespace {

using test::CommandLine;
using test::Outcome;

constexpr const char* kLinks =
    "holon: 1\nparts:\n"
    "  link: {type: RigidBody, repeat: 2, mass: 1, inertia: [1, 1, 1], frames: {tip: {at: [1, 0, "
    "0]}}}\n"
    "  pin: {type: Revolute, between: [world, \"link[0]\"], axis: y}\n"
    "  knee: {type: Revolute, between: [\"link[0].tip\", \"link[1]\"], axis: y}\n";

TEST_F(CommandLine, WhatACameraHidesIsCheckedWithAllElse) {
  write("a.yaml", std::string(kLinks) + "  seen: {type: Relative, of: \"link[1]\", to: world}\n" +
                      "simulate: {untl: 1}\nscene:\n  cameras:\n    side:\n"
                      "      look_at: world\n      hides: [link, lnk, pin, seen]\n");
  const Outcome check = holon("check a.yaml");
  EXPECT_EQ(check.status, 1);
  EXPECT_TRUE(has(check.err, "'untl' is not a key of 'simulate'")) << check.err;
  EXPECT_TRUE(has(check.err,
                  "a.yaml:12:21: error: scene: camera 'side' cannot hide 'lnk': there is "
                  "no such part; did you mean 'link'?"))
      << check.err;
  EXPECT_TRUE(has(check.err, "cannot hide 'seen': a Relative is not drawn")) << check.err;
  EXPECT_FALSE(has(check.err, "'pin'")) << check.err;
}

TEST_F(CommandLine, JointsOnFramesThatMoveAreDrawn) {
  // Frames of a system by its energies, and such as move with the modes of a body.
  const std::string bodies =
      "  bob: {type: RigidBody, mass: 1, inertia: [1, 1, 1]}\nsimulate: {until: 0.1}\n";
  write("a.yaml",
        "holon: 1\nparts:\n"
        "  s: {type: Lagrangian, coordinates: {x: {initial: 0.6 m}}, kinetic: \"1 "
        "[kg]*der(x)^2\", frames: {hook: {at: [x, 0, 0]}}}\n"
        "  pin: {type: Revolute, between: [s.hook, bob], axis: y}\n" +
            bodies);
  write("b.yaml",
        "holon: 1\nparts:\n"
        "  e: {type: ElasticBody, mass: 5, inertia: [1, 1, 1], modes: [{frequency: 1}], frames: "
        "{tip: {at: [1, 0, 0], modes: [{translation: [0, 0, 1]}]}}}\n"
        "  pin: {type: Revolute, between: [e.tip, bob], axis: y}\n" +
            bodies);
  for (const char* name : {"a", "b"}) {
    const std::string own(name);
    const Outcome run = holon("run " + own + ".yaml -o " + own + ".csv --report " + own +
                              ".html --plot " + own + ".svg");
    ASSERT_EQ(run.status, 0) << run.err;
    EXPECT_TRUE(has(read(own + ".html"), own == "a" ? "s.hook" : "e.tip"));
  }
}

TEST_F(CommandLine, ACameraHidesAllMembersOfAnArray) {
  write("a.yaml", std::string(kLinks) +
                      "simulate: {until: 0.1}\nscene: {cameras: {side: {look_at: world, hides: "
                      "link}}}\n");
  const Outcome run = holon("run a.yaml -o a.csv --report a.html");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_TRUE(has(read("a.html"), R"("hides":["link[0]","link[1]"])"));
}

TEST_F(CommandLine, FramesOfEnergiesAndModesAreDrawnWithWhatTheyCarry) {
  write(
      "a.yaml",
      "holon: 1\nparts:\n"
      "  cart: {type: Lagrangian, coordinates: {s: {initial: 0.1 m}}, kinetic: \"1.5 "
      "[kg]*der(s)^2\","
      " frames: {top: {at: [s, 0, 0]}}}\n"
      "  bob: {type: RigidBody, mass: 1 kg, inertia: [0.1, 0.1, 0.1], center_of_mass: [0, 0, -1]}\n"
      "  pin: {type: Revolute, between: [cart.top, bob], axis: y, initial: {angle: 0.3}}\n"
      "  beam: {type: ElasticBody, mass: 1 kg, inertia: [0.1, 0.1, 0.1],"
      " modes: [{mass: 1 kg, frequency: 1 Hz}],"
      " frames: {tip: {at: [1, 0, 0], modes: [{translation: [0, 0, 1]}]}}}\n"
      "  load: {type: PointMass, mass: 1 kg}\n"
      "  weld: {type: Fixed, between: [beam.tip, load]}\n"
      "simulate: {until: 0.1}\n");
  const Outcome run = holon("run a.yaml");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.err, "");
  const std::string page = read("results/a/a.html");
  for (const char* name : {"cart.top", "beam.tip"})
    EXPECT_TRUE(has(page, std::string(R"("name":")") + name)) << name;
}

TEST_F(CommandLine, MeshesAreDrawnAndBrokenOnesReported) {
  write("leaf.stl",
        "solid leaf\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 "
        "0\nendloop\nendfacet\nendsolid leaf\n");
  const std::string begin =
      "holon: 1\nparts:\n  a:\n    type: RigidBody\n    mass: 1\n    inertia: [1, 1, 1]\n"
      "    shapes:\n";
  write("a.yaml", begin + "      - {mesh: leaf.stl}\n      - {mesh: {file: leaf.stl, scale: 2}}\n");
  const Outcome run = holon("run a.yaml -o a.csv --report a.html --plot a.svg --until 0.1");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.err, "");
  const std::string page = read("a.html");
  EXPECT_TRUE(has(page, R"("kind":"mesh","size":[1.0,1.0,0.0])")) << page.substr(0, 2000);
  EXPECT_TRUE(has(page, R"("kind":"mesh","size":[2.0,2.0,0.0])"));
  write("leaf.stl", "solid leaf\nvertex 0 0 0\nvertex 1 0 zero\n");
  const Outcome check = holon("check a.yaml");
  EXPECT_EQ(check.status, 1);
  EXPECT_TRUE(has(check.err,
                  "a.yaml:8:16: error: parts/a (RigidBody): 'leaf.stl' cannot be drawn: line 3 of "
                  "it: 'zero' is not a number"))
      << check.err;
}

TEST_F(CommandLine, AContactShowsItsSphereAndHidesByItsName) {
  write("a.yaml",
        "holon: 1\nparts:\n"
        "  ball: {type: PointMass, mass: 1, initial: {position: [0, 0, 1]}}\n"
        "  floor: {type: Contact, between: [world, ball], radius: 0.25, stiffness: 1e4}\n"
        "  push: {type: Force, on: ball, force: [1, 0, 0]}\n"
        "  rod: {type: Distance, between: [world, ball], length: 1}\n"
        "  screw: {type: ScrewAxis, of: ball}\n"
        "simulate: {until: 0.1}\n"
        "scene: {cameras: {side: {look_at: ball, at: [0, -4, 1], hides: [floor, push, rod, "
        "screw]}}}\n");
  const Outcome run = holon("run a.yaml -o a.csv --report a.html --plot a.svg");
  ASSERT_EQ(run.status, 0) << run.err;
  const std::string page = read("a.html");
  EXPECT_TRUE(has(page, R"("solids":[{"kind":"sphere","size":[0.25,0.0,0.0])"))
      << page.substr(page.find("\"solids\""), 400);
  EXPECT_TRUE(has(page, R"("radius":0.25)"));
  EXPECT_TRUE(has(page, R"("contact":0)"));
  EXPECT_TRUE(has(page, R"("pull":{"name":"rod.tension")"));
  EXPECT_TRUE(has(page, R"("hides":["floor","push","rod","screw"])"));
}

TEST_F(CommandLine, ABrokenGlbIsNoStl) {
  write("a.glb", "solid nonsense");
  write("a.yaml",
        "holon: 1\nparts:\n  a: {type: RigidBody, mass: 1, inertia: [1, 1, 1], shapes: [{mesh: "
        "a.glb}]}\n");
  EXPECT_TRUE(
      has(holon("check a.yaml").err,
          "'a.glb' cannot be drawn: it is not a GLB file, which begins with the letters 'glTF'"));
}

}  // namespace
}  // namespace holon
