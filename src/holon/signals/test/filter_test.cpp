// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/signals/parts/filter.h"

#include <algorithm>

#include "run_block.h"

namespace holon {
namespace {

using namespace test;

constexpr double kCutoff = 2;  // Hz

/// The amplitude of what a filter makes of sin(2π f t), when it has settled.
double gain(Filter filter, double frequency) {
  Model model;
  filter.input = sin(2 * M_PI * frequency * model.time());
  filter.cutoff = kCutoff;
  model.add<Filter>("f", filter);
  // Two products with sine and cosine over whole periods, at points that hit each tick alike.
  const double settle = 10, period = 1 / frequency;
  const Results r = run(model, settle + period, {"f.output"}, period / 64);
  double a = 0, b = 0;
  const std::size_t rows = r.row_count();
  for (std::size_t k = rows - 64; k < rows; ++k) {
    const double t = r.values("time")[k];
    a += r.values("f.output")[k] * std::sin(2 * M_PI * frequency * t) / 32;
    b += r.values("f.output")[k] * std::cos(2 * M_PI * frequency * t) / 32;
  }
  return std::hypot(a, b);
}

TEST(Filter, ButterworthsGainIsWhatItIs) {
  for (const std::int64_t order : {1, 2, 3}) {
    for (const double frequency : {1.0, 2.0, 4.0}) {
      const double ratio = std::pow(frequency / kCutoff, 2.0 * static_cast<double>(order));
      EXPECT_NEAR(gain({.order = order}, frequency), 1 / std::sqrt(1 + ratio), 1e-8)
          << order << ", " << frequency;
      EXPECT_NEAR(gain({.kind = Filter::Kind::high_pass, .order = order}, frequency),
                  std::sqrt(ratio / (1 + ratio)), 1e-8)
          << order << ", " << frequency;
    }
  }
}

TEST(Filter, ANotchTakesItsFrequencyAway) {
  const Filter notch{.kind = Filter::Kind::notch, .damping_ratio = 0.5};
  EXPECT_NEAR(gain(notch, kCutoff), 0, 1e-8);
  // |(1 - r²)/(1 - r² + 2 ζ r i)| with r = 2
  EXPECT_NEAR(gain(notch, 2 * kCutoff), 3 / std::hypot(3, 2), 1e-8);
}

TEST(Filter, SampledItKeepsItsCutoffFrequency) {
  // 16 ticks in a period; between them the output stands, which rows at the ticks do not see.
  EXPECT_NEAR(gain({.order = 2, .sample = 1 / (16 * kCutoff)}, kCutoff) /
                  (std::sin(M_PI / 16) / (M_PI / 16)),
              1 / std::sqrt(2), 2e-3);
}

TEST(Filter, BeginsSettled) {
  for (const Filter::Kind kind : {Filter::Kind::low_pass, Filter::Kind::high_pass}) {
    for (const std::optional<double> sample : {std::optional<double>(), std::optional(0.01)}) {
      Model model;
      model.add<Filter>("f",
                        {.input = 3.0, .kind = kind, .cutoff = 1.0, .order = 3, .sample = sample});
      const Results r = run(model, 1, {"f.output"}, 0.1);
      for (const double y : r.values("f.output")) {
        EXPECT_NEAR(y, kind == Filter::Kind::low_pass ? 3 : 0, kGlobal);
      }
    }
  }
}

}  // namespace
}  // namespace holon
