// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

namespace holon {

/// The covariance that white noise of the density W (n x n, symmetric) adds to δ' = A δ + w over a
/// step h:
///   Q = ∫₀ʰ exp(A s) W exp(Aᵀ s) ds.
struct DiscreteNoise {
  Eigen::MatrixXd F;  ///< exp(A h)
  Eigen::MatrixXd Q;
};

/// Long steps are halved until |A| h <= 1, and doubled again. By the exponential of [−A W; 0 Aᵀ] h
/// (C. F. Van Loan, IEEE Trans. Automat. Contr. 23 (1978) 395): exact.
DiscreteNoise discretise_noise(const Eigen::MatrixXd& A, const Eigen::MatrixXd& W, double h);

/// The same by quadrature: its error is of order (|A| h)⁵ of the halved step, and it is never
/// indefinite.
void integrate_noise(const Eigen::MatrixXd& A, const Eigen::MatrixXd& W, double h,
                     Eigen::MatrixXd& Q);

/// The weights of ∫ (xᵀ Q x + 2 xᵀ N u + uᵀ R u) dt over a period h with a constant input u, for
/// x' = A x + B u; and the sampled model.
struct SampledWeights {
  Eigen::MatrixXd F, G, Q, N, R;
};
SampledWeights sample_weights(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B,
                              const Eigen::MatrixXd& Q, const Eigen::MatrixXd& R, double h);

}  // namespace holon
