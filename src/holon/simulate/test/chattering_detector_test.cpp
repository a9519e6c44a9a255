// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/chattering_detector.h"

#include <gtest/gtest.h>

#include <cmath>

namespace holon {
namespace {

// One mode switches at each of `count` times, the k-th at `time(k)`; after how many it is called a
// storm, 0 for never.
template <class F>
int switches_until_named(int count, const F& time) {
  ChatteringDetector watch(1);
  for (int k = 0; k < count; ++k) {
    const double mode = k % 2;
    if (watch.find(time(k), &mode) != ChatteringDetector::kNone) return k;
  }
  return 0;
}

TEST(Storm, SteadySwitchingIsNone) {
  // 20 kHz, hours after the start; and at once.
  for (const double start : {0.0, 1.0, 3e5}) {
    EXPECT_EQ(switches_until_named(1'000'000, [&](int k) { return start + k / 40e3; }), 0) << start;
  }
}

TEST(Storm, SwitchingBeginsLate) {
  EXPECT_EQ(switches_until_named(1'000'000,
                                 [](int k) { return k < 700 ? k * 0.1 : 70 + (k - 700) / 40e3; }),
            0);
}

TEST(Storm, AMotorThatSpeedsUpIsNone) {
  // Its angle is a t²/2, and something switches at equal angles, at last a million times a second.
  EXPECT_EQ(switches_until_named(5'000'000, [](int k) { return std::sqrt(2 * k / 1e5); }), 0);
}

TEST(Storm, ExponentialGrowthIsNamed) {
  // exp(1.65 t) switches until t, as of x'' = -sign(x) - 5 x'.
  const auto time = [](int k) { return std::log(1 + k) / 1.65; };
  const int named = switches_until_named(10'000'000, time);
  EXPECT_GT(named, 100'000);
  EXPECT_LT(named, 1'000'000);
}

TEST(Storm, WhatSuddenlyShiversIsNamed) {
  // 20 switches in 22 s, and then one every 26 ns.
  const int named =
      switches_until_named(100'000, [](int k) { return k < 20 ? k * 1.1 : 22 + (k - 20) * 26e-9; });
  EXPECT_GT(named, 400);
  EXPECT_LT(named, 2000);
}

TEST(Storm, BouncesThatDieAreNamed) {
  // Each takes 0.9 of the one before: for 500 roundings of the time apart.
  const int named = switches_until_named(1000, [](int k) { return 10 * (1 - std::pow(0.9, k)); });
  EXPECT_GT(named, 200);
}

}  // namespace
}  // namespace holon
