// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/unknown_errors.h"

#include <Eigen/Sparse>
#include <algorithm>
#include <cmath>
#include <limits>

#include "holon/expr/graph/arbitrary.h"

namespace holon::detail {
namespace {

constexpr double kUnknownError = 16 * std::numeric_limits<double>::epsilon();

}  // namespace

bool may_be_rounding_error(std::span<const double> unknowns, double tolerance) {
  if (unknowns.empty()) return false;
  const auto [least, most] =
      std::minmax_element(unknowns.begin(), unknowns.end(),
                          [](double a, double b) { return std::abs(a) < std::abs(b); });
  return std::abs(*least) * tolerance <= kUnknownError * std::abs(*most);
}

void calc_unknown_errors(const Sparsity& pattern, const std::vector<double>& entries,
                         const double* y, std::size_t states, std::span<double> errors) {
  constexpr int kPatterns = 3;
  std::fill(errors.begin(), errors.end(), 0.0);
  const std::size_t unknowns = errors.size();
  std::vector<double> largest(unknowns, 0.0);
  std::vector<Eigen::Triplet<double>> triplets;
  for (std::size_t j = 0; j < states + unknowns; ++j) {
    for (int k = pattern.start[j]; k < pattern.start[j + 1]; ++k) {
      const auto row = static_cast<std::size_t>(pattern.row[static_cast<std::size_t>(k)]);
      const double entry = entries[static_cast<std::size_t>(k)];
      if (row < states || row >= states + unknowns) continue;
      largest[row - states] = std::max(largest[row - states], std::abs(entry * y[j]));
      if (j >= states)
        triplets.emplace_back(static_cast<int>(row - states), static_cast<int>(j - states), entry);
    }
  }
  const auto size = static_cast<int>(unknowns);
  Eigen::SparseMatrix<double> slopes(size, size);
  slopes.setFromTriplets(triplets.begin(), triplets.end());
  Eigen::SparseLU<Eigen::SparseMatrix<double>> lu;
  lu.compute(slopes);
  if (lu.info() != Eigen::Success) return;
  for (int signs = 0; signs < kPatterns; ++signs) {
    Eigen::VectorXd off(size);
    for (std::size_t i = 0; i < unknowns; ++i)
      off[static_cast<Eigen::Index>(i)] =
          kUnknownError * largest[i] * (arbitrary_number(i, signs) > 0.7 ? 1 : -1);
    const Eigen::VectorXd change = lu.solve(off);
    for (std::size_t i = 0; i < unknowns; ++i) {
      const double rounding = std::abs(change[static_cast<Eigen::Index>(i)]);
      if (std::isfinite(rounding)) errors[i] = std::max(errors[i], rounding);
    }
  }
}

}  // namespace holon::detail
