// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The bonds of a graph as a user lists them: "supply -> a -> shaft.flange".

#include <string>
#include <vector>

#include "holon/bond/power_graph.h"

namespace holon::detail {

/// Adds the bonds `part`.b1, `part`.b2, … when all parts have been built. An end is an element of
/// this graph, a port of one, an element of another graph, or a port of another domain, looked up
/// from the part's own scope outwards. Errors are passed to `report`, at "bonds[k]".
void add_bonds(PowerGraph& graph, Assembly& assembly, const std::string& part,
               const std::vector<std::string>& bonds, const PartBuilder::ErrorReporter& report);

}  // namespace holon::detail
