// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <vector>

#include "holon/analyse/linear_model.h"

namespace holon {

/// Where the rank of [A - s, B; C, D] falls (invariant zeros): signals exp(s t) that no output
/// shows, for one input and output the roots of the numerator together with what is hidden. By
/// Emami-Naeini and Van Dooren's reduction (Automatica 18 (1982) 415), which leaves no zeros at
/// infinity behind. Sorted as poles.
std::vector<std::complex<double>> find_zeros(const StateSpaceMatrices& system);

/// From one input to one output: gain Π (s - z) / Π (s - p), pairs of equal zeros and poles left
/// out.
struct ZeroPoleGain {
  double gain = 0;  ///< 0: no response
  std::vector<std::complex<double>> zeros, poles;
  std::vector<std::complex<double>> cancelled;  ///< poles that zeros took out
  RootPlane plane{};                            ///< of a sampled channel s is z
  /// Coefficients, of the highest power first; that of the denominator is 1.
  std::vector<double> numerator() const;
  std::vector<double> denominator() const;
  std::complex<double> at(std::complex<double> s) const;
  std::complex<double> at_frequency(double omega) const { return at(plane.at_frequency(omega)); }
};
/// `poles`: those of A. Zeros and poles count as equal within `tolerance` of their size (or of the
/// slowest other one's): a double pole is known to the square root of a rounding only.
ZeroPoleGain find_transfer_function(const StateSpaceMatrices& channel,
                                    const std::vector<std::complex<double>>& poles,
                                    double tolerance = 1e-6);

/// Π (s - r), of the highest power first. Roots that are not real come in pairs.
std::vector<double> polynomial_of(const std::vector<std::complex<double>>& roots);

}  // namespace holon
