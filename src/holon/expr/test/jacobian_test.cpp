// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Sparse Jacobians: patterns, colours, entries.

#include "holon/expr/derive/jacobian.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <cstdlib>
#include <set>

#include "holon/base/test/rounding.h"
#include "holon/expr/derive/dependence.h"
#include "holon/expr/graph/traverse.h"
#include "holon/expr/print/print.h"
#include "holon/expr/program/program.h"
#include "holon/expr/test/random_function.h"
#include "holon/expr/test/seed.h"

namespace holon {
namespace {

using test::kEps;

/// The entries as a full matrix (rows x columns), by rows.
std::vector<double> spread(const Sparsity& p, const std::vector<double>& entries) {
  std::vector<double> full(static_cast<std::size_t>(p.rows * p.columns), 0.0);
  for (int j = 0; j < p.columns; ++j) {
    for (int k = p.start[static_cast<std::size_t>(j)]; k < p.start[static_cast<std::size_t>(j) + 1];
         ++k) {
      const int i = p.row[static_cast<std::size_t>(k)];
      full[static_cast<std::size_t>(i * p.columns + j)] = entries[static_cast<std::size_t>(k)];
    }
  }
  return full;
}

TEST(Jacobian, OfRandomGraphsIsThatOfSingleDirectionsAndZeroOutsideItsPattern) {
  EXPECT_TRUE(rc::check([](std::uint64_t seed) {
    std::mt19937_64 random(seed);
    constexpr int kInputs = 7, kNodes = 30;
    const FunctionRef f = make_smooth_function(random, kInputs, kNodes, 6);
    const FunctionJacobian j = jacobian(*f, "y", "x");
    std::uniform_real_distribution<double> u(-1.0, 1.0);
    std::vector<double> x(kInputs);
    for (double& v : x) v = u(random);
    for (std::size_t limit : {std::size_t{0}, std::size_t{1000000}}) {
      const auto full = spread(j.pattern, run_tape(j.function, x, limit));
      for (int c = 0; c < kInputs; ++c) {
        std::vector<double> at = x;
        at.resize(2 * kInputs, 0.0);
        at[static_cast<std::size_t>(kInputs + c)] = 1.0;
        const auto column = run_tape(f->jvp(), at, limit);
        for (int i = 0; i < f->output_count(); ++i) {
          const double v = column[static_cast<std::size_t>(i)];
          // The same derivatives; sums in which zeros were folded are fused differently.
          // Derivatives of order one, some tens of factors.
          EXPECT_NEAR(full[static_cast<std::size_t>(i * kInputs + c)], v,
                      16 * kNodes * kEps * std::max(1.0, std::abs(v)))
              << "seed " << seed;
        }
      }
    }
    RC_ASSERT(!::testing::Test::HasFailure());
  }));
}

TEST(Jacobian, EntriesAreWhatAPersonWouldWrite) {
  auto graph = std::make_shared<Graph>();
  const Expr q1 = graph->symbol("q1"), q2 = graph->symbol("q2"), x = graph->symbol("x");
  const Expr l = graph->symbol("l");
  // The end of two links on a slider, and a rod's length. Terms are in the order of their creation.
  const Expr far_x = 2.0 * cos(q1 + q2), far_y = 2.0 * sin(q1 + q2), q1_squared = q1 * q1;
  const std::vector<Expr> c{l * cos(q1) + far_x - x, l * sin(q1) + far_y, sqrt(x * x + q1_squared)};
  const Jacobian j = jacobian(c, std::array{q1, q2, x});
  EXPECT_EQ(j.pattern.start, (std::vector<int>{0, 3, 5, 7}));
  EXPECT_EQ(j.pattern.row, (std::vector<int>{0, 1, 2, 0, 1, 0, 2}));
  std::vector<std::string> text;
  for (Expr e : j.entries) text.push_back(to_text(e));
  EXPECT_EQ(text,
            (std::vector<std::string>{"-(2*sin(q1 + q2) + l*sin(q1))", "2*cos(q1 + q2) + l*cos(q1)",
                                      "q1/sqrt(q1^2 + x^2)", "-2*sin(q1 + q2)", "2*cos(q1 + q2)",
                                      "-1", "x/sqrt(q1^2 + x^2)"}));
}

TEST(Jacobian, PatternsFollowWhatDependsOnWhat) {
  auto graph = std::make_shared<Graph>();
  const auto x = graph->symbols("x", 6);
  auto r = std::make_shared<Graph>();
  const Expr z = r->symbol("z"), p = r->symbol("p");
  const FunctionRef cube =
      Function::make("cube", r, {{"z", {z}}, {"p", {p}}}, {{"r", {z * z * z + z - p}}});
  // Two systems of two side by side, given as one of four.
  std::vector<Expr> matrix(16, 0.0);
  for (std::size_t i = 0; i < 4; ++i) matrix[5 * i] = 2.0;
  matrix[1] = x[0];
  matrix[4] = 0.5;
  matrix[11] = x[1];
  SolveReport report;
  const auto y =
      solve(matrix, std::array{x[2], Expr(1.0), x[3], Expr(1.0)}, MatrixKind::general, &report);
  const FunctionRef turn = make_turn();
  const auto turned = call(turn, std::array{x[4], Expr(0.0), x[5]});
  const std::vector<Expr> out{y[0],
                              y[3],
                              y[2],
                              report.quality,
                              turned[0],
                              turned[2],
                              floor(x[0]) + x[1],
                              select(less(x[0], 0.0), x[1], x[2]),
                              newton(cube, {&x[0], 1}, {&x[1], 1})[0]};
  const Sparsity s = find_sparsity(out, x).transposed();
  std::vector<std::vector<int>> rows;
  for (std::size_t i = 0; i < out.size(); ++i) {
    rows.emplace_back(s.row.begin() + s.start[i], s.row.begin() + s.start[i + 1]);
  }
  EXPECT_EQ(rows, (std::vector<std::vector<int>>{
                      {0, 2}, {1, 3}, {1, 3}, {}, {4, 5}, {4}, {1}, {1, 2}, {1}}));
}

/// The mode of a diode has no slope and changes its voltage.
TEST(Dependence, IncludesConditionsStepsAndEntriesOfMatricesThatTheySelect) {
  auto graph = std::make_shared<Graph>();
  const auto x = graph->symbols("x", 4);
  const Expr chosen = select(x[3], x[0], 2.0 * x[0]);
  const auto y = solve(std::array{chosen, Expr(1.0), Expr(0.5), Expr(3.0)},
                       std::array{Expr(1.0), x[1]}, MatrixKind::general);
  const std::vector<Expr> out{y[0], floor(x[2]) + x[0], select(less(x[1], 0.0), x[2], 1.0),
                              Expr(1.0)};
  const Sparsity s = find_dependence(out, x).transposed();
  std::vector<std::vector<int>> rows;
  for (std::size_t i = 0; i < out.size(); ++i)
    rows.emplace_back(s.row.begin() + s.start[i], s.row.begin() + s.start[i + 1]);
  EXPECT_EQ(rows, (std::vector<std::vector<int>>{{0, 1, 3}, {0, 2}, {1, 2}, {}}));
}

// By values, through steps, conditions and reports; a guess only selects among roots.
TEST(Dependence, CountsWhatHasNoDerivative) {
  auto g = std::make_shared<Graph>();
  const auto x = g->symbols("x", 4);
  auto inner = std::make_shared<Graph>();
  const auto a = inner->symbols("a", 2);
  const FunctionRef step = Function::make(
      "step", inner, {{"a", a}}, {{"y", {floor(a[0]), select(less(a[0], 0.0), 1.0, a[1])}}});
  auto r = std::make_shared<Graph>();
  const Expr z = r->symbol("z"), p = r->symbol("p");
  const FunctionRef cube =
      Function::make("cube", r, {{"z", {z}}, {"p", {p}}}, {{"r", {z * z * z + z - p}}});
  SolveReport report;
  const auto y = solve(std::array{x[0], Expr(1.0), Expr(0.5), x[1]}, std::array{x[2], Expr(1.0)},
                       MatrixKind::general, &report);
  const auto called = call(step, std::array{x[2], x[3]});
  const std::vector<Expr> out{called[0],
                              called[1],
                              select(less(x[0], 0.0), x[1], x[2]),
                              newton(cube, {&x[0], 1}, {&x[1], 1})[0],
                              report.quality,
                              y[0],
                              2.0 * x[3],
                              Expr(1.0)};
  const Sparsity s = find_dependence(out, x).transposed();
  std::vector<std::vector<int>> rows;
  for (std::size_t i = 0; i < out.size(); ++i)
    rows.emplace_back(s.row.begin() + s.start[i], s.row.begin() + s.start[i + 1]);
  EXPECT_EQ(rows, (std::vector<std::vector<int>>{
                      {2}, {2, 3}, {0, 1, 2}, {1}, {0, 1, 2}, {0, 1, 2}, {3}, {}}));
}

TEST(Jacobian, ColoursOfColumnsNeverMeetInARowAndAreFew) {
  EXPECT_TRUE(rc::check([](std::uint64_t seed) {
    std::mt19937_64 random(seed);
    Sparsity p;
    p.rows = 20;
    p.columns = 30;
    for (int j = 0; j < p.columns; ++j) {
      for (int i = 0; i < p.rows; ++i) {
        if (random() % 8 == 0) p.row.push_back(i);
      }
      p.start.push_back(p.count());
    }
    const auto color = color_columns(p);
    RC_ASSERT(color == color_columns(p));
    const Sparsity rows = p.transposed();
    for (int i = 0; i < p.rows; ++i) {
      std::set<int> seen;
      for (int k = rows.start[static_cast<std::size_t>(i)];
           k < rows.start[static_cast<std::size_t>(i) + 1]; ++k) {
        const int j = rows.row[static_cast<std::size_t>(k)];
        RC_ASSERT(seen.insert(color[static_cast<std::size_t>(j)]).second);
      }
    }
    RC_ASSERT(rows.transposed().row == p.row);
  }));
  // A band of three diagonals takes three colours.
  Sparsity band;
  band.rows = band.columns = 100;
  for (int j = 0; j < 100; ++j) {
    for (int i = std::max(0, j - 1); i <= std::min(99, j + 1); ++i) band.row.push_back(i);
    band.start.push_back(band.count());
  }
  const auto color = color_columns(band);
  EXPECT_EQ(*std::max_element(color.begin(), color.end()), 2);
}

int count_calls(const Function& f, std::set<const Function*>& functions) {
  int calls = 0;
  for (std::uint32_t id : detail::find_reachable(*f.graph(), f.output_scalars())) {
    const Node& n = f.graph()->node(id);
    if (n.op != Op::call) continue;
    ++calls;
    functions.insert(f.graph()->payload(n).function.get());
  }
  return calls;
}

TEST(Jacobian, OfAScanIsMadeOfScans) {
  // A chain of rotations (see Reverse): ∂(x, y)_k/∂q_i = (−y, x)_k for i <= k, a full triangle.
  constexpr int kLinks = 40;
  auto graph = std::make_shared<Graph>();
  const auto q = graph->symbols("q", kLinks);
  const FunctionRef turn = make_turn();
  Expr a = 1.0, b = q[0];
  std::vector<Expr> out;
  for (Expr e : q) {
    const auto v = call(turn, std::array{a, b, e});
    a = v[0];
    b = v[1];
    out.insert(out.end(), {a, b});
  }
  const FunctionRef f = Function::make("chain", graph, {{"q", q}}, {{"v", out}});
  const FunctionJacobian j = jacobian(*f, "v", "q");
  EXPECT_EQ(j.pattern.count(), kLinks * (kLinks + 1));
  std::set<const Function*> functions;
  const int calls = count_calls(*j.function, functions);
  EXPECT_LE(functions.size(), 5u) << "the turn, and along 1, 2, 4, 8 directions";
  EXPECT_LE(calls, kLinks + kLinks * (kLinks / 8 + 1)) << "eight directions a call";
  std::vector<double> at(kLinks);
  for (int k = 0; k < kLinks; ++k) at[static_cast<std::size_t>(k)] = std::sin(3.0 * k);
  const auto v = run_tape(f, at);
  for (std::size_t limit : {std::size_t{0}, std::size_t{1000000}}) {
    const auto full = spread(j.pattern, run_tape(j.function, at, limit));
    double sum = 0.0;
    for (std::size_t k = 0; k < kLinks; ++k) {
      sum += at[k];
      for (std::size_t i = 0; i <= k; ++i) {
        // q0 is also the second coordinate at the beginning.
        const double more[] = {i ? 0.0 : -std::sin(sum), i ? 0.0 : std::cos(sum)};
        EXPECT_NEAR(full[2 * k * kLinks + i], more[0] - v[2 * k + 1], 8 * kLinks * kEps);
        EXPECT_NEAR(full[(2 * k + 1) * kLinks + i], more[1] + v[2 * k], 8 * kLinks * kEps);
      }
    }
  }
}

TEST(Jacobian, OfOneRowOfManyColumnsTakesOneReverseSweep) {
  constexpr int kSize = 200;
  auto graph = std::make_shared<Graph>();
  const auto x = graph->symbols("x", kSize);
  const FunctionRef turn = make_turn();
  Expr sum = 0.0;
  for (std::size_t k = 0; k + 2 < kSize; ++k)
    sum += call(turn, std::array{x[k], x[k + 1], x[k + 2]})[2];
  const FunctionRef f = Function::make("sum", graph, {{"x", x}}, {{"y", {sum}}});
  const FunctionJacobian j = jacobian(*f, "y", "x");
  EXPECT_EQ(j.pattern.count(), kSize - 1) << "a length does not depend on the angle";
  std::set<const Function*> functions;
  EXPECT_EQ(count_calls(*j.function, functions), kSize - 2);
  EXPECT_EQ(functions, (std::set<const Function*>{turn->vjp().get()}));
}

TEST(Jacobian, OfNeighboursCostsAsManyDirectionsAsThereAreNeighbours) {
  constexpr int kSize = 300;
  auto graph = std::make_shared<Graph>();
  const auto x = graph->symbols("x", kSize);
  const FunctionRef turn = make_turn();
  std::vector<Expr> out;
  for (std::size_t k = 0; k + 2 < kSize; ++k) {
    out.push_back(call(turn, std::array{x[k], x[k + 1], x[k + 2]})[0]);
  }
  const FunctionRef f = Function::make("band", graph, {{"x", x}}, {{"y", out}});
  const FunctionJacobian j = jacobian(*f, "y", "x");
  std::set<const Function*> functions;
  EXPECT_EQ(count_calls(*j.function, functions), kSize - 2) << "three directions in one call";
  std::vector<double> at(kSize);
  for (int k = 0; k < kSize; ++k) at[static_cast<std::size_t>(k)] = std::cos(2.0 * k);
  const auto full = spread(j.pattern, run_tape(j.function, at, 0));
  for (std::size_t k = 0; k + 2 < kSize; ++k) {
    const double c = std::cos(at[k + 2]), s = std::sin(at[k + 2]);
    EXPECT_NEAR(full[k * kSize + k], c, 2 * kEps);
    EXPECT_NEAR(full[k * kSize + k + 1], -s, 2 * kEps);
    EXPECT_NEAR(full[k * kSize + k + 2], -s * at[k] - c * at[k + 1], 4 * kEps);
  }
}

TEST(Jacobian, OfGroupsThatAreNotThereIsRefusedByName) {
  auto graph = std::make_shared<Graph>();
  const Expr x = graph->symbol("x");
  const FunctionRef f = Function::make("f", graph, {{"x", {x}}}, {{"y", {x * x}}});
  try {
    jacobian(*f, "z", "x");
    FAIL();
  } catch (const std::logic_error& e) {
    EXPECT_STREQ(e.what(), "function 'f' has no output 'z' but 'y'");
  }
}

}  // namespace
}  // namespace holon
