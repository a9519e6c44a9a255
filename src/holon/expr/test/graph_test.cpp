// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/graph/graph.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "holon/expr/graph/function.h"
#include "holon/expr/print/print.h"

namespace holon {
namespace {

class GraphTest : public ::testing::Test {
 protected:
  std::shared_ptr<Graph> graph = std::make_shared<Graph>();
  Expr x = graph->symbol("x"), y = graph->symbol("y"), z = graph->symbol("z");
};

TEST_F(GraphTest, EqualSubexpressionsAreOneNode) {
  EXPECT_EQ(sin(x * y) + z, sin(x * y) + z);
  EXPECT_EQ(x * y, y * x) << "products commute";
  EXPECT_EQ(x + y, y + x) << "sums commute";
  EXPECT_NE(x - y, y - x);
  const std::size_t before = graph->size();
  const Expr again = sin(x * y) + z;
  EXPECT_EQ(graph->size(), before) << to_text(again);
}

TEST_F(GraphTest, ConstantsFold) {
  EXPECT_TRUE((Expr(2.0) * Expr(3.0) + sqrt(Expr(16.0))).is_constant(10.0));
  EXPECT_TRUE((Expr(2.0) * (Expr(3.0) * x) == 6.0 * x));
  EXPECT_TRUE(pow(Expr(2.0), Expr(10)).is_constant(1024.0));
  EXPECT_TRUE(max(Expr(2.0), Expr(3.0)).is_constant(3.0));
}

TEST_F(GraphTest, NeutralAndZeroOperandsVanish) {
  EXPECT_TRUE((x * 0.0).is_constant(0.0));
  EXPECT_EQ(x * 1.0, x);
  EXPECT_EQ(x + 0.0, x);
  EXPECT_EQ(x - 0.0, x);
  EXPECT_EQ(x / 1.0, x);
  EXPECT_EQ(-(-x), x);
  EXPECT_TRUE((x - x).is_constant(0.0));
  EXPECT_TRUE((Expr(0.0) / x).is_constant(0.0));
  EXPECT_EQ(0.0 - x, -x);
  EXPECT_EQ(select(less(x, y), z, z), z);
  EXPECT_EQ(select(Expr(1.0), y, z), y);
}

TEST_F(GraphTest, SignsAreDrawnOut) {
  EXPECT_EQ((-x) * (-y), x * y);
  EXPECT_EQ((-x) * y, -(x * y));
  EXPECT_EQ(x + (-y), x - y);
  EXPECT_EQ(x - (-y), x + y);
  EXPECT_EQ(sin(-x), -sin(x));
  EXPECT_EQ(cos(-x), cos(x));
  EXPECT_EQ((-3.0) * x + y, y - 3.0 * x);
}

TEST_F(GraphTest, DivisionByAPowerOfTwoBecomesAProduct) {
  EXPECT_EQ(x / 4.0, 0.25 * x);
  EXPECT_EQ((x / 3.0).op(), Op::div) << "a third is not exact";
}

TEST_F(GraphTest, WholePowersBecomeProducts) {
  EXPECT_EQ(pow(x, 2.0), x * x);
  EXPECT_EQ(pow(x, 3.0), x * (x * x));
  EXPECT_EQ(pow(x, -1.0), 1.0 / x);
  EXPECT_EQ(pow(x, 0.5), sqrt(x));
  EXPECT_EQ(pow(x, 2.5).op(), Op::pow);
}

TEST_F(GraphTest, FoldingNeitherOverflowsNorRoundsTwice) {
  const FunctionRef f = Function::make("f", graph, {{"x", {x}}},
                                       {{"y", {1e200 * (1e200 * x), 1e-200 * (1e-200 * x)}}});
  const double small = 1e-300, large = 1e300;
  EXPECT_EQ(f->evaluate({&small, 1})[0], 1e200 * (1e200 * small));
  EXPECT_EQ(f->evaluate({&large, 1})[1], 1e-200 * (1e-200 * large));
  const double a = 1.0 + 0x1p-30, b = 1.0 - 0x1p-30, at = -1.0;
  const FunctionRef g = Function::make("g", graph, {{"x", {x}}}, {{"y", {fma(a, b, x)}}});
  EXPECT_EQ(g->evaluate({&at, 1})[0], -0x1p-60);
  EXPECT_EQ(fma(Expr(2.0), Expr(0.5), x), x + 1.0);
}

TEST_F(GraphTest, NodesOfTwoGraphsDoNotMix) {
  Graph other;
  const Expr u = other.symbol("u");
  EXPECT_THROW(x + u, std::logic_error);
}

TEST_F(GraphTest, ACallOfConstantsIsComputed) {
  auto g = std::make_shared<Graph>();
  const Expr a = g->symbol("a");
  const FunctionRef f = Function::make("f", g, {{"a", {a}}}, {{"y", {sin(a) * a}}});
  const Expr two = 2.0;
  EXPECT_TRUE(call(f, {&two, 1})[0].is_constant());
}

TEST_F(GraphTest, WhatAFunctionPassesOnNeedsNoCall) {
  auto g = std::make_shared<Graph>();
  const Expr a = g->symbol("a"), b = g->symbol("b");
  const FunctionRef f = Function::make("f", g, {{"a", {a}}, {"b", {b}}}, {{"y", {b, 3.0, a * b}}});
  const auto out = call(f, std::array{x, y});
  EXPECT_EQ(out[0], y);
  EXPECT_TRUE(out[1].is_constant(3.0));
  EXPECT_EQ(out[2].op(), Op::output);
}

TEST_F(GraphTest, AScanHandsItsCarryOn) {
  auto g = std::make_shared<Graph>();
  const Expr sum = g->symbol("sum"), term = g->symbol("term");
  const FunctionRef f = Function::make("add", g, {{"sum", {sum}}, {"term", {term}}},
                                       {{"sum", {sum + term}}, {"square", {sum * sum}}});
  std::vector<Expr> carry{x};
  const std::vector<std::vector<Expr>> instances{{y}, {z}, {y}};
  const auto results = scan(f, instances, carry);
  const FunctionRef total =
      Function::make("total", graph, {{"v", {x, y, z}}}, {{"sum", carry}, {"last", results[2]}});
  const std::vector<double> at{1.0, 10.0, 100.0};
  const auto out = total->evaluate(at);
  EXPECT_EQ(out[0], 121.0);
  EXPECT_EQ(out[1], 111.0 * 111.0);
}

TEST_F(GraphTest, AFunctionNamesTheSymbolThatIsNoInput) {
  try {
    Function::make("f", graph, {{"x", {x}}}, {{"out", {x * y}}});
    FAIL();
  } catch (const std::logic_error& e) {
    EXPECT_NE(std::string(e.what()).find("'y'"), std::string::npos) << e.what();
  }
}

TEST_F(GraphTest, FingerprintsTellFunctionsApartButNotNames) {
  const auto make = [](const char* name, double factor) {
    auto g = std::make_shared<Graph>();
    const Expr a = g->symbol(name);
    return Function::make(name, g, {{name, {a}}}, {{"y", {factor * sin(a)}}});
  };
  EXPECT_EQ(make("a", 2.0)->fingerprint(), make("b", 2.0)->fingerprint());
  EXPECT_NE(make("a", 2.0)->fingerprint(), make("a", 3.0)->fingerprint());
}

TEST_F(GraphTest, SubstitutionRebuildsAndFolds) {
  const Expr e = x * y + sin(z);
  const Expr zero = 0.0;
  EXPECT_EQ(substitute({&e, 1}, {&x, 1}, {&zero, 1})[0], sin(z));
  EXPECT_EQ(substitute({&e, 1}, {&y, 1}, {&z, 1})[0], x * z + sin(z));
}

TEST_F(GraphTest, RelationsAreHeldAsModes) {
  std::vector<Expr> out{select(relation(x - y), z, -z), relation(x) * y};
  std::vector<Expr> modes;
  const auto indicators = hold_relations(out, modes);
  ASSERT_EQ(indicators.size(), 2u);
  EXPECT_EQ(modes.size(), 2u);
  for (Expr e : find_symbols(out)) EXPECT_NE(e, x) << "only indicators depend on x now";
}

TEST_F(GraphTest, ExpressionsReadAsOneWritesThem) {
  EXPECT_EQ(to_text(x * (y + z) - x / (y * z)), "x*(y + z) - x/(y*z)");
  EXPECT_EQ(to_text(-(x + y)), "-(x + y)");
  EXPECT_EQ(to_text(pow(x, y)), "x^y");
  EXPECT_EQ(to_text(x - (y - z)), "x - (y - z)");
  EXPECT_EQ(to_text(x + (y + z)), "y + z + x") << "read back as the same sum";
  EXPECT_EQ(to_text((x + y) + (z - x)), "x + y + (z - x)");
  EXPECT_EQ(to_text(x * (y * z)), "x*(y*z)");
  EXPECT_EQ(to_text(x * (y / z)), "x*(y/z)");
  EXPECT_EQ(to_text(logical_and(logical_or(x, y), z)), "(x or y) and z");
  EXPECT_EQ(to_text(logical_or(logical_and(x, y), z)), "x and y or z");
  EXPECT_EQ(to_text(less(less(x, y), z)), "(x < y) < z");
  EXPECT_EQ(to_latex(min(x, 1.0 / Expr(0.0))), "\\min\\left(x, \\infty\\right)");
  EXPECT_EQ(to_latex(sqrt(x) / y), "\\frac{\\sqrt{x}}{y}");
  EXPECT_EQ(to_latex(sin(graph->symbol("omega_1"))), "\\sin\\left(\\omega_{1}\\right)");
  EXPECT_EQ(to_mathml(x / y), "<mfrac><mrow><mi>x</mi></mrow><mrow><mi>y</mi></mrow></mfrac>");
}

TEST_F(GraphTest, PrintedEquationsNameWhatIsShared) {
  const Expr shared = sin(x) * y + z;
  const std::vector<std::string> names{"p", "q"};
  const std::vector<Expr> both{shared * shared, cos(shared)};
  const auto lines = print_equations(names, both, Notation::text);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0].left, "a_1");
  EXPECT_EQ(lines[1].right, "a_1^2");
  EXPECT_EQ(lines[2].right, "cos(a_1)");
}

}  // namespace
}  // namespace holon
