// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/base/sparse_rows.h"

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>

namespace holon {

using Eigen::Index;
using Eigen::VectorXd;

struct SparseRowFactor::Factor {
  Eigen::SparseMatrix<double> J;
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> of_product;
  double largest = 0;  // a bound of the largest eigenvalue of J Jᵀ
};

SparseRowFactor::SparseRowFactor(const SparseRows& J) : factor_(std::make_unique<Factor>()) {
  std::vector<Eigen::Triplet<double>> entries;
  for (const SparseRows::Entry& e : J.entries) {
    if (!std::isfinite(e.value)) return;
    if (e.value != 0) entries.emplace_back(e.row, e.column, e.value);
  }
  factor_->J.resize(J.rows, J.columns);
  factor_->J.setFromTriplets(entries.begin(), entries.end());
  const Eigen::SparseMatrix<double> product = factor_->J * factor_->J.transpose();
  factor_->of_product.compute(product);
  if (factor_->of_product.info() != Eigen::Success) return;
  if (!(factor_->of_product.vectorD().minCoeff() > 0)) return;
  for (Index column = 0; column < product.cols(); ++column)
    factor_->largest = std::max(factor_->largest, product.col(column).cwiseAbs().sum());
  estimate_least();
}

SparseRowFactor::~SparseRowFactor() = default;

/// By inverse iteration, which comes near from above: hence the factor. What the norm of the
/// product's rounding may have made of a smaller one counts as zero.
void SparseRowFactor::estimate_least() {
  constexpr int kRounds = 30;
  constexpr double kSafe = 0.5;    // of a singular value
  constexpr double kSeen = 1e-12;  // of the largest eigenvalue: well above rounding
  const Index n = factor_->J.rows();
  VectorXd x(n);
  for (Index k = 0; k < n; ++k) x[k] = std::sin(1.0 + 2.3 * static_cast<double>(k)) + 0.1;
  x.normalize();
  double inverse = 0;  // of the least eigenvalue
  for (int round = 0; round < kRounds; ++round) {
    x = factor_->of_product.solve(x);
    inverse = x.norm();
    if (!(inverse > 0) || !std::isfinite(inverse)) return;
    x /= inverse;
  }
  const double eigenvalue = 1 / inverse;
  if (eigenvalue < kSeen * factor_->largest) return;
  least_ = kSafe * std::sqrt(eigenvalue / factor_->largest);
}

VectorXd SparseRowFactor::solve_shortest(const VectorXd& r) const {
  return factor_->J.transpose() * VectorXd(factor_->of_product.solve(r));
}

}  // namespace holon
