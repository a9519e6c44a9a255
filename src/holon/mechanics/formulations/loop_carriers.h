// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/formulations/constraint_rows.h"

namespace holon {

/// Which joints and rods carry what the multipliers of constraints make, as statics has it: a row
/// of a closure acts on two links, and all joints between them carry that; so does the closure
/// itself. See SystemConstraints.
void add_carriers(const ConstraintRows& rows, SystemBuilder::Constraints& constraints);

}  // namespace holon
