// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "holon/analyse/linear_model.h"
#include "holon/analyse/transfer_function.h"

namespace holon {

/// What an output does after a step of 1 [SI unit] of an input, from the operating point.
struct StepResponse {
  std::vector<double> time;             ///< [s] evenly spaced, from 0
  std::vector<double> values;           ///< deviations of the output
  std::optional<double> end;            ///< where it settles; nothing where it does not
  std::optional<double> rise_time;      ///< [s] from 10 to 90 % of the end, for the first time
  std::optional<double> settling_time;  ///< [s] from where on it stays within 2 % of the end
  std::optional<double> overshoot;      ///< over the end, as a part of it; 0 where there is none
  std::optional<double> peak_time;      ///< [s] of the largest value, where it overshoots
};

/// How long to look [s]: until the slowest motion has gone, or a growing one is large.
double choose_duration(const std::vector<std::complex<double>>& poles);

/// Exact at its points: by the exponential of [A, B; 0, 0].
StepResponse calc_step_response(const StateSpaceMatrices& channel, const ZeroPoleGain& g,
                                double duration, int points = 2000);

}  // namespace holon
