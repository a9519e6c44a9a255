// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/estimate/filter_plan.h"
#include "holon/estimate/parts/kalman_filter.h"

namespace holon {

/// Fills a plan, whose model and shape are known, from the part's values: noise, mean and
/// covariance at the start, options of the filter. Reports what is wrong with them; false then.
bool plan_filter(const KalmanFilter& part, PartBuilder& b, FilterPlan& plan);

}  // namespace holon
