// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/machine/joint_limits.h"
#include "holon/mechanics/mechanism/start.h"

namespace holon {

/// A direction of translation of a SixDof. (Not nested in it: clang 14 does not construct optional
/// members of nested types with default values.)
struct SixDofTranslation {
  std::optional<Axis> axis{};    ///< in the joint frame; default: as the direction's name
  std::optional<Expr> motion{};  ///< [m] as a function of time
  Expr force = 0.0;              ///< [N]
  Expr stiffness = 0.0;          ///< [N/m]
  Expr rest = 0.0;               ///< [m]
  Expr damping = 0.0;            ///< [N s/m]
  std::optional<TranslationFriction> friction{};
  std::optional<TranslationLimits> limits{};
  PositionStart initial{}, guess{};
  static void describe(Fields<SixDofTranslation>& f);
};

/// A direction of rotation.
struct SixDofRotation {
  std::optional<Axis> axis{};    ///< in the frame as the rotations before have left it
  std::optional<Expr> motion{};  ///< [rad] as a function of time
  Expr torque = 0.0;             ///< [N m]
  Expr stiffness = 0.0;          ///< [N m/rad]
  Expr rest = 0.0;               ///< [rad]
  Expr damping = 0.0;            ///< [N m s/rad]
  std::optional<RotationFriction> friction{};
  std::optional<RotationLimits> limits{};
  AngleStart initial{}, guess{};
  static void describe(Fields<SixDofRotation>& f);
};

/// A joint of six directions, each locked, free, with spring and damper, or driven: translations
/// along three axes of the joint frame, then rotations about three axes one after the other, each
/// in the frame as those before have rotated it (Cardan angles where the axes are x, y, z). What is
/// not given is locked. Along each
///
///   effort − stiffness (coordinate − rest) − damping · rate − friction, between limits, or a
///   motion.
///
/// It is a chain of prismatic and revolute joints with nothing between them.
struct SixDof {
  std::array<FrameName, 2> between{};  ///< parent, child
  Placement origin{};                  ///< of the joint frame in the parent frame
  std::optional<SixDofTranslation> x{}, y{}, z{};
  std::optional<SixDofRotation> rotation_x{}, rotation_y{}, rotation_z{};

  static void describe(Descriptor<SixDof>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
