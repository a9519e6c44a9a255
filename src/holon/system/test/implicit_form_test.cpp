// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/system/implicit_form.h"

#include <gtest/gtest.h>

#include <cmath>

#include "holon/system/system_builder.h"

namespace holon {
namespace {

/// x' = z of z³ + z = x + y; y' = the second of [2 1; 1 3] w = [x; z], and again by a solve whose
/// rank may be deficient; a constant quaternion.
System make_loops() {
  SystemBuilder builder(std::make_shared<Symbols>());
  const Expr x = builder.add_state({.name = "x"}, {1.0})[0];
  const Expr y = builder.add_state({.name = "y"}, {0.5})[0];
  StateBlock attitude{.name = "q", .components = {"w", "x", "y", "z"}};
  attitude.kind = StateBlock::Kind::quaternion;
  attitude.size = 4;
  for (const Expr& e : builder.add_state(attitude, {1.0, 0.0, 0.0, 0.0}))
    builder.set_derivative(e, 0.0);
  auto graph = std::make_shared<Graph>();
  const Expr z = graph->symbol("z"), p = graph->symbol("p");
  const FunctionRef cubic =
      Function::make("cubic", graph, {{"z", {z}}, {"p", {p}}}, {{"r", {z * z * z + z - p}}});
  const Expr root = newton(cubic, std::vector<Expr>{0.0}, std::vector<Expr>{x + y})[0];
  const std::vector<Expr> matrix{2.0, 1.0, 1.0, 3.0 + y}, right{x, root};
  const std::vector<Expr> w = solve(matrix, right, MatrixKind::symmetric);
  const std::vector<Expr> least = solve(matrix, right, MatrixKind::minimum_norm);
  builder.set_derivative(x, root);
  builder.set_derivative(y, w[1] + least[0]);
  return builder.build("loops");
}

std::vector<double> evaluate(const ImplicitForm& form, const std::vector<double>& in) {
  return form.equations->evaluate(in);
}

TEST(ImplicitForm, HoldsTheUnknownsThatTheDerivativeHasEliminated) {
  const System system = make_loops();
  const ImplicitForm form = make_implicit_form(system, {});
  ASSERT_EQ(form.unknown_count, 3);  // the root, and w; not the solution of least length
  ASSERT_EQ(form.invariant_count, 1);
  const std::vector<double> in{0, 1.2, 0.4, 0.6, 0, 0.8, 0.1};
  const std::vector<double> slope = system.derivative->evaluate(in),
                            z = form.unknowns->evaluate(in);
  EXPECT_NEAR(z[0] * z[0] * z[0] + z[0], 1.6, 1e-15);
  EXPECT_NEAR(2 * z[1] + z[2], 1.2, 1e-15);
  EXPECT_NEAR(z[1] + 3.4 * z[2], z[0], 1e-15);

  std::vector<double> all = in;
  all.insert(all.end(), z.begin(), z.end());
  const std::vector<double> values = evaluate(form, all);
  ASSERT_EQ(values.size(), 6u + 3u + 1u);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(values[i], slope[i], 1e-15) << i;
  for (std::size_t i = 6; i < 9; ++i) EXPECT_NEAR(values[i], 0, 1e-15) << i;
  EXPECT_NEAR(values[9], 0.005, 1e-15);  // (0.36 + 0.64 + 0.01 - 1) / 2

  // Unknowns are free: other values give the residuals of the formulas.
  all[7] += 0.1;
  const double moved = z[0] + 0.1;
  EXPECT_NEAR(evaluate(form, all)[0], moved, 1e-15);
  EXPECT_NEAR(evaluate(form, all)[6], moved * moved * moved + moved - 1.6, 1e-15);
  EXPECT_NEAR(evaluate(form, all)[8], -0.1, 1e-15);
}

TEST(ImplicitForm, LeavesInvariantsOutWhereNothingIsToBeKept) {
  EXPECT_EQ(make_implicit_form(make_loops(), {.invariants = false}).invariant_count, 0);
}

TEST(ImplicitForm, MayKeepTheUnknownsOfNewtonsMethodAlone) {
  const System system = make_loops();
  EXPECT_TRUE(has_newton_unknowns(system));
  const ImplicitForm form = make_implicit_form(system, {.linear = false, .invariants = false});
  ASSERT_EQ(form.unknown_count, 1);
  EXPECT_EQ(form.invariant_count, 0);
  std::vector<double> in{0, 1.2, 0.4, 0.6, 0, 0.8, 0.1};
  const std::vector<double> slope = system.derivative->evaluate(in),
                            z = form.unknowns->evaluate(in);
  in.insert(in.end(), z.begin(), z.end());
  const std::vector<double> values = evaluate(form, in);
  ASSERT_EQ(values.size(), 6u + 1u);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(values[i], slope[i], 1e-15) << i;
  EXPECT_NEAR(values[6], 0, 1e-15);
}

// Differences of the second order, that is (1e-5)² and 1e-16 / 1e-5 for values of size 1.
TEST(ImplicitForm, HasTheExactJacobian) {
  constexpr double kStep = 1e-5, kDifference = 1e-9;
  const ImplicitForm form = make_implicit_form(make_loops(), {});
  const std::vector<double> in{0, 1.2, 0.4, 0.6, 0, 0.8, 0.1, 0.9, 0.3, 0.2};
  const std::vector<double> entries = form.jacobian.function->evaluate(in);
  const Sparsity& pattern = form.jacobian.pattern;
  ASSERT_EQ(pattern.columns, 9);
  for (int j = 0; j < 9; ++j) {
    std::vector<double> ahead = in, behind = in;
    ahead[static_cast<std::size_t>(j + 1)] += kStep;
    behind[static_cast<std::size_t>(j + 1)] -= kStep;
    std::vector<double> column(10);
    for (int k = pattern.start[static_cast<std::size_t>(j)];
         k < pattern.start[static_cast<std::size_t>(j + 1)]; ++k)
      column[static_cast<std::size_t>(pattern.row[static_cast<std::size_t>(k)])] =
          entries[static_cast<std::size_t>(k)];
    const std::vector<double> high = evaluate(form, ahead), low = evaluate(form, behind);
    for (std::size_t i = 0; i < 10; ++i)
      EXPECT_NEAR(column[i], (high[i] - low[i]) / (2 * kStep), kDifference) << i << " by " << j;
  }
}

}  // namespace
}  // namespace holon
