// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/describe/settings.h"

namespace holon {

/// When rows are made. The start and the end are rows in any case.
struct RowSchedule {
  enum class Kind {
    steps,     ///< after every accepted step
    interval,  ///< at the multiples of `length`
    fine,      ///< after every step, and between so that no gap is longer than `length`: for curves
    moments,   ///< some `count` wherever the run ends, see below: for animations
  };
  Kind kind = Kind::steps;
  double length = 0;  ///< [s]
  /// Of `moments`: at the multiples of a spacing that is `length` times a power of two and doubles
  /// as the run gets longer, so that there are never more than `count` multiples so far; but never
  /// much shorter than the steps. A run that ends at count * length has its rows at the multiples
  /// of `length`, and others between them in its beginning. MomentsSink takes those away.
  double count = 0;

  /// By `simulate.interval`: at its multiples, or after every step where it is not set.
  static RowSchedule from(const SimulateSettings& settings);
};

}  // namespace holon
