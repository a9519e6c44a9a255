// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "holon/system/system.h"

namespace holon {

/// The number of outputs that System::list_outputs would list, without the memory of the list:
/// about 6 kB for each body of a machine.
std::size_t count_outputs(const System& system);

}  // namespace holon
