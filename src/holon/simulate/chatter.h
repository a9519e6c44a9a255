// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace holon {

/// Finds comparisons that switch back and forth without end, as sign(v) does at rest: steps then
/// creep along the switch.
class ChatterWatch {
 public:
  explicit ChatterWatch(int mode_count);

  /// After an accepted step to t with these modes; `smooth_step` is the longest step so far. The
  /// first comparison found to chatter, once each; else -1.
  int find(double t, double step, double smooth_step, const double* modes);
  /// [s] when the steps that told began.
  double since() const { return since_; }

 private:
  struct Mode {
    double value = -1;
    std::int64_t switches = 0;  // in this window
    bool is_told = false;
  };
  std::vector<Mode> modes_;
  std::int64_t steps_ = 0, short_steps_ = 0;
  double window_start_ = 0, since_ = 0;
};

}  // namespace holon
