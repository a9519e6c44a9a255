// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/simulate/start/start.h"

namespace holon {

/// The machine before its first step.
struct FirstInstant {
  Start start;            ///< what find_start gives
  std::vector<double> x;  ///< states, after what happens at the start
  std::vector<double> discrete, modes;
};

/// What a run comes to before its first step: finds its start, and lets happen what happens there.
/// Throws ModelError as find_start, RunError for what fails a run at its very beginning: a joint
/// that begins beyond its limits, an assertion.
FirstInstant find_first_instant(const System& system, const std::vector<double>& parameters);

}  // namespace holon
