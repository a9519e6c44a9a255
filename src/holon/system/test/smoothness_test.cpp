// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/system/smoothness.h"

#include <gtest/gtest.h>

#include "holon/expr/graph/function.h"
#include "holon/system/system_builder.h"
#include "holon/system/system_smoothness.h"

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

TEST_F(SmoothnessTest, DistinguishesJumpsFromKinks) {
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

class SystemSmoothnessTest : public testing::Test {
 protected:
  Expr add_state(const std::string& name) {
    return builder.add_state({name, {}, StateBlock::Kind::euclidean, {}, 0, 1}, {0.0})[0];
  }
  void define(const std::string& name, std::vector<Expr> value) {
    std::vector<std::string> components;
    for (std::size_t k = 0; k < value.size() && value.size() > 1; ++k)
      components.push_back(std::string(1, static_cast<char>('x' + k)));
    builder.define_output({name, components, {}, "", false}, std::move(value));
  }

  std::shared_ptr<Symbols> symbols = std::make_shared<Symbols>();
  SystemBuilder builder{symbols};
  Expr t = symbols->time();
};

TEST_F(SystemSmoothnessTest, EveryIntegrationAddsADerivative) {
  const Expr x = add_state("x"), v = add_state("v"), calm = add_state("calm");
  builder.set_derivative(x, v);
  builder.set_derivative(v, abs(sin(t)) - x);
  builder.set_derivative(calm, -calm);
  define("acceleration", {abs(sin(t)) - x});
  define("all", {x, v, calm});
  define("calm", {calm * t});
  const System system = builder.build("");
  const SystemSmoothness smoothness(system);
  EXPECT_EQ(smoothness.of_state(0).continuous, 2);
  EXPECT_EQ(smoothness.of_state(1).continuous, 1);
  EXPECT_EQ(smoothness.of_state(2).continuous, Smoothness::kSmooth);
  const std::vector<Smoothness> found = smoothness.of_outputs({"acceleration", "all", "calm"});
  EXPECT_EQ(found[0].continuous, 0);
  EXPECT_EQ(found[1].continuous, 1);
  EXPECT_EQ(found[1].cause, "abs");
  EXPECT_EQ(found[2].continuous, Smoothness::kSmooth);
}

TEST_F(SystemSmoothnessTest, CoupledStatesAreAsSmoothAsTheShortestPathFromACorner) {
  // a' = |t|, b' = a, c' = b + a, d' = c and a = d feeds back through a': the least path counts.
  const Expr a = add_state("a"), b = add_state("b"), c = add_state("c"), d = add_state("d");
  builder.set_derivative(a, abs(t) + d);
  builder.set_derivative(b, a);
  builder.set_derivative(c, b + a);
  builder.set_derivative(d, c);
  const System system = builder.build("");
  const SystemSmoothness smoothness(system);
  EXPECT_EQ(smoothness.of_state(0).continuous, 1);
  EXPECT_EQ(smoothness.of_state(1).continuous, 2);
  EXPECT_EQ(smoothness.of_state(2).continuous, 2);
  EXPECT_EQ(smoothness.of_state(3).continuous, 3);
}

TEST_F(SystemSmoothnessTest, ModesJumpAndSoDoesAnIfThatTheyDecide) {
  const Expr x = add_state("x");
  const Expr switched = select(relation(t - 1.0), t * t, 2.0 * t - 1.0);
  builder.set_derivative(x, switched);
  define("force", {switched});
  define("x", {x});
  const System system = builder.build("");
  const std::vector<Smoothness> found = SystemSmoothness(system).of_outputs({"force", "x"});
  EXPECT_EQ(found[0].continuous, -1);
  EXPECT_EQ(found[1].continuous, 0);
}

TEST_F(SystemSmoothnessTest, StatesThatEventsSetJump) {
  const Expr x = add_state("x"), y = add_state("y");
  builder.set_derivative(x, -1.0);
  builder.set_derivative(y, x);
  builder.add_event({SystemEvent::Kind::reset, "back"}, relation(-x - 1.0), {{x, Expr(1.0)}});
  const System system = builder.build("");
  const SystemSmoothness smoothness(system);
  EXPECT_EQ(smoothness.of_state(0).continuous, -1);
  EXPECT_EQ(smoothness.of_state(1).continuous, 0);
}

TEST_F(SystemSmoothnessTest, RootsAndCallsAreAsSmoothAsTheirArgumentsAndTheirOwnForm) {
  const auto graph = std::make_shared<Graph>();
  const Expr z = graph->symbol("z"), p = graph->symbol("p");
  const FunctionRef root =
      Function::make("root", graph, {{"z", {z}}, {"p", {p}}}, {{"r", {z * z * z + z - p}}});
  const FunctionRef corner =
      Function::make("corner", graph, {{"z", {z}}}, {{"y", {abs(z), 2.0 * z}}});
  const Expr x = add_state("x");
  builder.set_derivative(x, 1.0);
  define("root", newton(root, std::vector<Expr>{0.0}, std::vector<Expr>{sin(t)}));
  define("kink", newton(root, std::vector<Expr>{0.0}, std::vector<Expr>{abs(t)}));
  define("both", call(corner, std::vector<Expr>{x}));
  define("other", {call(corner, std::vector<Expr>{x})[1]});
  const System system = builder.build("");
  const std::vector<Smoothness> found =
      SystemSmoothness(system).of_outputs({"root", "kink", "both.x", "both.y", "other"});
  EXPECT_EQ(found[0].continuous, Smoothness::kSmooth);
  EXPECT_EQ(found[1].continuous, 0);
  EXPECT_EQ(found[2].continuous, 0);
  EXPECT_EQ(found[3].continuous, Smoothness::kSmooth);
  EXPECT_EQ(found[4].continuous, Smoothness::kSmooth);
}

}  // namespace
}  // namespace holon
