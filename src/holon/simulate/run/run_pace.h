// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>

#include "holon/base/interrupt.h"

namespace holon {

/// How a run is kept in step with the clock.
struct PaceSettings {
  double speed = 1;  ///< simulated seconds per second; 0: as fast as possible
  /// [s] simulated; the clock is waited for at the first step that ends a frame or more after the
  /// last wait. 0: at every step.
  double frame = 0;
  double tolerated = 0.01;  ///< [s] a step that ends later than this after its time is an overrun
  /// What is late runs faster until it is in step again; else the clock is set back, and the time
  /// that is lost stays lost.
  bool catches_up = false;
  double spin = 0;  ///< [s] the end of a wait in which it reads the clock instead of sleeping
};

/// A frame that came late, and why: what it began with, what its steps took of the processor, and
/// how long the system did not let them run (other programs, files). [s]
struct FrameTimes {
  double time = 0;  ///< simulated, at its end
  double begun_late = 0, computing = 0, held = 0;
};

/// How well that went.
struct PaceReport {
  double frame = 0;           ///< [s] simulated
  std::int64_t frames = 0;    ///< at whose ends the clock was read
  std::int64_t overruns = 0;  ///< frames whose end came too late
  double largest_delay = 0;   ///< [s] of the overruns
  double delay = 0;           ///< [s] behind the clock at the end of the last frame
  FrameTimes worst{};         ///< of the largest delay
  /// Overruns by the largest of the three.
  std::int64_t begun_late = 0, computed_long = 0, held_up = 0;
};

/// Keeps a run in step with the clock, and holds it while it is paused. Commands come from another
/// thread.
class RunPace {
 public:
  explicit RunPace(PaceSettings settings) : settings_(settings), report_{.frame = settings.frame} {}

  void pause();
  void resume();
  void stop();
  void set_speed(double speed);

  /// Called at the end of a step: waits until the clock has reached the simulated time t [s], and
  /// while the run is paused; false where it is to stop, also by a signal (see InterruptGuard)
  /// while it waits for the clock. `idle` is called before it waits.
  template <class F>
  bool keep(double t, const F& idle);

  bool is_paused() const;
  double speed() const;
  const PaceReport& report() const { return report_; }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kSignalPeriod{50};

  void begin_anew(double t);
  /// From here on a frame is computed, which begins so late [s].
  void begin_frame(double late);
  /// The frame up to t comes too late.
  void add_overrun(double t, double late);
  /// [s] of the processor that this thread has taken.
  static double find_thread_time();

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool paused_ = false, stopped_ = false, has_changed_ = true;
  PaceSettings settings_;
  double begin_time_ = 0;  // [s] simulated, at …
  Clock::time_point begin_;
  double frame_end_ = 0;  // [s] simulated
  Clock::time_point frame_begun_;
  double frame_begun_late_ = 0, frame_thread_time_ = 0;  // [s]
  PaceReport report_;
};

template <class F>
bool RunPace::keep(double t, const F& idle) {
  std::unique_lock lock(mutex_);
  bool was_idle = false;
  const auto be_idle = [&] {
    if (was_idle) return;
    was_idle = true;
    lock.unlock();
    idle();
    lock.lock();
  };
  while (paused_ && !stopped_) {
    be_idle();
    if (paused_ && !stopped_) changed_.wait(lock);
    has_changed_ = true;
  }
  if (stopped_) return false;
  if (settings_.speed <= 0) return true;
  if (has_changed_) {  // the clock begins here: nothing is late
    begin_anew(t);
    ++report_.frames;
    report_.delay = 0;
    begin_frame(0);
    return true;
  }
  // Multiples of a frame are sums of steps, which rounding errors leave short of it.
  if (t < frame_end_ - 1e-6 * settings_.frame) return true;
  frame_end_ = t + settings_.frame;
  ++report_.frames;
  bool has_waited = false;
  while (!stopped_ && !paused_ && !has_changed_) {
    const double due = (t - begin_time_) / settings_.speed;
    const auto at =
        begin_ + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(due));
    const double late = std::chrono::duration<double>(Clock::now() - at).count();
    if (late >= 0) {
      // Waking up late is the operating system's delay, which the next frame makes up for.
      if (!has_waited) {
        report_.delay = late;
        if (late > settings_.tolerated) {
          add_overrun(t, late);
          if (!settings_.catches_up) begin_anew(t);
        }
      }
      begin_frame(late);
      break;
    }
    report_.delay = 0;
    be_idle();
    has_waited = true;
    if (-late <= settings_.spin) continue;
    const auto awake = at - std::chrono::duration_cast<Clock::duration>(
                                std::chrono::duration<double>(settings_.spin));
    // A signal does not end the wait, so that it is checked.
    changed_.wait_until(lock, std::min(awake, Clock::now() + kSignalPeriod));
    if (interrupted()) return false;
  }
  return !stopped_;
}

}  // namespace holon
