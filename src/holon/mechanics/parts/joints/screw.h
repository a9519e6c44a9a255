// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/machine/joint_limits.h"
#include "holon/mechanics/mechanism/start.h"

namespace holon {

/// A spindle: the child frame turns about an axis of the parent frame and goes along it by `pitch`
/// for each radian. What drives it is torque + pitch · force − stiffness (angle − rest) − damping
/// rate, as a torque; a prescribed motion takes its place.
struct Screw {
  std::array<FrameName, 2> between{};  ///< parent, child
  Axis axis{};                         ///< in the joint frame
  Expr pitch = 0.0;                    ///< [m/rad]
  Placement origin{};                  ///< of the joint frame in the parent frame
  std::optional<Expr> motion{};        ///< [rad] the angle as a function of time
  Expr torque = 0.0;                   ///< [N m]
  Expr stiffness = 0.0;                ///< [N m/rad]
  Expr rest = 0.0;                     ///< [rad]
  Expr damping = 0.0;                  ///< [N m s/rad]
  std::optional<RotationFriction> friction{};
  std::optional<RotationLimits> limits{};
  Expr force = 0.0;  ///< [N] along the axis
  RotationTranslationStart initial{}, guess{};

  static void describe(Descriptor<Screw>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
