// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <complex>
#include <string>
#include <vector>

namespace holon {

/// The stabilising solution of a Riccati equation.
struct RiccatiSolution {
  Eigen::MatrixXd X;                        ///< symmetric, positive semidefinite
  Eigen::MatrixXd K;                        ///< gain: u = −K x
  std::vector<std::complex<double>> poles;  ///< of A − B K
  double residual = 0;                      ///< of the equation, relative to its largest term
};

/// Aᵀ X + X A − (X B + N) R⁻¹ (Bᵀ X + Nᵀ) + Q = 0,  K = R⁻¹ (Bᵀ X + Nᵀ), from the ordered Schur
/// form of the extended Hamiltonian pencil (P. Van Dooren, SIAM J. Sci. Stat. Comput. 2 (1981) 121;
/// LAPACK's dgges), balanced, then one step of Newton's method. N may be empty. Throws ModelError
/// where there is no stabilising solution, naming the reason.
RiccatiSolution solve_care(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B,
                           const Eigen::MatrixXd& Q, const Eigen::MatrixXd& R,
                           const Eigen::MatrixXd& N = {});
/// Aᵀ X A − X − (Aᵀ X B + N) (R + Bᵀ X B)⁻¹ (Bᵀ X A + Nᵀ) + Q = 0,
/// K = (R + Bᵀ X B)⁻¹ (Bᵀ X A + Nᵀ).
RiccatiSolution solve_dare(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B,
                           const Eigen::MatrixXd& Q, const Eigen::MatrixXd& R,
                           const Eigen::MatrixXd& N = {});

/// A Kalman filter in its steady state. W and V are covariances, for a continuous one densities.
struct SteadyFilter {
  Eigen::MatrixXd predicted;  ///< covariance before a measurement; of a continuous filter the one
  Eigen::MatrixXd filtered;   ///< after it
  Eigen::MatrixXd K;  ///< gain of the update, x + K (z − C x); of a continuous filter the one
  Eigen::MatrixXd L;  ///< gain of the predictor, A K
  std::vector<std::complex<double>> poles;  ///< of the error
};
/// x' = A x + w, z = C x + v.
SteadyFilter find_steady_filter(const Eigen::MatrixXd& A, const Eigen::MatrixXd& C,
                                const Eigen::MatrixXd& W, const Eigen::MatrixXd& V);
/// x[k+1] = A x[k] + w, z = C x + v.
SteadyFilter find_steady_sampled_filter(const Eigen::MatrixXd& A, const Eigen::MatrixXd& C,
                                        const Eigen::MatrixXd& W, const Eigen::MatrixXd& V);

}  // namespace holon
