// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <vector>

#include "holon/estimate/gaussian_filter.h"

namespace holon {

/// A filtered state, and the prediction that followed from it.
struct FilteredStep {
  double time = 0;
  Eigen::VectorXd x;  ///< after the last measurement at this time
  Eigen::MatrixXd P;
  PredictionRecord prediction;  ///< to the next step; unused in the last one
};

struct SmoothedStep {
  double time = 0;
  Eigen::VectorXd x;
  Eigen::MatrixXd P;
};

/// The estimates from all measurements, also later ones, by the backward recursion of H. E. Rauch,
/// F. Tung, C. T. Striebel (AIAA J. 3 (1965) 1445), errors in tangent coordinates:
///   G = C P(−)⁻¹,  x̂ ⊞ G (x̂ˢ ⊟ x(−)),  P + G (Pˢ − P(−)) Gᵀ
/// with C the covariance of the errors before and after the prediction (P Fᵀ, or that of sigma
/// points). P(−) may be singular (closed loops): its pseudo-inverse.
std::vector<SmoothedStep> smooth(const Manifold& manifold, const std::vector<FilteredStep>& steps);

}  // namespace holon
