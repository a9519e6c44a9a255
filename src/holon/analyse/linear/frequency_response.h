// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <functional>
#include <optional>
#include <vector>

#include "holon/analyse/linear/transfer_function.h"
#include "holon/analyse/linearise/linear_model.h"

namespace holon {

/// From lowest to highest [rad/s].
struct FrequencyRange {
  double from = 0, to = 0;
};
/// A decade more than the range of poles and zeros (other than 0); 0.1 … 10 rad/s if there are
/// none. For a sampled system it ends at the Nyquist frequency.
FrequencyRange choose_frequencies(const std::vector<std::complex<double>>& poles,
                                  const std::vector<std::complex<double>>& zeros,
                                  RootPlane plane = {});

/// G(jω) of one channel at ascending ω; G(exp(jωT)) of a sampled one.
struct FrequencyResponse {
  std::vector<double> omega;                 ///< [rad/s]
  std::vector<std::complex<double>> values;  ///< G
  std::vector<double> phase() const;         ///< [rad] without jumps; begins near `start_phase`
  /// [rad] at the lowest frequency, unwrapped according to the poles and zeros: -π for a double
  /// integrator.
  double start_phase = 0;
};
/// Evenly spaced in the logarithm, and denser about poles and zeros with little damping; for a
/// sampled channel at most up to the Nyquist frequency.
FrequencyResponse calc_frequency_response(const StateSpaceMatrices& channel, const ZeroPoleGain& g,
                                          const FrequencyRange& range);

/// The characteristic values of a Bode plot.
struct ResponseFigures {
  std::optional<double> dc_gain;  ///< G at frequency 0; nothing if there is a pole
  struct Peak {
    double omega = 0, value = 0;
  };
  std::optional<Peak> peak;         ///< of |G| above its value on both sides
  std::optional<double> bandwidth;  ///< [rad/s] |G| falls to G(0)/√2 for the first time
};
/// `G`: the response at a frequency, from zeros, poles and gain or from the matrices.
using ResponseFunction = std::function<std::complex<double>(double omega)>;
ResponseFigures find_figures(const ZeroPoleGain& g, const ResponseFunction& G,
                             const FrequencyResponse& response);

/// For a loop gain L with negative feedback: 1 + L.
struct Margins {
  struct Crossing {
    double omega = 0;  ///< [rad/s]
    double value = 0;  ///< factor, or angle [rad]
  };
  /// Gain margins: factors of the gain at the stability limit, where L is real and negative: 1/|L|.
  /// The one nearest to 1 first.
  std::vector<Crossing> gain;
  /// Phase margins: π + arg L where |L| = 1. The smallest first.
  std::vector<Crossing> phase;
  /// [s] delay margin, by the first of them.
  std::optional<double> delay;
  /// The least |1 + L| over the response, and its frequency: its reciprocal is the largest
  /// sensitivity.
  Crossing distance;
  bool is_closed_loop_stable = false;
};
Margins find_margins(const StateSpaceMatrices& loop, const ResponseFunction& L,
                     const FrequencyResponse& response);

/// C (jω - A)⁻¹ B + D of one channel, exp(jωT) of a sampled one.
ResponseFunction make_response(const StateSpaceMatrices& channel);
/// The largest relative deviation between zeros, poles and gain of a channel and its response, at
/// frequencies of the range where rounded entries of the matrices leave the response certain; of
/// all but one, since next to a zero the response is uncertain.
double find_contradiction(const StateSpaceMatrices& channel, const ZeroPoleGain& g,
                          const FrequencyRange& range);

}  // namespace holon
