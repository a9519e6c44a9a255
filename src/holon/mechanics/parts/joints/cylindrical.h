// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/machine/joint_limits.h"
#include "holon/mechanics/mechanism/start.h"

namespace holon {

/// A sleeve on a rod: the child frame turns about an axis of the parent frame and slides along it.
/// Each of the two has an effort − stiffness (coordinate − rest) − damping · rate, or a motion.
struct Cylindrical {
  std::array<FrameName, 2> between{};  ///< parent, child
  Axis axis{};                         ///< in the joint frame
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

  static void describe(Descriptor<Cylindrical>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
