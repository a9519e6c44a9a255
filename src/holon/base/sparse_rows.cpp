// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/base/sparse_rows.h"

#include <Eigen/SparseCholesky>
#include <Eigen/SparseQR>
#include <algorithm>
#include <cmath>

namespace holon {

using Eigen::Index;
using Eigen::VectorXd;

namespace {

std::vector<Eigen::Triplet<double>> list_entries(const SparseRows& J, bool is_transposed) {
  std::vector<Eigen::Triplet<double>> entries;
  for (const SparseRows::Entry& e : J.entries) {
    if (e.value == 0) continue;
    entries.emplace_back(is_transposed ? e.column : e.row, is_transposed ? e.row : e.column,
                         e.value);
  }
  return entries;
}

bool is_finite(const SparseRows& J) {
  return std::all_of(J.entries.begin(), J.entries.end(),
                     [](const SparseRows::Entry& e) { return std::isfinite(e.value); });
}

}  // namespace

SparseRows SparseRows::pick(const std::vector<int>& chosen) const {
  std::vector<int> place(static_cast<std::size_t>(rows), -1);
  for (std::size_t k = 0; k < chosen.size(); ++k)
    place[static_cast<std::size_t>(chosen[k])] = static_cast<int>(k);
  SparseRows result{static_cast<Index>(chosen.size()), columns, {}};
  for (const Entry& e : entries)
    if (const int row = place[static_cast<std::size_t>(e.row)]; row >= 0)
      result.entries.push_back({row, e.column, e.value});
  return result;
}

VectorXd SparseRows::multiply(const VectorXd& x) const {
  VectorXd y = VectorXd::Zero(rows);
  for (const Entry& e : entries) y[e.row] += e.value * x[e.column];
  return y;
}

VectorXd SparseRows::multiply_transposed(const VectorXd& y) const {
  VectorXd x = VectorXd::Zero(columns);
  for (const Entry& e : entries) x[e.column] += e.value * y[e.row];
  return x;
}

std::vector<int> find_independent_rows(const SparseRows& J) {
  constexpr double kNothing = 1e-12;
  if (!is_finite(J) || J.rows == 0 || J.columns == 0) return {};
  VectorXd sizes = VectorXd::Zero(J.rows);
  for (const SparseRows::Entry& e : J.entries) sizes[e.row] += e.value * e.value;
  const double largest = std::sqrt(sizes.maxCoeff());
  if (!(largest > 0)) return {};
  // Without rows of zeros (joints of planar loops have them) the rest is mostly independent.
  std::vector<int> rows;
  for (int row = 0; row < static_cast<int>(J.rows); ++row)
    if (std::sqrt(sizes[row]) > kNothing * largest) rows.push_back(row);
  const SparseRows rest = J.pick(rows);
  if (rest.rows <= rest.columns && SparseRowFactor(rest).least_singular() > 0) return rows;
  const std::vector<Eigen::Triplet<double>> entries = list_entries(rest, true);
  Eigen::SparseMatrix<double> transposed(rest.columns, rest.rows);
  transposed.setFromTriplets(entries.begin(), entries.end());
  Eigen::SparseQR<Eigen::SparseMatrix<double>, Eigen::COLAMDOrdering<int>> qr;
  qr.setPivotThreshold(kNothing * largest);
  qr.compute(transposed);
  if (qr.info() != Eigen::Success) return {};
  const auto& order = qr.colsPermutation().indices();
  std::vector<int> independent;
  for (Index k = 0; k < qr.rank(); ++k)
    independent.push_back(rows[static_cast<std::size_t>(order[k])]);
  std::sort(independent.begin(), independent.end());
  return independent;
}

struct SparseRowFactor::Factor {
  Eigen::SparseMatrix<double> J;
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> of_product;
  double largest = 0;  // a bound of the largest eigenvalue of J Jᵀ
};

SparseRowFactor::SparseRowFactor(const SparseRows& J) : factor_(std::make_unique<Factor>()) {
  if (!is_finite(J)) return;
  const std::vector<Eigen::Triplet<double>> entries = list_entries(J, false);
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
