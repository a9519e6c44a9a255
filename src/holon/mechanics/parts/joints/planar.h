// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/machine/joint_limits.h"
#include "holon/mechanics/mechanism/start.h"

namespace holon {

/// The child frame moves in a plane of the parent frame and turns about the plane's normal. x is
/// the joint frame's x axis laid into the plane (its y axis, where the normal is x), y = normal ×
/// x. Each of the three has an effort − stiffness (coordinate − rest) − damping · rate, or a
/// motion.
struct Planar {
  std::array<FrameName, 2> between{};  ///< parent, child
  Axis axis{};                         ///< normal of the plane, in the joint frame
  Placement origin{};                  ///< of the joint frame in the parent frame
  std::optional<Expr> motion_x{};      ///< [m] as a function of time
  Expr force_x = 0.0;                  ///< [N]
  Expr stiffness_x = 0.0;              ///< [N/m]
  Expr rest_x = 0.0;                   ///< [m]
  Expr damping_x = 0.0;                ///< [N s/m]
  std::optional<TranslationFriction> friction_x{};
  std::optional<TranslationLimits> limits_x{};
  std::optional<Expr> motion_y{};  ///< [m] as a function of time
  Expr force_y = 0.0;              ///< [N]
  Expr stiffness_y = 0.0;          ///< [N/m]
  Expr rest_y = 0.0;               ///< [m]
  Expr damping_y = 0.0;            ///< [N s/m]
  std::optional<TranslationFriction> friction_y{};
  std::optional<TranslationLimits> limits_y{};
  std::optional<Expr> motion_angle{};  ///< [rad] as a function of time
  Expr torque = 0.0;                   ///< [N m]
  Expr stiffness_angle = 0.0;          ///< [N m/rad]
  Expr rest_angle = 0.0;               ///< [rad]
  Expr damping_angle = 0.0;            ///< [N m s/rad]
  std::optional<RotationFriction> friction_angle{};
  std::optional<RotationLimits> limits_angle{};
  PlanarStart initial{}, guess{};

  static void describe(Descriptor<Planar>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
