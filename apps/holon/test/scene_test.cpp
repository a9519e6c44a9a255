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
  write("a.yaml", std::string(kLinks) +
                      "simulate: {untl: 1}\nscene:\n  cameras:\n    side:\n"
                      "      look_at: world\n      hides: [link, lnk, pin]\n");
  const Outcome check = holon("check a.yaml");
  EXPECT_EQ(check.status, 1);
  EXPECT_TRUE(has(check.err, "'untl' is not a key of 'simulate'")) << check.err;
  EXPECT_TRUE(has(check.err,
                  "a.yaml:11:21: error: scene: camera 'side' cannot hide 'lnk': there is "
                  "no such body; did you mean 'link'?"))
      << check.err;
  EXPECT_TRUE(has(check.err, "cannot hide 'pin': a Revolute is no body or frame")) << check.err;
}

TEST_F(CommandLine, ACameraHidesAllMembersOfAnArray) {
  write("a.yaml", std::string(kLinks) +
                      "simulate: {until: 0.1}\nscene: {cameras: {side: {look_at: world, hides: "
                      "link}}}\n");
  const Outcome run = holon("run a.yaml -o a.csv --report a.html");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_TRUE(has(read("a.html"), R"("hides":["link[0]","link[1]"])"));
}

TEST_F(CommandLine, MeshesAreDrawnAndBrokenOnesTold) {
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
                  "a.yaml:8:16: error: parts/a (RigidBody): 'leaf.stl' cannot be drawn: "
                  "line 3 of it: 'zero' is no number"))
      << check.err;
}

}  // namespace
}  // namespace holon
