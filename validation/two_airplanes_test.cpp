// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The example two_airplanes against its courses, written down by hand with their rates.

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "example.h"

namespace holon {
namespace {

using test::Example;
using test::Real;
using Vector = std::array<Real, 3>;

constexpr Real kRealDegree = M_PIl / 180;
/// Everything is prescribed: some tens of rounding errors, relative to the signal's range.
constexpr double kSeriesRounding = 1e-13;

Vector turned_about_z(Real angle, const Vector& v) {
  const Real c = std::cos(angle), s = std::sin(angle);
  return {c * v[0] - s * v[1], s * v[0] + c * v[1], v[2]};
}
Vector turned_about_y(Real angle, const Vector& v) {
  const Real c = std::cos(angle), s = std::sin(angle);
  return {c * v[0] + s * v[2], v[1], -s * v[0] + c * v[2]};
}
Vector turned_about_x(Real angle, const Vector& v) {
  const Real c = std::cos(angle), s = std::sin(angle);
  return {v[0], c * v[1] - s * v[2], s * v[1] + c * v[2]};
}
Vector sum(const Vector& a, const Vector& b, Real sign = 1) {
  return {a[0] + sign * b[0], a[1] + sign * b[1], a[2] + sign * b[2]};
}
Real dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

struct Moving {
  Vector position, velocity;
};

Moving airplane_a(Real t) {
  const Vector p{62 * t, 0, 150 + 6 * std::sin(0.5L * t)}, v{62, 0, 3 * std::cos(0.5L * t)};
  return {sum({-354, -115, 0}, turned_about_z(18 * kRealDegree, p)),
          turned_about_z(18 * kRealDegree, v)};
}
Moving airplane_b(Real t) {
  const Vector p{54 * t, 0, 120 - 5 * std::cos(0.35L * t)}, v{54, 0, 1.75L * std::sin(0.35L * t)};
  return {sum({137, -280, 0}, turned_about_z(115 * kRealDegree, p)),
          turned_about_z(115 * kRealDegree, v)};
}

/// A vector of the world in the axes of airplane a: R = Rz(18°) Ry(pitch) Rx(roll), undone.
Vector as_seen_from_a(Real t, const Vector& v) {
  const Real pitch = -std::atan(3 * std::cos(0.5L * t) / 62), roll = 0.25L * std::sin(0.4L * t);
  return turned_about_x(-roll, turned_about_y(-pitch, turned_about_z(-18 * kRealDegree, v)));
}

TEST(TwoAirplanes, SeeEachOtherAsTheirCoursesSay) {
  const Example e("two_airplanes");
  ASSERT_EQ(e.size(), 601u);
  const auto way = [&](std::size_t row) {
    const Real t = e.times()[row];
    return Moving{sum(airplane_b(t).position, airplane_a(t).position, -1),
                  sum(airplane_b(t).velocity, airplane_a(t).velocity, -1)};
  };
  const auto distance = [&](std::size_t row) {
    return std::sqrt(dot(way(row).position, way(row).position));
  };
  e.expect_near("b_from_a.distance", distance, kSeriesRounding);
  e.expect_near(
      "b_from_a.distance_rate",
      [&](std::size_t row) { return dot(way(row).position, way(row).velocity) / distance(row); },
      kSeriesRounding);
  const std::array<const char*, 3> axes{"x", "y", "z"};
  for (std::size_t k = 0; k < 3; ++k) {
    e.expect_near(
        std::string("b_from_a.position.") + axes[k],
        [&](std::size_t row) { return as_seen_from_a(e.times()[row], way(row).position)[k]; },
        kSeriesRounding);
    e.expect_near(
        std::string("b.position.") + axes[k],
        [&](std::size_t row) { return airplane_b(e.times()[row]).position[k]; }, kSeriesRounding);
  }
  // They pass each other at about half the time, in different heights.
  double least = 1e9;
  for (const double d : e["b_from_a.distance"]) least = std::min(least, d);
  EXPECT_GT(least, 25.0);
  EXPECT_LT(least, 45.0);
}

}  // namespace
}  // namespace holon
