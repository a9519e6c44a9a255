// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "holon/model/assembly/part.h"

/// Openings of valves: from 0, shut, to 1.
namespace holon::hydraulics {

/// Part of its range over which a corner of an opening is rounded: as edges of metal are.
constexpr double kCornerWidth = 0.01;

/// max(0, x), rounded at 0, and 1 above 1: of an edge by the place of its spool.
Expr open_edge(Expr x);

/// τ x' = wanted − x as a state of this name of the part; without a time `wanted` itself.
Expr add_lag(PartBuilder& builder, const std::string& name, Expr wanted,
             const std::optional<Expr>& time_constant);

/// How fast a spool follows its command: of second order.
struct SpoolDynamics {
  std::optional<Expr> bandwidth{};  ///< [Hz] natural frequency, where it lags by 90 degrees
  Expr damping_ratio = 1.0;
};

/// x'' = ω² (u − x) − 2 ζ ω x' as states "position" and "speed" of the part, at rest at the start;
/// without a bandwidth u itself. Defines the output "speed". `command` is held between -1 and 1.
Expr add_spool(PartBuilder& builder, Expr command, const SpoolDynamics& dynamics);

}  // namespace holon::hydraulics
