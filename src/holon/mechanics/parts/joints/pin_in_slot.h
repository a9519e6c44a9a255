// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/machine/joint_limits.h"
#include "holon/mechanics/mechanism/start.h"

namespace holon {

/// A pin of the child frame in a straight slot of the parent frame: the child rotates about the
/// pin's axis, and the pin translates along the slot, which is normal to the axis: along the joint
/// frame's x axis projected onto the plane normal to the pin (its y axis, where the pin is along
/// x). Each of the two has an effort − stiffness (coordinate − rest) − damping · rate, or a motion.
struct PinInSlot {
  std::array<FrameName, 2> between{};  ///< parent, child
  Axis axis{};                         ///< of the pin, in the joint frame
  Placement origin{};                  ///< of the joint frame in the parent frame
  std::optional<Expr> motion_angle{};  ///< [rad] as a function of time
  Expr torque = 0.0;                   ///< [N m]
  Expr stiffness_angle = 0.0;          ///< [N m/rad]
  Expr rest_angle = 0.0;               ///< [rad]
  Expr damping_angle = 0.0;            ///< [N m s/rad]
  std::optional<RotationFriction> friction_angle{};
  std::optional<RotationLimits> limits_angle{};
  std::optional<Expr> motion_position{};  ///< [m] as a function of time
  Expr force = 0.0;                       ///< [N]
  Expr stiffness_position = 0.0;          ///< [N/m]
  Expr rest_position = 0.0;               ///< [m]
  Expr damping_position = 0.0;            ///< [N s/m]
  std::optional<TranslationFriction> friction_position{};
  std::optional<TranslationLimits> limits_position{};
  RotationTranslationStart initial{}, guess{};

  static void describe(Descriptor<PinInSlot>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
