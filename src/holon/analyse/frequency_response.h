// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <optional>
#include <vector>

#include "holon/analyse/linear_model.h"
#include "holon/analyse/transfer_function.h"

namespace holon {

/// From lowest to highest [rad/s].
struct FrequencyRange {
  double from = 0, to = 0;
};
/// A decade more than poles and zeros (other than 0) span; 0.1 … 10 rad/s where there are none. Of
/// a sampled system it ends at Nyquist's frequency.
FrequencyRange choose_frequencies(const std::vector<std::complex<double>>& poles,
                                  const std::vector<std::complex<double>>& zeros,
                                  RootPlane plane = {});

/// G(jω) of one channel along rising ω; G(exp(jωT)) of a sampled one.
struct FrequencyResponse {
  std::vector<double> omega;                 ///< [rad/s]
  std::vector<std::complex<double>> values;  ///< G
  std::vector<double> phase() const;         ///< [rad] without jumps; begins where `start_phase` is
  /// [rad] at the lowest frequency, counted as by the poles and zeros: -π for a double integrator.
  double start_phase = 0;
};
/// Evenly over the logarithm, and closer about poles and zeros with little damping; of a sampled
/// channel up to Nyquist's frequency at most.
FrequencyResponse calc_frequency_response(const StateSpaceMatrices& channel, const ZeroPoleGain& g,
                                          const FrequencyRange& range);

/// What is read off a Bode plot.
struct ResponseFigures {
  std::optional<double> dc_gain;  ///< G at frequency 0; nothing for a pole there
  struct Peak {
    double omega = 0, value = 0;
  };
  std::optional<Peak> peak;         ///< of |G| above its value on both sides
  std::optional<double> bandwidth;  ///< [rad/s] |G| falls to G(0)/√2 for the first time
};
ResponseFigures find_figures(const ZeroPoleGain& g, const FrequencyResponse& response);

/// Of a loop gain L with negative feedback: 1 + L.
struct Margins {
  struct Crossing {
    double omega = 0;  ///< [rad/s]
    double value = 0;  ///< factor, or angle [rad]
  };
  /// Factors by which the gain may change until the loop is about to oscillate, where L is real
  /// and negative: 1/|L|. The nearest to 1 first.
  std::vector<Crossing> gain;
  /// Angles π + arg L where |L| = 1. The smallest first.
  std::vector<Crossing> phase;
  /// [s] time delay that the loop bears, by the first of them.
  std::optional<double> delay;
  /// Least |1 + L| and where, over the response: 1 over it is the largest sensitivity.
  Crossing distance;
  bool is_closed_loop_stable = false;
};
Margins find_margins(const StateSpaceMatrices& loop, const ZeroPoleGain& g,
                     const FrequencyResponse& response);

}  // namespace holon
