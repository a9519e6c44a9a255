// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "holon/simulate/run/run_state.h"
#include "holon/simulate/run_parts.h"

namespace holon::detail {

/// The first instant of a run: at consistent initial values, at an equilibrium, or with the state
/// of another run.
class RunStarter {
 public:
  explicit RunStarter(RunParts& run) : run_(run) {}

  /// In place of the initial values.
  void begin_with(RunState state) { first_state_ = std::move(state); }
  /// Finds the state, lets happen what happens there, starts the integrator and writes the first
  /// rows. Throws ModelError, InputError, RunError.
  void start();

 private:
  void begin_at_equilibrium();
  void begin_at_state();
  void meet_constraints();

  RunParts& run_;
  std::optional<RunState> first_state_;
  std::vector<std::pair<int, double>> first_discrete_;
};

}  // namespace holon::detail
