// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace holon {

/// Poles and zeros of a normalised low-pass filter, cutoff frequency 1 rad/s, as sections of second
/// and first order:
///   (1 + s²/z²) / (1 + 2 ζ s/ω + s²/ω²)   or   1 / (1 + s/ω),   all times `gain`.
struct FilterPrototype {
  struct Section {
    double omega = 1;    ///< [rad/s] ω: modulus of the poles
    double damping = 1;  ///< ζ of a pair
    double zero = 0;     ///< [rad/s] z: of a pair of zeros on the imaginary axis; 0: none
  };
  std::vector<Section> pairs;
  double real_pole = 0;  ///< [rad/s] ω of the first-order section; 0: none
  double gain = 1;       ///< at frequency 0
};

/// Gain 1/√(1 + ω^(2n)): at the cutoff frequency 1/√2. (A. V. Oppenheim, R. W. Schafer,
/// Discrete-Time Signal Processing, 3rd ed., appendix B, for this and the next two.)
FilterPrototype make_butterworth(int order);
/// Type I: gain between 1 and 10^(-ripple/20) up to the cutoff frequency, where it is the latter;
/// monotone above. `ripple` in dB.
FilterPrototype make_chebyshev1(int order, double ripple);
/// Type II, the inverse one: monotone up to the cutoff frequency, from which on the gain is at most
/// 10^(-attenuation/20). `attenuation` in dB.
FilterPrototype make_chebyshev2(int order, double attenuation);
/// θ_n(0)/θ_n(s/ω0) with the reverse Bessel polynomial θ_n(s) = Σ (2n-k)!/(2^(n-k) k! (n-k)!) s^k:
/// maximally flat group delay, 1/ω0 at frequency 0 (W. E. Thomson, Proc. IEE 96 (1949) 487). ω0 is
/// such that the gain at the cutoff frequency is 1/√2. Up to kHighestBesselOrder, beyond which
/// double precision does not give the roots to 1e-11.
FilterPrototype make_bessel(int order);
inline constexpr int kHighestBesselOrder = 10;

}  // namespace holon
