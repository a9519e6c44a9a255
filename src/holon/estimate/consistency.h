// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "holon/analyse/chi_square.h"

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

/// A test of the mean of NEES or NIS.
struct ConsistencyTest {
  double mean = 0;
  double lower = 0, upper = 0;  ///< bounds of the mean with the probability asked for
  double effective = 0;         ///< independent values that the mean is worth
  int degrees = 0;              ///< of freedom of one value
  enum class Verdict : std::uint8_t {
    consistent,
    too_sure,      ///< above: the errors are larger than the covariance says
    too_cautious,  ///< below
  } verdict = Verdict::consistent;
  std::string describe() const;  ///< "mean 6.12 in [5.08, 7.00]: consistent"
};

/// `runs`: the values of each run over time. Runs are independent, values of one run are not.
ConsistencyTest test_consistency(const std::vector<std::vector<double>>& runs, int degrees,
                                 double probability = 0.95);

}  // namespace holon
