// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <vector>

#include "holon/analyse/linearise/linear_model.h"

namespace holon {

/// Invariant zeros, at which the rank of [A - s, B; C, D] decreases: signals exp(s t) without a
/// response of the outputs; for one input and output the roots of the numerator and the
/// uncontrollable or unobservable poles. By Emami-Naeini and Van Dooren's reduction (Automatica 18
/// (1982) 415), which removes zeros at infinity. Sorted like poles.
std::vector<std::complex<double>> find_zeros(const StateSpaceMatrices& system);

/// From one input to one output: gain Π (s - z) / Π (s - p), pairs of equal zeros and poles
/// cancelled.
struct ZeroPoleGain {
  double gain = 0;  ///< 0: no response
  std::vector<std::complex<double>> zeros, poles;
  std::vector<std::complex<double>> cancelled;  ///< poles cancelled by zeros
  RootPlane plane{};                            ///< for a sampled channel s is z
  /// Coefficients, of the highest power first; that of the denominator is 1.
  std::vector<double> numerator() const;
  std::vector<double> denominator() const;
  std::complex<double> at(std::complex<double> s) const;
  std::complex<double> at_frequency(double omega) const { return at(plane.at_frequency(omega)); }
};
/// `poles`: those of A. Zeros and poles count as equal within `tolerance` of their magnitude (or of
/// the slowest other one's): a double pole is known only to the square root of the rounding error.
ZeroPoleGain find_transfer_function(const StateSpaceMatrices& channel,
                                    const std::vector<std::complex<double>>& poles,
                                    double tolerance = 1e-6);

/// Π (s - r), of the highest power first. Complex roots are in conjugate pairs.
std::vector<double> polynomial_of(const std::vector<std::complex<double>>& roots);

}  // namespace holon
