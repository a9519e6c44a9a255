// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Systems [M Jᵀ; J −C] x = b that are eliminated along branches: against the same matrix in long
// double by Eigen's complete pivoting, on every engine.

#include "holon/expr/graph/nested.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <bit>
#include <cmath>
#include <random>

#include "holon/base/test/rounding.h"
#include "holon/expr/graph/function.h"
#include "holon/expr/program/program.h"

namespace holon {
namespace {

using test::kEps;
using Wide = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
using WideVector = Eigen::Matrix<long double, Eigen::Dynamic, 1>;

/// Bodies of six unknowns on a tree with five rows each, and cuts between some.
struct Machine {
  int n = 0, bodies = 0;
  std::vector<Branch> branches;
  std::vector<int> cuts;  ///< unknowns
  Eigen::MatrixXd a;

  void set(int i, int j, double value) { a(i, j) = a(j, i) = value; }
};

Machine make_machine(int bodies, int cuts, std::mt19937_64& random, bool is_chain = true) {
  std::normal_distribution<double> normal;
  Machine m;
  m.bodies = bodies;
  m.n = 11 * bodies + cuts;
  m.a = Eigen::MatrixXd::Zero(m.n, m.n);
  for (int k = 0; k < bodies; ++k) {
    Eigen::MatrixXd root(6, 6);
    for (double& v : root.reshaped()) v = normal(random);
    m.a.block(6 * k, 6 * k, 6, 6) = root * root.transpose() + Eigen::MatrixXd::Identity(6, 6);
    // Tips first: the parent comes later.
    std::uniform_int_distribution<int> any(k + 1, bodies);
    int parent = is_chain ? k + 1 : any(random);
    if (parent == bodies) parent = -1;
    m.branches.push_back({6 * k, 6, 6 * bodies + 5 * k, 5, parent});
    for (int i = 0; i < 5; ++i) {
      for (int j = 0; j < 6; ++j) {
        m.set(6 * bodies + 5 * k + i, 6 * k + j, normal(random));
        if (parent >= 0) m.set(6 * bodies + 5 * k + i, 6 * parent + j, normal(random));
      }
    }
  }
  std::uniform_int_distribution<int> body(0, bodies - 1);
  for (int c = 0; c < cuts; ++c) {
    m.cuts.push_back(11 * bodies + c);
    for (const int k : {body(random), body(random)}) {
      for (int j = 0; j < 6; ++j) m.set(m.cuts.back(), 6 * k + j, normal(random));
    }
  }
  return m;
}

/// x, quality and rank of the machine's matrix, whose entries are inputs.
FunctionRef make_function(const Machine& m, double tolerance = kRankTolerance) {
  auto graph = std::make_shared<Graph>();
  std::vector<Expr> values, b = graph->symbols("b", m.n);
  std::vector<MatrixEntry> entries;
  for (int j = 0; j < m.n; ++j) {
    for (int i = j; i < m.n; ++i) {
      if (m.a(i, j) == 0.0) continue;
      values.push_back(graph->symbol("a"));
      entries.push_back({i, j, values.back()});
    }
  }
  SolveReport report;
  const std::vector<Expr> x = solve_nested(entries, b, m.branches, &report, tolerance);
  return Function::make("nested", graph, {{"a", values}, {"b", b}},
                        {{"x", x}, {"quality", {report.quality}}, {"rank", {report.rank}}});
}

/// The inputs of make_function, for a machine whose pattern is that of `pattern`.
std::vector<double> pack(const Machine& pattern, const Machine& m, const Eigen::VectorXd& b) {
  std::vector<double> in;
  for (int j = 0; j < m.n; ++j) {
    for (int i = j; i < m.n; ++i)
      if (pattern.a(i, j) != 0.0) in.push_back(m.a(i, j));
  }
  in.insert(in.end(), b.data(), b.data() + b.size());
  return in;
}

Eigen::VectorXd make_right_side(int n, std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  Eigen::VectorXd b(n);
  for (double& v : b) v = normal(random);
  return b;
}

WideVector solve_widely(const Machine& m, const Eigen::VectorXd& b) {
  return m.a.cast<long double>().fullPivLu().solve(b.cast<long double>());
}

double distance(const std::vector<double>& x, const WideVector& exact) {
  long double most = 0.0L;
  for (int i = 0; i < exact.size(); ++i) most = std::max(most, std::abs(x[i] - exact[i]));
  return static_cast<double>(most / exact.lpNorm<Eigen::Infinity>());
}

double condition(const Machine& m) {
  const auto singular = m.a.jacobiSvd().singularValues();
  return singular[0] / singular[m.n - 1];
}

TEST(Nested, SolutionsAreThoseOfTheWholeMatrix) {
  std::mt19937_64 random(3);
  for (const bool is_chain : {true, false}) {
    for (const auto& [bodies, cuts] : {std::pair(1, 0), {2, 1}, {5, 0}, {5, 4}, {12, 6}}) {
      const Machine m = make_machine(bodies, cuts, random, is_chain);
      const Eigen::VectorXd b = make_right_side(m.n, random);
      const std::vector<double> out = make_function(m)->evaluate(pack(m, m, b));
      EXPECT_EQ(out[m.n + 1], m.n);
      // Backward stable but for the growth in blocks, each of which is definite.
      EXPECT_LT(distance(out, solve_widely(m, b)), 100 * m.n * kEps * condition(m))
          << bodies << " bodies, " << cuts << " cuts";
      const Eigen::Map<const Eigen::VectorXd> x(out.data(), m.n);
      const double size = m.a.cwiseAbs().rowwise().sum().maxCoeff() * x.lpNorm<Eigen::Infinity>();
      EXPECT_LT((m.a * x - b).lpNorm<Eigen::Infinity>(), 100 * m.n * kEps * size);
    }
  }
}

TEST(Nested, EnginesGiveTheSameBitsOnOneLaneAndEight) {
  std::mt19937_64 random(4);
  const Machine m = make_machine(9, 5, random);
  Machine flat = m;  // a body without inertia: the whole matrix has to be solved
  flat.a.block(0, 0, 6, 6).setZero();
  Machine twice = m;  // two cuts are one
  for (int j = 0; j < m.n; ++j)
    twice.set(m.cuts[1], j, m.a(m.cuts[0], j) * (m.a(m.cuts[1], j) != 0));
  const FunctionRef f = make_function(m);
  const Program tape(*f, {Engine::tape}), jit(*f, {Engine::jit}), native(*f, {Engine::native});
  const std::size_t inputs = f->input_scalars().size(), outputs = f->output_scalars().size();
  constexpr std::size_t kLanes = Program::kLanes;
  std::vector<double> wide(inputs * kLanes), a(outputs * kLanes), c(outputs * kLanes);
  for (std::size_t l = 0; l < kLanes; ++l) {
    const Machine& one = l % 3 == 1 ? flat : l % 3 == 2 ? twice : m;
    const std::vector<double> in = pack(m, one, make_right_side(m.n, random));
    for (std::size_t i = 0; i < inputs; ++i) wide[i * kLanes + l] = in[i];
    std::vector<double> x(outputs), y(outputs), z(outputs);
    Workspace workspace;
    tape.run(in.data(), x.data(), workspace);
    native.run(in.data(), y.data(), workspace);
    jit.run(in.data(), z.data(), workspace);
    for (std::size_t i = 0; i < outputs; ++i) {
      ASSERT_EQ(std::bit_cast<std::uint64_t>(x[i]), std::bit_cast<std::uint64_t>(y[i])) << i;
      ASSERT_EQ(std::bit_cast<std::uint64_t>(x[i]), std::bit_cast<std::uint64_t>(z[i])) << i;
      a[i * kLanes + l] = x[i];
    }
  }
  Workspace workspace;
  for (const Program* program : {&tape, &jit, &native}) {
    program->run_lanes(wide.data(), c.data(), workspace);
    for (std::size_t i = 0; i < c.size(); ++i) {
      ASSERT_EQ(std::bit_cast<std::uint64_t>(a[i]), std::bit_cast<std::uint64_t>(c[i])) << i;
    }
  }
}

// A rod has no inertia about its axis, which its hinge holds.
TEST(Nested, InertiaThatRowsReplaceIsNotMissed) {
  std::mt19937_64 random(5);
  Machine m = make_machine(4, 2, random);
  const Machine pattern = m;
  for (int k = 0; k < m.bodies; ++k) {
    for (int i = 0; i < 6; ++i) {
      for (int j = 0; j < 6; ++j) m.a(6 * k + i, 6 * k + j) = i == j && i < 5 ? 1.0 + i : 0.0;
    }
    const int row = m.branches[k].first_row;
    for (int i = 0; i < 5; ++i)
      for (int j = 0; j < 6; ++j) m.set(row + i, 6 * k + j, j == i + 1 ? 1.0 : 0.0);
  }
  const Eigen::VectorXd b = make_right_side(m.n, random);
  const std::vector<double> out = make_function(pattern)->evaluate(pack(pattern, m, b));
  EXPECT_EQ(out[m.n + 1], m.n);
  EXPECT_GT(out[m.n], 1e-3) << "the quality of a good elimination";
  EXPECT_LT(distance(out, solve_widely(m, b)), 100 * m.n * kEps * condition(m));
}

// Shared by two equal cuts; the rest is as with one of them.
TEST(Nested, RedundantCutsShareAndChangeNothingElse) {
  std::mt19937_64 random(6);
  const Machine one = make_machine(6, 1, random);
  Machine two = make_machine(6, 2, random);
  two.a.topLeftCorner(one.n, one.n) = one.a;
  two.a.row(one.n).setZero();
  two.a.col(one.n).setZero();
  for (int j = 0; j < 66; ++j) two.set(one.n, j, one.a(one.n - 1, j));
  Eigen::VectorXd b = make_right_side(one.n, random), both(two.n);
  both << b, b[one.n - 1];
  const std::vector<double> x = make_function(one)->evaluate(pack(one, one, b));
  const std::vector<double> y = make_function(two)->evaluate(pack(two, two, both));
  EXPECT_EQ(y[two.n + 1], two.n - 1);
  const double close = 1000 * one.n * kEps * condition(one);
  for (int i = 0; i < one.n - 1; ++i) EXPECT_NEAR(y[i], x[i], close * std::abs(x[i]) + close) << i;
  EXPECT_NEAR(y[one.n - 1], 0.5 * x[one.n - 1], close * std::abs(x[one.n - 1]));
  EXPECT_NEAR(y[one.n], 0.5 * x[one.n - 1], close * std::abs(x[one.n - 1]));
}

// A hinge without inertia about its axis, held by a cut alone: no branch can be eliminated first.
TEST(Nested, WithoutInertiaTheWholeMatrixIsSolved) {
  std::mt19937_64 random(7);
  for (const int bodies : {3, 12}) {
    Machine m = make_machine(bodies, 1, random);
    const Machine pattern = m;
    m.a.block(0, 0, 6, 6).setZero();
    for (int j = 0; j < 6 * bodies; ++j) m.set(m.cuts[0], j, 0.0);
    Machine held = pattern;
    held.a = m.a;
    for (int j = 0; j < 6; ++j) held.set(m.cuts[0], j, 1.0 + j);
    Machine all = pattern;
    for (int j = 0; j < 6; ++j) all.set(m.cuts[0], j, 1.0);
    const Eigen::VectorXd b = make_right_side(m.n, random);
    const std::vector<double> out = make_function(all)->evaluate(pack(all, held, b));
    // Large ones give way by 2^-40, and the second solve squares that.
    EXPECT_LT(distance(out, solve_widely(held, b)), 1e3 * m.n * kEps * condition(held))
        << bodies << " bodies";
  }
}

TEST(Nested, NothingIsMovedByNothing) {
  std::mt19937_64 random(8);
  const Machine m = make_machine(2, 1, random);
  const std::vector<double> out =
      make_function(m)->evaluate(pack(m, m, Eigen::VectorXd::Zero(m.n)));
  for (int i = 0; i < m.n; ++i) EXPECT_EQ(out[i], 0.0);
}

/// d/ds of the solution of (A + s dA) x = b + s db at s = 0, as the graph and as finite differences
/// have it; also its adjoint.
void expect_derivatives(const Machine& m, const std::vector<double>& at,
                        const std::vector<double>& along, double step, double tolerance) {
  const FunctionRef f = make_function(m);
  auto graph = std::make_shared<Graph>();
  const Expr s = graph->symbol("s");
  std::vector<Expr> in;
  for (std::size_t k = 0; k < at.size(); ++k) in.push_back(at[k] + along[k] * s);
  std::vector<Expr> x = f->substitute(in);
  x.resize(static_cast<std::size_t>(m.n));
  std::vector<Expr> dx;
  Expr sum = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    dx.push_back(derivative(x[i], s));
    sum += (1.0 + static_cast<double>(i % 5)) * x[i];
  }
  dx.push_back(gradient(sum, std::vector<Expr>{s})[0]);
  const std::vector<double> slopes =
      Function::make("slopes", graph, {{"s", {s}}}, {{"dx", dx}})->evaluate(std::vector{0.0});
  const auto moved = [&](double by) {
    std::vector<double> to = at;
    for (std::size_t k = 0; k < to.size(); ++k) to[k] += by * along[k];
    return f->evaluate(to);
  };
  const std::vector<double> p = moved(step), q = moved(-step), pp = moved(2 * step),
                            qq = moved(-2 * step);
  double total = 0.0;
  for (int i = 0; i < m.n; ++i) {
    const double expected = (8 * (p[i] - q[i]) - (pp[i] - qq[i])) / (12 * step);
    EXPECT_NEAR(slopes[i], expected, tolerance * (1 + std::abs(expected))) << i;
    total += (1.0 + i % 5) * slopes[i];
  }
  EXPECT_NEAR(slopes[m.n], total, 1e-9 * (1 + std::abs(total))) << "the adjoint";
}

TEST(Nested, DerivativesAreThoseOfTheSolution) {
  std::mt19937_64 random(9);
  const Machine m = make_machine(3, 2, random), other = make_machine(3, 2, random);
  Machine d = m;
  for (int i = 0; i < m.n; ++i)
    for (int j = 0; j < m.n; ++j) d.a(i, j) = m.a(i, j) != 0 ? other.a(i, j) : 0.0;
  const std::vector<double> at = pack(m, m, make_right_side(m.n, random));
  // Central differences of order four: their truncation is of the order of step⁴.
  expect_derivatives(m, at, pack(m, d, make_right_side(m.n, random)), 1e-4, 1e-7);
}

// Where cuts are redundant along the whole way, their multipliers move along what is determined,
// too.
void expect_derivatives_of_redundant_cuts(int bodies) {
  std::mt19937_64 random(10);
  const Machine m = make_machine(bodies, 1, random);
  Machine two = make_machine(bodies, 2, random), d = two;
  const Machine other = make_machine(bodies, 1, random);
  const auto widen = [&](const Machine& from, Machine& to, double factor) {
    to.a.setZero();
    to.a.topLeftCorner(m.n, m.n) = from.a;
    for (int j = 0; j < 6 * bodies; ++j) to.set(m.n, j, factor * from.a(m.n - 1, j));
  };
  // The second cut is twice the first.
  widen(m, two, 2.0);
  Machine along = other;
  for (int i = 0; i < m.n; ++i)
    for (int j = 0; j < m.n; ++j) along.a(i, j) = m.a(i, j) != 0 ? other.a(i, j) : 0.0;
  widen(along, d, 2.0);
  Eigen::VectorXd b(two.n), db(two.n);
  const Eigen::VectorXd right = make_right_side(m.n, random), change = make_right_side(m.n, random);
  b << right, 2 * right[m.n - 1];
  db << change, 2 * change[m.n - 1];
  expect_derivatives(two, pack(two, two, b), pack(two, d, db), 1e-4, 1e-7);
}

TEST(Nested, DerivativesHoldWhereCutsAreRedundant) {
  expect_derivatives_of_redundant_cuts(3);
  expect_derivatives_of_redundant_cuts(6);  // of more than 64 unknowns
}

TEST(Nested, EntriesBesideTheBranchesAreRefused) {
  std::mt19937_64 random(11);
  Machine m = make_machine(3, 0, random);
  m.set(0, 6, 1.0);  // two bodies
  EXPECT_THROW(make_function(m), std::logic_error);
  m = make_machine(3, 0, random);
  m.set(18, 12, 1.0);  // a row and the parent of its parent
  EXPECT_THROW(make_function(m), std::logic_error);
  m = make_machine(3, 0, random);
  m.branches[0].parent = 0;
  EXPECT_THROW(make_function(m), std::logic_error);
  m = make_machine(3, 0, random);
  m.branches[1].first = 0;
  EXPECT_THROW(make_function(m), std::logic_error);
}

}  // namespace
}  // namespace holon
