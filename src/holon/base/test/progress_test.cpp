// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/base/progress.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

namespace holon {
namespace {

ProgressSample make_sample() {
  ProgressSample sample;
  sample.until = 6;
  sample.time = 1.5;
  sample.wall = 2;
  sample.steps = 12345;
  sample.rejections = 3;
  return sample;
}

// A stream into memory.
class Memory {
 public:
  Memory() : stream_(open_memstream(&data_, &size_)) {}
  ~Memory() {
    std::fclose(stream_);
    std::free(data_);
  }
  std::FILE* stream() { return stream_; }
  std::string text() {
    std::fflush(stream_);
    return {data_, size_};
  }

 private:
  char* data_ = nullptr;
  std::size_t size_ = 0;
  std::FILE* stream_;
};

TEST(FormatDuration, ChoosesTheUnits) {
  EXPECT_EQ(format_duration(0.84), "0.8 s");
  EXPECT_EQ(format_duration(9.96), "10 s");
  EXPECT_EQ(format_duration(59.4), "59 s");
  EXPECT_EQ(format_duration(200), "3 min 20 s");
  EXPECT_EQ(format_duration(7500), "2 h 5 min");
  EXPECT_EQ(format_duration(2 * 86400 + 3 * 3600), "2 d 3 h");
  EXPECT_EQ(format_duration(std::nan("")), "unknown");
}

TEST(RenderProgress, SaysTimeShareRemainderSpeedStepsAndRejections) {
  EXPECT_EQ(render_progress(make_sample()),
            "1.5 of 6 s, 25 %, 6.0 s left, 0.75x real time, 12 345 steps, 3 rejected");
}

TEST(RenderProgress, CountsTheShareFromTheStart) {
  ProgressSample sample = make_sample();
  sample.start = 1;
  sample.until = 3;
  EXPECT_NE(render_progress(sample).find("25 %"), std::string::npos);
}

TEST(RenderProgress, LeavesOutWhatAnUnknownEndMakesUnknown) {
  ProgressSample sample = make_sample();
  sample.until = std::numeric_limits<double>::infinity();
  EXPECT_EQ(render_progress(sample), "1.5 s, 0.75x real time, 12 345 steps, 3 rejected");
}

TEST(RenderProgressBar, FillsInProportion) {
  EXPECT_EQ(render_progress_bar(make_sample(), 200),
            "██████                  ▏ 1.5 of 6 s, 25 %, 6.0 s left, 0.75x real time, "
            "12 345 steps, 3 rejected");
}

TEST(RenderProgressBar, GetsShorterWhereTheRestHasNoRoom) {
  EXPECT_EQ(render_progress_bar(make_sample(), 80),
            "█▊     ▏ 1.5 of 6 s, 25 %, 6.0 s left, 0.75x real time, 12 345 steps, 3 rejected");
  EXPECT_EQ(render_progress_bar(make_sample(), 72),
            "██▎      ▏ 1.5 of 6 s, 25 %, 6.0 s left, 0.75x, 12 345 steps, 3 rejected");
  EXPECT_EQ(render_progress_bar(make_sample(), 64),
            "1.5 of 6 s, 25 %, 6.0 s left, 0.75x, 12 345 steps, 3 rejected");
}

TEST(RenderProgressBar, LeavesOutFromTheEndWhatHasNoRoom) {
  EXPECT_EQ(render_progress_bar(make_sample(), 46), "██████                  ▏ 1.5 of 6 s, 25 %");
  EXPECT_EQ(render_progress_bar(make_sample(), 30), "1.5 of 6 s, 25 %, 6.0 s left");
}

TEST(RenderProgressBar, NeverGrowsBeyondItsEnds) {
  ProgressSample sample = make_sample();
  for (const double time : {-1.0, 0.0, 5.9999, 6.0, 7.0}) {
    sample.time = time;
    const std::string bar = render_progress_bar(sample, 80);
    EXPECT_LT(bar.size(), 160u);
  }
}

TEST(Progress, WritesPlainLinesWhereThereIsNoTerminal) {
  Memory memory;
  Progress::Options options;
  options.until = 6;
  options.stream = memory.stream();
  options.mode = Progress::Mode::lines;
  options.delay = 0;
  options.interval = 0;
  Progress progress(options);
  progress.update(1.5, 10, 0);
  const std::string text = memory.text();
  EXPECT_TRUE(text.starts_with("1.5 of 6 s, 25 %")) << text;
  EXPECT_TRUE(text.ends_with("10 steps\n")) << text;
  EXPECT_EQ(text.find('\r'), std::string::npos);
}

TEST(Progress, RemovesItsBar) {
  Memory memory;
  Progress::Options options;
  options.until = 6;
  options.stream = memory.stream();
  options.mode = Progress::Mode::bar;
  options.delay = 0;
  {
    Progress progress(options);
    progress.update(1.5, 10, 0);
  }
  const std::string text = memory.text();
  EXPECT_TRUE(text.starts_with("\r████")) << text;
  EXPECT_TRUE(text.ends_with("\r\033[K")) << text;
}

TEST(Progress, ShortRunsAndSwitchedOffOnesShowNothing) {
  for (const auto mode : {Progress::Mode::automatic, Progress::Mode::off, Progress::Mode::bar}) {
    Memory memory;
    Progress::Options options;
    options.until = 6;
    options.stream = memory.stream();
    options.mode = mode;
    {
      Progress progress(options);
      for (int k = 0; k < 1000; ++k) progress.update(k * 6e-3, k, 0);
    }
    EXPECT_EQ(memory.text(), "");
  }
}

}  // namespace
}  // namespace holon
