// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Functions within functions: derivatives, roots, solves and relations below calls.

#include <gtest/gtest.h>

#include <cmath>

#include "holon/base/test/rounding.h"
#include "holon/expr/graph/function.h"
#include "holon/expr/graph/traverse.h"
#include "holon/expr/program/program.h"

namespace holon {
namespace {

using test::kEps;

/// y = a sin a
FunctionRef make_wave() {
  auto g = std::make_shared<Graph>();
  const Expr a = g->symbol("a");
  return Function::make("wave", g, {{"a", {a}}}, {{"y", {a * sin(a)}}});
}

/// y = x wave(x), and x, passed on
FunctionRef make_nested() {
  auto g = std::make_shared<Graph>();
  const Expr x = g->symbol("x");
  return Function::make("nested", g, {{"x", {x}}},
                        {{"y", {x * call(make_wave(), std::array{x})[0], x}}});
}

/// z(x) with wave(z) = x, from the guess 1.
FunctionRef make_inverse_wave() {
  auto r = std::make_shared<Graph>();
  const Expr z = r->symbol("z"), p = r->symbol("p");
  const FunctionRef residual = Function::make("residual", r, {{"z", {z}}, {"p", {p}}},
                                              {{"r", {call(make_wave(), std::array{z})[0] - p}}});
  auto g = std::make_shared<Graph>();
  const Expr x = g->symbol("x");
  return Function::make("inverse", g, {{"x", {x}}},
                        {{"z", newton(residual, std::array{Expr(1.0)}, std::array{x})}});
}

double run_output(const FunctionRef& f, std::vector<double> x, std::size_t limit,
                  std::size_t output = 0) {
  std::vector<double> y(f->output_scalars().size());
  Workspace workspace;
  Program(*f, {Engine::tape, limit}).run(x.data(), y.data(), workspace);
  return y[output];
}

constexpr std::size_t kRolled = 0, kFlat = 1000000;

TEST(Calls, SecondDerivativesGoThroughCallsOfCalls) {
  const FunctionRef second = make_nested()->jvp()->jvp();
  // d(x² sin x): first 2x sin x + x² cos x, second (2 − x²) sin x + 4x cos x.
  const double x = 0.7;
  const std::vector<double> at{x, 1.0, 1.0, 0.0};  // x, dx, d x, d dx
  const double expected = (2.0 - x * x) * std::sin(x) + 4.0 * x * std::cos(x);
  for (std::size_t limit : {kRolled, kFlat}) {
    EXPECT_NEAR(run_output(second, at, limit), expected, 16 * kEps * std::abs(expected));
    EXPECT_EQ(run_output(second, at, limit, 1), 0.0);
  }
}

TEST(Calls, ARootWithinARootIsFoundAndDifferentiated) {
  // u with z(u)² − u = w; with u = z sin z that is z (z − sin z) = w.
  const FunctionRef inverse = make_inverse_wave();
  auto r = std::make_shared<Graph>();
  const Expr u = r->symbol("u"), q = r->symbol("q");
  const Expr z = call(inverse, std::array{u})[0];
  const FunctionRef residual =
      Function::make("outer", r, {{"u", {u}}, {"q", {q}}}, {{"r", {z * z - u - q}}});
  auto g = std::make_shared<Graph>();
  const Expr w = g->symbol("w");
  const FunctionRef f = Function::make(
      "f", g, {{"w", {w}}}, {{"u", newton(residual, std::array{Expr(0.5)}, std::array{w})}});
  // The parameter that belongs to z = 0.9; du/dw = (sin z + z cos z) / (2 z − sin z − z cos z).
  const double root = 0.9, s = std::sin(root), c = std::cos(root);
  const double at = root * (root - s), slope = (s + root * c) / (2 * root - s - root * c);
  for (std::size_t limit : {kRolled, kFlat}) {
    // w loses digits in z − sin z, and the root has the sensitivity of its derivative: some tens of
    // eps.
    EXPECT_NEAR(run_output(f, {at}, limit), root * s, 64 * kEps);
    EXPECT_NEAR(run_output(f->jvp(), {at, 1.0}, limit), slope, 64 * kEps * slope);
  }
}

TEST(Calls, ARootsSecondDerivativeIsExact) {
  // z² = p: z'' = −1 / (4 p^(3/2)).
  auto r = std::make_shared<Graph>();
  const Expr z = r->symbol("z"), p = r->symbol("p");
  const FunctionRef residual =
      Function::make("square", r, {{"z", {z}}, {"p", {p}}}, {{"r", {z * z - p}}});
  auto g = std::make_shared<Graph>();
  const Expr x = g->symbol("x");
  const Expr root = newton(residual, std::array{Expr(1.0)}, std::array{x})[0];
  const Expr second = derivative(derivative(root, x), x);
  const FunctionRef f = Function::make("f", g, {{"x", {x}}}, {{"y", {second}}});
  EXPECT_NEAR(run_output(f, {3.0}, kFlat), -0.25 / (3.0 * std::sqrt(3.0)), 8 * kEps);
}

TEST(Calls, ALinearRootHasAConstantSlope) {
  auto r = std::make_shared<Graph>();
  const Expr z = r->symbol("z"), p = r->symbol("p");
  const FunctionRef residual =
      Function::make("line", r, {{"z", {z}}, {"p", {p}}}, {{"r", {z - 2.0 * p}}});
  auto g = std::make_shared<Graph>();
  const Expr x = g->symbol("x");
  const Expr root = newton(residual, std::array{Expr(1.0)}, std::array{x})[0];
  EXPECT_TRUE(derivative(root, x).is_constant(2.0));
}

TEST(Calls, OfConstantsGiveNumbersThroughSolvesRootsAndTables) {
  const std::vector<double> matrix{2.0, 1.0, 1.0, 3.0};
  const auto x =
      solve(std::vector<Expr>(matrix.begin(), matrix.end()), std::array{Expr(3.0), Expr(5.0)});
  EXPECT_NEAR(x[0].value(), 0.8, 2 * kEps);
  EXPECT_NEAR(x[1].value(), 1.4, 4 * kEps);
  const Expr one = std::sin(1.0);
  const auto z = call(make_inverse_wave(), {&one, 1});
  ASSERT_TRUE(z[0].is_constant());
  EXPECT_NEAR(z[0].value(), 1.0, 4 * kEps);
}

TEST(Calls, AFunctionMayHaveNoInputsOrNoOutputs) {
  auto g = std::make_shared<Graph>();
  const Expr x = g->symbol("x");
  for (std::size_t limit : {kRolled, kFlat}) {
    Workspace workspace;
    double unused = 0.0, y = 0.0;
    Program(*Function::make("none", g, {{"x", {x}}}, {}), {Engine::tape, limit})
        .run(&unused, nullptr, workspace);
    Program(*Function::make("three", g, {}, {{"y", {3.0}}}), {Engine::tape, limit})
        .run(nullptr, &y, workspace);
    EXPECT_EQ(y, 3.0);
  }
}

TEST(Calls, FlatteningIsLinearInTheNumberOfCalls) {
  auto g = std::make_shared<Graph>();
  Expr x = g->symbol("x");
  const Expr input = x;
  const FunctionRef nested = make_nested();
  constexpr int kCalls = 20000;
  for (int i = 0; i < kCalls; ++i) x = call(nested, std::array{x})[0];
  const FunctionRef f = Function::make("f", g, {{"x", {input}}}, {{"y", {x}}});
  const auto before = g->size();
  const auto flat = detail::flatten_calls(f->output_scalars());
  EXPECT_EQ(flat[0].op(), Op::mul);
  EXPECT_LE(g->size() - before, 4u * kCalls);  // a quadratic one takes minutes here
}

TEST(Calls, SubstitutedNodesHideWhatIsBelowThem) {
  auto g = std::make_shared<Graph>();
  const Expr x = g->symbol("x");
  Graph other;
  const Expr u = other.symbol("u");
  const Expr below = sin(x), e = below * below + 1.0;
  EXPECT_EQ(substitute({&e, 1}, {&below, 1}, {&u, 1})[0], u * u + 1.0);
}

TEST(Relations, WithinCallsAndRootsAreHeldOncePerCall) {
  // step(a) = a > 1 ? 2 : (a > 0 ? 1 : 0)
  auto s = std::make_shared<Graph>();
  const Expr a = s->symbol("a");
  const Expr above_one = relation(a - 1.0), above_zero = relation(a);
  const FunctionRef step =
      Function::make("step", s, {{"a", {a}}},
                     {{"y", {select(above_one, Expr(2.0), select(above_zero, Expr(1.0), 0.0))}}});
  auto g = std::make_shared<Graph>();
  const Expr x = g->symbol("x");
  // The second call's argument depends on the first one's modes.
  const Expr first = call(step, std::array{x})[0];
  std::vector<Expr> out{first, call(step, std::array{x - first})[0]};
  std::vector<Expr> modes;
  const auto indicators = hold_relations(out, modes);
  ASSERT_EQ(indicators.size(), 4u);
  ASSERT_EQ(modes.size(), 4u);
  std::vector<Expr> all = out;
  all.insert(all.end(), indicators.begin(), indicators.end());
  const FunctionRef f = Function::make("held", g, {{"x", {x}}, {"m", modes}}, {{"y", all}});
  // Modes that contradict the indicators are used: x = 5, yet the first call says 1.
  const auto y = f->evaluate(std::array{5.0, 0.0, 1.0, 1.0, 0.0});
  EXPECT_EQ(y[0], 1.0);
  EXPECT_EQ(y[1], 2.0);
  // The calls' indicators: x − 1 and x; x − y0 − 1 and x − y0.
  EXPECT_EQ(std::vector<double>(y.begin() + 2, y.end()), (std::vector<double>{4.0, 5.0, 3.0, 4.0}));
}

TEST(Relations, OfARootAreThoseAtTheRoot) {
  // z = p + (z > 3 held ? 1 : 0)
  auto r = std::make_shared<Graph>();
  const Expr z = r->symbol("z"), p = r->symbol("p");
  const FunctionRef residual =
      Function::make("r", r, {{"z", {z}}, {"p", {p}}}, {{"r", {z - p - relation(z - 3.0)}}});
  auto g = std::make_shared<Graph>();
  const Expr x = g->symbol("x");
  std::vector<Expr> out{newton(residual, std::array{Expr(0.0)}, std::array{x})[0]};
  std::vector<Expr> modes;
  auto indicators = hold_relations(out, modes);
  ASSERT_EQ(modes.size(), 1u);
  const FunctionRef f =
      Function::make("held", g, {{"x", {x}}, {"m", modes}}, {{"y", {out[0], indicators[0]}}});
  EXPECT_EQ(f->evaluate(std::array{2.5, 1.0}), (std::vector<double>{3.5, 0.5}));
  EXPECT_EQ(f->evaluate(std::array{2.5, 0.0}), (std::vector<double>{2.5, -0.5}));
}

}  // namespace
}  // namespace holon
