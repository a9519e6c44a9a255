// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/chatter.h"

namespace holon {
namespace {

// A motion that switches switches once in many steps. In a window of so many steps, a comparison
// that switches in every tenth of them, while most are a hundredth of what the run could do before,
// is not on its way anywhere.
constexpr std::int64_t kWindow = 1000, kSwitches = kWindow / 10, kShortSteps = kWindow / 2;
constexpr double kShort = 0.01;

}  // namespace

ChatterWatch::ChatterWatch(int mode_count) : modes_(static_cast<std::size_t>(mode_count)) {}

int ChatterWatch::find(double t, double step, double smooth_step, const double* modes) {
  if (modes_.empty()) return -1;
  short_steps_ += step < kShort * smooth_step;
  for (std::size_t m = 0; m < modes_.size(); ++m) {
    modes_[m].switches += modes_[m].value >= 0 && modes_[m].value != modes[m];
    modes_[m].value = modes[m];
  }
  if (++steps_ < kWindow) return -1;
  int found = -1;
  for (std::size_t m = 0; m < modes_.size(); ++m) {
    Mode& mode = modes_[m];
    if (found < 0 && !mode.is_told && short_steps_ > kShortSteps && mode.switches > kSwitches) {
      found = static_cast<int>(m);
      mode.is_told = true;
    }
    mode.switches = 0;
  }
  since_ = window_start_;
  window_start_ = t;
  steps_ = short_steps_ = 0;
  return found;
}

}  // namespace holon
