// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/formulations/fusion.h"

#include <gtest/gtest.h>

#include <memory>

namespace holon::detail {
namespace {

/// x y + z, and y.
FunctionRef make_sum() {
  auto graph = std::make_shared<Graph>();
  const std::vector<Expr> s = graph->symbols("s", 3);
  return Function::make("sum", graph, {{"s", s}}, {{"y", {s[0] * s[1] + s[2], s[1]}}});
}

FunctionRef function_of(Expr e) {
  const Graph& graph = *e.graph();
  return graph.payload(graph.node(graph.node(e.id()).args[0])).function;
}

class FusionTest : public testing::Test {
 protected:
  std::vector<double> values(const std::vector<Expr>& results) {
    return Function::make("values", graph, {{"x", {a, b}}}, {{"y", results}})
        ->evaluate(std::vector<double>{3.0, 5.0});
  }
  const FunctionRef sum = make_sum();
  std::shared_ptr<Graph> graph = std::make_shared<Graph>();
  const Expr a = graph->symbol("a"), b = graph->symbol("b");
  Fusion fusion;
};

TEST_F(FusionTest, GivesTheSameNumbersByOneCall) {
  const std::vector<Expr> inner = call(sum, std::vector<Expr>{a, b, 2.5});
  const std::vector<Expr> outer = call(sum, std::vector<Expr>{inner[0], inner[1], a});
  const std::vector<Expr> expressions{outer[0] * b, inner[0]};
  const std::vector<Expr> fused = fusion.fuse("both", expressions);
  EXPECT_EQ(values(fused), values(expressions));
  EXPECT_EQ(function_of(fused[0]), function_of(fused[1]));
}

TEST_F(FusionTest, AlikePiecesShareAFunctionWhateverTheirNumbersAre) {
  const Expr one = fusion.fuse("one", {call(sum, std::vector<Expr>{a, b, 2.5})[0] * a})[0];
  const Expr other = fusion.fuse("other", {call(sum, std::vector<Expr>{b, a, 7.0})[0] * b})[0];
  EXPECT_EQ(function_of(one), function_of(other));
  EXPECT_EQ(values({one, other}), (std::vector<double>{52.5, 110.0}));
}

TEST_F(FusionTest, FoldsZerosAndHandsLeavesBack) {
  const std::vector<Expr> calls = call(sum, std::vector<Expr>{a, 0.0, b});
  const std::vector<Expr> fused = fusion.fuse("nothing", {calls[0], calls[1]});
  EXPECT_TRUE(fused[0] == b);
  EXPECT_TRUE(fused[1].is_constant(0.0));
}

TEST_F(FusionTest, TakesInNothingBelowALeaf) {
  const std::vector<Expr> inner = call(sum, std::vector<Expr>{a, b, 2.5});
  fusion.add_leaves(inner);
  const Expr fused = fusion.fuse("outer", {call(sum, std::vector<Expr>{inner[0], a, b})[0]})[0];
  EXPECT_EQ(function_of(fused)->operation_count(), sum->operation_count());
  EXPECT_EQ(values({fused}), (std::vector<double>{17.5 * 3.0 + 5.0}));
}

TEST_F(FusionTest, LeavesAloneWhatIsTooLarge) {
  Expr e = a;
  for (std::size_t k = 0; k <= Fusion::kLimit; ++k) e = call(sum, std::vector<Expr>{e, b, a})[0];
  EXPECT_TRUE(fusion.fuse("long", {e})[0] == e);
}

}  // namespace
}  // namespace holon::detail
