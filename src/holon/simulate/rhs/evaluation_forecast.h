// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/expr/program/program.h"

namespace holon {

/// How often the equations will be evaluated until the end of a run, as often as so far: by that a
/// program chooses its engine.
class EvaluationForecast {
 public:
  /// After each step, which ends at `time` [s]; `evaluations` so far.
  void watch(const Program& program, double time, double evaluations, double until);

 private:
  int steps_ = 0;           // of this process
  double time_ = 0;         // [s] where it began
  double evaluations_ = 0;  // until then
};

}  // namespace holon
