// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <string>
#include <vector>

#include "holon/analyse/statistics/chi_square.h"

namespace holon {

/// errorᵀ P⁺ error, with the pseudo-inverse where P is singular (closed loops); `rank`, if any,
/// gets the number of directions that count.
double calc_squared_error(const Eigen::VectorXd& error, const Eigen::MatrixXd& P,
                          int* rank = nullptr);

/// The number of independent values that a mean over correlated ones is worth: n / (1 + 2 Σ ρ(k)),
/// with autocorrelations ρ summed while the sums of neighbours are positive and decreasing (C. J.
/// Geyer, Statist. Sci. 7 (1992) 473). Between 1 and n.
double find_effective_count(const std::vector<double>& values);
/// The same of all values of several runs, which are independent of each other, with one
/// autocorrelation about the mean of all: about its own mean a run shows nothing of what stays
/// through it, such as a bias, and would count for too many values.
double find_effective_count(const std::vector<std::vector<double>>& runs);

/// The NIS of one measurement through a run, which are independent of each other where the filter
/// is consistent. Beyond a gate g a value counts as g: so the rejected ones take part, and the mean
/// and variance of min(χ²_m, g) are m F_{m+2}(g) + g (1 − F_m(g)) and so on, with the distributions
/// F.
struct InnovationTest {
  std::int64_t count = 0;
  double sum = 0, expected = 0, variance = 0;
  void add(double nis, int degrees, double gate);
  double ratio() const { return expected > 0 ? sum / expected : 1; }
  /// How many standard deviations the sum is above what is expected.
  double deviation() const;
  enum class Verdict : std::uint8_t { consistent, overconfident, conservative };
  /// Beyond 3.3 standard deviations (99.9 %), and by more than a tenth above or a half below: with
  /// thousands of values the smallest error of a model is significant.
  Verdict verdict() const;

 private:
  double gate_ = 0, mean_one_ = 0, variance_one_ = 0;  // of the last call
  int degrees_ = 0;
};

/// A test of the mean of NEES or NIS.
struct ConsistencyTest {
  double mean = 0;
  double lower = 0, upper = 0;  ///< bounds of the mean with the probability asked for
  double effective = 0;         ///< independent values that the mean is worth
  int degrees = 0;              ///< of freedom of one value
  enum class Verdict : std::uint8_t {
    consistent,
    overconfident,  ///< above: the errors are larger than the covariance says
    conservative,   ///< below
  } verdict = Verdict::consistent;
  std::string describe() const;  ///< "mean 6.12 in [5.08, 7.00]: consistent"
};

/// `runs`: the values of each run over time. Runs are independent, values of one run are not.
ConsistencyTest test_consistency(const std::vector<std::vector<double>>& runs, int degrees,
                                 double probability = 0.95);

}  // namespace holon
