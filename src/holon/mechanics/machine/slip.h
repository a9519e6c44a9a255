// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/machine/joint_freedom.h"

namespace holon::detail {

/// Two sides that rub on each other, φ = angle₁ − angle₂; the second may be the housing. Sliding,
/// the first has the torque −capacity sign(φ'), the second the opposite; at rest a constraint holds
/// φ up to the break-away capacity.
struct SlipPair {
  JointFreedom first;
  std::optional<JointFreedom> second{};
  Expr capacity;    ///< [N m] while it slips
  Expr break_away;  ///< [N m] while it sticks
};

/// Adds it and defines the part's outputs `torque` (by its local name; on the second side, or of
/// the first against the housing), `slip`, `sticks` and `loss`.
void add_slip_pair(PartBuilder& b, const SlipPair& pair, const std::string& torque);

}  // namespace holon::detail
