// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "holon/model/describe/settings.h"
#include "holon/simulate/events/break_schedule.h"
#include "holon/simulate/events/event_handler.h"
#include "holon/simulate/events/signal_history.h"
#include "holon/simulate/rhs/system_rhs.h"
#include "holon/simulate/rows/row_streams.h"
#include "holon/simulate/run/run_notes.h"
#include "holon/simulate/simulation.h"
#include "holon/solve/integrator.h"

namespace holon::detail {

/// What takes part in a run, and where its last step stands.
struct RunParts {
  /// Throws InputError for settings that cannot be. The system must outlive this.
  RunParts(const System& a_system, const SimulateSettings& a_settings);

  /// Makes programs, integrator and what follows events. All outputs have been selected by now:
  /// that may add to the graph which programs are made from.
  void compile();
  /// Puts the integrator's state into x_event.
  void take_state();
  /// The integrator begins anew at t and x_event, which must have been set.
  void restart(double t);
  /// [s] of this run and of the one that it continues.
  double wall_seconds() const;

  const System& system;
  const SimulateSettings settings;
  std::vector<double> parameters;
  RowStreams streams;
  std::shared_ptr<const SystemPrograms> programs;
  std::unique_ptr<SystemRhs> rhs;
  std::unique_ptr<EventHandler> events;
  std::unique_ptr<SignalHistory> history;
  std::unique_ptr<BreakSchedule> breaks;
  std::unique_ptr<Integrator> integrator;
  RunNotes notes;
  RunSummary summary;

  std::vector<double> x_event;  ///< the state at the last event
  std::optional<double> event;  ///< [s] of the last step
  bool is_within_rows = false;  ///< rows of the last step are still to come
  std::optional<double> cut;    ///< [s] the row at which the observer ended the run within a step
  double wall_before = 0;       ///< [s] of the run that this one continues
  std::chrono::steady_clock::time_point began;
};

}  // namespace holon::detail
