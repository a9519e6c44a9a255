// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "holon/bond/power_graph.h"

namespace holon::detail {

/// Sums over the elements of a graph whose names begin with `prefix` ("drive."; empty: all), as
/// expressions of their outputs. Elements of `pseudo_thermal` are omitted: their effort times flow
/// is not a power.
struct GraphEnergy {
  Expr source_power = 0.0;      ///< [W] supplied by sources
  Expr dissipated_power = 0.0;  ///< [W] dissipated by resistances
  /// [J] ½ p f of linear I, ½ q e of linear C, and the energies that components define themselves.
  Expr stored = 0.0;
  /// [W] into storage with laws, or with values that vary: its energy is no function of the state.
  Expr storing = 0.0;
};
GraphEnergy calc_energy(const PowerGraph& graph, std::string_view prefix, Symbols& symbols);

/// The local name of the state for energy that is integrated.
inline constexpr const char* kEnergySinceStart = "stored_energy_since_start";

/// The outputs `source_power`, `dissipated_power` and `stored_energy` of a part with elements; the
/// last one, if it contains an integral, only if it is requested.
void define_energy_outputs(const std::shared_ptr<PowerGraph>& graph, PartBuilder& builder);

}  // namespace holon::detail
