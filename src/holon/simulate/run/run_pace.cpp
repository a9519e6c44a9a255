// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/run/run_pace.h"

#include <ctime>

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

double RunPace::find_thread_time() {
#ifdef CLOCK_THREAD_CPUTIME_ID
  timespec now{};
  if (::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0)
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
#endif
  return 0;
}

void RunPace::begin_frame(double late) {
  frame_begun_ = Clock::now();
  frame_begun_late_ = late;
  frame_thread_time_ = find_thread_time();
}

void RunPace::add_overrun(double t, double late) {
  const double taken = std::chrono::duration<double>(Clock::now() - frame_begun_).count();
  FrameTimes frame{t, frame_begun_late_, find_thread_time() - frame_thread_time_, 0};
  frame.held = std::max(taken - frame.computing, 0.0);
  ++report_.overruns;
  if (frame.begun_late >= std::max(frame.computing, frame.held))
    ++report_.begun_late;
  else if (frame.computing >= frame.held)
    ++report_.computed_long;
  else
    ++report_.held_up;
  if (late <= report_.largest_delay) return;
  report_.largest_delay = late;
  report_.worst = frame;
}

}  // namespace holon
