// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/chattering_detector.h"

#include <algorithm>
#include <cmath>

namespace holon {
namespace {

// Switches nearer to each other than this share of the time that has passed are told apart by
// little more than its roundings (2e-16); so many in a row are no coincidence. A bounce is two of
// them: a ball that keeps a tenth of its speed is found while bounces are a hundred roundings
// apart.
constexpr double kNear = 1e-11;
constexpr int kSwitches = 6;
// So many events, while the time went on by less than this share of itself, lead nowhere either.
constexpr int kWindow = 500;
constexpr double kStands = 500 * kNear;
// Nor where they come so much faster than all the time before: a motion at rest that is driven back
// and forth by what is little more than roundings. (A converter that is switched on after days is
// slower than ten million times a second.)
constexpr double kSudden = 1e-6, kFaster = 100, kSuddenSpan = kWindow * 1e-7;  // last: [s]
// Nor does it where they come ever faster, each further time in proportion to how many there have
// been (a relay without hysteresis, driven back from both sides), so that their number grows
// exponentially with time: when it has doubled they take half as long. Of what a motor switches
// while it speeds up, 0.7 times as long. A pulse width modulation is steady, however fast.
constexpr double kCreep = 1e-4;
constexpr double kShrinks = 0.6;
constexpr int kDoublings = 3;
constexpr double kSlower = 1.5;
// [s] What counts as passed time at least.
constexpr double kLeastTime = 1e-3;

}  // namespace

void ChatteringDetector::archive(Archive& a) {
  for (Mode& mode : modes_) {
    a.item("mode", mode.value);
    a.item("first_switch", mode.first);
    a.item("last_switch", mode.last);
    a.item("switches", mode.count);
    a.item("switches_in_window", mode.in_window);
  }
  a.item("span", span_);
  a.item("events_in_window", events_);
  a.item("window_start", window_start_);
  a.item("last_span", last_span_);
  a.item("windows", windows_);
  a.item("span_at_power", span_at_power_);
  a.item("shrinks", shrinks_);
  a.item("all_events", all_events_);
}

/// At the end of a window that took `span` [s].
bool ChatteringDetector::has_crept(double t, double span) {
  const double passed = std::max(kLeastTime, std::abs(t));
  if (last_span_ > 0 && span > kSlower * last_span_) windows_ = 0, shrinks_ = 0;
  last_span_ = span;
  ++windows_;
  if ((windows_ & (windows_ - 1)) == 0) {
    const bool shrinks = windows_ > 1 && span < kShrinks * span_at_power_;
    shrinks_ = shrinks ? shrinks_ + 1 : 0;
    span_at_power_ = span;
  }
  all_events_ += kWindow;
  const bool is_sudden = span < std::min(kSudden * passed, kSuddenSpan) &&
                         span * kFaster * all_events_ < kWindow * passed;
  return span < kStands * passed || is_sudden || (shrinks_ >= kDoublings && span < kCreep * passed);
}

int ChatteringDetector::find(double t, const double* modes) {
  int found = kNone;
  for (std::size_t k = 0; k < modes_.size(); ++k) {
    Mode& mode = modes_[k];
    if (mode.value == modes[k]) continue;
    const bool begins = mode.value < 0;
    mode.value = modes[k];
    if (begins) continue;
    ++mode.in_window;
    const bool is_near =
        mode.count > 0 && t - mode.last < kNear * std::max(kLeastTime, std::abs(t));
    if (!is_near) mode.first = t, mode.count = 0;
    mode.last = t;
    if (++mode.count >= kSwitches && found == kNone) {
      found = static_cast<int>(k);
      span_ = t - mode.first;
    }
  }
  if (++events_ < kWindow) return found;
  const double span = t - window_start_;
  if (has_crept(t, span) && found == kNone) {
    const auto most =
        std::max_element(modes_.begin(), modes_.end(),
                         [](const Mode& a, const Mode& b) { return a.in_window < b.in_window; });
    const bool is_known = most != modes_.end() && most->in_window > 0;
    found = is_known ? static_cast<int>(most - modes_.begin()) : kNoMode;
    span_ = span;
  }
  events_ = 0;
  window_start_ = t;
  for (Mode& mode : modes_) mode.in_window = 0;
  return found;
}

}  // namespace holon
