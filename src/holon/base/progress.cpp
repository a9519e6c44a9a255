// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/base/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string_view>
#include <vector>

#include "holon/base/text_layout.h"

namespace holon {
namespace {

double steady_seconds() {
  using Clock = std::chrono::steady_clock;
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

double find_fraction(const ProgressSample& sample) {
  const double span = sample.until - sample.start;
  if (!std::isfinite(span) || span <= 0) return -1;
  return std::clamp((sample.time - sample.start) / span, 0.0, 1.0);
}

std::string count(std::int64_t number, const char* noun) {
  return fmt::format("{} {}{}", group_digits(number), noun, number == 1 ? "" : "s");
}

// 0 … 99 % during the run: 100 % is reserved for the end.
int percent(double fraction) { return std::min(static_cast<int>(fraction * 100), 100); }

// In decreasing order of importance; `is_short`: if space is limited.
std::vector<std::string> make_pieces(const ProgressSample& sample, bool is_short = false) {
  std::vector<std::string> pieces;
  const double fraction = find_fraction(sample);
  if (fraction >= 0) {
    pieces.push_back(fmt::format("{:.4g} of {:.6g} s", sample.time, sample.until));
    pieces.push_back(fmt::format("{} %", percent(fraction)));
  } else {
    pieces.push_back(fmt::format("{:.6g} s", sample.time));
  }
  if (fraction > 0 && fraction < 1) {
    pieces.push_back(format_duration(sample.wall * (1 - fraction) / fraction) + " left");
  }
  if (sample.wall > 0) {
    pieces.push_back(fmt::format("{:.3g}x{}", (sample.time - sample.start) / sample.wall,
                                 is_short ? "" : " real time"));
  }
  pieces.push_back(count(sample.steps, "step"));
  if (sample.rejections > 0) pieces.push_back(group_digits(sample.rejections) + " rejected");
  return pieces;
}

int terminal_width(std::FILE* stream) {
  winsize size{};
  if (ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return 80;
}

bool is_terminal(std::FILE* stream) {
  const char* term = std::getenv("TERM");
  return isatty(fileno(stream)) && (term == nullptr || std::string_view(term) != "dumb");
}

}  // namespace

std::string format_duration(double seconds) {
  if (!std::isfinite(seconds)) return "unknown";
  if (seconds < 9.95) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<std::int64_t>(std::llround(std::min(seconds, 1e12)));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  if (whole < 86400) return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
  return fmt::format("{} d {} h", whole / 86400, whole % 86400 / 3600);
}

std::string render_progress(const ProgressSample& sample) {
  return fmt::format("{}", fmt::join(make_pieces(sample), ", "));
}

namespace {

constexpr int kBar = 24, kShortestBar = 6;

std::string draw_bar(double fraction, int width) {
  constexpr std::string_view kEighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const int eighths = static_cast<int>(fraction * width * 8);
  const int full = eighths / 8;
  std::string bar;
  for (int k = 0; k < full; ++k) bar += "█";
  bar += kEighths[eighths % 8];
  const int drawn = full + (eighths % 8 > 0 ? 1 : 0);
  return bar + std::string(static_cast<std::size_t>(width - drawn), ' ') + "▏";
}

// The texts, after a bar of at most 24 columns if there is room for the bar and all texts.
std::string fit_all(const ProgressSample& sample, int width, bool is_short) {
  const double fraction = find_fraction(sample);
  const std::string text = fmt::format("{}", fmt::join(make_pieces(sample, is_short), ", "));
  const int room = width - static_cast<int>(text.size());
  const int bar = std::min(room - 2, kBar);  // a blank and the bar's end
  if (fraction >= 0 && bar >= kShortestBar) return draw_bar(fraction, bar) + " " + text;
  return room >= 0 && (is_short || fraction < 0) ? text : "";
}

}  // namespace

std::string render_progress_bar(const ProgressSample& sample, int width) {
  for (const bool is_short : {false, true})
    if (std::string line = fit_all(sample, width, is_short); !line.empty()) return line;
  const double fraction = find_fraction(sample);
  const bool has_bar = fraction >= 0 && width >= kBar + 12;
  std::string line = has_bar ? draw_bar(fraction, kBar) : "";
  int used = has_bar ? kBar + 1 : 0;
  bool first = true;
  for (const std::string& piece : make_pieces(sample, true)) {
    const std::string_view gap = first ? (used > 0 ? " " : "") : ", ";
    const int size = static_cast<int>(gap.size() + piece.size());
    if (used + size > width) break;
    line += std::string(gap) + piece;
    used += size;
    first = false;
  }
  return line;
}

Progress::Progress(const Options& options) : options_(options), began_(steady_seconds()) {
  if (options_.mode == Mode::automatic) {
    options_.mode = is_terminal(options_.stream) ? Mode::bar : Mode::lines;
  }
  const bool bar = options_.mode == Mode::bar;
  if (options_.delay < 0) options_.delay = bar ? 0.3 : 5;
  if (options_.interval < 0) options_.interval = bar ? 0.1 : 10;
  if (options_.mode == Mode::off) calls_before_check_ = std::numeric_limits<std::int64_t>::max();
  last_check_ = began_;
  next_output_ = began_ + options_.delay;
}

Progress::~Progress() { clear(); }

void Progress::look(double time, std::int64_t steps, std::int64_t rejections) {
  const double t = steady_seconds();
  // The clock is read about every ten milliseconds, whatever the duration of a step.
  if (t - last_check_ < 0.005) {
    calls_before_check_ = std::min<std::int64_t>(calls_before_check_ * 2, 1 << 20);
  } else if (t - last_check_ > 0.02) {
    calls_before_check_ = std::max<std::int64_t>(calls_before_check_ / 2, 1);
  }
  calls_ = 0;
  last_check_ = t;
  if (t < next_output_) return;
  next_output_ = t + options_.interval;
  const ProgressSample sample{options_.start, options_.until, time, t - began_, steps, rejections};
  if (options_.mode == Mode::bar) {
    const std::string line = render_progress_bar(sample, terminal_width(options_.stream) - 1);
    std::fputs(("\r" + line + "\033[K").c_str(), options_.stream);
    bar_shown_ = true;
  } else {
    std::fputs((render_progress(sample) + "\n").c_str(), options_.stream);
  }
  std::fflush(options_.stream);
}

void Progress::clear() {
  if (!bar_shown_) return;
  std::fputs("\r\033[K", options_.stream);
  std::fflush(options_.stream);
  bar_shown_ = false;
}

}  // namespace holon
