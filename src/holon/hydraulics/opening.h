// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "holon/model/assembly/part.h"

/// Openings of valves: from 0, closed, to 1.
namespace holon::hydraulics {

/// Fraction of its range over which an opening characteristic is smoothed.
constexpr double kCornerWidth = 0.01;

/// max(0, x), smoothed at 0, and 1 above 1: the opening of an edge by the position of its spool.
Expr open_edge(Expr x);

/// τ x' = target − x as a state of this name of the part; without a time constant `target` itself.
Expr add_lag(PartBuilder& builder, const std::string& name, Expr target,
             const std::optional<Expr>& time_constant);

/// The second-order dynamics of a spool.
struct SpoolDynamics {
  std::optional<Expr> bandwidth{};  ///< [Hz] natural frequency, with a phase lag of 90 degrees
  Expr damping_ratio = 1.0;
};

/// x'' = ω² (u − x) − 2 ζ ω x' as states "position" and "speed" of the part, at rest at the start;
/// without a bandwidth u itself. Defines the output "speed". `command` is limited to -1 … 1.
Expr add_spool(PartBuilder& builder, Expr command, const SpoolDynamics& dynamics);

}  // namespace holon::hydraulics
