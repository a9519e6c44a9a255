// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "holon/batch/sample_plan.h"

namespace holon {

/// An estimate with the interval that holds it with 95 % confidence, by the bootstrap.
struct Estimated {
  double value = 0, low = 0, high = 0;
};

/// The influence of the values that vary on one recorded number.
struct Influence {
  /// Of `sobol`: parts of its variance, by value. `first`: what the value causes alone; `total`:
  /// with all its interactions. Of `morris`, per range of the value: `mean` μ, `mean_abs` μ* and
  /// `sigma` of the elementary effects.
  std::vector<Estimated> first, total;
  std::vector<Estimated> mean_abs;
  std::vector<double> mean, sigma;
  double variance = 0;       ///< of the recorded number (sobol)
  std::int64_t blocks = 0;   ///< base samples or trajectories that are complete and finite
  bool is_constant = false;  ///< the number does not vary at all: it has no indices
};

/// `y`: the recorded number by sample number (NaN where it failed or has not run). Of a study of
/// the kind sobol or morris. The same bits for the same numbers.
Influence calc_influence(const StudySettings& study, const SamplePlan& plan,
                         const std::vector<double>& y);

}  // namespace holon
