// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/bond/causality.h"

namespace holon::detail {

/// Puts a stiff compliance and a resistance between the rest and each dependent inertia that
/// requests it (an inertia and a resistance before a compliance), so that all storage keeps its own
/// state; the effort of the compliance is the constraint's multiplier. True if any was inserted.
bool relax_dependent(PowerGraph& graph, const Causality& causality);

}  // namespace holon::detail
