// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>

#include "holon/record/output_file.h"
#include "holon/simulate/checkpoint/checkpoint.h"
#include "holon/simulate/events/regular_times.h"

namespace holon {

/// Where the checkpoints of a run go, and how often. At the checkpoints themselves, which follow
/// from the model alone, the integrator begins anew in any case; what of them is kept depends on
/// the clock on the wall, and leaves no trace in results.
struct CheckpointOptions {
  std::filesystem::path path{};                 ///< of the file; empty: none is kept
  std::vector<std::filesystem::path> tables{};  ///< whose rows are on the disk before the file is
  std::vector<RunFact> facts{};        ///< beside those of list_facts: options of the command line
  double seconds_between_keeps = 0.5;  ///< [s] wall time, at least: in memory, at a restart …
  double seconds_between_whole = 0.5;  ///< … or between restarts, where the method allows that …
  double seconds_between_files = 2;    ///< … and on the disk
  double share_of_time = 0.02;         ///< what each of both may take of the run's wall time
  /// Of methods whose whole state can be archived only that of an interrupt is kept: for runs in
  /// step with the clock, which a copy of all rows would delay.
  bool interrupts_only = false;
};

/// Says when the checkpoints of a run are due, and keeps the last one: in memory, and now and then
/// in its file.
class CheckpointKeeper {
 public:
  /// Where the model gives no times, the integrator restarts after this number of accepted steps:
  /// so many that a restart costs nothing, and few enough to lose seconds at most. A multistep
  /// method, which continues from restarts only, does so as soon as this many arithmetic operations
  /// have been counted, some 2 s of computing, but after so many steps at least that the restart
  /// costs some per cent at most.
  static constexpr std::int64_t kSteps = 10'000;
  static constexpr double kOperations = 2e9;
  static constexpr std::int64_t kFewestMultisteps = 500;

  /// What a run has spent so far.
  struct Spent {
    std::int64_t steps = 0;     ///< accepted
    double operations = 0;      ///< arithmetic ones
    bool is_multistep = false;  ///< the method loses its history at a restart
  };

  explicit CheckpointKeeper(const SimulateSettings& settings);
  void set_options(CheckpointOptions options) { options_ = std::move(options); }
  const CheckpointOptions& options() const { return options_; }

  /// [s] No step may pass it.
  double next_time() const;
  bool is_due(double time, const Spent& spent) const;
  /// The one that was due is behind; which comes next, for the checkpoint itself.
  void pass(const Spent& spent);
  void archive(Archive& a);
  /// Refuses what has been read where no run can hold it at that time.
  void check(const Archive& a, double time, const Spent& spent) const;

  /// Goes on from one that lies in a file already.
  void begin_with(const Checkpoint& checkpoint);
  /// Whether enough wall time has passed since one was kept in memory; `has_whole_state` as of the
  /// Integrator.
  bool is_time_to_keep(bool is_restart, bool has_whole_state) const;
  /// Keeps it; whether it is time for its file, too.
  bool keep(const std::function<Checkpoint()>& make);
  /// Keeps it whatever the time: it is that of a run that ends here.
  void keep_last(Checkpoint checkpoint);
  /// Whether checkpoints go to a file.
  bool is_on() const { return !options_.path.empty(); }
  /// Writes the last one if the file has an older one.
  void write();
  /// A run that is done needs none.
  void remove();
  /// Takes hold of as much of the disk as the last one takes, so that a disk that has run full does
  /// not keep it from its file.
  void reserve();
  /// [s] simulated, of the one that is in the file; nothing where there is none.
  std::optional<double> written() const { return written_; }

 private:
  using Clock = std::chrono::steady_clock;

  const double length_;  // [s] simulated, 0: by steps
  const RegularTimes times_;
  std::int64_t next_ = 1, steps_at_last_ = 0;
  double operations_at_last_ = 0;
  CheckpointOptions options_;
  std::optional<Checkpoint> last_;
  bool is_last_written_ = false;
  std::optional<double> written_;
  ReservedSpace room_;
  const Clock::time_point created_at_ = Clock::now();
  Clock::time_point kept_at_{}, written_at_{};
  double keep_cost_ = 0, file_cost_ = 0;  // [s]
};

}  // namespace holon
