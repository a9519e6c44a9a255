// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/system/smoothness.h"

#include <gtest/gtest.h>

#include "holon/expr/graph/function.h"

namespace holon {
namespace {

class SmoothnessTest : public testing::Test {
 protected:
  int continuous(Expr e) { return find_smoothness(symbols, {&e, 1}).continuous; }
  std::string cause(Expr e) { return find_smoothness(symbols, {&e, 1}).cause; }

  Symbols symbols;
  Expr t = symbols.time();
};

TEST_F(SmoothnessTest, IsEndlessForWhatHasNoCorner) {
  EXPECT_EQ(continuous(sin(t) * exp(-t) + pow(t, 3.0)), Smoothness::kSmooth);
  EXPECT_EQ(continuous(3.0), Smoothness::kSmooth);
  EXPECT_EQ(continuous(symbols.output("pin.angle")), Smoothness::kSmooth);
}

TEST_F(SmoothnessTest, TellsJumpsFromCorners) {
  EXPECT_EQ(continuous(t + floor(t)), -1);
  EXPECT_EQ(cause(t + floor(t)), "floor");
  EXPECT_EQ(continuous(2.0 * relation(t - 1.0)), -1);
  EXPECT_EQ(continuous(abs(sin(t))), 0);
  EXPECT_EQ(cause(abs(sin(t))), "abs");
  EXPECT_EQ(continuous(max(t, 1.0) + sign(t)), -1);
  EXPECT_EQ(find_smoothness(symbols, std::vector<Expr>{t, abs(t)}).derivatives(), 1);
}

TEST_F(SmoothnessTest, TrustsTheBranchesOfAnIfToJoin) {
  EXPECT_EQ(continuous(select(relation(t - 1.0), t * t, 2.0 * t - 1.0)), Smoothness::kSmooth);
  EXPECT_EQ(continuous(select(relation(t - 1.0), abs(t), 0.0)), 0);
}

TEST_F(SmoothnessTest, DoesNotMindWhatDoesNotVary) {
  const Expr p = symbols.parameter("p", 2.0);
  EXPECT_EQ(continuous(floor(p) * t + abs(p)), Smoothness::kSmooth);
}

TEST_F(SmoothnessTest, OfTablesIsThatOfTheirInterpolation) {
  auto data = std::make_shared<TableData>();
  data->name = "profile";
  data->x = {0.0, 1.0, 2.0};
  data->values = {0.0, 1.0, 0.5};
  EXPECT_EQ(continuous(table(data, t)), 0);
  auto smooth = std::make_shared<TableData>(*data);
  smooth->interpolation = Interpolation::monotone_cubic;
  EXPECT_EQ(continuous(table(smooth, t)), 1);
  EXPECT_EQ(cause(table(smooth, t)), "the table 'profile'");
}

TEST_F(SmoothnessTest, SeesThroughFormulasDerivativesAndCalls) {
  EXPECT_EQ(continuous(symbols.formula(abs(t), "frame.position")), 0);
  EXPECT_EQ(continuous(symbols.time_derivative(symbols.formula(abs(t), "frame.position"))), -1);
  EXPECT_EQ(continuous(symbols.time_derivative(sin(t))), Smoothness::kSmooth);
  const auto graph = std::make_shared<Graph>();
  const Expr x = graph->symbol("x");
  const FunctionRef corner = Function::make("corner", graph, {{"x", {x}}}, {{"y", {abs(x) + x}}});
  EXPECT_EQ(continuous(call(corner, std::vector<Expr>{t})[0]), 0);
  EXPECT_EQ(continuous(2.0 * call(corner, std::vector<Expr>{floor(t)})[0]), -1);
}

}  // namespace
}  // namespace holon
