// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Triangular factors, and the kernels that make them.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "holon/estimate/row_kernels.h"
#include "holon/estimate/triangular.h"

namespace holon {
namespace {

using Eigen::MatrixXd;

// Rows of any number, by each level of the instruction set: the same bits, and QR's law.
TEST(RowKernels, AllLevelsGiveTheSameBits) {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  for (const int n : {1, 3, 4, 9, 15, 22, 33, 70}) {
    const Eigen::Index width = detail::row_width(n), rows = 2 * n;
    std::vector<double> A(static_cast<std::size_t>(rows * width), 0.0);
    for (Eigen::Index i = 0; i < rows; ++i)
      for (int j = 0; j < n; ++j)
        if (i < n || j >= i - n) A[static_cast<std::size_t>(i * width + j)] = normal(random);
    const auto as_matrix = [&](const std::vector<double>& data, Eigen::Index count) {
      MatrixXd M(count, n);
      for (Eigen::Index i = 0; i < count; ++i)
        for (int j = 0; j < n; ++j) M(i, j) = data[static_cast<std::size_t>(i * width + j)];
      return M;
    };
    const MatrixXd given = as_matrix(A, rows), square = given.transpose() * given;
    std::vector<double> first, first_factor;
    for (const detail::RowKernels* kernels : detail::list_row_kernels()) {
      std::vector<double> R = A, v(static_cast<std::size_t>(rows)), U(A.size() / 2, 0.0),
                          variances(static_cast<std::size_t>(n));
      kernels->triangularise(R.data(), static_cast<int>(rows), n, width, n, v.data());
      const MatrixXd upper = as_matrix(R, n);
      EXPECT_LT((upper.transpose() * upper - square).norm(), 1e-14 * n * square.norm()) << n;
      EXPECT_TRUE(upper.isUpperTriangular(0)) << n;
      EXPECT_GE(upper.diagonal().minCoeff(), 0) << n;
      for (int i = 0; i < n; ++i) {
        variances[static_cast<std::size_t>(i)] = square(i, i);
        for (int j = i; j < n; ++j) U[static_cast<std::size_t>(i * width + j)] = square(i, j);
      }
      ASSERT_EQ(kernels->factor(U.data(), n, width, variances.data()), -1);
      const MatrixXd factor = as_matrix(U, n);
      EXPECT_LT((factor.transpose() * factor - square).norm(), 1e-14 * n * square.norm()) << n;
      if (first.empty()) first = R, first_factor = U;
      EXPECT_EQ(R, first) << n;
      EXPECT_EQ(U, first_factor) << n;
    }
  }
}

// Eigenvalues -0.21 and 1.21; -0.118, 1 and 2.118; 0 and 2.
TEST(Triangular, RefusesWhatDependsOnAStateWithoutVariance) {
  MatrixXd L;
  EXPECT_EQ(detail::factor_semidefinite(MatrixXd{{0, 0.5}, {0.5, 1}}, L), 0);
  EXPECT_EQ(detail::factor_semidefinite(MatrixXd{{1, 1, 0.5}, {1, 1, 0}, {0.5, 0, 1}}, L), 1);
  ASSERT_EQ(detail::factor_semidefinite(MatrixXd{{1, 1}, {1, 1}}, L), -1);
  EXPECT_EQ(L * L.transpose(), (MatrixXd{{1, 1}, {1, 1}}));
}

}  // namespace
}  // namespace holon
