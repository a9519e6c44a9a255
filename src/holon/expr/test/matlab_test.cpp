// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Functions printed for MATLAB, run by Octave.

#include "holon/expr/print/matlab.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "holon/base/test/rounding.h"
#include "holon/expr/graph/call_runs.h"
#include "holon/expr/graph/traverse.h"
#include "holon/expr/print/print.h"
#include "holon/expr/test/random_function.h"

namespace holon {
namespace {

namespace fs = std::filesystem;
using test::kEps;

bool has_octave() { return std::system("command -v octave-cli > /dev/null 2>&1") == 0; }

/// Writes functions as files and runs each at its point in one Octave.
class Octave {
 public:
  Octave() {
    std::string pattern = (fs::temp_directory_path() / "holon-octave-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
    script_ = "more off; warning('off', 'all');\n";
  }
  ~Octave() { fs::remove_all(folder_); }

  void add(const Function& f, const std::vector<double>& x) {
    const std::string name = "f" + std::to_string(count_++);
    std::ofstream(folder_ / (name + ".m")) << to_matlab(f, name);
    std::string arguments, results;
    std::size_t at = 0;
    for (const Variable& group : f.inputs()) {
      arguments += arguments.empty() ? "[" : ", [";
      for (std::size_t k = 0; k < group.elements.size(); ++k)
        arguments += print_number(x[at++]) + "; ";
      arguments += "]";
    }
    for (std::size_t g = 0; g < f.outputs().size(); ++g) {
      results += (g ? ", r" : "r") + std::to_string(g);
    }
    script_ += "[" + results + "] = " + name + "(" + arguments + ");\n";
    for (std::size_t g = 0; g < f.outputs().size(); ++g) {
      script_ += "printf('%.17g\\n', r" + std::to_string(g) + ");\n";
    }
  }

  std::vector<double> run() {
    std::ofstream(folder_ / "main.m") << script_;
    const std::string command =
        "cd " + folder_.string() + " && octave-cli --no-init-file -q main.m > out 2> errors";
    EXPECT_EQ(std::system(command.c_str()), 0);
    std::ifstream errors(folder_ / "errors"), out(folder_ / "out");
    for (std::string line; std::getline(errors, line);) {
      // Octave 7 says "ignoring const execution_exception" whenever it ends without a terminal.
      if (line.find("while preparing to exit") == std::string::npos) ADD_FAILURE() << line;
    }
    std::vector<double> y;
    for (std::string line; std::getline(out, line);)
      y.push_back(std::strtod(line.c_str(), nullptr));
    return y;
  }

 private:
  fs::path folder_;
  std::string script_;
  int count_ = 0;
};

TEST(Matlab, FunctionsAreShortAndReadable) {
  auto graph = std::make_shared<Graph>();
  const Expr angle = graph->symbol("pin.angle"), rate = graph->symbol("pin.rate");
  const Expr m = graph->symbol("m");
  const Expr s = sin(angle), drag = 0.1 * rate / m;
  const FunctionRef f = Function::make(
      "pendulum", graph, {{"x", {angle, rate}}, {"end", {m}}},
      {{"dx/dt", {rate, -9.81 * s - drag}}, {"energy", {select(less(m, 0.0), 0.0, m * s)}}});
  EXPECT_EQ(to_matlab(*f), R"(function [dx_dt, energy] = pendulum(x, end_2)
% pendulum
%   x: pin.angle, pin.rate
%   end_2: m
%   dx_dt (result): dx/dt, column of 2
%   energy (result): energy
  dx_dt = [x(2); -(0.1*x(2)/end_2 + 9.81*sin(x(1)))];
  energy = choose(end_2 < 0, 0, end_2*sin(x(1)));
end

function y = choose(condition, a, b)
  if condition
    y = a;
  else
    y = b;
  end
end
)");
}

TEST(Matlab, OctaveGivesTheSameNumbersForEveryKindOfNode) {
  if (!has_octave()) GTEST_SKIP() << "octave-cli is not installed";
  Octave octave;
  std::vector<double> expected;
  std::mt19937_64 random(21);
  std::uniform_real_distribution<double> u(-1.0, 1.0);
  constexpr int kNodes = 60;
  for (int k = 0; k < 25; ++k) {
    const FunctionRef f = make_smooth_function(random, 4, kNodes, 12);
    std::vector<double> x(4);
    for (double& v : x) v = u(random);
    octave.add(*f, x);
    const auto y = f->evaluate(x);
    expected.insert(expected.end(), y.begin(), y.end());
  }
  const auto found = octave.run();
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t k = 0; k < found.size(); ++k) {
    // Octave's functions differ in the last place; derivatives of order one, some tens of factors.
    EXPECT_NEAR(found[k], expected[k], 16 * kNodes * kEps) << k;
  }
}

TEST(Matlab, ScansAreLoops) {
  constexpr int kLinks = 50;
  auto graph = std::make_shared<Graph>();
  const auto q = graph->symbols("q", kLinks);
  const FunctionRef turn = make_turn();
  std::vector<Expr> carry{0.3, q[0]}, lengths;
  std::vector<std::vector<Expr>> instances;
  for (Expr e : q) instances.push_back({2.0 * e});
  // The second pass runs from the end, over the results of the first one.
  const auto results = scan(turn, instances, carry);
  for (std::size_t k = 0; k < kLinks; ++k) instances[kLinks - 1 - k] = {results[k][0]};
  scan(turn, instances, carry);
  const FunctionRef f =
      Function::make("passes", graph, {{"q", q}}, {{"v", carry}, {"l", {results[7][0]}}});
  const std::string text = to_matlab(*f);
  std::size_t loops = 0;
  for (std::size_t at = 0; (at = text.find("\n  for k", at)) != std::string::npos; ++at) ++loops;
  EXPECT_EQ(loops, 2u) << text;
  EXPECT_LT(text.size(), 4000u) << text;
  std::vector<double> x(kLinks);
  for (int k = 0; k < kLinks; ++k) x[static_cast<std::size_t>(k)] = std::cos(1.0 * k);
  if (!has_octave()) GTEST_SKIP() << "octave-cli is not installed";
  Octave octave;
  octave.add(*f, x);
  octave.add(*f->jvp(), [&] {
    auto at = x;
    at.insert(at.end(), x.begin(), x.end());
    return at;
  }());
  auto expected = f->evaluate(x);
  const auto found = octave.run();
  ASSERT_EQ(found.size(), 6u);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(found[k], expected[k], 100 * kLinks * kEps);
}

TEST(Matlab, RunsThatNeedOneAnotherAreNotLoops) {
  // Two chains of rotations, each step of one depending on the previous step of the other.
  auto graph = std::make_shared<Graph>();
  const Expr x = graph->symbol("x");
  const FunctionRef turn = make_turn();
  std::vector<Expr> a{x, 0.0}, b{0.0, x};
  for (int k = 0; k < 5; ++k) {
    const auto u = call(turn, std::array{a[0], a[1], b[0]});
    const auto v = call(turn, std::array{b[0], b[1], u[2]});
    a = {u[0], u[1]};
    b = {v[0], v[1]};
  }
  const std::array out{a[0], b[1]};
  const auto nodes = detail::find_reachable(*graph, out);
  EXPECT_TRUE(detail::find_call_runs(*graph, nodes, 3).empty());
}

TEST(Matlab, SystemsOfAnyRankRootsAndReportsArePrinted) {
  if (!has_octave()) GTEST_SKIP() << "octave-cli is not installed";
  auto graph = std::make_shared<Graph>();
  const auto x = graph->symbols("x", 3);
  std::vector<Expr> matrix;
  for (Expr a : x) {
    for (Expr b : x) matrix.push_back(a * b);
  }
  SolveReport report;
  std::vector<Expr> y = solve(matrix, x, MatrixKind::semidefinite, &report);  // x / |x|²
  y.push_back(report.rank);
  auto r = std::make_shared<Graph>();
  const Expr z = r->symbol("z"), p = r->symbol("p");
  const FunctionRef cube =
      Function::make("cube", r, {{"z", {z}}, {"p", {p}}}, {{"r", {z * z * z - p}}});
  y.push_back(newton(cube, std::array{Expr(1.0)}, std::array{x[2]})[0]);
  const FunctionRef f = Function::make("f", graph, {{"x", x}}, {{"y", y}});
  Octave octave;
  octave.add(*f, {1.0, 2.0, 64.0});
  const auto found = octave.run();
  ASSERT_EQ(found.size(), 5u);
  const double square = 1.0 + 4.0 + 4096.0;
  const std::array at{1.0, 2.0, 64.0};
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(found[k], at[k] / square, kEps);
  EXPECT_EQ(found[3], 1.0);
  EXPECT_NEAR(found[4], 4.0, 8 * kEps);
}

}  // namespace
}  // namespace holon
