// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/program/program.h"
#include "holon/expr/test/random_graph.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <memory>
#include <random>

#include "holon/expr/graph/function.h"
#include "holon/expr/test/seed.h"

namespace holon {
namespace {

/// Runs samples through one lane and eight lanes of each program; all must agree bit for bit.
void expect_same_bits(const std::vector<Program>& programs, std::mt19937_64& random, int groups) {
  const auto in_count = static_cast<std::size_t>(programs[0].input_count());
  const auto out_count = static_cast<std::size_t>(programs[0].output_count());
  constexpr std::size_t kLanes = Program::kLanes;
  std::vector<Workspace> workspaces(programs.size());
  for (int g = 0; g < groups; ++g) {
    std::vector<std::vector<double>> samples;
    std::vector<double> wide(in_count * kLanes);
    for (std::size_t l = 0; l < kLanes; ++l) {
      samples.push_back(make_sample(random, static_cast<int>(in_count)));
      for (std::size_t i = 0; i < in_count; ++i) wide[i * kLanes + l] = samples[l][i];
    }
    std::vector<std::vector<double>> reference;
    for (std::size_t p = 0; p < programs.size(); ++p) {
      std::vector<double> wide_out(out_count * kLanes);
      programs[p].run_lanes(wide.data(), wide_out.data(), workspaces[p]);
      for (std::size_t l = 0; l < kLanes; ++l) {
        std::vector<double> out(out_count);
        programs[p].run(samples[l].data(), out.data(), workspaces[p]);
        if (p == 0) reference.push_back(out);
        for (std::size_t k = 0; k < out_count; ++k) {
          ASSERT_TRUE(same_bits(out[k], reference[l][k]))
              << "program " << p << " output " << k << ": " << out[k] << " and " << reference[l][k];
          ASSERT_TRUE(same_bits(wide_out[k * kLanes + l], reference[l][k]))
              << "program " << p << " lane " << l << " output " << k << ": "
              << wide_out[k * kLanes + l] << " and " << reference[l][k];
        }
      }
    }
  }
}

bool has_compiler() {
  Graph g;
  auto graph = std::make_shared<Graph>();
  const Expr x = graph->symbol("x");
  try {
    Program(*Function::make("f", graph, {{"x", {x}}}, {{"y", {x * x}}}), {Engine::native});
    return true;
  } catch (const std::runtime_error&) {
    return false;
  }
}

TEST(Program, OneAndEightLanesOfTapeAndMachineCodeAgreeOnRandomGraphs) {
  EXPECT_TRUE(rc::check([](std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const FunctionRef f = make_random_function(random, 6, 60);
    expect_same_bits({Program(*f), Program(*f, {Engine::jit})}, random, 2);
    expect_same_bits({Program(*f, {Engine::tape, 0}), Program(*f, {Engine::jit, 0})}, random, 2);
    RC_ASSERT(!::testing::Test::HasFailure());
  }));
}

TEST(Program, NativeCodeGivesTheBitsOfTheTape) {
  if (!has_compiler()) GTEST_SKIP() << "no C compiler";
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    std::mt19937_64 random(seed);
    const FunctionRef f = make_random_function(random, 8, 300);
    for (std::size_t limit : {std::size_t{100000}, std::size_t{0}}) {
      expect_same_bits({Program(*f, {Engine::tape, limit}), Program(*f, {Engine::native, limit})},
                       random, 20);
    }
  }
}

/// A chain in which each link depends on the previous one, called so often that it is rolled.
FunctionRef make_chain(int links) {
  auto graph = std::make_shared<Graph>();
  const std::vector<Expr> q = graph->symbols("q", links);
  const FunctionRef rotation = make_rotation();
  Expr a = 1.0, b = q[0] * q[1];
  std::vector<Expr> outputs;
  for (Expr angle : q) {
    const auto out = call(rotation, std::array{a, b, angle});
    a = out[0];
    b = out[1];
    outputs.push_back(a);
  }
  outputs.push_back(a * b + 1.0);
  outputs.push_back(q[1]);
  outputs.push_back(3.0);
  return Function::make("chain", graph, {{"q", q}}, {{"y", outputs}});
}

TEST(Program, RolledCallsComputeWhatInlinedOnesDo) {
  constexpr int kLinks = 200;
  const FunctionRef f = make_chain(kLinks);
  std::vector<double> q(kLinks);
  for (int i = 0; i < kLinks; ++i) q[static_cast<std::size_t>(i)] = 0.1 * i - 3.0;
  std::vector<double> flat(kLinks + 3), rolled(kLinks + 3);
  Workspace workspace;
  Program(*f, {Engine::tape, 100000}).run(q.data(), flat.data(), workspace);
  Program(*f, {Engine::tape, 0}).run(q.data(), rolled.data(), workspace);
  double a = 1.0, b = q[0] * q[1];
  for (std::size_t i = 0; i < kLinks; ++i) {
    const double next = std::cos(q[i]) * a - std::sin(q[i]) * b;
    b = std::sin(q[i]) * a + std::cos(q[i]) * b;
    a = next;
    // Each link adds a few rounding errors to numbers of the size of |(a, b)|.
    const double tolerance = 8.0 * std::numeric_limits<double>::epsilon() *
                             static_cast<double>(i + 1) * std::hypot(a, b);
    EXPECT_NEAR(flat[i], a, tolerance);
    EXPECT_NEAR(rolled[i], a, tolerance);
  }
  EXPECT_EQ(rolled[kLinks + 1], q[1]);
  EXPECT_EQ(rolled[kLinks + 2], 3.0);
}

TEST(Program, CallsAndScalarsByTurnsKeepTheirArguments) {
  // The second call depends on a scalar that depends on the first; the third is independent.
  auto graph = std::make_shared<Graph>();
  const std::vector<Expr> x = graph->symbols("x", 3);
  const FunctionRef rotation = make_rotation();
  const Expr first = call(rotation, std::array{x[0] - x[1], x[1], x[2]})[0];
  const Expr second = call(rotation, std::array{first * x[1] + x[0], Expr(1.0), first})[1];
  const Expr third = call(rotation, std::array{x[2], exp(x[0]), x[1]})[0];
  const FunctionRef f =
      Function::make("f", graph, {{"x", x}}, {{"y", {first, second, third, x[1]}}});
  const std::vector<double> at{0.3, -1.2, 2.5};
  std::vector<double> y(4);
  Workspace workspace;
  Program(*f, {Engine::tape, 0}).run(at.data(), y.data(), workspace);
  const double a = std::cos(at[2]) * (at[0] - at[1]) - std::sin(at[2]) * at[1];
  EXPECT_NEAR(y[0], a, 1e-15);
  EXPECT_NEAR(y[1], std::sin(a) * (a * at[1] + at[0]) + std::cos(a), 1e-15);
  EXPECT_NEAR(y[2], std::cos(at[1]) * at[2] - std::sin(at[1]) * std::exp(at[0]), 1e-15);
  EXPECT_EQ(y[3], at[1]);
}

TEST(Program, GeneratedCodeDoesNotGrowWithTheNumberOfCalls) {
  const std::size_t ten = write_c(*make_chain(10), {Engine::tape, 0}).size();
  const std::size_t thousand = write_c(*make_chain(1000), {Engine::tape, 0}).size();
  EXPECT_LT(thousand, ten + ten / 4);
}

TEST(Program, TheBackgroundCompilerReplacesTheTapeWithTheSameBits) {
  if (!has_compiler()) GTEST_SKIP() << "no C compiler";
  const FunctionRef f = make_chain(20);
  const Program program(*f, {Engine::automatic});
  std::vector<double> q(20, 0.3), before(23), after(23);
  Workspace workspace;
  program.run(q.data(), before.data(), workspace);
  ASSERT_TRUE(program.wait_native());
  EXPECT_EQ(program.engine(), Engine::native);
  program.run(q.data(), after.data(), workspace);
  EXPECT_EQ(before, after);
  EXPECT_NE(program.provenance().find("-ffp-contract=off"), std::string::npos);
}

TEST(Program, AWorkspaceMayServeOneProgramAfterAnother) {
  Workspace workspace;
  for (int links : {3, 50, 7}) {
    std::vector<double> q(static_cast<std::size_t>(links), 0.0),
        out(static_cast<std::size_t>(links) + 3);
    Program(*make_chain(links)).run(q.data(), out.data(), workspace);
    EXPECT_EQ(out[0], 1.0);
    EXPECT_EQ(out.back(), 3.0);
  }
}

TEST(Program, ACopiedWorkspaceIsOneOfItsOwn) {
  const Program program(*make_chain(5));
  const std::vector<double> q{0.1, 0.2, 0.3, 0.4, 0.5};
  std::vector<double> first(8), second(8);
  auto original = std::make_unique<Workspace>();
  program.run(q.data(), first.data(), *original);
  Workspace copy = *original;
  Workspace assigned;
  assigned = *original;
  original.reset();
  program.run(q.data(), second.data(), copy);
  EXPECT_EQ(first, second);
  program.run(q.data(), second.data(), assigned);
  EXPECT_EQ(first, second);
}

/// Tridiagonal systems, large enough to be eliminated as sparse ones, and a Newton root of two.
FunctionRef make_systems(int n) {
  auto graph = std::make_shared<Graph>();
  const std::vector<Expr> x = graph->symbols("x", 8);
  const auto size = static_cast<std::size_t>(n);
  std::vector<Expr> outputs;
  std::vector<Expr> reports;
  for (MatrixKind kind : {MatrixKind::general, MatrixKind::symmetric, MatrixKind::positive,
                          MatrixKind::semidefinite}) {
    std::vector<Expr> matrix(size * size, 0.0), right(size);
    for (std::size_t i = 0; i < size; ++i) {
      right[i] = x[i % 8] + static_cast<double>(i);
      matrix[i * size + i] = 3.0 + x[i % 8] * x[i % 8];
      if (i == 0) continue;
      matrix[i * size + i - 1] = sin(x[i % 8]);
      matrix[(i - 1) * size + i] = kind == MatrixKind::general ? cos(x[i % 8]) : sin(x[i % 8]);
    }
    SolveReport report;
    const auto solution = solve(matrix, right, kind, &report);
    reports.insert(reports.end(), {report.quality, report.rank});
    outputs.insert(outputs.end(), solution.begin(), solution.end());
    // Rows of the product, to be compared with the right-hand side.
    for (std::size_t i = 0; i < size; ++i) {
      Expr row = -right[i];
      for (std::size_t j = 0; j < size; ++j) row += matrix[i * size + j] * solution[j];
      outputs.push_back(row);
    }
  }
  auto g = std::make_shared<Graph>();
  const Expr a = g->symbol("a"), b = g->symbol("b"), p = g->symbol("p");
  const FunctionRef r = Function::make("r", g, {{"z", {a, b}}, {"p", {p}}},
                                       {{"r", {a * a + b * b - 4.0 - p * p, a - b * exp(p)}}});
  NewtonReport report;
  const auto root = newton(r, std::array{Expr(1.0), Expr(1.0)}, std::array{x[0]}, &report);
  reports.insert(reports.end(), {report.quality, report.residual, report.evaluations});
  outputs.insert(outputs.end(),
                 {root[0], root[1], root[0] * root[0] + root[1] * root[1] - 4.0 - x[0] * x[0]});
  return Function::make("systems", graph, {{"x", x}}, {{"reports", reports}, {"y", outputs}});
}

TEST(Program, SparseSystemsAndNewtonRootsAreSolvedAlikeEverywhere) {
  constexpr int kSize = 60;
  const FunctionRef f = make_systems(kSize);
  const std::vector<double> x{0.1, -0.7, 1.3, 0.4, -1.1, 0.9, 2.0, -0.3};
  const auto y = f->evaluate(x);
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_GT(y[2 * k], 0.5) << "dominant diagonals make good pivots";
    EXPECT_LE(y[2 * k], 1.0);
    EXPECT_EQ(y[2 * k + 1], kSize) << "full rank";
    for (std::size_t i = 0; i < kSize; ++i) {
      // Backward stable: the residual is some rounding errors of the right-hand side.
      EXPECT_NEAR(y[11 + (2 * k + 1) * kSize + i], 0.0, 64 * kSize * 2.3e-16);
    }
  }
  EXPECT_LE(y[9], 1e-7) << "quadratic convergence: the last step that was evaluated is small";
  EXPECT_GE(y[10], 3) << "evaluations";
  EXPECT_LE(y[10], 12);
  EXPECT_NEAR(y.back(), 0.0, 4e-15);
  std::mt19937_64 random(3);
  expect_same_bits({Program(*f), Program(*f, {Engine::jit})}, random, 4);
  if (!has_compiler()) GTEST_SKIP() << "no C compiler";
  expect_same_bits({Program(*f), Program(*f, {Engine::native})}, random, 4);
}

