// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/system/definitions.h"
#include "holon/system/resolver.h"
#include "holon/system/system.h"

namespace holon::detail {

/// Roots required only by outputs; an error in the equations of one is an error of that output.
void add_roots_of_outputs(const SystemDefinitions& definitions, std::vector<Resolver::Root>& roots);

/// Adds the discrete states of each root, in the definitions as well.
SystemRoots add_guesses(SystemDefinitions& definitions, const std::vector<Resolver::Root>& roots);

}  // namespace holon::detail
