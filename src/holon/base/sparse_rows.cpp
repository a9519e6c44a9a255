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

Eigen::MatrixXd SparseRows::to_dense() const {
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(rows, columns);
  for (const Entry& e : entries) J(e.row, e.column) = e.value;
  return J;
}

SparseRows SparseRows::of(const Eigen::MatrixXd& J) {
  SparseRows result{J.rows(), J.cols(), {}};
  for (Index column = 0; column < J.cols(); ++column)
    for (Index row = 0; row < J.rows(); ++row)
      if (J(row, column) != 0)
        result.entries.push_back({static_cast<int>(row), static_cast<int>(column), J(row, column)});
  return result;
}

namespace {

constexpr double kNothing = 1e-12;  // of the largest row: rows that differ by less depend

std::vector<int> list_others(Index rows, const std::vector<int>& independent) {
  std::vector<int> others;
  for (int row = 0; row < static_cast<int>(rows); ++row)
    if (!std::binary_search(independent.begin(), independent.end(), row)) others.push_back(row);
  return others;
}

VectorXd pick_values(const VectorXd& all, const std::vector<int>& chosen) {
  VectorXd values(static_cast<Index>(chosen.size()));
  for (std::size_t k = 0; k < chosen.size(); ++k) values[static_cast<Index>(k)] = all[chosen[k]];
  return values;
}

/// Whether the other rows are combinations of these, by sums of them with arbitrary weights: what
/// one of them has beyond is seen in each.
bool are_all_others_combinations(const SparseRows& J, const std::vector<int>& independent,
                                 double largest) {
  constexpr int kTrials = 3;
  const SparseRows kept = J.pick(independent);
  const SparseRowFactor factor(kept);
  if (!(factor.least_singular() > 0)) return false;
  const SparseRows rest = J.pick(list_others(J.rows, independent));
  VectorXd weights(rest.rows);
  for (int trial = 0; trial < kTrials; ++trial) {
    for (Index k = 0; k < rest.rows; ++k)
      weights[k] = std::sin(1.0 + 2.3 * static_cast<double>(k) + trial);
    const VectorXd sum = rest.multiply_transposed(weights);
    const VectorXd left = kept.multiply_transposed(factor.find_combination(sum)) - sum;
    if (!(left.lpNorm<Eigen::Infinity>() <= kNothing * largest * weights.norm())) return false;
  }
  return true;
}

/// By the pivots of J Jᵀ + a little: of rows that depend on earlier ones they are of that size.
/// Nothing where some are in between; then a QR decomposition decides.
std::vector<int> find_by_product(const SparseRows& J, double largest) {
  constexpr double kLittle = 1e-13, kDepends = 1e-10,
                   kCounts = 1e-8;  // of the largest row's square
  const std::vector<Eigen::Triplet<double>> entries = list_entries(J, false);
  Eigen::SparseMatrix<double> rows(J.rows, J.columns);
  rows.setFromTriplets(entries.begin(), entries.end());
  const double square = largest * largest;
  Eigen::SparseMatrix<double> product = rows * rows.transpose();
  for (Index k = 0; k < J.rows; ++k) product.coeffRef(k, k) += kLittle * square;
  const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factor(product);
  if (factor.info() != Eigen::Success) return {};
  const VectorXd& pivots = factor.vectorD();
  const auto& order = factor.permutationPinv().indices();
  std::vector<int> independent;
  for (Index k = 0; k < J.rows; ++k) {
    if (pivots[k] > kCounts * square) {
      independent.push_back(order.size() > 0 ? order[k] : static_cast<int>(k));
    } else if (!(pivots[k] < kDepends * square)) {
      return {};
    }
  }
  std::sort(independent.begin(), independent.end());
  if (!are_all_others_combinations(J, independent, largest)) return {};
  return independent;
}

}  // namespace

std::vector<int> find_independent_rows(const SparseRows& J) {
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
  if (const std::vector<int> found = find_by_product(rest, largest); !found.empty()) {
    std::vector<int> independent;
    for (const int k : found) independent.push_back(rows[static_cast<std::size_t>(k)]);
    return independent;
  }
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

VectorXd SparseRowFactor::find_combination(const VectorXd& v) const {
  VectorXd c = factor_->of_product.solve(VectorXd(factor_->J * v));
  const VectorXd left = v - factor_->J.transpose() * c;  // what rounding has left of it, once
  return c + factor_->of_product.solve(VectorXd(factor_->J * left));
}

VectorXd solve_contradicting(const SparseRows& J, const std::vector<int>& independent,
                             const SparseRowFactor& factor, const VectorXd& r) {
  constexpr int kMostRounds = 300;
  constexpr double kRounding = 1e-15;
  const SparseRows others = J.pick(list_others(J.rows, independent));
  const VectorXd wanted = pick_values(r, list_others(J.rows, independent));
  const auto combine = [&](const VectorXd& y) -> VectorXd {
    return others.multiply(factor.solve_shortest(y));
  };
  const auto combine_transposed = [&](const VectorXd& z) -> VectorXd {
    return factor.find_combination(others.multiply_transposed(z));
  };
  VectorXd y = pick_values(r, independent);
  VectorXd gap = combine_transposed(wanted - combine(y)), direction = gap;
  double square = gap.squaredNorm();
  const double enough = kRounding * (y.norm() + wanted.norm());
  for (int round = 0; round < kMostRounds && std::sqrt(square) > enough; ++round) {
    const VectorXd product = direction + combine_transposed(combine(direction));
    const double length = square / direction.dot(product);
    y += length * direction;
    gap -= length * product;
    const double next = gap.squaredNorm();
    direction = gap + (next / square) * direction;
    square = next;
  }
  return factor.solve_shortest(y);
}

bool visit_left_null_space(const SparseRows& J, double threshold,
                           const std::function<void(const VectorXd& w)>& use) {
  constexpr double kCertain = 1e-6;  // of singular values: J Jᵀ shows no less
  const std::vector<int> independent = find_independent_rows(J);
  if (independent.empty()) return false;
  const SparseRows kept = J.pick(independent);
  const SparseRowFactor factor(kept);
  if (!(factor.least_singular() > std::max(kCertain, threshold))) return false;
  double largest = 0;
  for (const SparseRows::Entry& e : J.entries) largest = std::max(largest, std::abs(e.value));
  const std::vector<int> others = list_others(J.rows, independent);
  const SparseRows rest = J.pick(others);
  VectorXd unit = VectorXd::Zero(rest.rows);
  for (std::size_t k = 0; k < others.size(); ++k) {
    unit[static_cast<Index>(k)] = 1.0;
    const VectorXd row = rest.multiply_transposed(unit);
    unit[static_cast<Index>(k)] = 0.0;
    const VectorXd c = factor.find_combination(row);
    const VectorXd left = kept.multiply_transposed(c) - row;
    if (!(left.lpNorm<Eigen::Infinity>() <= threshold * largest)) return false;
    VectorXd w = VectorXd::Zero(J.rows);
    for (std::size_t i = 0; i < independent.size(); ++i)
      w[independent[i]] = -c[static_cast<Index>(i)];
    w[others[k]] = 1.0;
    use(w.normalized());
  }
  return true;
}

}  // namespace holon
