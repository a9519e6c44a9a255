// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "holon/base/archive.h"

namespace holon {

/// Finds events that accumulate while time hardly advances: chattering (dry friction written as a
/// sign, at rest) and Zeno behaviour (bounces in ever shorter intervals). Two criteria
/// (docs/design/events.md has their derivation and a table of cases):
///
///   repetition   one mode switches again and again at intervals that cannot be resolved
///   growth       the rate of events grows exponentially with time, not as a power of it
class ChatteringDetector {
 public:
  /// The last row is for events that leave all modes as they were.
  explicit ChatteringDetector(int modes)
      : modes_(static_cast<std::size_t>(modes), -1.0), rows_(modes_.size() + 1) {}

  static constexpr int kNone = -1, kNoMode = -2;
  /// After an event at t with these modes. Returns the mode that chatters; kNoMode where events do
  /// that leave the modes as they were; else kNone.
  int find(double t, const double* modes);
  void archive(Archive& a);
  /// [s] between the first of the switches that were decisive and the last.
  double span() const { return span_; }

 private:
  /// Switches of one mode, each soon after the one before.
  struct Row {
    double first = 0, last = 0;  // [s]
    int count = 0;
    int in_window = 0;
  };
  bool extend(Row& row, double t, int least, double least_time);
  bool has_grown(double t);

  std::vector<double> modes_;
  std::vector<Row> rows_;
  double span_ = 0;
  // Growth: the windows since one took longer than the one before.
  int events_ = 0;           // in this window
  double window_start_ = 0;  // [s]
  double reference_ = 0;     // [s] length of a window at the last halving; 0: none yet
  double halved_ = 0;        // [s] when that was
  double halving_ = 0;       // [s] how long that halving took
  int halvings_ = 0;         // in a row, none of which took longer than a power of time allows
};

}  // namespace holon
