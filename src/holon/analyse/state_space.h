// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <complex>

namespace holon {

/// x' = A x + B u, y = C x + D u.
struct StateSpaceMatrices {
  Eigen::MatrixXd A, B, C, D;
  Eigen::Index order() const { return A.rows(); }
  Eigen::Index inputs() const { return B.cols(); }
  Eigen::Index outputs() const { return C.rows(); }
  /// From one input to one output.
  StateSpaceMatrices channel(Eigen::Index output, Eigen::Index input) const;
};

/// C (s - A)⁻¹ B + D.
Eigen::MatrixXcd calc_response(const StateSpaceMatrices& system, std::complex<double> s);

/// Powers of two by which states are measured so that rows and columns of A are alike (B. N.
/// Parlett, C. Reinsch, Numer. Math. 13 (1969) 293): x = diag(scale) x_balanced.
Eigen::VectorXd find_balance(const Eigen::MatrixXd& A);
/// In balanced states.
StateSpaceMatrices balance(const StateSpaceMatrices& system, const Eigen::VectorXd& scale);

/// Padé's approximation of exp(-s τ) of an order, τ in s.
StateSpaceMatrices make_pade(double tau, int order);
/// The same system with its input number `input` led back from output number `output` through
/// another one; both are taken away, and the states of `through` come behind its own. Throws
/// ModelError where the two follow each other without delay.
StateSpaceMatrices close_loop(const StateSpaceMatrices& system, Eigen::Index input,
                              Eigen::Index output, const StateSpaceMatrices& through);

}  // namespace holon
