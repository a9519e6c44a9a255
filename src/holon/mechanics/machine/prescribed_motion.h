// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/mechanism/mechanism.h"

namespace holon {

class Assembly;

namespace detail {

/// Writes rates and accelerations of prescribed motions, which are time derivatives of formulas,
/// as formulas of time. Conditions on velocities, and dry friction that sticks, differentiate
/// them, and placeholders of time derivatives cannot be differentiated.
void write_out_motions(Mechanism& mechanism, Assembly& assembly);

}  // namespace detail
}  // namespace holon
