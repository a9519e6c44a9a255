// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/analyse/linearise/tick_schedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>

#include "holon/base/errors.h"

namespace holon::detail {
namespace {

constexpr double kMostTicks = 20000;
constexpr double kLargestDenominator = 1e6;
// [periods] Ticks closer to each other coincide.
constexpr double kSame = 1e-9;

struct Fraction {
  std::int64_t numerator = 0, denominator = 1;
};

/// The fraction as which a run treats a period (simulate/events/regular_times.h): by continued
/// fractions.
std::optional<Fraction> find_fraction(double value) {
  double p0 = 0, q0 = 1, p1 = 1, q1 = 0;
  for (double rest = value; std::isfinite(rest);) {
    const double whole = std::floor(rest);
    const double p = whole * p1 + p0, q = whole * q1 + q0;
    if (q > kLargestDenominator || p > 1e15) return std::nullopt;
    if (p / q == value) return Fraction{static_cast<std::int64_t>(p), static_cast<std::int64_t>(q)};
    p0 = p1, q0 = q1, p1 = p, q1 = q;
    rest = 1 / (rest - whole);
  }
  return std::nullopt;
}

/// lcm(a/b, c/d) = lcm(a, c)/gcd(b, d) of fractions in lowest terms.
std::optional<Fraction> find_common(const Fraction& a, const Fraction& b) {
  const std::int64_t g = std::gcd(a.numerator, b.numerator);
  const double size = static_cast<double>(a.numerator / g) * static_cast<double>(b.numerator);
  if (size > 1e15) return std::nullopt;
  return Fraction{a.numerator / g * b.numerator, std::gcd(a.denominator, b.denominator)};
}

[[noreturn]] void refuse(const System& system, const std::vector<bool>& chosen) {
  std::string periods;
  for (std::size_t k = 0; k < chosen.size(); ++k)
    if (chosen[k])
      periods += fmt::format("{}{} ({:.6g} s)", periods.empty() ? "" : ", ", system.clocks[k].name,
                             system.clocks[k].period);
  throw ModelError(
      "the sampling periods have no common multiple of a reasonable length: " + periods,
      "choose periods in simple ratios, or hold sampled parts with --continuous");
}

}  // namespace

TickSchedule make_tick_schedule(const System& system, const std::vector<bool>& chosen) {
  TickSchedule schedule;
  std::optional<Fraction> common;
  double ticks = 0;
  bool is_single = true;
  double only = 0;
  for (std::size_t k = 0; k < chosen.size(); ++k) {
    if (!chosen[k]) continue;
    const SystemClock& clock = system.clocks[k];
    schedule.start = std::max(schedule.start, clock.offset);
    if (only == 0) only = clock.period;
    is_single = is_single && clock.period == only;
  }
  if (is_single) {
    schedule.period = only;
  } else {
    for (std::size_t k = 0; k < chosen.size(); ++k) {
      if (!chosen[k]) continue;
      const std::optional<Fraction> own = find_fraction(system.clocks[k].period);
      if (!own) refuse(system, chosen);
      common = common ? find_common(*common, *own) : own;
      if (!common) refuse(system, chosen);
    }
    schedule.period =
        static_cast<double>(common->numerator) / static_cast<double>(common->denominator);
  }
  for (std::size_t k = 0; k < chosen.size(); ++k)
    if (chosen[k]) ticks += schedule.period / system.clocks[k].period;
  if (ticks > kMostTicks) refuse(system, chosen);
  for (std::size_t k = 0; k < chosen.size(); ++k) {
    if (!chosen[k]) continue;
    const SystemClock& clock = system.clocks[k];
    const auto count = static_cast<int>(std::llround(schedule.period / clock.period));
    // The first tick from `start` on.
    const double passed = std::ceil((schedule.start - clock.offset) / clock.period - kSame);
    const double first = clock.offset + passed * clock.period - schedule.start;
    for (int i = 0; i < count; ++i) {
      const double time = std::max(0.0, first + i * clock.period);
      const auto same = std::find_if(
          schedule.instants.begin(), schedule.instants.end(), [&](const TickInstant& t) {
            return std::abs(t.time - time) <= kSame * std::min(clock.period, schedule.period);
          });
      if (same != schedule.instants.end()) {
        same->clock_ticks[k] = true;
        continue;
      }
      schedule.instants.push_back({time, std::vector<bool>(chosen.size(), false)});
      schedule.instants.back().clock_ticks[k] = true;
    }
  }
  std::sort(schedule.instants.begin(), schedule.instants.end(),
            [](const TickInstant& a, const TickInstant& b) { return a.time < b.time; });
  return schedule;
}

}  // namespace holon::detail
