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
  std::vector<double> time;    ///< [s] evenly spaced, from 0
  std::vector<double> values;  ///< deviations of the output
  std::optional<double> end;   ///< where it settles; nothing where it does not
  /// [s] From 10 to 90 % of the end, for the first time. This and the overshoot only where the
  /// response is not much larger on its way than where it ends.
  std::optional<double> rise_time;
  std::optional<double> settling_time;  ///< [s] from where on it stays within 2 % of the end
  std::optional<double> overshoot;      ///< over the end, as a part of it; 0 where there is none
  std::optional<double> peak_time;      ///< [s] of the largest value, where it overshoots
  std::optional<double> peak;  ///< the largest value by size, where the end is next to it nothing
};

/// How long to look [s]: until the slowest motion has gone, or a growing one is large.
double choose_duration(const std::vector<std::complex<double>>& poles, RootPlane plane = {});

/// Exact at its points: by the exponential of [A, B; 0, 0]. Of a sampled channel the sequence at
/// its instants, as many as the duration holds but not more than `points`; figures are those of
/// instants.
StepResponse calc_step_response(const StateSpaceMatrices& channel, const ZeroPoleGain& g,
                                double duration, int points = 2000);

}  // namespace holon
