// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/bond/power_graph.h"

namespace holon::detail {

/// Reports 0-junctions whose efforts may all be raised together without a change of anything else,
/// as the nodes of a circuit without a ground, and then returns false.
bool check_efforts(const PowerGraph& graph);

}  // namespace holon::detail
