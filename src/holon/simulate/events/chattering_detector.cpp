// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/events/chattering_detector.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace holon {
namespace {

// The two constants that are chosen.
//
// Switches of one mode that are further apart are never called a repetition, however many there
// are: power electronics switch 1e5 to 1e6 times a second, and one that is switched on after days
// is as sudden as chattering. [s]
constexpr double kShortestInterval = 1e-7;
// The rate of events has grown by 2 to this power, each doubling as fast as the one before. A sweep
// from 20 Hz to 20 kHz has ten octaves.
constexpr int kHalvings = 12;

// Derived. An instant is known to about a thousand rounding errors (the indicators at the event are
// as inexact as that); n switches in succession are no coincidence at intervals of n times ten of
// those. Three periods, or bounces, are the fewest that show a repetition.
constexpr double kResolution = 1e4 * std::numeric_limits<double>::epsilon();
constexpr int kSwitches = 6;
// Where the rate grows as t^p, its doublings take 2^(1/p) times as long, each, as the one before:
// p = 1 at constant acceleration of a motor, 2 at constant jerk. p = 4 is the limit.
constexpr double kLonger = 1.189207115002721;
// Events of which a rate is computed: its statistical error is then an eighth, and a window that is
// half as long again as the one before ends the growth.
constexpr int kWindow = 64;
constexpr double kSlower = 1.5;
// [s] Time that has passed, at least: for what chatters from the start.
constexpr double kLeastTime = 1e-3;

}  // namespace

void ChatteringDetector::archive(Archive& a) {
  for (double& mode : modes_) a.item("mode", mode);
  for (Row& row : rows_) {
    a.item("first_switch", row.first);
    a.item("last_switch", row.last);
    a.item("switches", row.count);
    a.item("switches_in_window", row.in_window);
  }
  a.item("span", span_);
  a.item("events_in_window", events_);
  a.item("window_start", window_start_);
  a.item("reference", reference_);
  a.item("halved", halved_);
  a.item("halving", halving_);
  a.item("halvings", halvings_);
}

/// Whether this switch makes it a repetition.
bool ChatteringDetector::extend(Row& row, double t, int least, double least_time) {
  ++row.in_window;
  const double interval = t - row.last;
  if (row.count == 0 || !(interval < kShortestInterval)) row.first = t, row.count = 0;
  row.last = t;
  ++row.count;
  const double passed = std::max(least_time, std::abs(row.first));
  return row.count >= least && interval <= row.count * kResolution * passed;
}

/// At the end of a window.
bool ChatteringDetector::has_grown(double t) {
  const double span = t - window_start_;
  if (reference_ == 0 || span > kSlower * reference_) {
    reference_ = span, halved_ = t, halving_ = 0, halvings_ = 0;
    return false;
  }
  if (span > reference_ / 2) return false;
  const double took = t - halved_;
  halvings_ = halving_ == 0 || took <= kLonger * halving_ ? halvings_ + 1 : 0;
  reference_ = span, halved_ = t, halving_ = took;
  return halvings_ >= kHalvings;
}

int ChatteringDetector::find(double t, const double* modes) {
  int found = kNone;
  bool has_switched = false;
  for (std::size_t k = 0; k < modes_.size(); ++k) {
    if (modes_[k] == modes[k]) continue;
    const bool begins = modes_[k] < 0;
    modes_[k] = modes[k];
    if (begins) continue;
    has_switched = true;
    if (!extend(rows_[k], t, kSwitches, kLeastTime) || found != kNone) continue;
    found = static_cast<int>(k);
    span_ = t - rows_[k].first;
  }
  // Events of many parts may coincide, so more of them are needed where no mode shows which; and
  // the ticks of a fast clock that begins at 0 are none.
  if (!has_switched && extend(rows_.back(), t, kWindow, 0) && found == kNone) {
    found = kNoMode;
    span_ = t - rows_.back().first;
  }
  if (++events_ < kWindow) return found;
  if (has_grown(t) && found == kNone) {
    const auto most = std::max_element(rows_.begin(), rows_.end(), [](const Row& a, const Row& b) {
      return a.in_window < b.in_window;
    });
    found = most + 1 == rows_.end() ? kNoMode : static_cast<int>(most - rows_.begin());
    span_ = t - window_start_;
  }
  events_ = 0;
  window_start_ = t;
  for (Row& row : rows_) row.in_window = 0;
  return found;
}

}  // namespace holon
