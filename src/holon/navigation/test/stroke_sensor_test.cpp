// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/navigation/parts/stroke_sensor.h"

#include "run_sensors.h"

namespace holon {
namespace {

using namespace test;

constexpr double kStrokeSensorPeriod = 0.1;  // [s] of the sensor

TEST(StrokeSensor, AddsItsErrorsQuantisesAndSaturates) {
  Model model;
  const Expr t = model.time();
  model.add<StrokeSensor>("s", {.stroke = 0.1 * t,
                                .bias = sensor::Bias<sensor::Length>{.value = 0.025},
                                .scale = sensor::Scale<Expr>{.value = 0.5},
                                .range = {0.0, 0.8},
                                .bits = 3,  // digits of 0.1 m
                                .sample = kStrokeSensorPeriod});
  const Results r = run(model, 6, {"s.stroke", "s.bias", "s.clamped"}, kStrokeSensorPeriod);
  // 0.15 t + 0.025 at 1 s and at 4 s; beyond the range from 5.17 s on, with 9 ticks up to 6 s.
  EXPECT_NEAR(r.values("s.stroke")[10], 0.2, 1e-12);
  EXPECT_NEAR(r.values("s.stroke")[40], 0.6, 1e-12);
  EXPECT_EQ(r.values("s.stroke").back(), 0.8);
  EXPECT_EQ(r.values("s.bias").back(), 0.025);
  EXPECT_EQ(r.values("s.clamped").back(), 9);
}

TEST(StrokeSensor, NoiseHasItsDeviation) {
  constexpr double kSigma = 0.01, kDensity = 0.002;
  Model model;
  model.add<StrokeSensor>(
      "s",
      {.stroke = 1.0, .sigma = kSigma, .noise_density = kDensity, .sample = kStrokeSensorPeriod});
  const std::vector<double> y =
      column(run(model, 400, {"s.stroke"}, kStrokeSensorPeriod), "s.stroke");
  const double sigma = std::hypot(kSigma, kDensity / std::sqrt(kStrokeSensorPeriod));
  // Of 4001 numbers the deviation scatters by σ/√8002; five of these.
  EXPECT_NEAR(deviation_about(y, 1.0), sigma, 5 * sigma / std::sqrt(8002.0));
}

TEST(StrokeSensor, NamesAnEmptyRange) {
  Model model;
  model.add<StrokeSensor>("s", {.stroke = 1.0, .range = {1.0, 1.0}, .sample = kStrokeSensorPeriod});
  EXPECT_EQ(errors_of(model),
            "parts/s: range: the lower end must be below the upper one; write [lower, upper]\n");
}

}  // namespace
}  // namespace holon
