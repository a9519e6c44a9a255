// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The rover: errors of its receivers against its course in closed form.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "example.h"

namespace holon {
namespace {

struct Course {
  double x, y, heading;
};

/// The rear antenna at an instant, as in the file.
Course course_at(double t) {
  constexpr double kRadius = 30, kTurn = 0.1, kRear = -0.7;
  const double angle = std::atan2(std::cos(2 * kTurn * t), std::cos(kTurn * t));
  return {kRadius * std::sin(kTurn * t) + kRear * std::cos(angle),
          kRadius / 2 * std::sin(2 * kTurn * t) + kRear * std::sin(angle),
          std::numbers::pi / 2 - angle};
}

TEST(GnssRover, MeasuresToTheDeviationsOfItsReceiver) {
  const test::Example r("gnss_rover", {"rtk.position", "rtk.fix", "rtk.heading",
                                       "rtk.time_of_validity", "rtk.satellites"});
  double squares = 0, of_heading = 0, last = -1;
  int fixed = 0;
  for (std::size_t k = 0; k < r.size(); ++k) {
    const double t = r["rtk.time_of_validity"][k];
    const bool is_wrong = t > 49.99 && t < 54.99;
    EXPECT_GE(r["rtk.satellites"][k], r.times()[k] < 0.05 ? 0 : r["rtk.fix"][k] == 0 ? 0 : 5);
    if (r["rtk.fix"][k] != 4 || t <= last) continue;
    last = t;
    const Course truth = course_at(t);
    const double ex = r["rtk.position.x"][k] - truth.x - (is_wrong ? 0.3 : 0);
    const double ey = r["rtk.position.y"][k] - truth.y - (is_wrong ? -0.2 : 0);
    const double ez = r["rtk.position.z"][k] - 1.6 - (is_wrong ? 0.5 : 0);
    squares += (ex * ex + ey * ey) / (0.008 * 0.008) + ez * ez / (0.015 * 0.015);
    const double e = std::remainder(r["rtk.heading"][k] - truth.heading, 2 * std::numbers::pi);
    of_heading += std::pow(e / (std::sqrt(2.0) * 0.008 / 1.5), 2);
    ++fixed;
  }
  // 630 ticks, 100 of them without signals and 30 in float.
  EXPECT_NEAR(fixed, 500, 3);
  // 4 standard deviations of a mean of squares of n normal numbers, √(2/n).
  EXPECT_NEAR(squares / (3.0 * fixed), 1, 4 * std::sqrt(2 / (3.0 * fixed)));
  EXPECT_NEAR(of_heading / fixed, 1, 4 * std::sqrt(2.0 / fixed));
}

}  // namespace
}  // namespace holon
