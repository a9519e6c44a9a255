// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/estimate/triangular.h"

#include <algorithm>
#include <cmath>

namespace holon::detail {

using Eigen::Index;
using Eigen::MatrixXd;

namespace {

// Four at a time, whatever their alignment: the same bits wherever a matrix lies.
using Four = Eigen::Map<Eigen::Vector4d>;
using ConstFour = Eigen::Map<const Eigen::Vector4d>;

double dot_columns(const double* a, const double* b, Index n) {
  Eigen::Vector4d sum = Eigen::Vector4d::Zero();
  Index i = 0;
  for (; i + 4 <= n; i += 4) sum += ConstFour(a + i).cwiseProduct(ConstFour(b + i));
  double rest = 0;
  for (; i < n; ++i) rest += a[i] * b[i];
  return sum.sum() + rest;
}

/// b += by a
void add_column(double by, const double* a, double* b, Index n) {
  Index i = 0;
  for (; i + 4 <= n; i += 4) Four(b + i) += by * ConstFour(a + i);
  for (; i < n; ++i) b[i] += by * a[i];
}

}  // namespace

void triangularise(MatrixXd& A, Index dense) {
  const Index rows = A.rows(), n = A.cols();
  for (Index k = 0; k < n && k < rows; ++k) {
    // Up to column k reflections have filled the rows dense to dense + k only.
    const Index end = dense < 0 ? rows : std::min(rows, dense + k + 1);
    const Index below = end - k;
    double* const a = &A(k, k);
    const double square = dot_columns(a + 1, a + 1, below - 1);
    if (square > 0) {
      const double norm = std::sqrt(a[0] * a[0] + square);
      // v = a + sign(a₀) |a| e₁, A − v (2/vᵀv) vᵀA
      const double pivot = a[0] < 0 ? a[0] - norm : a[0] + norm;
      const double factor = 2 / (pivot * pivot + square);
      const double diagonal = a[0] < 0 ? norm : -norm;
      a[0] = pivot;
      for (Index j = k + 1; j < n; ++j) {
        double* const b = &A(k, j);
        add_column(-factor * dot_columns(a, b, below), a, b, below);
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
      // Nothing can depend on what does not vary.
      for (Index j = k + 1; j < n; ++j)
        if (!(L(j, k) * L(j, k) <= kRoundingError * variance * std::abs(P(j, j))))
          return static_cast<int>(k);
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
