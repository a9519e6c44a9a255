// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "holon/record/results.h"
#include "holon/system/system.h"

namespace holon {

/// The state of a run at one instant, by names, so that another run may begin with it: of the same
/// model, or of one that has been changed since.
struct RunState {
  double time = 0;  ///< [s] of the instant, in the run that it is of
  std::map<std::string, double> states, discrete;
};

/// Keeps the last row of Simulation::record_states.
class LastState final : public RowSink {
 public:
  void begin(const std::vector<Column>& columns) override { row_.resize(columns.size()); }
  void row(const double* values) override;
  /// Of a run that has not come to its start.
  bool is_empty() const { return !has_row_; }
  RunState name(const System& system) const;

 private:
  bool has_row_ = false;
  std::vector<double> row_;
};

/// What a system takes of a state. Values of states that one of both lacks are left out and
/// reported.
struct AdoptedState {
  std::vector<double> x;                         ///< (nx)
  std::vector<std::pair<int, double>> discrete;  ///< indices in d
  std::vector<std::string> notes;
};

/// `x`: the system's own start. Quaternions are taken whole or not at all, guesses of Newton's
/// method not. Throws InputError where nothing fits, and where a value is no finite number.
AdoptedState adopt_state(const System& system, const RunState& state, std::vector<double> x);

}  // namespace holon
