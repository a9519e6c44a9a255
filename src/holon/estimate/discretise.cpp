// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/estimate/discretise.h"

#include "holon/base/matrices.h"

namespace holon {

using Eigen::Index;
using Eigen::MatrixXd;

DiscreteNoise discretise_noise(const MatrixXd& A, const MatrixXd& W, double h) {
  const Index n = A.rows();
  MatrixXd both = MatrixXd::Zero(2 * n, 2 * n);
  both.topLeftCorner(n, n) = -A * h;
  both.topRightCorner(n, n) = W * h;
  both.bottomRightCorner(n, n) = A.transpose() * h;
  const MatrixXd e = calc_exponential(both);
  DiscreteNoise r;
  r.F = e.bottomRightCorner(n, n).transpose();
  const MatrixXd Q = r.F * e.topRightCorner(n, n);
  r.Q = 0.5 * (Q + Q.transpose());
  return r;
}

// The solution's series, Q = h W + h²/2 W₁ + h³/6 W₂ + h⁴/24 W₃ with W_{k+1} = A W_k + W_k Aᵀ.
void integrate_noise(const MatrixXd& A, const MatrixXd& W, double h, MatrixXd& Q) {
  MatrixXd term = h * W;
  Q = term;
  for (int k = 2; k <= 4; ++k) {
    const MatrixXd half = (h / k) * (A * term);
    term = half + half.transpose();
    Q += term;
  }
}

SampledWeights sample_weights(const MatrixXd& A, const MatrixXd& B, const MatrixXd& Q,
                              const MatrixXd& R, double h) {
  const Index n = A.rows(), m = B.cols();
  MatrixXd a = MatrixXd::Zero(n + m, n + m), w = MatrixXd::Zero(n + m, n + m);
  a.topLeftCorner(n, n) = A;
  a.topRightCorner(n, m) = B;
  w.topLeftCorner(n, n) = Q;
  w.bottomRightCorner(m, m) = R;
  // ∫ exp(aᵀ s) w exp(a s) ds
  const DiscreteNoise d = discretise_noise(a.transpose(), w, h);
  SampledWeights r;
  r.F = d.F.transpose().topLeftCorner(n, n);
  r.G = d.F.transpose().topRightCorner(n, m);
  r.Q = d.Q.topLeftCorner(n, n);
  r.N = d.Q.topRightCorner(n, m);
  r.R = d.Q.bottomRightCorner(m, m);
  return r;
}

}  // namespace holon
