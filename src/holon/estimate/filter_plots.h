// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/estimate/filter_shape.h"
#include "holon/model/describe/settings.h"

namespace holon {

/// The plots of all filters of a model, beside those that the model names itself: errors within
/// ±3σ, innovations within ±3σ, NIS and NEES with their 95 % bounds
/// (Assembly::domain<FilterPlots>()).
struct FilterPlots {
  std::vector<PlotSettings> list;
};

/// `has_truth`: errors are known; else estimates are drawn. `gated`: measurements with a gate.
void add_filter_plots(FilterPlots& plots, const std::string& filter, const FilterShape& shape,
                      bool has_truth, const std::vector<std::string>& gated);

}  // namespace holon
