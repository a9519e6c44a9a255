// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Reverse mode: against forward mode on random graphs, and against formulas.

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <cstdlib>

#include "holon/base/test/rounding.h"
#include "holon/expr/graph/traverse.h"
#include "holon/expr/program/program.h"
#include "holon/expr/test/random_function.h"
#include "holon/expr/test/seed.h"

namespace holon {
namespace {

using test::kEps;

std::vector<double> run_along(const FunctionRef& f, std::vector<double> x,
                              const std::vector<double>& v, std::size_t inline_limit = 1000000) {
  x.insert(x.end(), v.begin(), v.end());
  return run_tape(f, x, inline_limit);
}

std::vector<double> make_point(std::mt19937_64& random, int n) {
  std::uniform_real_distribution<double> u(-1.0, 1.0);
  std::vector<double> x(static_cast<std::size_t>(n));
  for (double& v : x) v = u(random);
  return x;
}

/// ∂y/∂x (outputs x inputs, by rows) by one mode: unit vectors through jvp or vjp.
std::vector<double> jacobian(const FunctionRef& f, const std::vector<double>& x, bool reverse,
                             std::size_t limit) {
  const auto n = static_cast<std::size_t>(f->input_count());
  const auto m = static_cast<std::size_t>(f->output_count());
  std::vector<double> j(m * n);
  for (std::size_t k = 0; k < (reverse ? m : n); ++k) {
    std::vector<double> unit(reverse ? m : n, 0.0);
    unit[k] = 1.0;
    const auto d = run_along(reverse ? f->vjp() : f->jvp(), x, unit, limit);
    for (std::size_t i = 0; i < d.size(); ++i) (reverse ? j[k * n + i] : j[i * n + k]) = d[i];
  }
  return j;
}

/// Both modes sum the same products of derivatives along the paths through the graph, in different
/// orders. Derivatives are of order one, so the rounding error of a sum is its number of nodes
/// times eps times its largest terms, which are of the size of the largest entries.
double tolerance(const std::vector<double>& jacobian, int nodes) {
  double largest = 1.0;
  for (double v : jacobian) largest = std::max(largest, std::abs(v));
  return 16.0 * nodes * kEps * largest;
}

TEST(Reverse, AgreesWithForwardModeOnRandomGraphs) {
  constexpr int kNodes = 40;
  EXPECT_TRUE(rc::check([](std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const FunctionRef f = make_smooth_function(random, 5, kNodes, 4);
    const auto x = make_point(random, 5);
    for (std::size_t limit : {std::size_t{0}, std::size_t{1000000}}) {
      const auto forward = jacobian(f, x, false, limit), reverse = jacobian(f, x, true, limit);
      for (std::size_t k = 0; k < forward.size(); ++k) {
        EXPECT_NEAR(forward[k], reverse[k], tolerance(forward, kNodes)) << "seed " << seed;
      }
    }
    RC_ASSERT(!::testing::Test::HasFailure());
  }));
}

TEST(Reverse, OfForwardAndForwardOfReverseAreTheSameSecondDerivatives) {
  constexpr int kNodes = 20;
  EXPECT_TRUE(rc::check([](std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const FunctionRef f = make_smooth_function(random, 4, kNodes, 1);
    const auto x = make_point(random, 4);
    // The gradient as a function of x: its Jacobian is the Hessian.
    auto graph = std::make_shared<Graph>();
    const auto s = graph->symbols("x", 4);
    const FunctionRef g =
        Function::make("gradient", graph, {{"x", s}}, {{"g", gradient(f->substitute(s)[0], s)}});
    const auto forward = jacobian(g, x, false, 1000000), reverse = jacobian(g, x, true, 1000000);
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t j = 0; j < 4; ++j) {
        // Twice as many products in every path, and second derivatives.
        const double bound = 100 * tolerance(forward, kNodes);
        EXPECT_NEAR(forward[4 * i + j], reverse[4 * i + j], bound) << "seed " << seed;
        EXPECT_NEAR(forward[4 * i + j], forward[4 * j + i], bound) << "symmetric; seed " << seed;
      }
    }
    // vjp of jvp: d/dx (ȳᵀ J dx).
    const FunctionRef twice = f->jvp()->vjp();
    const auto dx = make_point(random, 4);
    std::vector<double> at = x;
    at.insert(at.end(), dx.begin(), dx.end());
    const auto bar = run_along(twice, at, std::vector<double>{1.0});
    for (std::size_t i = 0; i < 4; ++i) {
      double expected = 0.0;
      for (std::size_t j = 0; j < 4; ++j) expected += forward[4 * i + j] * dx[j];
      EXPECT_NEAR(bar[i], expected, 100 * tolerance(forward, kNodes)) << "seed " << seed;
    }
    RC_ASSERT(!::testing::Test::HasFailure());
  }));
}

