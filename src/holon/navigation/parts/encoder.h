// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/navigation/scalar_errors.h"

namespace holon {

/// Counts the lines of a disc that turns with a joint: with n counts per revolution
///
///   count = floor((φ + errors)/Δ),  Δ = 2π/n,  angle = Δ count
///
/// so the angle is half a count too small on average. The rate is the difference of two angles over
/// the sampling period. An absolute encoder knows the angle within one revolution only.
struct Encoder {
  Expr angle = 0.0;         ///< [rad]
  std::int64_t counts = 0;  ///< per revolution; 0: none, the angle is not quantised
  std::int64_t bits = 0;    ///< 2^bits counts; 0: not given
  bool absolute = false;
  std::optional<Expr> sigma{};  ///< [rad]
  std::optional<sensor::Bias<sensor::Angle>> bias{};
  std::optional<double> sample{};  ///< [s]
  std::optional<Expr> latency{};   ///< [s]

  static void describe(Descriptor<Encoder>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
