// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdlib>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "command_line_fixture.h"
#include "holon/expr/print/print.h"
#include "holon/record/csv.h"

namespace holon {
namespace {

using test::CommandLine;

constexpr const char* kSprings = R"(holon: 1
title: Two masses on springs
parameters: {k: 300 N/m, c: 4 N s/m, L0: 0.3 m, m1: 1 kg, m2: 0.7 kg}
parts:
  base: {type: Frame, position: [0, 0, 1]}
  a: {type: RigidBody, mass: m1, inertia: {box: [0.1, 0.1, 0.1]}, frames: {l: {at: [0, 0, 0.05]}, r: {at: [0.05, 0, 0]}}}
  ja: {type: Planar, between: [world, a], axis: [0, 1, 0], initial: {x: 0.1, y: 0.2, speed_x: 0.5, rate: 2}}
  b: {type: PointMass, mass: m2}
  jb: {type: Prismatic, between: [world, b], axis: [1, 0, 0], initial: {position: 1, speed: 0.3}}
  s1: {type: SpringDamper, between: [base, a.l], stiffness: k, damping: c, length: L0}
  s2: {type: Spring, between: [a.r, b], stiffness: k/3, length: 0.25 m}
  d2: {type: Damper, between: [a.r, b], damping: c}
  cab: {type: Cable, between: [base, b], length: 0.6, stiffness: 1e4, damping: 10}
simulate: {until: 2 s}
)";
const std::vector<std::pair<const char*, double>> kParameters = {
    {"k", 300}, {"c", 4}, {"L0", 0.3}, {"m1", 1}, {"m2", 0.7}, {"g", 9.80665}};

TEST_F(CommandLine, PrintedEquationsHoldInNumbers) {
  if (std::system("command -v octave-cli > /dev/null 2>&1") != 0)
    GTEST_SKIP() << "Octave is not installed";
  write("springs.yaml", kSprings);
  const std::vector<std::pair<const char*, const char*>> values = {
      {"theta", "ja.angle"},   {"theta_d", "ja.rate"},   {"theta_dd", "ja.acceleration_angle"},
      {"x_ja", "ja.x"},        {"x_ja_d", "ja.speed_x"}, {"x_ja_dd", "ja.acceleration_x"},
      {"y", "ja.y"},           {"y_d", "ja.speed_y"},    {"y_dd", "ja.acceleration_y"},
      {"x_jb", "jb.position"}, {"x_jb_d", "jb.speed"},   {"x_jb_dd", "jb.acceleration"}};
  std::string outputs;
  for (const auto& [symbol, output] : values) outputs += std::string(output) + ", ";
  ASSERT_EQ(holon("run springs.yaml --set 'outputs=[" + outputs + "s1.force]' -o a.csv --until 0.1")
                .status,
            0)
      << read("err.txt");
  const Results table = read_csv(at("a.csv"));
  std::string text = holon("equations springs.yaml").out;
  EXPECT_TRUE(has(text, "F_s1 = c*L_s1' + k*(L_s1 - L0)")) << text;
  EXPECT_FALSE(has(text.substr(0, text.find("\nwith\n")), "sqrt")) << text;
  const auto replace = [&text](const std::string& from, const std::string& to) {
    for (std::size_t k = text.find(from); k != std::string::npos; k = text.find(from, k + 1))
      text.replace(k, from.size(), to);
  };
  replace("\n      ", " ");
  replace("''", "_dd");
  replace("'", "_d");
  replace("θ", "theta");
  replace("if(", "choose(");
  // Rows come before the definitions: residuals last.
  std::string script =
      "warning('off', 'all');\nfunction y = choose(c, a, b)\n  y = b; if c, y = a; end\nend\n";
  for (const auto& p : kParameters)
    script += std::string(p.first) + " = " + print_number(p.second) + ";\n";
  const std::size_t last = table.row_count() - 1;
  for (const auto& [symbol, output] : values)
    script += std::string(symbol) + " = " + print_number(table.values(output)[last]) + ";\n";
  std::string residuals;
  std::istringstream lines(text);
  int rows = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t equals = line.find(" = ");
    if (equals == std::string::npos) continue;
    if (has(line, "_dd")) {
      residuals += "printf('%.17g\\n', (" + line.substr(0, equals) + ") - (" +
                   line.substr(equals + 3) + "));\n";
      ++rows;
    } else {
      script += line + ";\n";
    }
  }
  EXPECT_EQ(rows, 4) << text;
  write("script.m", "1;\n" + script + residuals);
  const std::string command =
      "cd '" + folder_.string() + "' && octave-cli --no-gui -q script.m > y.txt 2>&1";
  ASSERT_EQ(std::system(command.c_str()), 0) << read("y.txt") << script;
  std::istringstream numbers(read("y.txt"));
  int count = 0;
  // Forces of some hundred N, some hundred rounding errors.
  for (double value = 0; numbers >> value; ++count) EXPECT_NEAR(value, 0, 1e-10) << read("y.txt");
  EXPECT_EQ(count, rows) << read("y.txt");
}

