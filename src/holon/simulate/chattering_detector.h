// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "holon/base/archive.h"

namespace holon {

/// Finds modes that switch on and on while time hardly moves: a motion that is driven back wherever
/// it goes (dry friction written as a sign, at rest), or bounces that come ever faster.
class ChatteringDetector {
 public:
  explicit ChatteringDetector(int modes) : modes_(static_cast<std::size_t>(modes)) {}

  static constexpr int kNone = -1, kNoMode = -2;
  /// After an event at t with these modes. Returns the mode that storms; kNoMode where events do
  /// that leave the modes as they were; else kNone.
  int find(double t, const double* modes);
  void archive(Archive& a);
  /// [s] between the first of the switches that told and the last.
  double span() const { return span_; }

 private:
  struct Mode {
    double value = -1;
    double first = 0, last = 0;  // [s] of switches that follow each other too fast
    int count = 0;
    int in_window = 0;
  };
  std::vector<Mode> modes_;
  bool has_crept(double t, double span);

  double span_ = 0;
  int events_ = 0;           // in this window
  double window_start_ = 0;  // [s]
  double last_span_ = 0;     // [s] of the window before
  // Windows since one took longer than the one before, and what the last of 1, 2, 4, 8 … took.
  int windows_ = 0;
  double span_at_power_ = 0;  // [s]
  int shrinks_ = 0;           // doublings in a row
  double all_events_ = 0;
};

}  // namespace holon
