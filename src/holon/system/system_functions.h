// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "holon/system/definitions.h"
#include "holon/system/system.h"

namespace holon::detail {

/// The functions of a System besides its equations: see System for their inputs and outputs.
/// `blocks`: one group of outputs for each block of states. Throws ModelError if initial values
/// depend on each other.
FunctionRef make_start(const SystemDefinitions& definitions, const std::vector<Variable>& blocks);
FunctionRef make_discrete_start(const SystemDefinitions& definitions);
FunctionRef make_resets(const SystemDefinitions& definitions);
FunctionRef make_ticks(const SystemDefinitions& definitions);
/// Throws ModelError if processes depend on each other at one instant.
std::vector<SystemProcess> make_processes(SystemDefinitions& definitions);
std::optional<SystemConstraints> make_constraints(const SystemDefinitions& definitions);

}  // namespace holon::detail