TEST_F(CommandLine, EquationsNameCommonTermsInEveryNotation) {
  write("springs.yaml", kSprings);
  const std::string latex = holon("equations springs.yaml --format latex").out;
  EXPECT_TRUE(has(latex, "\\begin{cases}")) << latex;
  EXPECT_TRUE(has(latex, "\\frac{k}{3}")) << latex;
  const std::string mathml = holon("equations springs.yaml --format mathml").out;
  EXPECT_TRUE(has(mathml, "<msqrt>"));
  EXPECT_TRUE(has(mathml, "<mtext>with</mtext>"));
  const std::string one = holon("equations springs.yaml --of s2").out;
  EXPECT_TRUE(has(one, "F_s2 = k/3*(L_s2 - 0.25)")) << one;
  EXPECT_FALSE(has(one, "F_s1")) << one;
}

/// Bricard's mechanism, where derivatives of the loop's conditions have dozens of terms.
constexpr const char* kLoop = "'" HOLON_SOURCE_DIR "/examples/bricard.yaml'";

TEST_F(CommandLine, LongDerivativesOfConditionsAreNamedAndNotWrittenOut) {
  const std::string text = holon(std::string("equations ") + kLoop).out;
  EXPECT_TRUE(has(text, "∂C_1/∂θ_1*λ_1")) << text;
  EXPECT_TRUE(has(text, "\n  C_1 = ")) << text;
  EXPECT_TRUE(has(holon(std::string("equations ") + kLoop + " --format latex").out,
                  R"(\frac{\partial C_{1}}{\partial \theta_{1}})"));
  const std::string mathml = holon(std::string("equations ") + kLoop + " --format mathml").out;
  EXPECT_TRUE(has(mathml, "<mi>∂</mi>"));
  // Every line is a row of its own, with as many tags closed as opened.
  std::istringstream rows(mathml);
  for (std::string row; std::getline(rows, row);) {
    if (!row.starts_with("<mtr>")) continue;
    int depth = 0;
    for (std::size_t at = row.find('<'); at != std::string::npos; at = row.find('<', at + 1)) {
      if (row[row.find('>', at) - 1] != '/') depth += row[at + 1] == '/' ? -1 : 1;
    }
    EXPECT_EQ(depth, 0) << row;
  }
}

TEST_F(CommandLine, ThePageBreaksEquationsBetweenTheirTerms) {
  ASSERT_EQ(holon(std::string("run ") + kLoop + " -o a.csv --report a.html --until 0.1").status, 0)
      << read("err.txt");
  const std::string page = read("a.html");
  EXPECT_TRUE(has(page, R"(\u003cp class=\"equation\">)"));
  EXPECT_TRUE(has(page, R"(\u003cwbr>\u003cmath)"));
  EXPECT_TRUE(has(page, R"(\u003cmo form=\"infix\">+)"));
}

TEST_F(CommandLine, EquationsOfBondGraphsHaveTheElementsNames) {
  const std::string model =
      std::string("equations '") + HOLON_SOURCE_DIR + "/examples/dc_motor.yaml'";
  const std::string text = holon(model).out;
  // Kirchhoff's law of the armature, with p = La i and p = J omega.
  EXPECT_TRUE(has(text, "p_coil' = 24*if(t < 0.5, 1, 0.5) - Ra*(p_coil/La) - kt*(p_rotor/I_rotor)"))
      << text;
  EXPECT_TRUE(has(text, "  I_fan      drive.fan, 0.004 kg m^2\n")) << text;
  EXPECT_TRUE(has(text, "  p_coil     drive.coil.momentum [V s]\n")) << text;
  EXPECT_FALSE(has(text, "31/6")) << text;
  EXPECT_TRUE(has(holon(model + " --format latex").out, R"(\dot{p}_{\mathrm{coil}} &= 24)"));
  ASSERT_EQ(holon(std::string("run '") + HOLON_SOURCE_DIR +
                  "/examples/dc_motor.yaml' -o a.csv --report a.html --until 0.1")
                .status,
            0)
      << read("err.txt");
  EXPECT_TRUE(has(read("a.html"), "drive.rotor, 6e-05 kg m^2"));
}

