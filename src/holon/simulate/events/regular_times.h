// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace holon {

/// The times of recorded rows: origin + i * interval, rounded once. An interval that is the nearest
/// double to a fraction with a small denominator (0.1, 6/199) counts as that fraction, so the third
/// row at 0.1 s is 0.3, not 0.30000000000000004.
class RegularTimes {
 public:
  RegularTimes(double origin, double interval);
  double at(std::int64_t index) const;

 private:
  double origin_, interval_;
  double numerator_ = 0, denominator_ = 0;  // 0: no such fraction
};

}  // namespace holon
