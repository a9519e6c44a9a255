// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/machine/joint_limits.h"
#include "holon/mechanics/mechanism/start.h"

namespace holon {

/// Lets the child frame slide along an axis of the parent frame. The force on the child along the
/// axis is force − stiffness (position − rest) − damping speed; a prescribed motion takes its
/// place.
struct Prismatic {
  std::array<FrameName, 2> between{};  ///< parent, child
  Axis axis{};                         ///< in the joint frame
  Placement origin{};                  ///< of the joint frame in the parent frame
  std::optional<Expr> motion{};        ///< [m] the position as a function of time
  Expr force = 0.0;                    ///< [N]
  Expr stiffness = 0.0;                ///< [N/m]
  Expr rest = 0.0;                     ///< [m]
  Expr damping = 0.0;                  ///< [N s/m]
  std::optional<TranslationFriction> friction{};
  std::optional<TranslationLimits> limits{};
  PositionStart initial{}, guess{};

  static void describe(Descriptor<Prismatic>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
