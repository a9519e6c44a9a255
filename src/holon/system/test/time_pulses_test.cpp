// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/system/time_pulses.h"

#include <gtest/gtest.h>

#include <cmath>

#include "holon/system/system_builder.h"

namespace holon {
namespace {

/// For x' = `make_rate` of the time and of a parameter w = 0.1.
template <class MakeRate>
std::vector<double> stops_of(const MakeRate& make_rate, double until) {
  auto symbols = std::make_shared<Symbols>();
  SystemBuilder builder(symbols);
  const Expr x = builder.add_state({.name = "x"}, {0.0})[0];
  const Expr w = symbols->parameter("w", 0.1);
  builder.set_derivative(x, make_rate(symbols->time(), w));
  const System system = builder.build("pulses");
  const std::size_t parameters = system.parameters.size();  // none if w is not used
  return list_pulse_times(system, std::vector<double>(parameters, 0.1), until);
}

Expr bell(const Expr& t, double at, const Expr& width) {
  const Expr s = (t - at) / width;
  return exp(-s * s);
}

TEST(TimePulses, LieAroundAPulse) {
  const auto stops = stops_of([](Expr t, Expr w) { return bell(t, 50, w); }, 100);
  ASSERT_GE(stops.size(), 8u);  // an eighth of its height each
  // Outside the first and the last there is less than an eighth of the height: 1.5 widths.
  EXPECT_LE(stops.front(), 50 - 0.1 * std::sqrt(std::log(8.0)));
  EXPECT_GE(stops.back(), 50 + 0.1 * std::sqrt(std::log(8.0)));
  for (const double t : stops) EXPECT_NEAR(t, 50, 10) << "far from it nothing happens";
}

TEST(TimePulses, DoNotDependOnTheEnd) {
  const auto rate = [](Expr t, Expr w) { return bell(t, 3, w) + bell(t, 50, w) + 1.0 / (t + w); };
  const auto all = stops_of(rate, 100);
  for (const double until : {2.9, 3.05, 33.0, 50.1}) {
    auto some = stops_of(rate, until);
    ASSERT_LE(some.size(), all.size());
    EXPECT_TRUE(std::equal(some.begin(), some.end(), all.begin())) << until;
    EXPECT_TRUE(some.size() == all.size() || all[some.size()] >= until) << until;
  }
}

TEST(TimePulses, AreNoneOfWhatEveryStepSees) {
  const auto is_free = [](auto&& rate) { return stops_of(rate, 1000).empty(); };
  EXPECT_TRUE(is_free([](Expr t, Expr w) { return sin(t / w); }));
  EXPECT_TRUE(is_free([](Expr t, Expr w) { return exp(sin(t / w)); }));
  EXPECT_TRUE(is_free([](Expr t, Expr w) { return exp(-t / w); }));
  EXPECT_TRUE(is_free([](Expr t, Expr w) { return (w * t) * (w * t); }));
}

}  // namespace
}  // namespace holon
