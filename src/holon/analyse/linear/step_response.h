// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "holon/analyse/linear/frequency_response.h"
#include "holon/analyse/linear/transfer_function.h"
#include "holon/analyse/linearise/linear_model.h"

namespace holon {

/// The response of an output to a step of 1 [SI unit] of an input, from the operating point.
struct StepResponse {
  std::vector<double> time;    ///< [s] evenly spaced, from 0
  std::vector<double> values;  ///< deviations of the output
  std::optional<double> end;   ///< the final value; nothing if it does not settle
  /// [s] Rise time from 10 to 90 % of the final value, for the first time. This and the overshoot
  /// are given only if the transient is not much larger than the final value.
  std::optional<double> rise_time;
  std::optional<double>
      settling_time;                ///< [s] from which on it remains within 2 % of the final value
  std::optional<double> overshoot;  ///< relative to the final value; 0 if there is none
  std::optional<double> peak_time;  ///< [s] of the largest value, if it overshoots
  std::optional<double>
      peak;  ///< the value of largest magnitude, if the final value is negligible relative to it
};

/// The duration [s]: until the slowest mode has decayed, or an unstable one is large.
double choose_duration(const std::vector<std::complex<double>>& poles, RootPlane plane = {});

/// Exact at its points and between them: by the exponential of [A, B; 0, 0]. Characteristic values
/// are found where they occur, the settling time also behind the last point. For a sampled channel
/// the sequence at its instants, over the duration but at most `points`; characteristic values are
/// those at instants. G: of g, or of the matrices.
StepResponse calc_step_response(const StateSpaceMatrices& channel, const ZeroPoleGain& g,
                                const ResponseFunction& G, double duration, int points = 2000);

}  // namespace holon
