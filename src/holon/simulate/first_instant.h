// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/simulate/start.h"

namespace holon {

/// What a run comes to before its first step: finds its start, and lets happen what happens there.
/// Throws ModelError as find_start, RunError for what fails a run at its very beginning: a joint
/// that begins beyond its limits, an assertion.
Start check_first_instant(const System& system, const std::vector<double>& parameters);

}  // namespace holon
