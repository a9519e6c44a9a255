// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/bond/causality.h"

namespace holon::detail {

/// Warns of sources that may jump and prescribe the state of storage: a jump of the flow requires
/// an impulse on the inertia, a jump of the effort a charge of the compliance. The equations keep
/// the storage consistent with the source, but effort and flow at the jump are in no output, nor
/// are their energies.
void warn_of_jumps(const PowerGraph& graph, const Causality& causality, Assembly& assembly);

}  // namespace holon::detail
