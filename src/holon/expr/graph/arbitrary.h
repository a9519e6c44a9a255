// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstddef>

namespace holon {

/// Number k of an arbitrary point between 0.2 and 1.2, always the same: fractions of multiples of
/// the golden section. For testing numerically whether a property holds in general; `round` selects
/// the point.
inline double arbitrary_number(std::size_t k, int round) {
  const double x = 0.6180339887498949 * static_cast<double>(k + 1) + 0.2360679774997897 * round;
  return 0.2 + (x - std::floor(x));
}

}  // namespace holon
