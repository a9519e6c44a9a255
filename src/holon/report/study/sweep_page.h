// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "holon/study/loading.h"
#include "holon/study/sweep_study.h"

namespace holon {

/// A study as one page for the browser: distributions of what was recorded, its dependence on what
/// varied, bounds of signals over time, extreme cases, and the samples that failed. Throws
/// std::runtime_error without a front end.
std::string write_sweep_page(const SweepReport& report, const LoadedModel& model);

}  // namespace holon
