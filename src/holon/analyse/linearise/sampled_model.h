// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/analyse/linearise/state_space.h"
#include "holon/analyse/linearise/tick_schedule.h"
#include "holon/system/system.h"

namespace holon::detail {

/// Ticks of a System that are relevant to a linear model: the clocks, and the discrete states that
/// they set.
struct LinearTicks {
  TickSchedule schedule;
  std::vector<int> discrete;  ///< components of d that are states, in order
  /// By instant of the schedule: the index of the set in `combinations` that ticks there.
  std::vector<std::size_t> combination_at;
  std::vector<std::vector<bool>> combinations;  ///< sets of clocks
};

/// The sampled model of a continuous model between ticks. `between`: inputs u (m), then d (nd,
/// those of `ticks.discrete`); outputs y (p), then for each combination the d after its tick (nd
/// each). The states of the result are those at the beginning of a period and the d before its
/// first tick, u is constant over the period, y is the value after the first tick:
///   d⁺ = T_x x + T_d d + T_u u at each tick,   x(t + h) = Φ(h) x + Γ_d(h) d⁺ + Γ_u(h) u between,
/// with [Φ Γ; 0 1] = exp(h [A B; 0 0]) (C. F. Van Loan, IEEE Trans. Automat. Contr. 23 (1978) 395).
StateSpaceMatrices sample(const StateSpaceMatrices& between, const LinearTicks& ticks,
                          Eigen::Index inputs, Eigen::Index outputs);

}  // namespace holon::detail
