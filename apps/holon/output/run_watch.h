// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "holon/base/progress.h"
#include "holon/output/real_time.h"
#include "holon/simulate/run/run_pace.h"
#include "holon/simulate/simulation.h"

namespace holon::app {

/// Shows the progress and the notes of a run, and ends it on ctrl-C (see InterruptGuard).
class RunWatch : public RunObserver {
 public:
  RunWatch(std::string model, double until, bool quiet = false);
  /// Keeps the run in step with the clock.
  void keep_pace(PaceSettings settings) { pace_.emplace(settings); }
  /// This thread is woken on time while the run keeps step (see RealTimePriority).
  void raise_priority() { priority_.emplace(); }
  /// How that went; nothing where the run was as fast as possible.
  const std::optional<RunPace>& pace() const { return pace_; }

  bool go_on(const RunStatus& status) override;
  void note(const std::string& text) override;
  void remark(const std::string& text) override;
  void clear() {
    priority_.reset();
    progress_.clear();
  }

  /// All reported messages.
  std::vector<std::string> warnings, remarks;

 private:
  const std::string model_;
  Progress progress_;
  std::optional<RunPace> pace_;
  std::optional<RealTimePriority> priority_;
};

}  // namespace holon::app
