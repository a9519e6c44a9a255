// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "holon/bond/power_graph.h"

namespace holon::detail {

/// Sums over the elements of a graph whose names begin with `prefix` ("drive."; empty: all), as
/// expressions of their outputs. Elements of `pseudo_thermal` are left out: their effort times flow
/// is no power.
struct GraphEnergy {
  Expr source_power = 0.0;      ///< [W] that sources give
  Expr dissipated_power = 0.0;  ///< [W] that resistances take
  /// [J] ½ p f of linear I, ½ q e of linear C, what components' storage tells of its own.
  Expr stored = 0.0;
  /// [W] into storage with laws, or with values that vary: no sum of states tells its energy.
  Expr storing = 0.0;
};
GraphEnergy calc_energy(const PowerGraph& graph, std::string_view prefix, Symbols& symbols);

/// The local name of the state of energy that no law tells.
inline constexpr const char* kEnergySinceStart = "stored_energy_since_start";

/// The outputs `source_power`, `dissipated_power` and `stored_energy` of a part with elements; the
/// last one, where it holds an integral, only if somebody asks for it.
void define_energy_outputs(const std::shared_ptr<PowerGraph>& graph, PartBuilder& builder);

}  // namespace holon::detail
