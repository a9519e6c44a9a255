// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/study/loading.h"

namespace holon {

/// What the causality of its bond graph shows: dependent storage with what it depends on, and
/// elements through which algebraic loops lead. One line each.
std::vector<std::string> describe_causality(const LoadedModel& loaded);

/// What storage in derivative causality holds, as names of outputs.
struct DependentStorage {
  std::string stored;  ///< "drive.fan.momentum", which follows from the states
  std::string rate;    ///< "drive.fan.effort", its time derivative
};
std::vector<DependentStorage> list_dependent_storage(const LoadedModel& loaded);

/// The symbol of a state or of a value of an element of a bond graph, as in textbooks: p and q of
/// storage; I, C, R, n (of a transformer) and r (of a gyrator).
struct ElementSymbol {
  std::string name;     ///< of the state, or of the value as `--set` names it: "drive.coil"
  std::string letter;   ///< "p"
  std::string element;  ///< the shortest end of its name that no other element has: "coil"
};
std::vector<ElementSymbol> list_element_symbols(const LoadedModel& loaded);

/// The same model with its parameters as symbols (load_with_parameters), and so the values of
/// elements of bond graphs that are plain numbers. `opened`: further inputs.
LoadedModel load_with_element_names(const LoadedModel& loaded,
                                    const std::vector<ValueToOpen>& opened = {});

}  // namespace holon
