// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/bond/causality.h"
#include "holon/bond/power_graph.h"

namespace holon {

/// Turns a graph into states and outputs of the assembly: checks it, assigns causality, and defines
/// the effort and the flow of each bond. Algebraic loops and dependent storage are solved when the
/// system is sorted. Elements for relaxed storage are added to the graph here. Errors go to the
/// elements' reporters.
void formulate_bonds(PowerGraph& graph, Assembly& assembly);

/// The causality that the graph of this assembly was formulated with; nullptr if it has none.
const Causality* find_causality(Assembly& assembly);

/// A parameter of this name in the assembly's symbols represents the rate of the stored quantity of
/// dependent storage ("drive.fan.momentum"): for the equations before the reduction.
std::string rate_parameter(const std::string& stored);

}  // namespace holon
