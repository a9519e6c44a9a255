// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/events/chattering_detector.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace holon {
namespace {

// One mode switches at each of `count` times, the k-th at `time(k)`; after how many it is called
// chattering, 0 for never.
template <class F>
int switches_until_named(int count, const F& time) {
  ChatteringDetector detector(1);
  for (int k = 0; k < count; ++k) {
    const double mode = k % 2;
    if (detector.find(time(k), &mode) != ChatteringDetector::kNone) return k;
  }
  return 0;
}

// A sweep of exponentially growing frequency from f0 to f1 [Hz] within T [s], two switches a cycle.
auto sweep(double f0, double f1, double T) {
  return [=](int k) {
    const double L = std::log(f1 / f0) / T;
    return std::log(1 + L * k / (2 * f0)) / L;
  };
}

TEST(ChatteringDetector, SteadySwitchingIsNone) {
  // 20 kHz, from the start, and switched on after a second, days and a month.
  for (const double start : {0.0, 1.0, 3e5, 3e6}) {
    EXPECT_EQ(switches_until_named(1'000'000, [&](int k) { return start + k / 40e3; }), 0) << start;
  }
  EXPECT_EQ(switches_until_named(1'000'000, [](int k) { return 1 + k / 4e6; }), 0);  // 2 MHz
}

TEST(ChatteringDetector, SwitchingBeginsLate) {
  EXPECT_EQ(switches_until_named(1'000'000,
                                 [](int k) { return k < 700 ? k * 0.1 : 70 + (k - 700) / 40e3; }),
            0);
}

TEST(ChatteringDetector, AMotorThatSpeedsUpIsNone) {
  // Its angle is a t²/2, or j t³/6, and something switches at equal angles.
  EXPECT_EQ(switches_until_named(5'000'000, [](int k) { return std::sqrt(2 * k / 1e5); }), 0);
  EXPECT_EQ(switches_until_named(5'000'000, [](int k) { return std::cbrt(6 * k / 1e5); }), 0);
}

TEST(ChatteringDetector, ASweepOverTenOctavesIsNone) {
  EXPECT_EQ(switches_until_named(660'000, sweep(20, 20e3, 60)), 0);
  EXPECT_EQ(switches_until_named(4'000'000, sweep(20, 20e3, 600)), 0);
  EXPECT_EQ(switches_until_named(78'000, sweep(0.01, 100, 3600)), 0);
}

TEST(ChatteringDetector, ExponentialGrowthIsNamed) {
  // exp(1.65 t) switches until t, as of x'' = -sign(x) - 5 x': twelve doublings of the rate after
  // the first window of 64.
  for (const double rate : {0.01, 1.65, 30.0}) {
    const auto time = [=](int k) { return std::log(1 + k) / rate; };
    const int named = switches_until_named(1'000'000, time);
    EXPECT_GE(named, 64 << 11) << rate;
    EXPECT_LE(named, 64 << 13) << rate;
  }
}

TEST(ChatteringDetector, GrowthAfterSteadySwitchingIsNamed) {
  const auto time = [](int k) {
    return k < 100'000 ? k * 1e-3 : 100 + std::log(1 + k - 100'000) / 1.65;
  };
  EXPECT_GT(switches_until_named(1'000'000, time), 100'000);
}

TEST(ChatteringDetector, WhatSuddenlyRepeatsIsNamed) {
  // 20 switches in 22 s, and then one every 26 ns: n of them where 26 ns are n 1e4 rounding errors.
  const int named =
      switches_until_named(100'000, [](int k) { return k < 20 ? k * 1.1 : 22 + (k - 20) * 26e-9; });
  EXPECT_GT(named, 400);
  EXPECT_LT(named, 2000);
  // At the start, too.
  EXPECT_GT(switches_until_named(1'000'000, [](int k) { return k * 1e-9; }), 100'000);
}

TEST(ChatteringDetector, BouncesThatDieAreNamedWhileTheirIntervalsAreNumbers) {
  // Each takes r of the one before: named when they are below 100 ns, and not yet rounding errors.
  constexpr double kRounding = 10 * 2.3e-16;
  for (const double r : {0.99, 0.9, 0.5, 0.2, 0.1, 0.05}) {
    const int named = switches_until_named(5000, [=](int k) { return 10 * (1 - std::pow(r, k)); });
    EXPECT_GT(named, 0) << r;
    const double interval = 10 * (1 - r) * std::pow(r, named);
    EXPECT_LT(interval, 1e-7) << r;
    EXPECT_GT(interval, kRounding) << r;
  }
}

TEST(ChatteringDetector, EventsThatLeaveTheModesAreNamedWithoutOne) {
  ChatteringDetector detector(1);
  const double mode = 0;
  int found = ChatteringDetector::kNone;
  for (int k = 0; k < 1000 && found == ChatteringDetector::kNone; ++k)
    found = detector.find(k < 20 ? k * 1.1 : 22 + (k - 20) * 1e-12, &mode);
  EXPECT_EQ(found, ChatteringDetector::kNoMode);
  // A clock of 20 MHz is none.
  ChatteringDetector clock(1);
  found = ChatteringDetector::kNone;
  for (int k = 0; k < 1'000'000; ++k) found = std::min(found, clock.find(k * 5e-8, &mode));
  EXPECT_EQ(found, ChatteringDetector::kNone);
}

}  // namespace
}  // namespace holon
