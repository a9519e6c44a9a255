// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/print/trig_sum.h"

#include <gtest/gtest.h>

#include <cmath>

#include "holon/base/test/rounding.h"
#include "holon/expr/graph/function.h"
#include "holon/expr/print/trig_print.h"

namespace holon {
namespace {

using test::kEps;

TEST(TrigSum, KnowsTheIdentitiesOfSineAndCosine) {
  Graph graph;
  const Expr a = graph.symbol("a"), b = graph.symbol("b");
  TrigSums algebra(graph);
  EXPECT_EQ(algebra.of(sin(a) * sin(a) + cos(a) * cos(a)).constant(), 1.0);
  EXPECT_TRUE((algebra.of(cos(a) * cos(b) - sin(a) * sin(b)) - algebra.of(cos(a + b))).is_zero());
  EXPECT_TRUE((algebra.of(sin(2.0 * a)) - algebra.of(2.0 * sin(a) * cos(a))).is_zero());
  EXPECT_TRUE((algebra.of((a + b) * (a - b)) - algebra.of(a * a - b * b)).is_zero());
}

TEST(TrigSum, AcceptsAnyAngleOnRequest) {
  Graph graph;
  const Expr w = graph.symbol("w"), t = graph.symbol("t");
  const Expr angle = 2.5 * t - w * t;
  const Expr one = sin(angle) * sin(angle) + cos(angle) * cos(angle);
  TrigSums plain(graph), any(graph);
  any.take_any_angle();
  EXPECT_FALSE(plain.of(one).constant());
  EXPECT_EQ(any.of(one).constant(), 1.0);
  EXPECT_TRUE((any.of(sin(-angle)) - any.of(-sin(angle))).is_zero());
}

TEST(TrigSum, JoinsHalvesOfAngles) {
  // As attitudes have them: q = (cos a/2, sin a/2), and the entries of its matrix.
  Graph graph;
  const Expr a = graph.symbol("a"), b = graph.symbol("b");
  TrigSums algebra(graph);
  algebra.take_any_angle();
  const Expr w = cos(0.5 * a), z = sin(0.5 * a);
  EXPECT_TRUE((algebra.of(w * w - z * z) - algebra.of(cos(a))).is_zero());
  EXPECT_TRUE((algebra.of(2.0 * w * z) - algebra.of(sin(a))).is_zero());
  EXPECT_TRUE(
      (algebra.of(8.0 * pow(w, 3.0) * z - 4.0 * w * z) - algebra.of(sin(2.0 * a))).is_zero());
  EXPECT_TRUE((algebra.of(w * cos(a) + z * sin(a)) - algebra.of(w)).is_zero());
  EXPECT_TRUE((algebra.of(sin(a / 2.0 - b) * cos(0.5 * a + b)) -
               algebra.of(0.5 * sin(a) - 0.5 * sin(2.0 * b)))
                  .is_zero());
  const TrigSum slope = algebra.differentiate(algebra.of(w * w), a);
  EXPECT_TRUE((slope - algebra.of(-0.5 * sin(a))).is_zero());
}

TEST(TrigSum, DifferentiatesThroughWhatItLeavesAsItIs) {
  Graph graph;
  const Expr a = graph.symbol("a"), b = graph.symbol("b");
  TrigSums algebra(graph);
  const Expr e = sin(3.0 * a - b) * a / b + sqrt(1.0 + a * a) * cos(a);
  const std::vector<Expr> both{algebra.expression(algebra.differentiate(algebra.of(e), a)),
                               derivative(e, a)};
  const std::vector<Expr> from{a, b}, to{0.7, -1.3};
  const std::vector<Expr> value = substitute(both, from, to);
  EXPECT_NEAR(value[0].value(), value[1].value(), 64 * kEps);
}

TEST(TrigPrinter, WritesCommonFactorsSquaresAndFractions) {
  Graph graph;
  const Expr m = graph.symbol("m"), M = graph.symbol("M"), a = graph.symbol("a"),
             u = graph.symbol("u"), v = graph.symbol("v");
  TrigSums algebra(graph);
  TrigPrinter printer(
      algebra, {Notation::text,
                [](Expr e) { return e.op() == Op::symbol ? std::string(e.symbol_name()) : ""; },
                [&](Expr e) { return e == m || e == M; }});
  EXPECT_EQ(printer.sum(algebra.of(0.5 * m * sin(a) * (u * u + 2.0 * u * v + v * v))),
            "1/2*m*sin(a)*(u + v)^2");
  EXPECT_EQ(printer.sum(algebra.of(m * cos(a) * v / 3.0 + M * cos(a) * v)), "(1/3*m + M)*cos(a)*v");
  EXPECT_EQ(printer.sum(algebra.of(m * sin(a) * sin(a) + M * cos(a) * cos(a))),
            "M*cos(a)^2 + m*sin(a)^2");
  EXPECT_EQ(printer.sum(algebra.of(m - m)), "0");
}

TEST(TidyNumber, IsWhatSomebodyWroteOrAllDigits) {
  EXPECT_EQ(print_tidy(0.1 + 0.5), "0.6");
  EXPECT_EQ(print_tidy(0.6000000000000001), "0.6");
  EXPECT_EQ(print_tidy(1.0 / 3), "1/3");
  EXPECT_EQ(print_tidy(-13.0 / 1200), "-13/1200");
  EXPECT_EQ(print_tidy(9.80665), "9.80665");
  EXPECT_EQ(print_tidy(M_PI), "3.141592653589793");
  EXPECT_EQ(print_tidy(1e-300), "1e-300");
  EXPECT_EQ(print_tidy(0), "0");
}

}  // namespace
}  // namespace holon
