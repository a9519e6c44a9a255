// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/system/definitions.h"
#include "holon/system/resolver.h"
#include "holon/system/system.h"

namespace holon::detail {

/// Roots that nothing but outputs need; one whose equations are wrong is that output's error.
void add_roots_of_outputs(const SystemDefinitions& definitions, std::vector<Resolver::Root>& roots);

/// Gives each root its discrete states, in the definitions too.
SystemRoots add_guesses(SystemDefinitions& definitions, const std::vector<Resolver::Root>& roots);

}  // namespace holon::detail
