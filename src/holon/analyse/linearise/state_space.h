// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <complex>

namespace holon {

/// The interpretation of the roots of a linear model: a root s of a continuous one means exp(s t),
/// a root z of a sampled one as z^k at the instants k T.
struct RootPlane {
  double period = 0;  ///< [s] T; 0: continuous
  bool is_sampled() const { return period > 0; }
  /// The point that corresponds to a frequency [rad/s]: jω, or exp(jωT).
  std::complex<double> at_frequency(double omega) const;
  /// [1/s] s, or ln(z)/T, which has the same values at the instants: the one with the lowest
  /// frequency. For z = 0 the real part is -infinite.
  std::complex<double> to_continuous(std::complex<double> root) const;
  /// [1/s] The real part of that; exactly 0 if |z| is 1 up to rounding error.
  double growth(std::complex<double> root) const;
  /// [rad/s] π/T; infinite for a continuous model.
  double nyquist() const;
};

/// x' = A x + B u, y = C x + D u; with a period T x[k+1] = A x[k] + B u[k], y[k] = C x[k] + D u[k].
struct StateSpaceMatrices {
  Eigen::MatrixXd A, B, C, D;
  double period = 0;  ///< [s] T; 0: continuous
  RootPlane plane() const { return {period}; }
  Eigen::Index order() const { return A.rows(); }
  Eigen::Index inputs() const { return B.cols(); }
  Eigen::Index outputs() const { return C.rows(); }
  /// From one input to one output.
  StateSpaceMatrices channel(Eigen::Index output, Eigen::Index input) const;
};

/// C (s - A)⁻¹ B + D; for a sampled system s is z.
Eigen::MatrixXcd calc_response(const StateSpaceMatrices& system, std::complex<double> s);

/// In balanced states: x = diag(scale) x_balanced (find_balance).
StateSpaceMatrices balance(const StateSpaceMatrices& system, const Eigen::VectorXd& scale);

/// The Padé approximation of exp(-s τ) of an order, τ in s.
StateSpaceMatrices make_pade(double tau, int order);
/// The same system with feedback from output number `output` to input number `input` through
/// another system; both are removed, and the states of `through` follow its own. Throws ModelError
/// for a singular direct feedthrough loop.
StateSpaceMatrices close_loop(const StateSpaceMatrices& system, Eigen::Index input,
                              Eigen::Index output, const StateSpaceMatrices& through);

}  // namespace holon
