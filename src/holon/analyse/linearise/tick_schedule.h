// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/system/system.h"

namespace holon::detail {

/// An instant of a period at which clocks tick.
struct TickInstant {
  double time = 0;                ///< [s] from the beginning of the period
  std::vector<bool> clock_ticks;  ///< by the System's clocks
};

/// The common period of some clocks.
struct TickSchedule {
  double start = 0;                   ///< [s] start of the first period: a tick of the last clock
  double period = 0;                  ///< [s] the least common multiple of the clocks' periods
  std::vector<TickInstant> instants;  ///< ascending, the first one at 0
};

/// `chosen`: which of the System's clocks, at least one. Throws ModelError if their periods have no
/// common multiple within some ten thousand ticks.
TickSchedule make_tick_schedule(const System& system, const std::vector<bool>& chosen);

}  // namespace holon::detail
