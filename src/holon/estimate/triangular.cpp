// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/estimate/triangular.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "holon/estimate/row_kernels.h"

namespace holon::detail {

using Eigen::Index;
using Eigen::MatrixXd;

namespace {

// Four at a time, whatever their alignment: the same bits wherever a matrix lies.
using Four = Eigen::Map<Eigen::Vector4d>;
using ConstFour = Eigen::Map<const Eigen::Vector4d>;

/// b += by a
void add_column(double by, const double* a, double* b, Index n) {
  Index i = 0;
  for (; i + 4 <= n; i += 4) Four(b + i) += by * ConstFour(a + i);
  for (; i < n; ++i) b[i] += by * a[i];
}

}  // namespace

void triangularise(MatrixXd& A, Index dense) {
  const Index rows = A.rows(), n = A.cols(), width = row_width(n);
  std::vector<double> by_rows(static_cast<std::size_t>(rows * width + rows), 0.0);
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i < rows; ++i) by_rows[static_cast<std::size_t>(i * width + j)] = A(i, j);
  row_kernels().triangularise(by_rows.data(), static_cast<int>(rows), static_cast<int>(n), width,
                              static_cast<int>(dense), by_rows.data() + rows * width);
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i < rows; ++i) A(i, j) = by_rows[static_cast<std::size_t>(i * width + j)];
}

int factor_semidefinite(const MatrixXd& P, MatrixXd& L) {
  const Index n = P.rows(), width = row_width(n);
  // Behind the rows: the variances.
  thread_local std::vector<double> rows;
  rows.assign(static_cast<std::size_t>((n + 1) * width), 0.0);
  double* const variances = rows.data() + n * width;
  for (Index k = 0; k < n; ++k) {
    std::copy_n(&P(0, k) + k, n - k, rows.data() + k * width + k);
    variances[k] = std::abs(P(k, k));
  }
  const int worst = row_kernels().factor(rows.data(), static_cast<int>(n), width, variances);
  L.resize(n, n);
  for (Index k = 0; k < n; ++k) std::copy_n(rows.data() + k * width, n, &L(0, k));
  return worst;
}

bool factor_definite(MatrixXd& S) {
  const Index m = S.rows();
  double* const s = S.data();
  for (Index k = 0; k < m; ++k) {
    double* const column = s + k * m;
    if (!(column[k] > 0) || !std::isfinite(column[k])) return false;
    const double root = std::sqrt(column[k]);
    for (Index i = k; i < m; ++i) column[i] /= root;
    for (Index j = k + 1; j < m; ++j) {
      const double factor = column[j];
      for (Index i = j; i < m; ++i) s[j * m + i] -= factor * column[i];
    }
    std::fill_n(column, k, 0.0);
  }
  return true;
}

void divide_by_factor(const MatrixXd& L, MatrixXd& B) { divide_by_factors(L, L, B); }

void divide_by_factors(const MatrixXd& L, const MatrixXd& G, MatrixXd& B) {
  const Index m = L.rows();
  for (Index k = 0; k < m; ++k) {  // Y Lᵀ = B
    for (Index i = 0; i < k; ++i) B.col(k).noalias() -= L(k, i) * B.col(i);
    B.col(k) /= L(k, k);
  }
  for (Index k = m; k-- > 0;) {  // X G = Y
    for (Index i = k + 1; i < m; ++i) B.col(k).noalias() -= G(i, k) * B.col(i);
    B.col(k) /= G(k, k);
  }
}

void multiply_transposed_sparse(const MatrixXd& F, const MatrixXd& A,
                                Eigen::Ref<MatrixXd> product) {
  for (Index i = 0; i < F.rows(); ++i) {
    product.col(i).setZero();
    for (Index k = 0; k < F.cols(); ++k)
      if (F(i, k) != 0) add_column(F(i, k), &A(0, k), &product(0, i), A.rows());
  }
}

}  // namespace holon::detail
