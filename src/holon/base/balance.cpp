// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/base/balance.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "holon/base/strong_components.h"

namespace holon {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

std::vector<std::vector<Index>> find_blocks(const MatrixXd& A) {
  std::vector<std::vector<std::size_t>> needs(static_cast<std::size_t>(A.rows()));
  for (Index j = 0; j < A.cols(); ++j)
    for (Index i = 0; i < A.rows(); ++i)
      if (i != j && A(i, j) != 0)
        needs[static_cast<std::size_t>(i)].push_back(static_cast<std::size_t>(j));
  std::vector<std::vector<Index>> blocks;
  for (const auto& component : find_strong_components(needs))
    blocks.emplace_back(component.begin(), component.end());
  return blocks;
}

namespace {

/// Powers of two that balance an irreducible matrix.
VectorXd balance_block(MatrixXd M) {
  const Index n = M.rows();
  VectorXd scale = VectorXd::Ones(n);
  for (bool is_changed = n > 1; is_changed;) {
    is_changed = false;
    for (Index i = 0; i < n; ++i) {
      double column = M.col(i).cwiseAbs().sum() - std::abs(M(i, i));
      double row = M.row(i).cwiseAbs().sum() - std::abs(M(i, i));
      if (!(column > 0 && row > 0)) continue;
      const double before = column + row;
      double factor = 1;
      while (column < row / 2) factor *= 2, column *= 2, row /= 2;
      while (column > row * 2) factor /= 2, column /= 2, row *= 2;
      if (column + row >= 0.95 * before) continue;
      is_changed = true;
      scale[i] *= factor;
      M.col(i) *= factor;
      M.row(i) /= factor;
    }
  }
  return scale;
}

}  // namespace

VectorXd find_balance(const MatrixXd& A) {
  VectorXd scale = VectorXd::Ones(A.rows());
  if (!A.allFinite()) return scale;
  const std::vector<std::vector<Index>> blocks = find_blocks(A);
  double largest = 0;
  for (const std::vector<Index>& block : blocks) {
    const MatrixXd own = A(block, block);
    const VectorXd s = balance_block(own);
    scale(block) = s;
    largest = std::max(
        largest, (s.cwiseInverse().asDiagonal() * own * s.asDiagonal()).cwiseAbs().maxCoeff());
  }
  if (blocks.size() < 2) return scale;
  if (largest == 0) {  // pure integrals only: none of their couplings larger than the least
    largest = std::numeric_limits<double>::infinity();
    for (const double a : A.reshaped())
      if (a != 0) largest = std::min(largest, std::abs(a));
  }
  // Earlier blocks have their scales: a later one is made coarser by what it receives.
  std::vector<bool> is_earlier(static_cast<std::size_t>(A.rows()), false);
  for (const std::vector<Index>& block : blocks) {
    double received = 0;
    for (const Index i : block)
      for (Index j = 0; j < A.cols(); ++j)
        if (is_earlier[static_cast<std::size_t>(j)])
          received = std::max(received, std::abs(A(i, j)) * scale[j] / scale[i]);
    if (received > largest) {
      const double factor = std::ldexp(1.0, std::ilogb(received / largest) + 1);
      for (const Index i : block) scale[i] *= factor;
    }
    for (const Index i : block) is_earlier[static_cast<std::size_t>(i)] = true;
  }
  return scale;
}

}  // namespace holon
