// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/estimate/filter_shape.h"
#include "holon/model/assembly/part_plots.h"

namespace holon {

/// Where a filter adds its plots.
using FilterPlots = PartPlots;

/// Errors within ±3σ, innovations within ±3σ with rejected ones crossed out, NIS and NEES with
/// their 95 % bounds, and positions in plan with the ellipses of their covariance. `has_truth`:
/// errors are known; else estimates are drawn. `gated`: measurements with a gate.
void add_filter_plots(FilterPlots& plots, const std::string& filter, const FilterShape& shape,
                      bool has_truth, const std::vector<std::string>& gated);

}  // namespace holon
