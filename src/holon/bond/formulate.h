// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/bond/causality.h"
#include "holon/bond/power_graph.h"

namespace holon {

/// Turns a graph into states and outputs of the assembly: checks it, assigns causality, and says of
/// each bond what its effort and its flow are. What needs itself (algebraic loops, dependent
/// storage) is left to the sorting of the system. Relaxed storage gets its compliance here, so the
/// graph grows. Errors go to the elements' reporters.
void formulate_bonds(PowerGraph& graph, Assembly& assembly);

/// The causality that the graph of this assembly was formulated with; nullptr where it has none.
const Causality* find_causality(Assembly& assembly);

/// A parameter of this name in the assembly's symbols stands for the rate of what dependent storage
/// holds ("drive.fan.momentum"): the equations before they are reduced.
std::string rate_parameter(const std::string& stored);

}  // namespace holon
