// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// From step k to k + 1, with G = C P⁻¹ (C the covariance of both errors, P that of the prediction):
//
//   x_k|N = x_k ⊞ G (x_k+1|N ⊟ x_k+1|k),  P_k|N = P_k + G (P_k+1|N − P) Gᵀ.
//
// P_k+1|N, of errors about the smoothed state, is first turned into one of errors about the
// prediction (Manifold::reset_jacobian), and P_k|N then into one of errors about its own state.
//
// P is nearly singular where errors are correlated (a tilt and the bias of an accelerometer), and
// G ≈ F⁻¹ would have the rounding errors of its inverse at every step. With P = F P_k Fᵀ + Q and
// K = Q P⁻¹, which is small, they are
//
//   G = F⁻¹ (I − K),  P_k|N = F⁻¹ [(I − K) P_k+1|N (I − K)ᵀ + Q − K Q] F⁻ᵀ
//
// (G. J. Bierman, Automatica 9 (1973) 503): the inverse acts on what the noise adds in one step.
// Where F, scaled by the deviations, has no good inverse (a state that decays within the step), G
// is C P⁻¹, and P_k|N = (I − G F) P_k (I − G F)ᵀ + G (P_k+1|N + Q) Gᵀ, a sum without cancellation.
#include "holon/estimate/smoother.h"

#include <cmath>

#include "holon/base/matrices.h"

namespace holon {
namespace {

/// Standard deviations, and 1 for what is certain.
Eigen::VectorXd find_scales(const Eigen::MatrixXd& P) {
  return P.diagonal().unaryExpr([](double v) { return v > 0 ? std::sqrt(v) : 1.0; });
}

/// G with G P = C, P symmetric and perhaps singular.
Eigen::MatrixXd divide_by_covariance(const Eigen::MatrixXd& C, const Eigen::MatrixXd& P) {
  const Eigen::VectorXd inverse = find_scales(P).cwiseInverse();
  const SymmetricEigenpairs pairs =
      calc_symmetric_eigenpairs(inverse.asDiagonal() * P * inverse.asDiagonal());
  constexpr double kSingular = 1e-13;
  Eigen::VectorXd reciprocal = pairs.values;
  for (double& v : reciprocal) v = v > kSingular * pairs.values.maxCoeff() ? 1 / v : 0.0;
  const Eigen::MatrixXd scaled = C * inverse.asDiagonal();
  const Eigen::MatrixXd weighted = scaled * pairs.vectors * reciprocal.asDiagonal();
  const Eigen::MatrixXd product = weighted * pairs.vectors.transpose();
  return product * inverse.asDiagonal();
}

/// Whether F between errors of these covariances may be inverted twice: rounding errors grow by the
/// square of its condition.
bool inverts_well(const Eigen::MatrixXd& F, const Eigen::MatrixXd& before,
                  const Eigen::MatrixXd& after) {
  constexpr double kInvertible = 1e-4;
  const Eigen::MatrixXd scaled =
      find_scales(after).cwiseInverse().asDiagonal() * F * find_scales(before).asDiagonal();
  return Lu(scaled).rcond() > kInvertible;
}

}  // namespace

std::vector<SmoothedStep> smooth(const Manifold& manifold, const std::vector<FilteredStep>& steps) {
  std::vector<SmoothedStep> smoothed(steps.size());
  for (std::size_t k = steps.size(); k-- > 0;) {
    const FilteredStep& step = steps[k];
    smoothed[k] = {step.time, step.x, step.P};
    if (k + 1 == steps.size()) continue;
    const PredictionRecord& next = step.prediction;
    // Of errors about the prediction, as those of the other covariances are.
    const Eigen::VectorXd change = manifold.local(next.x, smoothed[k + 1].x);
    Eigen::MatrixXd after = smoothed[k + 1].P;
    if (Eigen::MatrixXd J; manifold.reset_jacobian(change, J) > 0) {
      const Lu lu(J);
      after = lu.solve(after);
      after = lu.solve(Eigen::MatrixXd(after.transpose()));
    }
    Eigen::MatrixXd G, P;
    if (next.F.size() > 0 && inverts_well(next.F, step.P, next.P)) {
      const Lu lu(next.F);
      const Eigen::MatrixXd K = divide_by_covariance(next.Q, next.P);
      const Eigen::MatrixXd kept = Eigen::MatrixXd::Identity(K.rows(), K.cols()) - K;
      G = lu.solve(kept);
      P = calc_congruence(kept, after) + next.Q - K * next.Q;
      P = lu.solve(P);
      P = lu.solve(Eigen::MatrixXd(P.transpose()));
    } else {
      G = divide_by_covariance(next.C, next.P);
      if (next.F.size() > 0) {
        const Eigen::MatrixXd left = Eigen::MatrixXd::Identity(G.rows(), G.rows()) - G * next.F;
        P = calc_congruence(left, step.P) + calc_congruence(G, after + next.Q);
      } else {
        P = step.P + calc_congruence(G, after - next.P);
      }
    }
    const Eigen::VectorXd delta = G * change;
    smoothed[k].x = manifold.retract(step.x, delta);
    if (Eigen::MatrixXd J; manifold.reset_jacobian(delta, J) > 0) P = calc_congruence(J, P);
    smoothed[k].P = 0.5 * (P + P.transpose());
  }
  return smoothed;
}

}  // namespace holon
