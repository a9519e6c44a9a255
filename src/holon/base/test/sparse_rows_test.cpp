// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/base/sparse_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "holon/base/matrices.h"

namespace holon {
namespace {

constexpr double kRoundings = 1e-10;  // of J Jᵀ, whose condition is 1e4 here

/// A chain: each row has entries in its own columns and in those of the next.
SparseRows make_chain_rows(int count, double last) {
  SparseRows J{count, 2 * count, {}};
  for (int k = 0; k < count; ++k) {
    const double scale = k + 1 == count ? last : 1.0;
    J.entries.push_back({k, 2 * k, scale});
    J.entries.push_back({k, 2 * k + 1, 0.3 * scale * (k % 3)});
    if (k > 0) J.entries.push_back({k, 2 * k - 2, -scale});
  }
  return J;
}

/// A chain of 80 rows, then −2 of the fifth, and the sum of two of them.
SparseRows make_redundant_rows() {
  SparseRows J = make_chain_rows(80, 1.0);
  const SparseRows chain = J;
  J.rows = 82;
  std::map<int, double> sum;
  for (const SparseRows::Entry& e : chain.entries) {
    if (e.row == 5) J.entries.push_back({80, e.column, -2.0 * e.value});
    if (e.row == 20 || e.row == 21) sum[e.column] += e.value;
  }
  for (const auto& [column, value] : sum) J.entries.push_back({81, column, value});
  return J;
}

TEST(SparseRowFactor, FindsTheShortestSolution) {
  const SparseRows J = make_chain_rows(80, 1.0);
  const Eigen::MatrixXd dense = J.to_dense();
  const SparseRowFactor factor(J);
  Eigen::VectorXd r(J.rows);
  for (Eigen::Index k = 0; k < r.size(); ++k) r[k] = std::sin(static_cast<double>(k));
  const Eigen::VectorXd expected = solve_least_squares(dense, r, 1e-9);
  EXPECT_LE((factor.solve_shortest(r) - expected).norm(), kRoundings * expected.norm());
}

TEST(SparseRowFactor, BoundsTheLeastSingularValueFromBelow) {
  for (const double last : {1.0, 1e-2, 1e-4}) {
    const SparseRows J = make_chain_rows(80, last);
    const Eigen::VectorXd values = calc_singular_values(J.to_dense());
    const double least = values[values.size() - 1] / values[0];
    const double found = SparseRowFactor(J).least_singular();
    EXPECT_LE(found, least) << last;
    EXPECT_GE(found, 0.1 * least) << last;
  }
}

TEST(SparseRowFactor, SaysNothingOfRowsThatDepend) {
  SparseRows J = make_chain_rows(80, 1.0);
  J.rows = 81;  // the first twice
  J.entries.push_back({80, 0, 1.0});
  EXPECT_EQ(SparseRowFactor(J).least_singular(), 0.0);
  J.entries.back().value = 1.0 + 1e-9;
  EXPECT_EQ(SparseRowFactor(J).least_singular(), 0.0);
  SparseRows empty_row = make_chain_rows(80, 0.0);
  EXPECT_EQ(SparseRowFactor(empty_row).least_singular(), 0.0);
  SparseRows broken = make_chain_rows(80, std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(SparseRowFactor(broken).least_singular(), 0.0);
}

TEST(FindIndependentRows, LeavesOutRowsThatDepend) {
  // Of 80 independent rows one twice, the sum of two, and a row of zeros.
  SparseRows J = make_chain_rows(80, 1.0);
  J.rows = 83;
  const SparseRows chain = J;
  for (const SparseRows::Entry& e : chain.entries) {
    if (e.row == 5) J.entries.push_back({80, e.column, -2.0 * e.value});
    if (e.row == 20 || e.row == 40) J.entries.push_back({81, e.column, e.value});
  }
  const std::vector<int> rows = find_independent_rows(J);
  EXPECT_EQ(rows.size(), 80U);
  EXPECT_FALSE(std::find(rows.begin(), rows.end(), 82) != rows.end());
  // What they have of singular values no other choice has by more than the repeated rows add.
  EXPECT_GT(SparseRowFactor(J.pick(rows)).least_singular(), 1e-3);
  J.entries[3].value = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(find_independent_rows(J).empty());
}

TEST(SolveContradicting, FindsTheShortestOfTheLeastError) {
  const SparseRows J = make_redundant_rows();
  const std::vector<int> independent = find_independent_rows(J);
  const SparseRowFactor factor(J.pick(independent));
  Eigen::VectorXd r(J.rows);  // no dx meets all of it
  for (Eigen::Index k = 0; k < r.size(); ++k) r[k] = std::sin(static_cast<double>(k));
  const Eigen::VectorXd expected = solve_least_squares(J.to_dense(), r, 1e-9);
  ASSERT_GT((J.to_dense() * expected - r).norm(), 0.1);
  const Eigen::VectorXd found = solve_contradicting(J, independent, factor, r);
  EXPECT_LE((found - expected).norm(), kRoundings * expected.norm());
}

TEST(VisitLeftNullSpace, FindsABasis) {
  const SparseRows J = make_redundant_rows();
  std::vector<Eigen::VectorXd> basis;
  EXPECT_TRUE(visit_left_null_space(J, 1e-9, [&](const auto& w) { basis.push_back(w); }));
  ASSERT_EQ(basis.size(), 2U);
  for (const Eigen::VectorXd& w : basis) {
    EXPECT_NEAR(w.norm(), 1.0, 1e-14);
    EXPECT_LE(J.multiply_transposed(w).norm(), kRoundings);
  }
  EXPECT_LT(std::abs(basis[0].dot(basis[1])), 0.999);
}

TEST(VisitLeftNullSpace, SaysNothingWhereTheRankIsInDoubt) {
  SparseRows J = make_redundant_rows();
  J.entries.back().value += 1e-10;  // more than rounding, less than what counts
  EXPECT_FALSE(visit_left_null_space(J, 1e-9, [](const auto&) {}));
}

TEST(SparseRows, MultiplyAsADenseMatrix) {
  const SparseRows J = make_chain_rows(20, 0.5);
  const Eigen::MatrixXd dense = J.to_dense();
  const Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(J.columns, -1.0, 2.0),
                        y = Eigen::VectorXd::LinSpaced(J.rows, 3.0, 1.0);
  EXPECT_LE((J.multiply(x) - dense * x).norm(), 1e-14 * x.norm());
  EXPECT_LE((J.multiply_transposed(y) - dense.transpose() * y).norm(), 1e-14 * y.norm());
}

}  // namespace
}  // namespace holon
