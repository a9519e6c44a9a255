// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// What the command line does with bond graphs: drawings, notes, programs for Octave and C.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <sstream>

#include "command_line_fixture.h"
#include "holon/record/csv.h"

namespace holon::test {
namespace {

class BondCommands : public CommandLine {};

const std::string kQuotedExamples = std::string(" '") + HOLON_SOURCE_DIR + "/examples/";

TEST_F(BondCommands, BondGraphsAreDrawnWithHalfArrowsAndStrokes) {
  const Outcome done =
      holon("export svg" + kQuotedExamples + "dc_motor.yaml' --of bonds -o motor.svg");
  ASSERT_EQ(done.status, 0) << done.err;
  EXPECT_TRUE(has(done.out, "12 elements, 11 bonds"));
  const std::string svg = read("motor.svg");
  for (const char* word : {">GY<", ">motor<", ">fan<", ">11<", "storage in derivative causality"}) {
    EXPECT_TRUE(has(svg, word)) << word;
  }
  // Each bond: a line with half an arrow, a stroke.
  const auto count = [&](const char* tag) {
    std::size_t found = 0;
    for (std::size_t at = 0; (at = svg.find(tag, at)) != std::string::npos; ++at) ++found;
    return found;
  };
  EXPECT_EQ(count("<path"), 11u);
  EXPECT_EQ(count("<line"), 11 + 3u);  // and three of the legend
  EXPECT_EQ(holon("export svg" + kQuotedExamples + "four_bar.yaml' --of bonds -o no.svg").status,
            1);
}

TEST_F(BondCommands, ABondGraphIsDrawnAsABlockDiagram) {
  // The pendulum of the graph and that of blocks by hand: two integrators each.
  const std::string model = kQuotedExamples + "pendulum_bond.yaml'";
  const Outcome done = holon("export svg" + model + " --of blocks -o blocks.svg");
  ASSERT_EQ(done.status, 0) << done.err;
  const std::string svg = read("blocks.svg");
  const auto count = [&](const char* tag) {
    std::size_t found = 0;
    for (std::size_t at = 0; (at = svg.find(tag, at)) != std::string::npos; ++at) ++found;
    return found;
  };
  EXPECT_EQ(count(">∫<"), 4u);
  for (const char* word : {">graph.angle<", ">rate.output<", ">sin<", "L*m*g", ">graph.mz.effort<"})
    EXPECT_TRUE(has(svg, word)) << word;
  const Outcome still =
      holon("export svg" + kQuotedExamples + "three_frames.yaml' --of blocks -o no.svg");
  EXPECT_EQ(still.status, 1);
  EXPECT_TRUE(has(still.err, "the model has no states")) << still.err;
}

TEST_F(BondCommands, CheckReportsWhichStorageDependsOnWhich) {
  const Outcome done = holon("check" + kQuotedExamples + "dc_motor.yaml'");
  EXPECT_EQ(done.status, 0);
  EXPECT_TRUE(
      has(done.err, "'drive.fan' is in derivative causality: its flow follows from 'drive.rotor'"))
      << done.err;
}

TEST_F(BondCommands, ProgramsForOctaveRunByThemselves) {
  if (std::system("command -v octave-cli > /dev/null 2>&1") != 0)
    GTEST_SKIP() << "Octave is not installed";
  for (const std::string name : {"dc_motor", "movable_pendulum"}) {
    const std::string model = kQuotedExamples + name + ".yaml'";
    ASSERT_EQ(holon("export matlab" + model + " -o " + name + ".m").status, 0) << read("err.txt");
    ASSERT_EQ(holon("run" + model + " --until 0.5 -o a.csv").status, 0) << read("err.txt");
    write("script.m", "[t, y] = " + name + "([0 0.25 0.5]);\nprintf('%.17g\\n', y(end, :));\n");
    const std::string command =
        "cd '" + folder_.string() + "' && octave-cli --no-gui -q script.m > y.txt 2> e.txt";
    std::system(command.c_str());
    std::istringstream numbers(read("y.txt"));
    std::vector<double> y;
    for (double value = 0; numbers >> value;) y.push_back(value);
    const Results table = read_csv(at("a.csv"));
    ASSERT_EQ(y.size() + 1, table.columns().size()) << read("e.txt");
    for (std::size_t k = 0; k < y.size(); ++k) {
      // ode45 at a relative tolerance of 1e-8, over some hundred steps.
      const double expected = table.values(table.columns()[k + 1].name).back();
      EXPECT_NEAR(y[k], expected, 1e-5 * (1 + std::abs(expected))) << name << k;
    }
  }
}

TEST_F(BondCommands, ProgramsForOctaveEndWhereTheRunEnds) {
  if (std::system("command -v octave-cli > /dev/null 2>&1") != 0)
    GTEST_SKIP() << "Octave is not installed";
  const auto run = [&](const std::string& name, const std::string& call) {
    EXPECT_EQ(holon("export matlab " + name + ".yaml -o " + name + ".m").status, 0)
        << read("err.txt");
    write("script.m", call);
    const std::string command =
        "cd '" + folder_.string() + "' && octave-cli --no-gui -q script.m > y.txt 2> e.txt";
    return std::system(command.c_str());
  };
  write("fall.yaml",
        "holon: 1\n"
        "parts:\n"
        "  e: {type: Equations, states: {z: {initial: 1, der: v}, v: {initial: 0, der: -9.81}}}\n"
        "simulate: {until: 2 s, stop: 'e.z < 0 and e.v < 0'}\n"
        "outputs: [e.z]\n");
  run("fall",
      "[t, y] = fall();\n[s, z] = fall([0 0.25 0.5 2]);\n"
      "printf('%.17g %.17g %.17g %.17g', t(end), y(end), s(end), numel(s));\n");
  std::istringstream numbers(read("y.txt"));
  double end = 0, height = 1, other = 0, rows = 0;
  numbers >> end >> height >> other >> rows;
  // Octave interpolates between rows 4 ms apart: an error of g h^2/(8 v) = 4.4e-6 s.
  EXPECT_NEAR(end, std::sqrt(2 / 9.81), 5e-6) << read("e.txt");
  EXPECT_NEAR(height, 0, 5e-6 * 4.5);
  EXPECT_NEAR(other, std::sqrt(2 / 9.81), 5e-6);
  EXPECT_EQ(rows, 3);
  write("left.yaml",
        "holon: 1\n"
        "parts:\n"
        "  e: {type: Equations, states: {x: {initial: 0, der: 1}}}\n"
        "  curve: {type: Table, x: [-1, 1], values: [0, 1], outside: error, input: e.x}\n"
        "simulate: {until: 2 s}\n"
        "outputs: [curve.output]\n");
  EXPECT_NE(run("left", "left();\n"), 0);
  EXPECT_TRUE(has(read("e.txt"), "the run fails at t = 1 s: the input of table 'curve' left"))
      << read("e.txt");
  // In C the ends are an output.
  ASSERT_EQ(holon("export c fall.yaml -o fall.c").status, 0) << read("err.txt");
  EXPECT_TRUE(has(read("fall.c"), "ends(1)  stop: e.z < 0 and e.v < 0 (fall.yaml:4:"));
  const std::string command = "cd '" + folder_.string() + "' && cc -Wall -Werror -c fall.c";
  EXPECT_EQ(std::system(command.c_str()), 0);
}

TEST_F(BondCommands, ProgramsInCCompileAlone) {
  ASSERT_EQ(holon("export c" + kQuotedExamples + "movable_pendulum.yaml' -o m.c").status, 0);
  const std::string command = "cd '" + folder_.string() + "' && cc -Wall -Werror -c m.c -o m.o";
  EXPECT_EQ(std::system(command.c_str()), 0);
  EXPECT_TRUE(has(read("m.c"), "x(4)  graph.theta [rad]"));
  EXPECT_EQ(holon("export c" + kQuotedExamples + "bouncing_ball.yaml' -o b.c").status, 1);
}

/// 1000 N for 5 ms on 2 kg with 0.1 N s/m, at rest before: an integrator whose steps have grown
/// steps over the pulse unless they end at its beginning. v = F/c (1 - e^(-c d/m)) e^(-c (t - e)/m)
/// at t behind its end e.
TEST_F(BondCommands, ProgramsForOctaveMeetPulses) {
  if (std::system("command -v octave-cli > /dev/null 2>&1") != 0)
    GTEST_SKIP() << "Octave is not installed";
  write("u.csv", "time [s], F [N]\n0, 0\n7.001, 0\n7.001, 1000\n7.006, 1000\n7.006, 0\n20, 0\n");
  const std::string body =
      " - 0.1 [N s/m]*v)/2 [kg]\"}}}\nsimulate: {until: 20 s, interval: 1 s}\noutputs: [e.v]\n";
  const std::string part = "parts:\n  e: {type: Equations, states: {v: {initial: 0 m/s, der: \"(";
  write("table.yaml", "holon: 1\ninputs: {u: u.csv}\n" + part + "u.F" + body);
  write("formula.yaml",
        "holon: 1\n" + part + "if(time > 7.001 [s] and time < 7.006 [s], 1000 [N], 0 [N])" + body);
  // Every tenth period of 100 s begins with the pulse.
  write("period.yaml", "holon: 1\n" + part +
                           "if(sin(0.1 [rad/s]*(time - 7.001 [s])) > 0 and time < 7.006 [s], "
                           "1000 [N], 0 [N])" +
                           body);
  const double v = 1000 / 0.1 * -std::expm1(-0.05 * 0.005) * std::exp(-0.05 * (20 - 7.006));
  for (const std::string name : {"table", "formula", "period"}) {
    ASSERT_EQ(holon("export matlab " + name + ".yaml -o " + name + ".m").status, 0)
        << read("err.txt");
    write("script.m", "[t, y] = " + name + "();\n[s, z] = " + name + "([0 5 20]);\n" +
                          "printf('%.17g %d %.17g %d', y(end), numel(t), z(end), numel(s));\n");
    const std::string command =
        "cd '" + folder_.string() + "' && octave-cli --no-gui -q script.m > y.txt 2> e.txt";
    std::system(command.c_str());
    double found[2] = {0, 0};
    int rows[2] = {0, 0};
    ASSERT_EQ(std::sscanf(read("y.txt").c_str(), "%lf %d %lf %d", &found[0], &rows[0], &found[1],
                          &rows[1]),
              4)
        << read("y.txt") << read("e.txt");
    // ode45 at a relative tolerance of 1e-8.
    EXPECT_NEAR(found[0], v, 1e-7 * v) << name;
    EXPECT_NEAR(found[1], v, 1e-7 * v) << name;
    EXPECT_EQ(rows[0], 501) << name;
    EXPECT_EQ(rows[1], 3) << name;
  }
}

}  // namespace
}  // namespace holon::test