TEST(Reverse, OfASelectNeverMultipliesByAMask) {
  auto graph = std::make_shared<Graph>();
  const Expr x = graph->symbol("x");
  // sqrt has no derivative at 0, but the branch is not taken there; the argument of the root has
  // other uses, too.
  const Expr inner = sin(x);
  const Expr y = select(less(0.0, x), 3.0 * sqrt(inner), 2.0 * x) + inner;
  const FunctionRef f = Function::make("f", graph, {{"x", {x}}}, {{"g", gradient(y, {&x, 1})}});
  EXPECT_EQ(f->evaluate(std::array{0.0})[0], 3.0);
  const double c = std::cos(1.0), s = std::sin(1.0);
  EXPECT_NEAR(f->evaluate(std::array{1.0})[0], c + 1.5 * c / std::sqrt(s), 4 * kEps);
}

TEST(Reverse, ChoicesWithinChoicesAreLeftOneAfterTheOther) {
  auto graph = std::make_shared<Graph>();
  const Expr x = graph->symbol("x"), y = graph->symbol("y");
  const Expr inner = select(less(y, 0.0), sqrt(-y) * x, log(y));
  const Expr e = select(less(x, 0.0), log(-x) + inner, sqrt(x) * inner);
  const std::array symbols{x, y};
  const FunctionRef f = Function::make("f", graph, {{"x", {x, y}}}, {{"g", gradient(e, symbols)}});
  const auto expect = [&](double a, double b, double ga, double gb) {
    const auto g = f->evaluate(std::array{a, b});
    EXPECT_NEAR(g[0], ga, 8 * kEps * std::abs(ga)) << a << ' ' << b;
    EXPECT_NEAR(g[1], gb, 8 * kEps * std::abs(gb)) << a << ' ' << b;
  };
  const double r2 = std::sqrt(2.0), r3 = std::sqrt(3.0);
  expect(-2.0, -3.0, -0.5 + r3, 2.0 / (2.0 * r3));         // log(-x) + √-y x
  expect(-2.0, 3.0, -0.5, 1.0 / 3.0);                      // log(-x) + log y
  expect(2.0, -3.0, 1.5 * r2 * r3, -0.5 * 2.0 * r2 / r3);  // x √x √-y
  expect(2.0, 3.0, 0.5 * std::log(3.0) / r2, r2 / 3.0);    // √x log y
}

TEST(Reverse, TheGradientOfAProductOfManyFactorsIsAsShortAsAPersonWouldWriteIt) {
  auto graph = std::make_shared<Graph>();
  const Expr x = graph->symbol("x"), y = graph->symbol("y"), z = graph->symbol("z");
  const std::array symbols{x, y, z};
  const auto g = gradient(x * y + sin(z) * x, symbols);
  EXPECT_EQ(g[0], y + sin(z));
  EXPECT_EQ(g[1], x);
  EXPECT_EQ(g[2], cos(z) * x);
}

/// xᵀ A⁻¹ b for a 3 x 3 A of entries that are inputs.
TEST(Reverse, OfALinearSolveGivesMinusTheOuterProductOfBothSolutions) {
  for (const MatrixKind kind : {MatrixKind::general, MatrixKind::symmetric, MatrixKind::positive,
                                MatrixKind::semidefinite, MatrixKind::minimum_norm}) {
    auto graph = std::make_shared<Graph>();
    const auto a = graph->symbols("a", 9), b = graph->symbols("b", 3), w = graph->symbols("w", 3);
    const auto x = solve(a, b, kind);
    Expr y = 0.0;
    for (std::size_t i = 0; i < 3; ++i) y += w[i] * x[i];
    const auto ga = gradient(y, a), gb = gradient(y, b);
    const auto g =
        solve(std::vector<Expr>{a[0], a[3], a[6], a[1], a[4], a[7], a[2], a[5], a[8]}, w, kind);
    std::vector<Expr> out;
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) {
        const bool both = is_symmetric(kind) && i != j;
        Expr expected = -g[i] * x[j];
        if (both) expected = i > j ? expected - g[j] * x[i] : Expr(0.0);
        out.push_back(ga[3 * i + j] - expected);
      }
      out.push_back(gb[i] - g[i]);
    }
    const FunctionRef f = Function::make("f", graph, {{"a", a}, {"b", b}, {"w", w}}, {{"d", out}});
    const auto d = f->evaluate(
        std::array{4.0, 1.0, -0.5, 1.0, 3.0, 0.25, -0.5, 0.25, 5.0, 1.0, -2.0, 0.5, 0.3, 1.0, 2.0});
    for (double v : d) EXPECT_NEAR(v, 0.0, 8 * kEps) << static_cast<int>(kind);
  }
}

