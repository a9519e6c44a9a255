// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <stdexcept>

#include "holon/expr/graph/function.h"

namespace holon {
namespace {

/// Central difference of order four; error ~ h⁴ f⁽⁵⁾/30 + eps/h ≈ 1e-11 for h = 1e-3 and functions
/// of order one.
double difference(const std::function<double(double)>& f, double x) {
  constexpr double h = 1e-3;
  return (8 * (f(x + h) - f(x - h)) - (f(x + 2 * h) - f(x - 2 * h))) / (12 * h);
}
constexpr double kDifferenceError = 1e-9;

double value(Expr e, std::span<const Expr> symbols, std::vector<double> at) {
  auto graph = std::shared_ptr<Graph>(symbols[0].graph(), [](Graph*) {});
  return Function::make("e", graph, {{"s", {symbols.begin(), symbols.end()}}}, {{"e", {e}}})
      ->evaluate(at)[0];
}

struct Case {
  const char* name;
  std::function<Expr(Expr)> f;
  double at;
};

class UnaryDerivative : public ::testing::TestWithParam<Case> {};

TEST_P(UnaryDerivative, AgreesWithDifferences) {
  Graph graph;
  const Expr x = graph.symbol("x");
  const Expr y = GetParam().f(x);
  const std::array symbols{x};
  const double exact = value(derivative(y, x), symbols, {GetParam().at});
  const double approximate =
      difference([&](double at) { return value(y, symbols, {at}); }, GetParam().at);
  EXPECT_NEAR(exact, approximate, kDifferenceError * (1 + std::abs(exact)));
}

INSTANTIATE_TEST_SUITE_P(
    Operations, UnaryDerivative,
    ::testing::Values(Case{"add", [](Expr x) { return x + x * x; }, 0.7},
                      Case{"div", [](Expr x) { return (1.0 + x) / (2.0 + x * x); }, 0.7},
                      Case{"fma", [](Expr x) { return fma(x, sin(x), x * x); }, 0.7},
                      Case{"sqrt", [](Expr x) { return sqrt(1.0 + x * x); }, 0.7},
                      Case{"exp", [](Expr x) { return exp(-x * x); }, 0.7},
                      Case{"log", [](Expr x) { return log(1.0 + x); }, 0.7},
                      Case{"pow", [](Expr x) { return pow(x, 2.5); }, 0.7},
                      Case{"pow both", [](Expr x) { return pow(x + 1.0, sin(x)); }, 0.7},
                      Case{"sin", [](Expr x) { return sin(2.0 * x); }, 0.7},
                      Case{"cos", [](Expr x) { return cos(2.0 * x); }, 0.7},
                      Case{"tan", [](Expr x) { return tan(x); }, 0.7},
                      Case{"asin", [](Expr x) { return asin(x); }, 0.4},
                      Case{"acos", [](Expr x) { return acos(x); }, 0.4},
                      Case{"atan", [](Expr x) { return atan(3.0 * x); }, 0.4},
                      Case{"atan2", [](Expr x) { return atan2(x * x, x - 2.0); }, 0.4},
                      Case{"sinh", [](Expr x) { return sinh(x); }, 0.4},
                      Case{"cosh", [](Expr x) { return cosh(x); }, 0.4},
                      Case{"tanh", [](Expr x) { return tanh(x); }, 0.4},
                      Case{"abs", [](Expr x) { return abs(x * x * x); }, -0.4},
                      Case{"min", [](Expr x) { return min(x, x * x); }, 0.4},
                      Case{"max", [](Expr x) { return max(x, x * x); }, 0.4},
                      Case{"select", [](Expr x) { return select(less(x, 1.0), sin(x), cos(x)); },
                           0.4}),
    [](const auto& info) {
      std::string name = info.param.name;
      for (char& c : name) c = c == ' ' ? '_' : c;
      return name;
    });

TEST(Derivative, OfASelectNeverMultipliesByAMask) {
  Graph graph;
  const Expr x = graph.symbol("x");
  // sqrt has no derivative at 0, but the branch is not taken there.
  const Expr y = select(less(0.0, x), sqrt(x), 2.0 * x);
  const std::array symbols{x};
  EXPECT_EQ(value(derivative(y, x), symbols, {0.0}), 2.0);
}

TEST(Derivative, OfACallIsACallOfOneFunction) {
  auto g = std::make_shared<Graph>();
  const Expr a = g->symbol("a"), b = g->symbol("b");
  const FunctionRef f =
      Function::make("f", g, {{"a", {a}}, {"b", {b}}}, {{"y", {sin(a) * b, a / b}}});
  Graph graph;
  const Expr x = graph.symbol("x");
  const Expr first = call(f, std::array{x, x * x})[0];
  const Expr second = call(f, std::array{first, x + 1.0})[1];
  const std::array symbols{x};
  const auto reference = [](double v) { return std::sin(v) * v * v / (v + 1.0); };
  EXPECT_NEAR(value(derivative(second, x), symbols, {0.8}), difference(reference, 0.8),
              kDifferenceError);
  EXPECT_EQ(f->jvp(), f->jvp()) << "made once";
}

TEST(Derivative, OfALinearSolveSatisfiesTheDifferentiatedSystem) {
  Graph graph;
  const Expr x = graph.symbol("x");
  for (MatrixKind kind : {MatrixKind::general, MatrixKind::symmetric, MatrixKind::positive}) {
    const std::vector<Expr> matrix{3.0 + x * x, x, x, 2.0};
    const std::vector<Expr> right{sin(x), 1.0};
    const auto z = solve(matrix, right, kind);
    const auto reference = [](double v, int k) {
      const double a = 3 + v * v, b = v, d = 2, r0 = std::sin(v), r1 = 1, det = a * d - b * b;
      return k == 0 ? (d * r0 - b * r1) / det : (a * r1 - b * r0) / det;
    };
    const std::array symbols{x};
    for (int k = 0; k < 2; ++k) {
      const auto kk = static_cast<std::size_t>(k);
      EXPECT_NEAR(value(z[kk], symbols, {0.6}), reference(0.6, k), 1e-15);
      EXPECT_NEAR(value(derivative(z[kk], x), symbols, {0.6}),
                  difference([&](double v) { return reference(v, k); }, 0.6), kDifferenceError);
    }
  }
}

TEST(Derivative, OfANewtonRootFollowsTheImplicitFunctionTheorem) {
  // w³ + w = x has dw/dx = 1/(3w² + 1).
  auto g = std::make_shared<Graph>();
  const Expr w = g->symbol("w"), p = g->symbol("p");
  const FunctionRef r =
      Function::make("cubic", g, {{"w", {w}}, {"p", {p}}}, {{"r", {w * w * w + w - p}}});
  Graph graph;
  const Expr x = graph.symbol("x");
  const Expr root = newton(r, std::array{Expr(0.0)}, std::array{x})[0];
  const std::array symbols{x};
  const double at = value(root, symbols, {10.0});
  EXPECT_NEAR(at, 2.0, 1e-14);
  EXPECT_NEAR(value(derivative(root, x), symbols, {10.0}), 1.0 / 13.0, 1e-14);
}

TEST(Derivative, OfATableIsItsSlope) {
  auto data = std::make_shared<TableData>();
  data->name = "curve";
  data->x = {0.0, 1.0, 3.0};
  data->values = {0.0, 2.0, 3.0};
  Graph graph;
  const Expr x = graph.symbol("x");
  const Expr y = table(data, 2.0 * x);
  const std::array symbols{x};
  EXPECT_EQ(value(y, symbols, {1.0}), 2.5);
  EXPECT_EQ(value(derivative(y, x), symbols, {1.0}), 1.0);
  EXPECT_TRUE(derivative(derivative(y, x), x).is_constant(0.0));
}

TEST(Derivative, OfATableGoesToAnyOrder) {
  auto data = std::make_shared<TableData>();
  data->x = {0.0, 1.0, 3.0, 4.0};
  data->values = {1.0, 2.0, 2.5, 5.0};
  data->interpolation = Interpolation::monotone_cubic;
  auto graph = std::make_shared<Graph>();
  const Expr x = graph->symbol("x");
  std::vector<Expr> orders{table(data, x)};
  for (int k = 0; k < 4; ++k) orders.push_back(derivative(orders.back(), x));
  EXPECT_TRUE(orders[4].is_constant(0.0)) << "cubics end there";
  orders.pop_back();
  const FunctionRef f = Function::make("f", graph, {{"x", {x}}}, {{"y", orders}});
  const auto y0 = f->evaluate(std::array{1.25}), y1 = f->evaluate(std::array{2.5});
  // One cubic spans the interval from 1 to 3: Taylor's series from one point gives the other.
  const double h = 1.25;
  const double taylor[] = {y0[0] + h * (y0[1] + h * (y0[2] / 2 + h * y0[3] / 6)),
                           y0[1] + h * (y0[2] + h * y0[3] / 2), y0[2] + h * y0[3], y0[3]};
  for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(y1[k], taylor[k], 64 * 2.3e-16) << k;
  EXPECT_NE(y0[3], 0.0);
}

TEST(Derivative, OfATableInTwoDimensionsMixes) {
  for (auto kind : {Interpolation::linear, Interpolation::monotone_cubic}) {
    auto data = std::make_shared<TableData>();
    data->x = {0.0, 1.0, 2.0};
    data->y = {0.0, 2.0};
    data->values = {0.0, 1.0, 1.0, 4.0, 1.5, 9.0};
    data->interpolation = kind;
    auto graph = std::make_shared<Graph>();
    const Expr x = graph->symbol("x"), y = graph->symbol("y"), t = table(data, x, y);
    const Expr mixed = derivative(derivative(t, x), y);
    EXPECT_EQ(mixed, derivative(derivative(t, y), x)) << "one node, whatever the order";
    const FunctionRef f =
        Function::make("f", graph, {{"x", {x, y}}},
                       {{"y", {derivative(t, x), mixed, derivative(derivative(t, x), x)}}});
    constexpr double kStep = 1e-6;
    const auto at = f->evaluate(std::array{0.4, 1.1});
    const auto up = f->evaluate(std::array{0.4, 1.1 + kStep});
    const auto low = f->evaluate(std::array{0.4, 1.1 - kStep});
    const auto right = f->evaluate(std::array{0.4 + kStep, 1.1});
    const auto left = f->evaluate(std::array{0.4 - kStep, 1.1});
    // Central differences of numbers of size 10: rounding error 1e-15 / 1e-6.
    EXPECT_NEAR(at[1], (up[0] - low[0]) / (2 * kStep), 1e-8);
    EXPECT_NEAR(at[2], (right[0] - left[0]) / (2 * kStep), 1e-8);
  }
}

TEST(Derivative, OfAPowerOfZeroIsZeroInItsExponent) {
  auto graph = std::make_shared<Graph>();
  const Expr x = graph->symbol("x"), y = graph->symbol("y");
  const Expr e = pow(x, y);
  const FunctionRef f =
      Function::make("f", graph, {{"x", {x, y}}}, {{"y", {derivative(e, y), derivative(e, x)}}});
  EXPECT_EQ(f->evaluate(std::array{0.0, 2.5}), (std::vector<double>{0.0, 0.0}));
}

TEST(Derivative, WithRespectToWhatIsNoSymbolIsRefused) {
  auto graph = std::make_shared<Graph>();
  const Expr x = graph->symbol("x");
  EXPECT_THROW(derivative(sin(x) * x, sin(x)), std::logic_error);
}

TEST(Derivative, StepsHaveNone) {
  Graph graph;
  const Expr x = graph.symbol("x");
  EXPECT_TRUE(derivative(floor(x) + sign(x) + relation(x) + less(x, 1.0), x).is_constant(0.0));
}

}  // namespace
}  // namespace holon
