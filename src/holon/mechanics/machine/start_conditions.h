// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/machine/machine.h"

namespace holon::detail {

/// Conditions of the start: what `initial` gives to joints whose coordinates are no states.
void add_start_conditions(Machine& machine, SystemBuilder::Constraints& c);

}  // namespace holon::detail
