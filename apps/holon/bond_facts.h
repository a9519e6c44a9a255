// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "holon/loading.h"
#include "holon/view/bonds/bond_drawing.h"
#include "holon/view/diagram/diagram.h"

namespace holon::app {

/// The bond graph that a model's parts add up to, to be drawn; nothing where they have none.
std::optional<BondDrawing> make_bond_drawing(const LoadedModel& loaded);

/// Adds the nodes at which oil meets and the lines along which power flows between parts.
void add_power_lines(Diagram& diagram, const LoadedModel& loaded);

/// What its causality tells: dependent storage with what it depends on, and elements through which
/// algebraic loops lead. One line each.
std::vector<std::string> describe_causality(const LoadedModel& loaded);

/// What storage in derivative causality holds, as names of outputs.
struct DependentStorage {
  std::string stored;  ///< "drive.fan.momentum", which follows from the states
  std::string rate;    ///< "drive.fan.effort", its time derivative
};
std::vector<DependentStorage> list_dependent_storage(const LoadedModel& loaded);

/// Elements whose value is a plain number in the equations, as `--set` names them.
std::vector<std::string> list_plain_elements(const LoadedModel& loaded);

}  // namespace holon::app
