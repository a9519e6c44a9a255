// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/machine/machine.h"

namespace holon::detail {

/// Adds the constraints of a machine's closed loops to the System: their errors in positions and
/// velocities, the steps back onto them, and the conditions of the start.
void add_loop_constraints(Machine& machine, Assembly& assembly);

}  // namespace holon::detail
