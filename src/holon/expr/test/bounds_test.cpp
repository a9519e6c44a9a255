// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/bounds/bounds.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "holon/expr/graph/operations.h"
#include "random_graph.h"

namespace holon {
namespace {

using std::numbers::pi;

Interval bound(Op op, const Interval& a, const Interval& b = {}, const Interval& c = {}) {
  return detail::apply(op, a, b, c);
}

void expect_equal(const Interval& a, double lower, double upper) {
  EXPECT_DOUBLE_EQ(a.lower, lower);
  EXPECT_DOUBLE_EQ(a.upper, upper);
}

TEST(Interval, HoldsWhatTheOperationGivesForNumbersWithin) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> place(-6, 6), width(0, 3), part(0, 1);
  const auto draw = [&] {
    const double lower = place(random);
    return Interval{lower, lower + (random() % 4 == 0 ? 0 : width(random))};
  };
  const auto within = [&](const Interval& i) {
    return i.lower + part(random) * (i.upper - i.lower);
  };
  const auto check = [&](Op op) {
    for (int round = 0; round < 400; ++round) {
      const Interval a = draw(), b = draw(), c = draw();
      const Interval bounds = bound(op, a, b, c);
      for (int k = 0; k < 10; ++k) {
        const double x = within(a), y = within(b), z = within(c);
        const double value = detail::apply(op, x, y, z);
        if (std::isnan(value)) continue;
        const double rounding = 4e-16 * std::abs(value);
        EXPECT_LE(bounds.lower, value + rounding) << detail::op_name(op) << " " << x << " " << y;
        EXPECT_GE(bounds.upper, value - rounding) << detail::op_name(op) << " " << x << " " << y;
      }
    }
  };
  for (const Op op : kUnary) check(op);
  for (const Op op : kBinary) check(op);
  check(Op::fma);
  check(Op::select);
}

TEST(Interval, IsNoWiderThanItMustBe) {
  expect_equal(bound(Op::sin, {0.1, 0.2}), std::sin(0.1), std::sin(0.2));
  expect_equal(bound(Op::sin, {0, pi}), 0, 1);
  expect_equal(bound(Op::cos, {-0.1, 0.2}), std::cos(0.2), 1);
  expect_equal(bound(Op::cos, {0, 1000}), -1, 1);
  expect_equal(bound(Op::sqrt, {-1, 4}), 0, 2);
  expect_equal(bound(Op::abs, {-3, 2}), 0, 3);
  expect_equal(bound(Op::floor, {-0.5, 1.5}), -1, 1);
  expect_equal(bound(Op::mul, {-1, 2}, {3, 4}), -4, 8);
  const Interval x{-1, 2};
  expect_equal(detail::apply(Op::mul, x, x, {}), 0, 4);
  EXPECT_TRUE(std::isinf(bound(Op::div, {1, 1}, {-1, 1}).upper));
  EXPECT_TRUE(std::isinf(bound(Op::tan, {1, 2}).lower));
  EXPECT_TRUE(std::isnan(bound(Op::log, {-2, -1}).lower));
  expect_equal(bound(Op::select, {1, 1}, {2, 3}, bound(Op::log, {-2, -1})), 2, 3);
}

constexpr auto along = Bounds::Input::line;

/// With all bands.
std::vector<Bounds::Output> bounds_of(const Bounds& bounds, const std::vector<Bounds::Input>& in) {
  std::vector<Bounds::Output> out(bounds.outputs().size());
  Bounds::Workspace workspace;
  bounds.run(in, out, workspace);
  for (std::size_t k = 0; k < out.size(); ++k) {
    const Bounds::Output one = bounds.run_one(k, in, workspace);
    out[k].rounding = one.rounding;
    if (!std::isfinite(one.range.lower) || !std::isfinite(one.range.upper)) {
      out[k] = one;
      continue;
    }
    const double rounding = 4e-16 * std::max(std::abs(one.range.lower), std::abs(one.range.upper));
    EXPECT_GE(one.range.lower, out[k].range.lower - rounding);
    EXPECT_LE(one.range.upper, out[k].range.upper + rounding);
    out[k] = one;
  }
  return out;
}

TEST(Bounds, OfAFunctionOfTimeAndAState) {
  auto graph = std::make_shared<Graph>();
  const Expr t = graph->symbol("t"), x = graph->symbol("x"), u = graph->symbol("u");
  const auto f = Function::make("f", graph, {{"t", {t}}, {"x", {x}}, {"u", {u}}},
                                {{"a", {sin(2.0 * t) - 0.9}}, {"b", {x + u}}, {"c", {x * x - t}}});
  const Bounds bounds(*f, {false, false, true});
  EXPECT_EQ(bounds.outputs(), (std::vector<int>{0, 2}));
  ASSERT_EQ(bounds.inputs(), (std::vector<int>{0, 1}));
  const auto out = bounds_of(bounds, {along(0, 0.5), along(-1, 2)});
  expect_equal(out[0].range, -0.9, std::sin(1.0) - 0.9);
  // x² − t with t = (x + 1)/6 is largest at the end.
  expect_equal(out[1].range, -0.5, 3.5);
}

TEST(Bounds, OfWhatMovesAlikeAreExact) {
  // Two that increase from 0 to 1000 with a distance of 1 mm, and half of it.
  auto graph = std::make_shared<Graph>();
  const Expr x = graph->symbol("x"), y = graph->symbol("y");
  const auto f =
      Function::make("f", graph, {{"x", {x}}, {"y", {y}}}, {{"g", {0.5 * (x - y), x * y}}});
  Bounds::Input a = along(0, 1000), b = along(0.001, 1000.001);
  a.rounding = b.rounding = 1e-12;
  const auto out = bounds_of(Bounds(*f, {false, false}), {a, b});
  const double rounding = 1e-12;  // of numbers up to 1000
  EXPECT_NEAR(out[0].range.lower, -0.0005, rounding);
  EXPECT_NEAR(out[0].range.upper, -0.0005, rounding);
  // Each may have an error of 1e-12, of which half remains; for the product 1000 times that of
  // either.
  EXPECT_NEAR(out[0].rounding, 1e-12, 1e-15);
  EXPECT_NEAR(out[1].rounding, 2e-9, 0.2e-9 + 1e6 * 2.3e-16);
}

TEST(Bounds, OfATableBetweenItsPoints) {
  for (const Interpolation kind : {Interpolation::linear, Interpolation::monotone_cubic}) {
    auto graph = std::make_shared<Graph>();
    const Expr x = graph->symbol("x");
    const auto f = Function::make("f", graph, {{"x", {x}}}, {{"y", {table(make_table(kind), x)}}});
    const Bounds bounds(*f, {false});
    const Interval near = bounds_of(bounds, {along(-1.25, 0.5)})[0].range;
    EXPECT_EQ(near.lower, -1);  // at -0.5
    EXPECT_GE(near.upper, f->evaluate(std::vector<double>{0.5})[0]);
    EXPECT_LE(near.upper, 1);
    expect_equal(bounds_of(bounds, {along(-1e300, 1e300)})[0].range, -1, 3);
  }
}

// Values of the functions below at points of their pieces are within their bounds.
TEST(Bounds, HoldWhatAFunctionGivesAlongItsCurves) {
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> place(-3, 3), part(0, 1), size(-8, 0.5);
  for (int round = 0; round < 300; ++round) {
    const FunctionRef f = make_random_function(random, 3, 30);
    const Bounds bounds(*f, {false, false, false});
    std::vector<Bounds::Input> in(bounds.inputs().size());
    for (Bounds::Input& input : in) {
      const double center = place(random), spread = std::pow(10, size(random));
      for (double& c : input.curve) c = center + spread * place(random);
    }
    const auto out = bounds_of(bounds, in);
    for (int k = 0; k < 20; ++k) {
      const double s = part(random);
      std::vector<double> at(3, 0.0);
      for (std::size_t j = 0; j < in.size(); ++j) {
        detail::Curve left = in[j].curve;  // de Casteljau at s
        for (std::size_t n = left.size() - 1; n > 0; --n)
          for (std::size_t i = 0; i < n; ++i) left[i] += s * (left[i + 1] - left[i]);
        at[static_cast<std::size_t>(bounds.inputs()[j])] = left[0];
      }
      const std::vector<double> values = f->evaluate(at);
      // Comparisons of NaN are false, which bounds exclude.
      const auto is_undefined = [](double v) { return std::isnan(v); };
      if (std::any_of(values.begin(), values.end(), is_undefined)) continue;
      for (std::size_t o = 0; o < out.size(); ++o) {
        const double value = values[static_cast<std::size_t>(bounds.outputs()[o])];
        const Interval& range = out[o].range;
        EXPECT_FALSE(std::isnan(out[o].rounding));
        if (std::isnan(range.lower) || std::isinf(out[o].rounding)) continue;
        const double unsure = 1e-12 * (1 + std::abs(value)) + 1e4 * out[o].rounding;
        EXPECT_LE(range.lower, value + unsure) << round << " " << o;
        EXPECT_GE(range.upper, value - unsure) << round << " " << o;
      }
    }
  }
}

TEST(Bounds, OfAnEnergyShrinkWithTheThirdPowerOfThePiece) {
  // A pendulum from 60 degrees, by Taylor's series of its motion: v^2/2 - cos(q) is constant up to
  // the fifth power of time, although v^2/2 and cos(q) each change with the second.
  auto graph = std::make_shared<Graph>();
  const Expr q = graph->symbol("q"), v = graph->symbol("v");
  const auto f =
      Function::make("f", graph, {{"q", {q}}, {"v", {v}}}, {{"e", {0.5 * v * v - cos(q)}}});
  const Bounds bounds(*f, {false, false});
  const double q0 = pi / 3, s = std::sin(q0), c = std::cos(q0);
  const auto width = [&](double h) {
    std::array<double, 5> angle, speed;
    for (std::size_t k = 0; k < 5; ++k) {
      const double t = h * static_cast<double>(k) / 4;
      angle[k] = q0 - s * t * t / 2 + s * c * std::pow(t, 4) / 24;
      speed[k] = -s * t + s * c * std::pow(t, 3) / 6;
    }
    const auto out =
        bounds_of(bounds, {{detail::fit_curve(angle), 0}, {detail::fit_curve(speed), 0}});
    return out[0].range.upper - out[0].range.lower;
  };
  const double interval = s * s * 0.2 * 0.2 / 2;  // of v^2/2 alone, 0.015
  EXPECT_LT(width(0.2), interval / 100);
  // The angle changes with h^2, so its third power is h^6; at least h^5 of the series remains.
  EXPECT_LT(width(0.1), width(0.2) / 16);
}

TEST(Bounds, KnowNothingOfCallsAndSolves) {
  auto graph = std::make_shared<Graph>();
  const Expr a = graph->symbol("a");
  const std::vector<Expr> called = call(make_rotation(), std::vector<Expr>{a, a, a});
  const std::vector<Expr> solved =
      solve(std::vector<Expr>{a, 1.0, 2.0, a}, std::vector<Expr>{a, 1.0});
  const auto f = Function::make("f", graph, {{"a", {a}}}, {{"y", {called[0] + a, solved[1], a}}});
  EXPECT_EQ(Bounds(*f, {false}).outputs(), std::vector<int>{2});
}

}  // namespace
}  // namespace holon
