// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/machine/joint_limits.h"
#include "holon/mechanics/mechanism/start.h"

namespace holon {

/// A cardan joint: the child turns by angle1 about `axis` of the parent's side, then by angle2
/// about `axis2` of its own side. Each of the two has a torque − stiffness (angle − rest) − damping
/// rate, or a motion.
struct Universal {
  std::array<FrameName, 2> between{};  ///< parent, child
  Axis axis{};                         ///< in the joint frame
  Axis axis2 = "x";                    ///< in the child frame
  Placement origin{};                  ///< of the joint frame in the parent frame
  std::optional<Expr> motion1{};       ///< [rad] as a function of time
  Expr torque1 = 0.0;                  ///< [N m]
  Expr stiffness1 = 0.0;               ///< [N m/rad]
  Expr rest1 = 0.0;                    ///< [rad]
  Expr damping1 = 0.0;                 ///< [N m s/rad]
  std::optional<RotationFriction> friction1{};
  std::optional<RotationLimits> limits1{};
  std::optional<Expr> motion2{};  ///< [rad] as a function of time
  Expr torque2 = 0.0;             ///< [N m]
  Expr stiffness2 = 0.0;          ///< [N m/rad]
  Expr rest2 = 0.0;               ///< [rad]
  Expr damping2 = 0.0;            ///< [N m s/rad]
  std::optional<RotationFriction> friction2{};
  std::optional<RotationLimits> limits2{};
  TwoAnglesStart initial{}, guess{};

  static void describe(Descriptor<Universal>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
