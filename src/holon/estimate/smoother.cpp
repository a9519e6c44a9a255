// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/estimate/smoother.h"

#include "holon/base/matrices.h"

namespace holon {
namespace {

/// G with G P = C, P symmetric and perhaps singular.
Eigen::MatrixXd divide_by_covariance(const Eigen::MatrixXd& C, const Eigen::MatrixXd& P) {
  Eigen::VectorXd scale = P.diagonal().cwiseMax(0).cwiseSqrt();
  for (double& s : scale)
    if (s == 0) s = 1;
  const Eigen::VectorXd inverse = scale.cwiseInverse();
  const SymmetricEigenpairs pairs =
      calc_symmetric_eigenpairs(inverse.asDiagonal() * P * inverse.asDiagonal());
  constexpr double kSingular = 1e-13;
  Eigen::VectorXd reciprocal = pairs.values;
  for (double& v : reciprocal) v = v > kSingular * pairs.values.maxCoeff() ? 1 / v : 0.0;
  return C * inverse.asDiagonal() * pairs.vectors * reciprocal.asDiagonal() *
         pairs.vectors.transpose() * inverse.asDiagonal();
}

}  // namespace

std::vector<SmoothedStep> smooth(const Manifold& manifold, const std::vector<FilteredStep>& steps) {
  std::vector<SmoothedStep> smoothed(steps.size());
  for (std::size_t k = steps.size(); k-- > 0;) {
    const FilteredStep& step = steps[k];
    smoothed[k] = {step.time, step.x, step.P};
    if (k + 1 == steps.size()) continue;
    const PredictionRecord& next = step.prediction;
    const Eigen::MatrixXd G = divide_by_covariance(next.C, next.P);
    const Eigen::VectorXd delta = G * manifold.local(next.x, smoothed[k + 1].x);
    smoothed[k].x = manifold.retract(step.x, delta);
    Eigen::MatrixXd P = step.P + G * (smoothed[k + 1].P - next.P) * G.transpose();
    if (Eigen::MatrixXd J; manifold.reset_jacobian(delta, J) > 0) P = J * P * J.transpose();
    smoothed[k].P = 0.5 * (P + P.transpose());
  }
  return smoothed;
}

}  // namespace holon
