// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Outputs never take the place of what a command has read, nor of each other.
#include "command_line_fixture.h"

namespace holon::test {
namespace {

class Overwrite : public CommandLine {
 protected:
  void SetUp() override {
    CommandLine::SetUp();
    write("u.csv", "time,u\n0,0\n1,1\n");
    write("half.yaml", "holon: 1\nparts:\n  f: {type: Frame, position: [1, 0, 0]}\n");
    write("m.yaml", R"(holon: 1
inputs: {u: u.csv}
parts:
  half: {type: ./half.yaml}
  e: {type: Equations, states: {x: {initial: 1, der: "u - x"}}}
outputs: [e.x]
simulate: {until: 1 s}
)");
    fs::create_symlink("m.yaml", at("link.csv"));
    fs::create_hard_link(at("u.csv"), at("hard.csv"));
    fs::create_symlink("half.yaml", at("part.svg"));
  }
  void expect_refused(const std::string& arguments, const std::string& reason) {
    const std::string before = read("m.yaml") + read("u.csv") + read("half.yaml");
    const Outcome outcome = holon(arguments);
    EXPECT_EQ(outcome.status, 2) << arguments << outcome.out << outcome.err;
    EXPECT_TRUE(has(outcome.err, reason)) << arguments << "\n" << outcome.err;
    EXPECT_EQ(read("m.yaml") + read("u.csv") + read("half.yaml"), before) << arguments;
  }
};

TEST_F(Overwrite, OfARunIsRefused) {
  expect_refused("run m.yaml -o u.csv", "'u.csv' is data that this command reads");
  expect_refused("run m.yaml -o link.csv", "'link.csv' is a model that this command reads");
  expect_refused("run m.yaml -o hard.csv", "'hard.csv' is data that this command reads");
  expect_refused("run m.yaml -o ./../" + folder_.filename().string() + "/u.csv", "is data");
  expect_refused("run m.yaml -o a.csv --plot part.svg", "'part.svg' is a model");
  EXPECT_FALSE(fs::exists(at("a.csv")));
  write("a.csv", "");
  fs::create_symlink("a.csv", at("same.svg"));
  expect_refused("run m.yaml -o a.csv --plot same.svg", "to which two outputs would be written");
}

TEST_F(Overwrite, OfExportsIsRefused) {
  fs::create_symlink("m.yaml", at("m.c"));
  expect_refused("export c m.yaml -o m.c", "'m.c' is a model that this command reads");
  expect_refused("export svg m.yaml -o part.svg", "'part.svg' is a model");
  expect_refused("linearize m.yaml --input u -o u.csv", "'u.csv' is data");
}

TEST_F(Overwrite, OfItsOwnModelIsWhatSetIsFor) {
  EXPECT_EQ(holon("set m.yaml simulate.until=\"2 s\"").status, 0);
  EXPECT_TRUE(has(read("m.yaml"), "until: 2 s"));
}

TEST_F(Overwrite, OfTheCheckpointOfAnotherTableDoesNotHappen) {
  write("fails.yaml", R"yaml(holon: 1
parts:
  e: {type: Equations, states: {x: {initial: 1, der: "sqrt(3 - time)"}}}
simulate: {until: 5 s, checkpoint: 1 s}
)yaml");
  ASSERT_EQ(holon("run fails.yaml -o a.csv").status, 3);
  const std::string first = read("a.checkpoint");
  ASSERT_FALSE(first.empty());
  const Outcome other = holon("run fails.yaml -o a.h5");
  EXPECT_TRUE(has(other.out, "--resume a.h5.checkpoint")) << other.out;
  EXPECT_TRUE(read("a.checkpoint") == first);
  write("b.checkpoint", "notes of mine");
  ASSERT_EQ(holon("run fails.yaml -o b.csv").status, 3);
  EXPECT_EQ(read("b.checkpoint"), "notes of mine");
  EXPECT_TRUE(fs::exists(at("b.csv.checkpoint")));
}

}  // namespace
}  // namespace holon::test
