// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/events/break_schedule.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace holon {
namespace {

// Instants so near to each other in relation to the time are one. No less than what the multistep
// methods consider tiny, behind which they begin anew.
constexpr double kSameInstant = 128 * std::numeric_limits<double>::epsilon();

double near(double t) { return kSameInstant * std::abs(t); }

}  // namespace

BreakSchedule::BreakSchedule(std::vector<BreakTime> times, std::vector<double> stops, double until)
    : times_(std::move(times)), stops_(std::move(stops)) {
  std::erase_if(times_, [&](const BreakTime& time) { return time.before >= until; });
  for (BreakTime& time : times_) time.after = std::min(time.after, until);
}

std::vector<BreakTime>::const_iterator BreakSchedule::find_from(double t) const {
  return std::lower_bound(times_.begin(), times_.end(), t - near(t),
                          [](const BreakTime& time, double at) { return time.before < at; });
}

double BreakSchedule::limit(double t, double limit) const {
  limit = limit_by_breaks(t, limit);
  const auto stop = std::upper_bound(stops_.begin(), stops_.end(), t + near(t));
  return stop != stops_.end() && *stop < limit - near(limit) ? *stop : limit;
}

double BreakSchedule::limit_by_breaks(double t, double limit) const {
  auto next = find_from(t);
  while (next != times_.end() && next->before <= t + near(t)) ++next;
  if (next == times_.end() || next->before >= limit) return limit;
  const bool is_limit = next->before >= limit - near(limit) && !next->jumps();
  return is_limit ? limit : next->before;
}

bool BreakSchedule::has_corner(double t) const {
  const auto next = find_from(t);
  return next != times_.end() && next->before <= t + near(t);
}

std::optional<double> BreakSchedule::find_jump(double t) const {
  for (auto next = find_from(t); next != times_.end() && next->before <= t + near(t); ++next)
    if (next->jumps() && next->after > t) return next->after;
  return {};
}

}  // namespace holon
