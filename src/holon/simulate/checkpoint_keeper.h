// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>

#include "holon/simulate/checkpoint.h"
#include "holon/simulate/row_times.h"

namespace holon {

/// Where the checkpoints of a run go, and how often. At the checkpoints themselves, which follow
/// from the model alone, the integrator begins anew in any case; what of them is kept depends on
/// the clock on the wall, and leaves no trace in results.
struct CheckpointOptions {
  std::filesystem::path path{};                 ///< of the file; empty: none is kept
  std::vector<std::filesystem::path> tables{};  ///< whose rows are on the disk before the file is
  std::vector<RunFact> facts{};        ///< beside those of list_facts: options of the command line
  double seconds_between_keeps = 0.5;  ///< [s] wall time, at least: in memory …
  double seconds_between_files = 3;    ///< … and on the disk
  double share_of_time = 0.02;         ///< what each of both may take of the run's wall time
};

/// Says when the checkpoints of a run are due, and keeps the last one: in memory, and now and then
/// in its file.
class CheckpointKeeper {
 public:
  /// Checkpoints lie at this number of accepted steps where the model gives no times: so many that
  /// beginning anew costs nothing, and few enough to lose seconds at most.
  static constexpr std::int64_t kSteps = 10'000;

  explicit CheckpointKeeper(const SimulateSettings& settings);
  void set_options(CheckpointOptions options) { options_ = std::move(options); }
  const CheckpointOptions& options() const { return options_; }

  /// [s] No step may pass it.
  double next_time() const;
  bool is_due(double time, std::int64_t steps) const;
  /// The one that was due is behind; which comes next, for the checkpoint itself.
  void pass(std::int64_t steps);
  void archive(Archive& a);

  /// Goes on from one that lies in a file already.
  void begin_with(const Checkpoint& checkpoint);
  /// Keeps what `make` makes, if it is time for it. Whether it is time for its file, too.
  bool keep(const std::function<Checkpoint()>& make);
  /// Writes the last one if the file has an older one.
  void write();
  /// A run that is done needs none.
  void remove();
  /// [s] simulated, of the one that is in the file; nothing where there is none.
  std::optional<double> written() const { return written_; }

 private:
  using Clock = std::chrono::steady_clock;

  const double length_;  // [s] simulated, 0: by steps
  const RowTimes times_;
  std::int64_t next_ = 1, steps_at_last_ = 0;
  CheckpointOptions options_;
  std::optional<Checkpoint> last_;
  std::optional<double> written_;
  Clock::time_point kept_at_{}, written_at_{};
  double keep_cost_ = 0, file_cost_ = 0;  // [s]
};

}  // namespace holon
