// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "holon/loading.h"
#include "holon/view/bond_drawing.h"

namespace holon::app {

/// The bond graph that a model's parts add up to, to be drawn; nothing where they have none.
std::optional<BondDrawing> make_bond_drawing(const LoadedModel& loaded);

/// What its causality tells: dependent storage with what it depends on, and elements through which
/// algebraic loops lead. One line each.
std::vector<std::string> describe_causality(const LoadedModel& loaded);

}  // namespace holon::app
