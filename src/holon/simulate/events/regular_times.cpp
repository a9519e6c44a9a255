// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/events/regular_times.h"

#include <cmath>

namespace holon {
namespace {

constexpr double kLargestDenominator = 1e6;
constexpr double kExact = 9007199254740992.0;  // 2^53

}  // namespace

// The convergents of the continued fraction are the only candidates: p/q with a small q that rounds
// to the interval is one of them.
RegularTimes::RegularTimes(double origin, double interval) : origin_(origin), interval_(interval) {
  double p0 = 0, q0 = 1, p1 = 1, q1 = 0;
  for (double rest = interval; std::isfinite(rest);) {
    const double whole = std::floor(rest);
    const double p = whole * p1 + p0, q = whole * q1 + q0;
    if (q > kLargestDenominator || p > kExact) return;
    if (p / q == interval) {
      numerator_ = p;
      denominator_ = q;
      return;
    }
    p0 = p1, q0 = q1, p1 = p, q1 = q;
    rest = 1 / (rest - whole);
  }
}

double RegularTimes::at(std::int64_t index) const {
  const double i = static_cast<double>(index);
  if (denominator_ > 0 && i * numerator_ < kExact) return origin_ + i * numerator_ / denominator_;
  return origin_ + i * interval_;
}

}  // namespace holon
