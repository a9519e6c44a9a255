// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/bond/causality.h"

namespace holon::detail {

/// Warns of sources that may jump and prescribe what storage holds: a flow that jumps takes an
/// impulse to bring an inertia along, an effort that jumps a charge for a compliance. The equations
/// hold the storage on the source, but effort and flow while it jumps are in no output, nor in
/// their energies.
void warn_of_jumps(const PowerGraph& graph, const Causality& causality, Assembly& assembly);

}  // namespace holon::detail
