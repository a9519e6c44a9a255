// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace holon::serve {

/// Keeps a run in step with the clock, and holds it while it is paused. Commands come from another
/// thread.
class RunPace {
 public:
  /// `speed`: simulated seconds per second; 0: as fast as possible.
  explicit RunPace(double speed) : speed_(speed) {}

  void pause();
  void resume();
  void stop();
  void set_speed(double speed);

  /// Called at the end of a step: waits until the clock has reached the simulated time t [s], and
  /// while the run is paused; false where it is to stop. `idle` is called before it waits.
  template <class F>
  bool keep(double t, const F& idle);

  bool is_paused() const;
  double speed() const;
  std::int64_t overruns() const { return overruns_; }
  double largest_delay() const { return largest_delay_; }  ///< [s]

 private:
  using Clock = std::chrono::steady_clock;
  // A step that ends later than this after its time is an overrun.
  static constexpr double kTolerated = 0.01;  // [s]

  void begin_anew(double t);

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool paused_ = false, stopped_ = false, has_changed_ = true;
  double speed_;
  double begin_time_ = 0;  // [s] simulated, at …
  Clock::time_point begin_;
  std::int64_t overruns_ = 0;
  double largest_delay_ = 0;
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
  if (speed_ <= 0) return true;
  if (has_changed_) begin_anew(t);
  while (!stopped_ && !paused_ && !has_changed_) {
    const double due = (t - begin_time_) / speed_;
    const auto at =
        begin_ + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(due));
    const double late = std::chrono::duration<double>(Clock::now() - at).count();
    if (late >= 0) {
      if (late > kTolerated) {
        ++overruns_;
        largest_delay_ = std::max(largest_delay_, late);
        begin_anew(t);  // the time that is lost is not made up for by running faster
      }
      break;
    }
    be_idle();
    changed_.wait_until(lock, at);
  }
  return !stopped_;
}

}  // namespace holon::serve