/// The printed equations of a graph whose rates follow from linear equations, in numbers.
TEST_F(CommandLine, LinearEquationsOfRatesHoldInNumbers) {
  if (std::system("command -v octave-cli > /dev/null 2>&1") != 0)
    GTEST_SKIP() << "Octave is not installed";
  const std::string model =
      std::string("'") + HOLON_SOURCE_DIR + "/examples/movable_pendulum.yaml'";
  const std::vector<std::pair<const char*, const char*>> values = {
      {"p_body", "graph.body.momentum"}, {"q_spring", "graph.spring.displacement"},
      {"theta", "graph.theta"},          {"p_rod", "graph.rod.momentum"},
      {"p_body_d", "graph.body.effort"}, {"p_rod_d", "graph.rod.effort"}};
  std::string outputs;
  for (const auto& [symbol, output] : values) outputs += std::string(output) + ", ";
  ASSERT_EQ(holon("run " + model + " --set 'outputs=[" + outputs + "graph.X]' -o a.csv --until 0.7")
                .status,
            0)
      << read("err.txt");
  const Results table = read_csv(at("a.csv"));
  std::string text = holon("equations " + model).out;
  for (const auto& [from, to] : {std::pair{"\n      ", " "}, {"'", "_d"}}) {
    for (std::size_t k = text.find(from); k != std::string::npos; k = text.find(from, k + 1))
      text.replace(k, std::string(from).size(), to);
  }
  std::string script = "M = 2; K = 40; Ig = 0.05; L = 0.6; m = 1; g = 9.80665;\n";
  for (const auto& [symbol, output] : values) {
    script += std::string(symbol) + " = " +
              print_number(table.values(output)[table.row_count() - 1]) + ";\n";
  }
  std::string residuals;
  int rows = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t equals = line.find(" = ");
    if (equals == std::string::npos) continue;
    if (has(line.substr(0, equals), "*p_")) {
      residuals += "printf('%.17g\\n', (" + line.substr(0, equals) + ") - (" +
                   line.substr(equals + 3) + "));\n";
      ++rows;
    } else if (!has(line.substr(0, equals), "_d")) {
      script += line + ";\n";
    }
  }
  EXPECT_EQ(rows, 2) << text;
  write("script.m", script + residuals);
  const std::string command =
      "cd '" + folder_.string() + "' && octave-cli --no-gui -q script.m > y.txt 2>&1";
  ASSERT_EQ(std::system(command.c_str()), 0) << read("y.txt") << script;
  std::istringstream numbers(read("y.txt"));
  int count = 0;
  // Forces of some ten N, some hundred rounding errors.
  for (double value = 0; numbers >> value; ++count) EXPECT_NEAR(value, 0, 1e-11) << text;
  EXPECT_EQ(count, rows) << read("y.txt");
}

TEST_F(CommandLine, EquationsNameTables) {
  write("car.yaml", R"yaml(holon: 1
parts:
  road: {type: Table, input: time, x: [0 s, 1 s], values: [0 m, 50 mm]}
  body: {type: PointMass, mass: 300 kg}
  tyre: {type: Prismatic, between: [world, body], axis: z, force: "180 [kN/m]*(road.output - tyre.position)"}
)yaml");
  const std::string text = holon("equations car.yaml").out;
  EXPECT_TRUE(has(text, "road(t)")) << text;
  EXPECT_FALSE(has(text, "table")) << text;
}

TEST_F(CommandLine, EquationsTellWhatHoldsAtTimes) {
  write("stops.yaml", R"(holon: 1
parts:
  m: {type: PointMass, mass: 2}
  rail: {type: Prismatic, between: [world, m], axis: x, limits: [0 m, 1 m], friction: 3 N, initial: {position: 0.5 m}}
)");
  const std::string text = holon("equations stops.yaml").out;
  EXPECT_TRUE(has(text, "= 0   while it holds: rail: friction")) << text;
  EXPECT_TRUE(has(text, "x = 0   while it holds: rail: lower limit")) << text;
  EXPECT_TRUE(has(text, "x - 1 = 0   while it holds: rail: upper limit")) << text;
  EXPECT_TRUE(has(text, "holds rail: upper limit, 0 while it does not")) << text;
  write("rope.yaml", R"(holon: 1
parts:
  ball: {type: PointMass, mass: 1, initial: {position: [1, 0, -0.5]}}
  rope: {type: Cable, between: [world, ball], length: 2 m}
)");
  const std::string rope = holon("equations rope.yaml").out;
  EXPECT_FALSE(has(rope, "rope.force")) << rope;
  EXPECT_TRUE(has(rope, "while it holds: rope: length")) << rope;
}

}  // namespace
}  // namespace holon