TEST(Reverse, OfAMinimumNormSolveIsTheAdjointOfItsDerivative) {
  // A = a cᵀ of rank one, b not in its range.
  for (const MatrixKind kind : {MatrixKind::semidefinite, MatrixKind::minimum_norm}) {
    auto graph = std::make_shared<Graph>();
    const auto a = graph->symbols("a", 3), c = graph->symbols("c", 3), b = graph->symbols("b", 3);
    const auto& right = is_symmetric(kind) ? a : c;
    std::vector<Expr> matrix;
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) matrix.push_back(a[i] * right[j]);
    }
    const FunctionRef f =
        Function::make("f", graph, {{"a", a}, {"c", c}, {"b", b}}, {{"x", solve(matrix, b, kind)}});
    const std::vector<double> at{0.5, 1.5, -0.7, 1.1, -0.4, 0.8, 0.2, 1.0, -1.3};
    const auto forward = jacobian(f, at, false, 1000000), reverse = jacobian(f, at, true, 1000000);
    for (std::size_t k = 0; k < forward.size(); ++k) {
      EXPECT_NEAR(forward[k], reverse[k], tolerance(forward, 40)) << k;
    }
  }
}

TEST(Reverse, OfAScanIsAScanFromItsEnd) {
  // A chain of rotations by q_k; the sum of both coordinates at its end. The rotations commute, so
  // ∂/∂q_k (x + y) = x − y at the end, whatever k.
  constexpr int kLinks = 300;
  auto graph = std::make_shared<Graph>();
  const auto q = graph->symbols("q", kLinks);
  const FunctionRef turn = make_turn();
  std::vector<Expr> carry{q[0], 1.0};
  std::vector<std::vector<Expr>> instances;
  for (Expr e : q) instances.push_back({e});
  scan(turn, instances, carry);
  const FunctionRef f = Function::make("chain", graph, {{"q", q}}, {{"y", {carry[0] + carry[1]}}});
  const FunctionRef adjoint = f->vjp();
  int forward = 0, backward = 0;
  for (std::uint32_t id : detail::find_reachable(*adjoint->graph(), adjoint->output_scalars())) {
    const Node& n = adjoint->graph()->node(id);
    if (n.op != Op::call) continue;
    const FunctionRef& called = adjoint->graph()->payload(n).function;
    forward += called == turn;
    backward += called == turn->vjp();
  }
  EXPECT_EQ(backward, kLinks);
  EXPECT_EQ(forward, kLinks - 1) << "what is carried past the last call is not needed";
  std::vector<double> at(kLinks);
  double sum = 0.0;
  for (int k = 0; k < kLinks; ++k) sum += at[static_cast<std::size_t>(k)] = 0.01 * k - 1.0;
  const double s = std::sin(sum), c = std::cos(sum), x0 = at[0];
  const double x = c * x0 - s, y = s * x0 + c;
  for (std::size_t limit : {std::size_t{0}, std::size_t{1000000}}) {
    const auto g = run_along(adjoint, at, std::vector<double>{1.0}, limit);
    for (std::size_t k = 0; k < kLinks; ++k) {
      const double expected = x - y + (k == 0 ? c + s : 0.0);
      EXPECT_NEAR(g[k], expected, 4 * kLinks * kEps) << k;
    }
  }
  EXPECT_EQ(turn->vjp(), turn->vjp()) << "made once";
}

TEST(Reverse, OfARootIsByTheImplicitFunctionTheorem) {
  // z³ + z = p q: dz = (q dp + p dq) / (3 z² + 1).
  auto r = std::make_shared<Graph>();
  const Expr z = r->symbol("z"), u = r->symbol("u");
  const FunctionRef residual =
      Function::make("r", r, {{"z", {z}}, {"u", {u}}}, {{"r", {z * z * z + z - u}}});
  auto graph = std::make_shared<Graph>();
  const Expr p = graph->symbol("p"), q = graph->symbol("q"), guess = graph->symbol("guess");
  const std::array symbols{p, q, guess};
  const Expr root = newton(residual, {&guess, 1}, std::array{p * q})[0];
  const FunctionRef f =
      Function::make("f", graph, {{"x", {p, q, guess}}}, {{"g", gradient(sin(root), symbols)}});
  const auto g = f->evaluate(std::array{2.5, 4.0, 1.0});  // z = 2
  EXPECT_NEAR(g[0], std::cos(2.0) * 4.0 / 13.0, 8 * kEps);
  EXPECT_NEAR(g[1], std::cos(2.0) * 2.5 / 13.0, 8 * kEps);
  EXPECT_EQ(g[2], 0.0);
}

}  // namespace
}  // namespace holon
