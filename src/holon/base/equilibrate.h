// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Logarithms of the scales by least squares of log|rows(i) M(i, j) columns(j)| over the entries
// that are not zero (A. R. Curtis, J. K. Reid, On the automatic scaling of matrices for Gaussian
// elimination, J. Inst. Maths Applics 10 (1972) 118), rows and columns in turn.
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <vector>

namespace holon {

/// Powers of two.
struct Equilibration {
  Eigen::VectorXd rows, columns;
};

/// Scales for which the entries of diag(rows) M diag(columns) are of similar magnitude: a matrix
/// whose equations and unknowns are in units of different size is judged and solved by these.
/// Columns for which `keeps` is true have the scale 1 (empty: none); where none has, the mean
/// logarithm of the columns' scales over the entries is 0.
inline Equilibration equilibrate(const Eigen::MatrixXd& M, const std::vector<bool>& keeps = {}) {
  using Eigen::Index;
  constexpr int kMostSweeps = 100;
  constexpr double kSettled = 0.01;  // of a power of two
  struct Entry {
    Index row, column;
    double size;  // log2
  };
  std::vector<Entry> entries;
  Eigen::VectorXd in_row = Eigen::VectorXd::Zero(M.rows());
  Eigen::VectorXd in_column = Eigen::VectorXd::Zero(M.cols());
  for (Index j = 0; j < M.cols(); ++j)
    for (Index i = 0; i < M.rows(); ++i) {
      if (M(i, j) == 0 || !std::isfinite(M(i, j))) continue;
      entries.push_back({i, j, std::log2(std::abs(M(i, j)))});
      in_row[i] += 1, in_column[j] += 1;
    }
  Eigen::VectorXd rows = Eigen::VectorXd::Zero(M.rows());
  Eigen::VectorXd columns = Eigen::VectorXd::Zero(M.cols());
  for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
    Eigen::VectorXd r = Eigen::VectorXd::Zero(M.rows()), c = Eigen::VectorXd::Zero(M.cols());
    for (const Entry& e : entries) r[e.row] -= (e.size + columns[e.column]) / in_row[e.row];
    for (const Entry& e : entries) c[e.column] -= (e.size + r[e.row]) / in_column[e.column];
    for (Index j = 0; j < M.cols(); ++j)
      if (!keeps.empty() && keeps[static_cast<std::size_t>(j)]) c[j] = 0;
    const double change = M.cols() > 0 ? (c - columns).cwiseAbs().maxCoeff() : 0;
    rows = r, columns = c;
    if (!(change > kSettled)) break;
  }
  const auto power = [](double x) { return std::exp2(std::round(x)); };
  return {rows.unaryExpr(power), columns.unaryExpr(power)};
}

}  // namespace holon
