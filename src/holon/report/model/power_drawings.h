// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "holon/study/loading.h"
#include "holon/view/bonds/bond_drawing.h"
#include "holon/view/diagram/diagram.h"

namespace holon {

/// The bond graph that a model's parts add up to, to be drawn; nothing where they have none.
std::optional<BondDrawing> make_bond_drawing(const LoadedModel& loaded);

/// Adds the nodes at which oil meets and the lines along which power flows between parts.
void add_power_lines(Diagram& diagram, const LoadedModel& loaded);

}  // namespace holon
