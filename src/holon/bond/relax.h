// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/bond/causality.h"

namespace holon::detail {

/// Puts a stiff compliance and a resistance between the rest and each dependent inertia that asks
/// for it (an inertia and a resistance before a compliance), so that all storage keeps its own
/// state; the effort across is the multiplier that constrains it. True where it did.
bool relax_dependent(PowerGraph& graph, const Causality& causality);

}  // namespace holon::detail