TEST(Program, DenseSystemsAreSolvedAlikeInNativeCodeOrByCalls) {
  if (!has_compiler()) GTEST_SKIP() << "no C compiler";
  std::mt19937_64 random(4);
  for (const int size : {5, 12}) {  // compiled for their size, and called
    const FunctionRef f = make_systems(size);
    expect_same_bits({Program(*f), Program(*f, {Engine::native})}, random, 4);
  }
}

TEST(Program, SumsOfProductsAreFusedOnce) {
  auto graph = std::make_shared<Graph>();
  const Expr a = graph->symbol("a"), b = graph->symbol("b"), c = graph->symbol("c");
  const FunctionRef f =
      Function::make("f", graph, {{"x", {a, b, c}}}, {{"y", {a * b + c, c - a * b}}});
  const std::vector<double> x{1.0 + 0x1p-30, 1.0 - 0x1p-30, -1.0};
  const auto y = f->evaluate(x);
  // The product is used twice, so it is not fused: 1 − 2⁻⁶⁰ rounds to 1.
  EXPECT_EQ(y[0], 0.0);
  const FunctionRef g = Function::make("g", graph, {{"x", {a, b, c}}}, {{"y", {a * b + c}}});
  EXPECT_EQ(g->evaluate(x)[0], -0x1p-60);
}

}  // namespace
}  // namespace holon
