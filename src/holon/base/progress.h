// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

namespace holon {

/// The contents of a progress line.
struct ProgressSample {
  double start = 0;        ///< [s] simulated time at the beginning
  double until = 0;        ///< [s] simulated time at the end; infinite: unknown
  double time = 0;         ///< [s] simulated time now
  double wall = 0;         ///< [s] real time since the beginning
  std::int64_t steps = 0;  ///< accepted
  std::int64_t rejections = 0;
};

/// "3.2 of 6 s, 53 %, 12.5x real time, 1 200 steps, 3 rejected, 2 s left": one line, without a bar.
std::string render_progress(const ProgressSample& sample);
/// The same after a bar, at most `width` columns wide; texts without room are omitted from the end.
std::string render_progress_bar(const ProgressSample& sample, int width);
/// "0.8 s", "12 s", "3 min 20 s", "2 h 5 min".
std::string format_duration(double seconds);

/// Shows the progress of a run: on a terminal as a bar that is redrawn ten times a second,
/// elsewhere as an occasional plain line. Short runs show nothing. Not thread-safe.
class Progress {
 public:
  enum class Mode { automatic, off, lines, bar };
  struct Options {
    double start = 0;  ///< [s] simulated
    double until = 0;  ///< [s] simulated; infinite: unknown
    std::FILE* stream = stderr;
    Mode mode = Mode::automatic;  ///< by whether the stream is a terminal
    double delay = -1;     ///< [s] real, before the first output; < 0: 0.3 for a bar, 5 for lines
    double interval = -1;  ///< [s] real, between outputs; < 0: 0.1 for a bar, 10 for lines
  };

  explicit Progress(const Options& options);
  ~Progress();  ///< as clear()
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// To be called after every step; reads the clock only in some of the calls.
  void update(double time, std::int64_t steps, std::int64_t rejections) {
    if (++calls_ >= calls_before_check_) look(time, steps, rejections);
  }
  /// Erases the bar, so that other output can follow.
  void clear();

 private:
  void look(double time, std::int64_t steps, std::int64_t rejections);

  Options options_;
  std::int64_t calls_ = 0;
  std::int64_t calls_before_check_ = 1;
  double began_ = 0;
  double last_check_ = 0;
  double next_output_ = 0;
  bool bar_shown_ = false;
};

}  // namespace holon
