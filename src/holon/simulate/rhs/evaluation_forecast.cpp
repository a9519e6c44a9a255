// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/rhs/evaluation_forecast.h"

namespace holon {

// Steps at the start are short, so the first ones do not count.
void EvaluationForecast::watch(const Program& program, double time, double evaluations,
                               double until) {
  constexpr int kStepsBetween = 50;
  if (++steps_ % kStepsBetween != 0) return;
  if (steps_ > kStepsBetween && time > time_) {
    const double per_second = (evaluations - evaluations_) / (time - time_);
    program.expect_runs(per_second * (until - time));
  }
  if (steps_ != kStepsBetween) return;
  time_ = time;
  evaluations_ = evaluations;
}

}  // namespace holon
