// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/simulate/start/loop_conditions.h"

namespace holon {

/// Where the rank of J falls g changes with the square of the distance across, so that a search for
/// g = 0 ends 10⁻⁷ away from a singular position, where J v = −∂g/∂t requires speeds that no motion
/// has. This goes the rest of the distance, by Newton's method for
///
///   g = 0,  J_Sᵀ W = 0,  W₀ᵀ W = 1
///
/// in the places that are `free` and in W, which begins with the left singular vectors W₀ of J_S,
/// as many as are `lost`; S are the `rows` that are independent elsewhere. False, and x as it was,
/// where that leads to no singular position nearby.
bool find_singular_configuration(const System& system, LoopConditions& conditions,
                                 std::vector<double>& x, const std::vector<int>& free,
                                 const std::vector<std::size_t>& rows, int lost);

}  // namespace holon
