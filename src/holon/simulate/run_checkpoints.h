// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "holon/base/archive.h"
#include "holon/simulate/checkpoint/checkpoint_keeper.h"
#include "holon/simulate/run_parts.h"

namespace holon::detail {

/// The checkpoints of a run: what they hold of its parts, when they are made, and how a run goes on
/// from one.
class RunCheckpoints {
 public:
  /// Where a run stands when it is archived.
  enum class Moment { restart, after_step, within_rows };

  explicit RunCheckpoints(RunParts& run) : run_(run), keeper_(run.settings) {}

  CheckpointKeeper& keeper() { return keeper_; }
  const CheckpointKeeper& keeper() const { return keeper_; }
  std::vector<RunFact> list_facts_of_run() const;

  /// The run goes on from there, see `go_on`.
  void resume(Checkpoint checkpoint) { resumed_ = std::move(checkpoint); }
  bool is_resumed() const { return resumed_.has_value(); }
  /// Sets all parts of the run to the checkpoint of `resume`. Throws InputError where it is none of
  /// this run.
  void go_on();
  /// The checkpoint of `resume` is that of this run, which has not come to its first row.
  void keep_resumed();

  /// Before a step: makes the one that is due, or keeps what a kill would lose.
  void pass_step();
  /// Where an interrupt ends the run.
  void keep_whole(Moment moment);
  /// Behind a run that has ended before its end.
  void write();

 private:
  CheckpointKeeper::Spent spent() const;
  void make();
  void keep_now_and_then();
  void keep(Moment moment);
  Checkpoint archive_at(double time, Moment moment);
  void archive(Archive& a, Moment moment);
  void archive_slopes(Archive& a);
  void archive_rows_of_step(Archive& a);
  void check_archived(const Archive& a, Moment moment);
  void check_invariants(const Archive& a, std::vector<double> x);

  RunParts& run_;
  CheckpointKeeper keeper_;
  std::optional<Checkpoint> resumed_;
  double archived_time_ = 0;  // [s]
};

}  // namespace holon::detail
