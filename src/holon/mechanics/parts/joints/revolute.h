// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/machine/joint_limits.h"
#include "holon/mechanics/mechanism/start.h"

namespace holon {

/// Lets the child frame turn about an axis of the parent frame. The torque on the child about the
/// axis is torque − stiffness (angle − rest) − damping rate; a prescribed motion takes its place.
struct Revolute {
  std::array<FrameName, 2> between{};  ///< parent, child
  Axis axis{};                         ///< in the joint frame
  Placement origin{};                  ///< of the joint frame in the parent frame
  std::optional<Expr> motion{};        ///< [rad] the angle as a function of time
  Expr torque = 0.0;                   ///< [N m]
  Expr stiffness = 0.0;                ///< [N m/rad]
  Expr rest = 0.0;                     ///< [rad]
  Expr damping = 0.0;                  ///< [N m s/rad]
  std::optional<RotationFriction> friction{};
  std::optional<RotationLimits> limits{};
  AngleStart initial{}, guess{};

  static void describe(Descriptor<Revolute>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
