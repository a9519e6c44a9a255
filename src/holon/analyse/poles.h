// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <vector>

#include "holon/analyse/linear_model.h"

namespace holon {

/// A natural motion exp(λ t) of a linear model.
struct Pole {
  std::complex<double> value;  ///< λ [1/s]
  /// How much each state takes part in it, |v_i w_i| / Σ |v_k w_k| with the right and left
  /// eigenvectors v and w (I. J. Pérez-Arriaga, G. C. Verghese, F. C. Schweppe, IEEE Trans. PAS 101
  /// (1982) 3117): does not depend on the states' units. Where eigenvectors are missing (a double
  /// integrator) that of v alone.
  std::vector<double> participation;
  /// The shape v (nx), its largest component 1.
  std::vector<std::complex<double>> shape;

  double frequency() const { return std::abs(value) / (2 * 3.14159265358979323846); }  ///< [Hz]
  /// -Re λ/|λ|; 0 for λ = 0.
  double damping() const;
  /// [s] -1/Re λ: negative where the motion grows, infinite where it does neither.
  double time_constant() const;
};

/// By rising |λ|; of a pair the one with positive imaginary part first.
std::vector<Pole> find_poles(const Eigen::MatrixXd& A);

/// Which states the inputs reach, or the outputs show: the numbers of independent directions.
struct Reach {
  Eigen::Index controllable = 0, observable = 0;
  /// Poles that no input moves, or no output shows (Popov, Belevitch, Hautus).
  std::vector<std::size_t> uncontrollable_poles, unobservable_poles;
};
Reach find_reach(const StateSpaceMatrices& system, const std::vector<Pole>& poles);

}  // namespace holon
