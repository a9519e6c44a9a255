// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "holon/model/settings.h"
#include "holon/record/results.h"
#include "holon/solve/integrator.h"
#include "holon/system/system.h"

namespace holon {

/// Where a run stands; see RunObserver.
struct RunStatus {
  double start = 0, time = 0, until = 0;  ///< [s] simulated
  double wall_seconds = 0;
  StepStatistics steps;
};

/// Watches a run. Called after every accepted step, so it must be quick.
class RunObserver {
 public:
  virtual ~RunObserver() = default;
  /// False ends the run here, cleanly.
  virtual bool go_on(const RunStatus& status) = 0;
};

/// What a run was, and what it has cost: enough to do it again.
struct RunSummary {
  RunStatus status;
  bool interrupted = false;  ///< by its observer
  bool failed = false;
  std::int64_t rows = 0;
  double largest_drift = 0;        ///< of the invariants, before they were restored
  std::vector<std::string> notes;  ///< what the user should know: a stiff problem, …

  std::string version;       ///< of Holon
  std::string model_digest;  ///< SHA-256 of the model's text; empty where it had none
  std::string solver, formulation, stabilisation;
  double tolerance = 0;  ///< 0 for a fixed step
  double step = 0;       ///< [s] 0 for an adaptive one
  std::int64_t seed = 0;
  std::string engine;             ///< "tape", "native", or "tape, then native"
  std::string engine_provenance;  ///< compiler, version and flags, or why there is no native code
  std::int64_t states = 0;
  std::size_t operations = 0;  ///< arithmetic operations of one evaluation of the right side

  /// Simulated seconds per second.
  double real_time_factor() const {
    return status.wall_seconds > 0 ? (status.time - status.start) / status.wall_seconds : 0;
  }
};

/// One run of a System: from a consistent start to `until`, with its rows handed to sinks.
class Simulation {
 public:
  static constexpr double kDefaultTolerance = 1e-8;

  /// Compiles. `outputs` are names of whole outputs or of components; empty: the main ones. Throws
  /// InputError for unknown names and settings that cannot be, ModelError, and std::runtime_error
  /// where native code was asked for and there is no compiler. The system must outlive this.
  Simulation(const System& system, const SimulateSettings& settings,
             std::vector<std::string> outputs = {});
  ~Simulation();
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  /// time, then the outputs' components; what sinks get.
  const std::vector<Column>& columns() const;
  /// Values of the system's parameters for this run, in their order.
  void set_parameters(std::vector<double> values);
  /// Text of the model, for its digest in the summary.
  void set_model_text(const std::string& text);
  /// Sinks and observer must outlive the run.
  void add_sink(RowSink& sink);
  void set_observer(RunObserver* observer);

  /// Runs from 0 to `until`. Rows are made at the multiples of `interval` and at the end, or at
  /// the start and after every step. Throws RunError, and what sinks throw; the rows up to there
  /// have been handed over and the sinks ended then, and `summary` tells how far it came.
  const RunSummary& run();
  const RunSummary& summary() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// The short way: runs and returns the rows.
Results simulate(const System& system, const SimulateSettings& settings,
                 std::vector<std::string> outputs = {});

}  // namespace holon
