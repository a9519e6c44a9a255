// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "holon/estimate/filter_plan.h"
#include "holon/estimate/parts/kalman_filter.h"

namespace holon {

/// The symbol of a parameter that stays free in the equations, such as one that a study varies.
std::optional<Expr> find_varied_parameter(Assembly& assembly, const std::string& name);

/// Adds the clocks, the input signals and the Process of a filter to the machine, when all outputs
/// of the machine are known. `outputs`: the discrete states that the Process sets.
void connect_filter(const KalmanFilter& part, PartBuilder& b, FilterPlan plan,
                    std::vector<Expr> outputs);

}  // namespace holon
