// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "holon/system/system.h"

namespace holon {

/// How many outputs System::list_outputs lists, without the memory that the list takes: some 6 kB
/// for each body of a machine.
std::size_t count_outputs(const System& system);

}  // namespace holon
