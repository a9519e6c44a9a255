// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <vector>

#include "holon/analyse/linearise/linear_model.h"

namespace holon {

/// A mode of a linear model: exp(s t), or z^k at the instants of a sampled one.
struct Pole {
  std::complex<double> value;  ///< s [1/s], or z
  RootPlane plane{};
  /// The participation factors of the states, |v_i w_i| / Σ |v_k w_k| with the right and left
  /// eigenvectors v and w (I. J. Pérez-Arriaga, G. C. Verghese, F. C. Schweppe, IEEE Trans. PAS 101
  /// (1982) 3117): independent of the states' units. If eigenvectors are missing (a double
  /// integrator) that of v alone.
  std::vector<double> participation;
  /// The shape v (nx), its largest component 1.
  std::vector<std::complex<double>> shape;

  /// [1/s] s, for z the equivalent ln(z)/T.
  std::complex<double> continuous() const { return plane.to_continuous(value); }
  double growth() const { return plane.growth(value); }  ///< [1/s] Re s
  double frequency() const;                              ///< [Hz] |s|/2π; infinite for z = 0
  /// -Re s/|s|; 0 for s = 0, 1 for z = 0.
  double damping() const;
  /// [s] -1/Re s: negative if the mode is unstable, infinite if it is marginal, 0 for z = 0.
  double time_constant() const;
};

/// By ascending modulus; the one of a pair with positive imaginary part first. Values and real
/// parts (of sampled systems, distances to the unit circle) within their errors are zero, multiple
/// values are equal. `relative_error`: of the entries of A, if it is more than rounding errors.
std::vector<Pole> find_poles(const Eigen::MatrixXd& A, RootPlane plane = {},
                             double relative_error = 0);

/// Controllability and observability: the numbers of independent directions.
struct Reach {
  Eigen::Index controllable = 0, observable = 0;
  /// Uncontrollable and unobservable poles (Popov, Belevitch, Hautus).
  std::vector<std::size_t> uncontrollable_poles, unobservable_poles;
};
Reach find_reach(const StateSpaceMatrices& system, const std::vector<Pole>& poles);

}  // namespace holon
