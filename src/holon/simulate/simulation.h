// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "holon/model/describe/settings.h"
#include "holon/record/results.h"
#include "holon/simulate/checkpoint/checkpoint_keeper.h"
#include "holon/simulate/rows/row_schedule.h"
#include "holon/simulate/run/run_observer.h"
#include "holon/system/height_film.h"
#include "holon/system/system.h"

namespace holon {

/// What a run was, and what it has cost: enough to do it again.
struct RunSummary {
  RunStatus status;
  bool interrupted = false;  ///< by its observer
  bool failed = false;
  std::int64_t rows = 0;
  double largest_drift = 0;  ///< of the invariants, before they were restored
  std::int64_t events = 0;   ///< instants at which comparisons switched or clocks ticked
  std::int64_t ticks = 0;    ///< of all clocks
  /// [s] Where the run had begun that this one goes on with; nothing where it began at the start.
  std::optional<double> resumed_at;
  /// [s] The checkpoint that lies in its file behind a run that was interrupted or failed.
  std::optional<double> checkpoint;
  std::string stopped_by;  ///< the event that ended the run before `until`; else empty
  /// What the user should know: a stiff problem, chattering, a step that is too long …
  std::vector<std::string> notes;
  /// Reactions that redundant constraints leave open: see find_undetermined.
  std::vector<std::string> undetermined{};
  /// Surfaces that processes have changed, as they were during the run.
  std::vector<std::shared_ptr<const HeightFilm>> films{};

  std::string version;       ///< of Holon
  std::string model_digest;  ///< SHA-256 of the model's text; empty where it had none
  std::string solver, formulation, stabilisation;
  double tolerance = 0;       ///< 0 for a fixed step
  double max_step = 0;        ///< [s] as set; 0: none
  double nominal_length = 0;  ///< [m] of the machine's motions, which errors are measured by
  double step = 0;            ///< [s] 0 for an adaptive one
  std::int64_t seed = 0;
  std::string engine;             ///< "tape", "jit", "native", or "jit, then native"
  std::string engine_provenance;  ///< compiler, version and flags, or why there is no native code
  std::int64_t states = 0;
  std::size_t operations = 0;   ///< arithmetic operations of one evaluation of the right side
  double spent_operations = 0;  ///< by the solver altogether, see Integrator::operation_count

  /// Simulated seconds per second.
  double real_time_factor() const {
    return status.wall_seconds > 0 ? (status.time - status.start) / status.wall_seconds : 0;
  }
};

struct RowSelection;
struct RunState;
struct SystemPrograms;

/// Changes parameters while a run lasts: a person who turns a knob, or the record of one.
class LiveParameters {
 public:
  virtual ~LiveParameters() = default;
  /// Called at the start and at the end of every step, t [s]: the values [SI unit] from there on,
  /// in the system's order. True where one has changed.
  virtual bool update(double t, std::vector<double>& values) = 0;
};

/// One run of a System: from a consistent start to `until`, with its rows handed to sinks. Rows may
/// go in several streams, each with its own outputs and times: the table, the curves of plots, the
/// poses of an animation. Streams leave no trace in each other.
class Simulation {
 public:
  static constexpr double kDefaultTolerance = 1e-8;
  static constexpr double kDefaultNominalLength = 1;  ///< [m]

  /// Throws InputError for settings that cannot be. The system must outlive this.
  Simulation(const System& system, const SimulateSettings& settings);
  ~Simulation();
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  /// Adds a stream of rows of these outputs (whole ones or components; none: the main ones) and
  /// returns its columns: time, then the outputs' components. The sink must outlive the run. Throws
  /// InputError for unknown outputs, ModelError.
  const std::vector<Column>& record(RowSink& sink, std::vector<std::string> outputs,
                                    const RowSchedule& schedule);

  /// The same with a selection made before: of many runs of one system in several threads, all of
  /// which use one (making it adds to the system's graph).
  const std::vector<Column>& record_selection(RowSink& sink, const RowSelection& selection,
                                              const RowSchedule& schedule);

  /// Programs that were compiled before, with this run's engine: of many runs of one system.
  void share_programs(std::shared_ptr<const SystemPrograms> programs);

  /// Adds a stream of the states themselves: time, x (nx), d (nd), m (nm).
  void record_states(RowSink& sink, const RowSchedule& schedule);

  /// Values of the system's parameters for this run, in their order.
  void set_parameters(std::vector<double> values);
  /// Parameters that change while the run lasts, at ends of steps: the integrator begins anew
  /// there. A source that makes the same changes at the same times makes the same run, bit for bit;
  /// one that makes none leaves no trace. Such a run has no checkpoints. Must outlive the run.
  void set_live(LiveParameters* source);
  /// How long rows may wait before they are handed to their sinks; half a second by default. Leaves
  /// no trace in their numbers.
  void set_flush_interval(std::chrono::milliseconds interval);
  /// Text of the model, for its digest in the summary.
  void set_model_text(const std::string& text);
  /// Keeps checkpoints in a file while the run lasts. A run that is done takes the file away,
  /// unless the model requests checkpoints.
  void set_checkpoints(CheckpointOptions options);
  /// Goes on from there in place of the start, with the same results, bit for bit, as the run that
  /// was not interrupted. Comes behind set_parameters, set_model_text and set_checkpoints, which it
  /// compares. Sinks of files must have been opened to go on with them. Throws InputError where the
  /// checkpoint is that of another run, and then `run` must not be called.
  void resume(Checkpoint checkpoint);
  /// Begins with the state of another run in place of the initial values (`start: equilibrium` has
  /// no effect then). Time begins at 0 again; what is delayed has been constant before. Constraints
  /// that the state does not meet, because the model has changed, are met by the shortest step.
  void begin_with(RunState state);
  /// Must outlive the run.
  void set_observer(RunObserver* observer);

  /// Compiles, and runs from 0 to `until`. Throws RunError, std::runtime_error where native code
  /// was requested and there is no compiler, and what sinks throw; the rows up to there have been
  /// handed over and the sinks ended then, and `summary` says how far it came.
  const RunSummary& run();
  const RunSummary& summary() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// In one call: runs and returns the rows that `settings` request.
Results simulate(const System& system, const SimulateSettings& settings,
                 std::vector<std::string> outputs = {});

}  // namespace holon
