// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/storm.h"

#include <algorithm>
#include <cmath>

namespace holon {
namespace {

// Switches nearer to each other than this share of the time that has passed are told apart by
// little more than its roundings (2e-16); so many in a row are no coincidence. A bounce is two of
// them: a ball that keeps a tenth of its speed is found while bounces are a thousand roundings
// apart.
constexpr double kNear = 1e-10;
constexpr int kSwitches = 8;

}  // namespace

int StormWatch::find(double t, const double* modes) {
  int found = -1;
  for (std::size_t k = 0; k < modes_.size(); ++k) {
    Mode& mode = modes_[k];
    if (mode.value == modes[k]) continue;
    const bool begins = mode.value < 0;
    mode.value = modes[k];
    if (begins) continue;
    const bool is_near = mode.count > 0 && t - mode.last < kNear * std::max(1e-3, std::abs(t));
    if (!is_near) mode.first = t, mode.count = 0;
    mode.last = t;
    if (++mode.count >= kSwitches && found < 0) {
      found = static_cast<int>(k);
      span_ = t - mode.first;
    }
  }
  return found;
}

}  // namespace holon
