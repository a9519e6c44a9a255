// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "holon/system/break_times.h"

namespace holon {

/// Where the steps of a run must end since its right side has a corner there, or jumps. It
/// remembers nothing of the run.
class BreakSchedule {
 public:
  /// Rising times, of a run up to `until` [s]. `stops`: where steps end as well, but nothing has a
  /// corner.
  BreakSchedule(std::vector<BreakTime> times, std::vector<double> stops, double until);

  /// How far a step from t may go that would otherwise end at `limit` [s]. Where that lies within
  /// rounding of a corner it is taken for it.
  double limit(double t, double limit) const;
  /// Whether a step that ends at t ends at a corner.
  bool has_corner(double t) const;
  /// Where the run goes on behind a jump, if what ends at t ends before one [s].
  std::optional<double> find_jump(double t) const;

 private:
  /// The first one not within rounding before t, or the end.
  std::vector<BreakTime>::const_iterator find_from(double t) const;

  double limit_by_breaks(double t, double limit) const;

  std::vector<BreakTime> times_;
  std::vector<double> stops_;
};

}  // namespace holon
