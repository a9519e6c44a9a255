// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/estimate/consistency.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "holon/base/errors.h"
#include "holon/base/matrices.h"
#include "holon/estimate/row_kernels.h"

namespace holon {

double calc_squared_error(const Eigen::VectorXd& error, const Eigen::MatrixXd& P, int* rank) {
  // Scaled to a unit diagonal, so that units do not decide about the rank.
  Eigen::VectorXd scale = P.diagonal().cwiseMax(0).cwiseSqrt();
  for (double& s : scale)
    if (s == 0) s = 1;
  const Eigen::VectorXd inverse = scale.cwiseInverse();
  // Far from singular Cholesky's factor does: Uᵀ U = P, |U⁻ᵀ error|².
  constexpr double kRegular = 1e-8;  // of what remains of a variance
  const Eigen::Index n = P.rows(), width = detail::row_width(n);
  thread_local std::vector<double> U;
  U.assign(static_cast<std::size_t>((n + 2) * width), 0.0);
  double* const ones = U.data() + n * width;
  double* const rest = ones + width;
  for (Eigen::Index k = 0; k < n; ++k) {
    ones[k] = 1;
    rest[k] = inverse[k] * error[k];
    for (Eigen::Index j = k; j < n; ++j)
      U[static_cast<std::size_t>(k * width + j)] = inverse[j] * inverse[k] * P(j, k);
  }
  bool is_regular = detail::row_kernels().factor(U.data(), static_cast<int>(n), width, ones) < 0;
  double squares = 0;
  for (Eigen::Index k = 0; is_regular && k < n; ++k) {
    const double* const row = U.data() + k * width;
    is_regular = row[k] * row[k] > kRegular;
    if (!is_regular) break;
    rest[k] /= row[k];
    squares += rest[k] * rest[k];
    for (Eigen::Index j = k + 1; j < n; ++j) rest[j] -= rest[k] * row[j];
  }
  if (is_regular) {
    if (rank) *rank = static_cast<int>(n);
    return squares;
  }
  const SymmetricEigenpairs pairs =
      calc_symmetric_eigenpairs(inverse.asDiagonal() * P * inverse.asDiagonal());
  const Eigen::VectorXd scaled = inverse.cwiseProduct(error);
  constexpr double kSingular = 1e-12;
  double sum = 0;
  int count = 0;
  for (Eigen::Index k = 0; k < pairs.values.size(); ++k) {
    if (pairs.values[k] <= kSingular * std::max(1.0, pairs.values.maxCoeff())) continue;
    const double along = pairs.vectors.col(k).dot(scaled);
    sum += along * along / pairs.values[k];
    ++count;
  }
  if (rank) *rank = count;
  return sum;
}

double find_effective_count(const std::vector<std::vector<double>>& runs) {
  double sum = 0, count = 0;
  std::size_t longest = 0;
  for (const std::vector<double>& run : runs) {
    sum += std::accumulate(run.begin(), run.end(), 0.0);
    count += static_cast<double>(run.size());
    longest = std::max(longest, run.size());
  }
  if (count == 0) return 0;
  const double mean = sum / count;
  const auto covariance = [&](std::size_t lag) {
    double products = 0;
    for (const std::vector<double>& run : runs)
      for (std::size_t i = 0; i + lag < run.size(); ++i)
        products += (run[i] - mean) * (run[i + lag] - mean);
    return products / count;
  };
  const auto independent = static_cast<double>(
      std::count_if(runs.begin(), runs.end(), [](const auto& run) { return !run.empty(); }));
  const double variance = covariance(0);
  if (!(variance > 0)) return independent;
  double correlated = -1, last = INFINITY;  // Σ over pairs of lags (0, 1), (2, 3), …
  for (std::size_t k = 0; k < longest; k += 2) {
    const double pair = std::min(last, (covariance(k) + covariance(k + 1)) / variance);
    if (pair <= 0) break;
    correlated += 2 * pair;
    last = pair;
  }
  return std::clamp(count / std::max(correlated, 1e-12), independent, count);
}

double find_effective_count(const std::vector<double>& values) {
  return find_effective_count(std::vector<std::vector<double>>{values});
}

void InnovationTest::add(double nis, int degrees, double gate) {
  if (degrees != degrees_ || gate != gate_) {
    degrees_ = degrees, gate_ = gate;
    const double m = degrees;
    mean_one_ = m, variance_one_ = 2 * m;
    if (gate > 0) {
      const double beyond = 1 - calc_chi_square(gate, m);
      mean_one_ = m * calc_chi_square(gate, m + 2) + gate * beyond;
      const double square = m * (m + 2) * calc_chi_square(gate, m + 4) + gate * gate * beyond;
      variance_one_ = square - mean_one_ * mean_one_;
    }
  }
  ++count;
  sum += gate > 0 ? std::min(nis, gate) : nis;
  expected += mean_one_;
  variance += variance_one_;
}

double InnovationTest::deviation() const {
  return variance > 0 ? (sum - expected) / std::sqrt(variance) : 0;
}

InnovationTest::Verdict InnovationTest::verdict() const {
  constexpr std::int64_t kFewest = 30;  // for the sum to be normal
  constexpr double kSignificant = 3.3, kAbove = 1.1, kBelow = 0.5;
  if (count < kFewest) return Verdict::consistent;
  if (deviation() > kSignificant && ratio() > kAbove) return Verdict::overconfident;
  if (deviation() < -kSignificant && ratio() < kBelow) return Verdict::conservative;
  return Verdict::consistent;
}

std::string ConsistencyTest::describe() const {
  return fmt::format("mean {:.4g} in [{:.4g}, {:.4g}]: {}", mean, lower, upper,
                     verdict == Verdict::consistent      ? "consistent"
                     : verdict == Verdict::overconfident ? "overconfident"
                                                         : "conservative");
}

ConsistencyTest test_consistency(const std::vector<std::vector<double>>& runs, int degrees,
                                 double probability) {
  ConsistencyTest test;
  test.degrees = degrees;
  double sum = 0, count = 0;
  for (const std::vector<double>& run : runs) {
    sum += std::accumulate(run.begin(), run.end(), 0.0);
    count += static_cast<double>(run.size());
  }
  if (count == 0) return test;
  test.mean = sum / count;
  test.effective = find_effective_count(runs);
  // N values of n degrees each: their sum has N n degrees.
  const double all = test.effective * degrees;
  test.lower = find_chi_square((1 - probability) / 2, all) / test.effective;
  test.upper = find_chi_square((1 + probability) / 2, all) / test.effective;
  using Verdict = ConsistencyTest::Verdict;
  test.verdict = test.mean > test.upper   ? Verdict::overconfident
                 : test.mean < test.lower ? Verdict::conservative
                                          : Verdict::consistent;
  return test;
}

}  // namespace holon
