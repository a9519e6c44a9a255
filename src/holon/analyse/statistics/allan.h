// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace holon {

/// The noise of an inertial sensor by the slopes of its Allan deviation, σ²(τ) = Σ c² f(τ) (IEEE
/// Std 952-1997, annex C), for a signal y in some unit:
enum class AllanNoise {
  quantisation,      ///< c = Q [unit s]: 3 Q²/τ²
  white,             ///< c = N [unit √s]: N²/τ; angle or velocity random walk
  bias_instability,  ///< c = the plateau [unit]: c²
  random_walk,       ///< c = K [unit/√s]: K² τ/3; rate random walk
  ramp,              ///< c = R [unit/s]: R² τ²/2
};
constexpr int kAllanNoises = 5;
const char* name_of(AllanNoise noise);

/// One averaging time.
struct AllanPoint {
  double time = 0;              ///< [s] τ = m T
  std::size_t count = 0;        ///< m, samples in an average
  double deviation = 0;         ///< [unit] overlapping estimate
  double lower = 0, upper = 0;  ///< its confidence interval
  double freedoms = 0;  ///< equivalent degrees of freedom of the variance, chi-square distributed
};

/// One term of the fitted sum.
struct AllanTerm {
  AllanNoise noise{};
  bool is_found = false;  ///< whether the data show it
  double coefficient = 0;
  double lower = 0, upper = 0;  ///< its confidence interval; 0 and an upper bound if not found
};

/// A first-order Gauss–Markov process in the fitted sum: the drift of a bias.
struct AllanMarkov {
  bool is_found = false;
  double sigma = 0, sigma_lower = 0, sigma_upper = 0;        ///< [unit] standard deviation
  double time_constant = 0, time_lower = 0, time_upper = 0;  ///< [s] correlation time
};

struct AllanAnalysis {
  double period = 0;  ///< [s] of the samples
  std::size_t samples = 0;
  double mean = 0;  ///< [unit] of the signal
  double confidence = 0;
  std::vector<AllanPoint> points;
  std::array<AllanTerm, kAllanNoises> terms;
  AllanMarkov markov;

  /// The fitted deviation.
  double fitted(double time) const;
};

/// The contribution of one kind of noise with c = 1 to the variance at an averaging time [s].
double calc_allan_term(AllanNoise noise, double time);

/// The Allan variance of a first-order Gauss–Markov process of standard deviation σ and correlation
/// time τ_c, at τ (exact): 2 σ² τ_c/τ [1 − τ_c/(2 τ) (3 − 4 e^(−τ/τ_c) + e^(−2 τ/τ_c))].
double calc_markov_allan_variance(double sigma, double correlation_time, double time);

/// The overlapping Allan deviation of equally spaced samples y at averaging times that grow by
/// `per_decade`, up to half of the record less one, with intervals of the given confidence from the
/// chi-square distribution, and a fit of the five kinds of noise and a Gauss–Markov process.
/// Degrees of freedom: D. A. Howe, D. W. Allan, J. A. Barnes, Properties of signal sources and
/// measurement methods, Proc. 35th Frequency Control Symposium (1981), in W. J. Riley, Handbook of
/// Frequency Stability Analysis, NIST SP 1065 (2008), table 5, by the kind of noise that prevails
/// at each averaging time. Needs at least 9 samples; throws InputError for fewer, and for values
/// that are not finite.
AllanAnalysis calc_allan(std::span<const double> y, double period, double confidence = 0.95,
                         int per_decade = 10);

}  // namespace holon
