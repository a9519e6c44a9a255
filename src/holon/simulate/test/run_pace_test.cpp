// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/run/run_pace.h"

#include <gtest/gtest.h>

#include <ctime>
#include <thread>

namespace holon {
namespace {

using Seconds = std::chrono::duration<double>;

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return Seconds(std::chrono::steady_clock::now() - begin).count();
}

TEST(RunPace, IsNeverAheadOfTheClock) {
  RunPace pace({.speed = 2, .frame = 0.002, .tolerated = 1e9});
  const auto begin = std::chrono::steady_clock::now();
  // Steps of half a frame: every other one waits. The clock starts at the first.
  for (int k = 0; k <= 100; ++k) {
    ASSERT_TRUE(pace.keep(k * 0.001, [] {}));
    if (k % 2 == 0) EXPECT_GE(seconds_since(begin), k * 0.001 / 2);
  }
  EXPECT_EQ(pace.report().frames, 51);
}

TEST(RunPace, CountsFramesThatComeTooLate) {
  RunPace pace({.frame = 0.001, .tolerated = 0.05, .catches_up = true});
  for (int k = 0; k <= 5; ++k) pace.keep(k * 0.001, [] {});
  const std::int64_t before = pace.report().overruns;
  std::this_thread::sleep_for(Seconds(0.2));
  pace.keep(0.006, [] {});
  EXPECT_EQ(pace.report().overruns, before + 1);
  EXPECT_GE(pace.report().largest_delay, 0.15);
  // The clock goes on: the next frame is late, too.
  pace.keep(0.007, [] {});
  EXPECT_EQ(pace.report().overruns, before + 2);
  EXPECT_GE(pace.report().delay, 0.15);
}

TEST(RunPace, GivesUpLostTimeWhereItDoesNotCatchUp) {
  RunPace pace({.tolerated = 0.05});
  pace.keep(0, [] {});
  std::this_thread::sleep_for(Seconds(0.2));
  const auto begin = std::chrono::steady_clock::now();
  pace.keep(0.001, [] {});
  EXPECT_EQ(pace.report().overruns, 1);
  pace.keep(0.051, [] {});
  EXPECT_GE(seconds_since(begin), 0.04);
}

TEST(RunPace, KeepsStepWithTheClockAndCountsOverruns) {
  RunPace pace({.speed = 10});  // ten simulated seconds a second
  const auto begin = std::chrono::steady_clock::now();
  const auto nothing = [] {};
  EXPECT_TRUE(pace.keep(0, nothing));
  EXPECT_TRUE(pace.keep(1, nothing));
  const std::chrono::duration<double> waited = std::chrono::steady_clock::now() - begin;
  EXPECT_GE(waited.count(), 0.0999);  // never earlier; later by what the machine is busy
  std::this_thread::sleep_for(std::chrono::milliseconds(150));
  const auto before = pace.report().overruns;
  EXPECT_TRUE(pace.keep(1.1, nothing));
  EXPECT_EQ(pace.report().overruns, before + 1);
  EXPECT_GT(pace.report().largest_delay, 0.1);
  pace.stop();
  EXPECT_FALSE(pace.keep(2, nothing));
}

TEST(RunPace, TheFirstFrameIsNeverLate) {
  RunPace pace({.frame = 0.001, .tolerated = 0, .catches_up = true});
  pace.keep(0, [] {});
  EXPECT_EQ(pace.report().frames, 1);
  EXPECT_EQ(pace.report().overruns, 0);
}

TEST(RunPace, SaysWhyAFrameIsLate) {
  RunPace pace({.frame = 0.001, .tolerated = 0.05, .catches_up = true});
  pace.keep(0, [] {});
  // Asleep it does not have the processor, as where the system lets another program run.
  std::this_thread::sleep_for(Seconds(0.2));
  pace.keep(0.001, [] {});
  EXPECT_EQ(pace.report().held_up, 1);
  EXPECT_EQ(pace.report().worst.time, 0.001);
  EXPECT_GE(pace.report().worst.held, 0.15);
  EXPECT_LT(pace.report().worst.computing, 0.1);
  // The next frame takes no time, but begins behind the clock.
  pace.keep(0.002, [] {});
  EXPECT_EQ(pace.report().begun_late, 1);
  RunPace busy({.frame = 0.001, .tolerated = 0.05, .catches_up = true});
  busy.keep(0, [] {});
  const double begun = static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
  while (static_cast<double>(std::clock()) / CLOCKS_PER_SEC < begun + 0.3) {
  }
  busy.keep(0.001, [] {});
  EXPECT_EQ(busy.report().overruns, 1);
  EXPECT_GE(busy.report().worst.computing, 0.2);
}

TEST(RunPace, ReadsTheClockAtTheEndOfAWait) {
  RunPace pace({.frame = 0.001, .tolerated = 1e9, .spin = 0.0005});
  const auto begin = std::chrono::steady_clock::now();
  for (int k = 0; k <= 50; ++k) {
    ASSERT_TRUE(pace.keep(k * 0.001, [] {}));
    EXPECT_GE(seconds_since(begin), k * 0.001);
  }
}

TEST(RunPace, EndsAWaitWhereItIsStopped) {
  RunPace pace({});
  pace.keep(0, [] {});
  std::thread other([&] { pace.stop(); });
  EXPECT_FALSE(pace.keep(1e6, [] {}));
  other.join();
}

}  // namespace
}  // namespace holon
