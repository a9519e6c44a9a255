// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/estimate/triangular.h"

#include <algorithm>
#include <cmath>

namespace holon::detail {

using Eigen::Index;
using Eigen::MatrixXd;

void triangularise(MatrixXd& A, Index dense) {
  const Index rows = A.rows(), n = A.cols();
  for (Index k = 0; k < n && k < rows; ++k) {
    // Up to column k reflections have filled the rows dense to dense + k only.
    const Index end = dense < 0 ? rows : std::min(rows, dense + k + 1);
    const Index below = end - k;
    double* a = &A(k, k);
    double square = 0;
    for (Index i = 1; i < below; ++i) square += a[i] * a[i];
    if (square > 0) {
      const double norm = std::sqrt(a[0] * a[0] + square);
      // v = a + sign(a₀) |a| e₁, A − v (2/vᵀv) vᵀA
      const double pivot = a[0] < 0 ? a[0] - norm : a[0] + norm;
      const double factor = 2 / (pivot * pivot + square);
      const double diagonal = a[0] < 0 ? norm : -norm;
      a[0] = pivot;
      for (Index j = k + 1; j < n; ++j) {
        double* b = &A(k, j);
        double sum0 = 0, sum1 = 0;
        Index i = 0;
        for (; i + 1 < below; i += 2) sum0 += a[i] * b[i], sum1 += a[i + 1] * b[i + 1];
        if (i < below) sum0 += a[i] * b[i];
        const double by = factor * (sum0 + sum1);
        for (i = 0; i < below; ++i) b[i] -= by * a[i];
      }
      a[0] = diagonal;
      std::fill(a + 1, a + below, 0.0);
    }
    if (A(k, k) < 0) A.row(k).tail(n - k) *= -1;
  }
}

int factor_semidefinite(const MatrixXd& P, MatrixXd& L) {
  constexpr double kRoundingError = 1e-10;  // of a variance, in what remains of it
  constexpr double kZero = 1e-14;
  const Index n = P.rows();
  L = P;
  for (Index k = 0; k < n; ++k) {
    L.col(k).head(k).setZero();
    const double pivot = L(k, k), variance = std::abs(P(k, k));
    if (!(pivot >= -kRoundingError * variance)) return static_cast<int>(k);
    if (pivot <= kZero * variance) {
      L.col(k).tail(n - k).setZero();
      continue;
    }
    L.col(k).tail(n - k) /= std::sqrt(pivot);
    for (Index j = k + 1; j < n; ++j)
      L.col(j).tail(n - j).noalias() -= L(j, k) * L.col(k).tail(n - j);
  }
  return -1;
}

bool factor_definite(MatrixXd& S) {
  const Index m = S.rows();
  for (Index k = 0; k < m; ++k) {
    if (!(S(k, k) > 0) || !std::isfinite(S(k, k))) return false;
    S.col(k).tail(m - k) /= std::sqrt(S(k, k));
    for (Index j = k + 1; j < m; ++j)
      S.col(j).tail(m - j).noalias() -= S(j, k) * S.col(k).tail(m - j);
    S.col(k).head(k).setZero();
  }
  return true;
}

void divide_by_factor(const MatrixXd& L, MatrixXd& B) {
  const Index m = L.rows();
  for (Index k = 0; k < m; ++k) {  // Y Lᵀ = B
    for (Index i = 0; i < k; ++i) B.col(k).noalias() -= L(k, i) * B.col(i);
    B.col(k) /= L(k, k);
  }
  for (Index k = m; k-- > 0;) {  // X L = Y
    for (Index i = k + 1; i < m; ++i) B.col(k).noalias() -= L(i, k) * B.col(i);
    B.col(k) /= L(k, k);
  }
}

}  // namespace holon::detail
