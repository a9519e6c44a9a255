// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/signals/parts/filter.h"

#include <algorithm>

#include "run_block.h"

namespace holon {
namespace {

using namespace test;

constexpr double kCutoff = 2;  // Hz

/// The steady-state amplitude of a filter's output for sin(2π f t).
double gain(Filter filter, double frequency) {
  Model model;
  filter.input = sin(2 * M_PI * frequency * model.time());
  filter.cutoff = kCutoff;
  model.add<Filter>("f", filter);
  // Two products with sine and cosine over whole periods, at points that are equal relative to the
  // ticks.
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

TEST(Filter, ANotchRemovesItsFrequency) {
  const Filter notch{.kind = Filter::Kind::notch, .damping_ratio = 0.5};
  EXPECT_NEAR(gain(notch, kCutoff), 0, 1e-8);
  // |(1 - r²)/(1 - r² + 2 ζ r i)| with r = 2
  EXPECT_NEAR(gain(notch, 2 * kCutoff), 3 / std::hypot(3, 2), 1e-8);
}

TEST(Filter, ChebyshevsAndBesselsGainsAreTheirs) {
  // ε T_3(x) of a ripple of 1 dB, and 1/(ε T_4(1/x)) of an attenuation of 30 dB, x = f/cutoff;
  // |θ_3| by its polynomial, x in units of the frequency of gain 1/√2 of 15/(s³ + 6 s² + 15 s +
  // 15).
  const double epsilon = std::sqrt(std::pow(10, 0.1) - 1), least = std::sqrt(1e3 - 1);
  for (const double frequency : {1.0, 2.0, 4.0}) {
    for (const Filter::Kind kind : {Filter::Kind::low_pass, Filter::Kind::high_pass}) {
      const double x = kind == Filter::Kind::low_pass ? frequency / kCutoff : kCutoff / frequency;
      const double t3 = 4 * x * x * x - 3 * x, t4 = 8 / std::pow(x, 4) - 8 / (x * x) + 1;
      Filter f{.kind = kind, .design = Filter::Design::chebyshev1, .order = 3, .ripple = 1.0};
      EXPECT_NEAR(gain(f, frequency), 1 / std::hypot(1, epsilon * t3), 1e-8) << frequency;
      f = {.kind = kind, .design = Filter::Design::chebyshev2, .order = 4, .attenuation = 30.0};
      EXPECT_NEAR(gain(f, frequency), 1 / std::hypot(1, least / t4), 1e-8) << frequency;
      const double w = 1.755672368681211 * x;
      f = {.kind = kind, .design = Filter::Design::bessel, .order = 3};
      EXPECT_NEAR(gain(f, frequency), 15 / std::hypot(15 - 6 * w * w, 15 * w - w * w * w), 1e-8)
          << frequency;
    }
  }
}

TEST(Filter, OfEveryDesignBeginsSettled) {
  // Static gain: 1 for a low-pass, but for an even order of type I below it by the ripple; for a
  // high-pass of type II and even order its attenuation.
  struct Case {
    Filter filter;
    double gain;
  };
  const double ripple = std::pow(10, -1.0 / 20), attenuation = std::pow(10, -30.0 / 20);
  using D = Filter::Design;
  const Filter::Kind high = Filter::Kind::high_pass;
  for (const auto& [filter, gain] :
       {Case{{.design = D::chebyshev1, .order = 4, .ripple = 1.0}, ripple},
        Case{{.design = D::chebyshev2, .order = 5, .attenuation = 30.0}, 1},
        Case{{.kind = high, .design = D::chebyshev2, .order = 4, .attenuation = 30.0}, attenuation},
        Case{{.kind = high, .design = D::chebyshev2, .order = 5, .attenuation = 30.0}, 0},
        Case{{.kind = high, .design = D::bessel, .order = 4}, 0}}) {
    for (const std::optional<double> sample : {std::optional<double>(), std::optional(0.01)}) {
      Model model;
      Filter f = filter;
      f.input = 3.0, f.sample = sample;
      model.add<Filter>("f", f);
      const Results r = run(model, 1, {"f.output"}, 0.1);
      for (const double y : r.values("f.output")) EXPECT_NEAR(y, 3 * gain, kGlobal);
    }
  }
}

TEST(Filter, SaysWhatDesignsNeedAndTake) {
  const auto errors = [](Filter f) {
    Model model;
    model.add<Filter>("f", std::move(f));
    return errors_of(model);
  };
  using D = Filter::Design;
  EXPECT_NE(errors({.design = D::chebyshev1}).find("needs the 'ripple'"), std::string::npos);
  EXPECT_NE(errors({.design = D::chebyshev2}).find("needs the 'attenuation'"), std::string::npos);
  EXPECT_NE(errors({.ripple = 1.0}).find("'ripple' has no effect"), std::string::npos);
  EXPECT_NE(errors({.design = D::bessel, .order = 11}).find("10 at most, not 11"),
            std::string::npos);
  EXPECT_NE(errors({.kind = Filter::Kind::notch, .design = D::bessel}).find("no effect on a notch"),
            std::string::npos);
  EXPECT_NE(errors({.design = D::bessel, .order = 2, .damping_ratio = 1.0}).find("no effect"),
            std::string::npos);
}

TEST(Filter, SampledItKeepsItsCutoffFrequency) {
  // 16 ticks in a period; between them the output is constant, which does not affect rows at the
  // ticks.
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
