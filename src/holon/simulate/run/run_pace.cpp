// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/run/run_pace.h"

namespace holon {

void RunPace::pause() {
  const std::lock_guard lock(mutex_);
  paused_ = true;
  changed_.notify_all();
}

void RunPace::resume() {
  const std::lock_guard lock(mutex_);
  paused_ = false;
  has_changed_ = true;
  changed_.notify_all();
}

void RunPace::stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  changed_.notify_all();
}

void RunPace::set_speed(double speed) {
  const std::lock_guard lock(mutex_);
  settings_.speed = speed;
  has_changed_ = true;
  changed_.notify_all();
}

bool RunPace::is_paused() const {
  const std::lock_guard lock(mutex_);
  return paused_;
}

double RunPace::speed() const {
  const std::lock_guard lock(mutex_);
  return settings_.speed;
}

void RunPace::begin_anew(double t) {
  begin_time_ = t;
  begin_ = Clock::now();
  frame_end_ = t + settings_.frame;
  has_changed_ = false;
}

}  // namespace holon
