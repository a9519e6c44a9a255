// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/laws.h"

#include <gtest/gtest.h>

#include <cmath>

namespace holon::hydraulics {
namespace {

constexpr double kLawRounding = 1e-13;

Fluid oil() {
  FluidSettings settings;
  settings.density = 870.0;
  settings.viscosity = 46e-6;
  return Fluid(settings);
}

TEST(OrificeLaw, IsBernoullisFarAboveTheTransition) {
  const OrificeLaw law = OrificeLaw::from_area(oil(), 1e-5, 0.7, 150.0);
  // Δp_cr = 435 (150 · 46e-6 / (0.7 · 3.568 mm))² = 3320 Pa.
  EXPECT_NEAR(law.transition.value(), 3320, 10);
  for (const double drop : {10e5, 100e5}) {
    const double turbulent = 0.7 * 1e-5 * std::sqrt(2 * drop / 870);
    const double lost = std::pow(law.transition.value() / drop, 2) / 4;
    EXPECT_NEAR(law.flow(drop).value() / turbulent, 1 - lost, 3 * lost * lost + kLawRounding);
  }
}

TEST(OrificeLaw, IsProportionalFarBelowIt) {
  const OrificeLaw law = OrificeLaw::from_area(oil(), 1e-5, 0.7, 150.0);
  const double slope = law.conductance.value() / std::sqrt(law.transition.value());
  EXPECT_NEAR(law.flow(1.0).value() / slope, 1.0, 1e-7);
  EXPECT_EQ(law.flow(0.0).value(), 0.0);
  EXPECT_EQ(law.flow(-5e5).value(), -law.flow(5e5).value());
}

TEST(OrificeLaw, PassesThroughItsRatedPoint) {
  const double flow = 80e-3 / 60, drop = 10e5;
  const OrificeLaw law = OrificeLaw::from_rated(oil(), flow, drop, kOrificeReynolds);
  EXPECT_NEAR(law.flow(drop).value(), flow, kLawRounding);
  EXPECT_NEAR(law.flow(4 * drop).value(), 2 * flow, 1e-6 * flow);
}

TEST(Ramp, HasARoundedCornerAndNoOther) {
  EXPECT_EQ(ramp(-0.1, 0.1).value(), 0.0);
  EXPECT_EQ(ramp(-3.0, 0.1).value(), 0.0);
  EXPECT_EQ(ramp(0.1, 0.1).value(), 0.1);
  EXPECT_EQ(ramp(2.0, 0.1).value(), 2.0);
  EXPECT_NEAR(ramp(0.0, 0.1).value(), 0.025, kLawRounding);
  // The slope on both sides of both joints, by differences of first order.
  for (const double seam : {-0.1, 0.1}) {
    const double h = 1e-7;
    const auto slope = [&](double x) {
      return (ramp(x + h, 0.1).value() - ramp(x, 0.1).value()) / h;
    };
    EXPECT_NEAR(slope(seam - h), slope(seam), 2 * h / 0.1);
  }
}

TEST(Clip, HoldsBetweenZeroAndOne) {
  EXPECT_EQ(clip(-0.5, 0.01).value(), 0.0);
  EXPECT_NEAR(clip(0.4, 0.01).value(), 0.4, kLawRounding);
  EXPECT_NEAR(clip(1.5, 0.01).value(), 1.0, kLawRounding);
}

}  // namespace
}  // namespace holon::hydraulics
