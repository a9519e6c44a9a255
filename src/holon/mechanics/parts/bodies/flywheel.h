// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/machine/joint_limits.h"
#include "holon/model/assembly/part.h"

namespace holon {

/// A balanced wheel with a motor on a frame of a body: an axisymmetric rotor on a revolute joint,
/// its centre of mass at the frame's origin. With the rotor's rate Ω relative to the body, a the
/// axis and ω the body's angular velocity
///
///   J_s (Ω' + a·ω') = τ − damping Ω − friction,     −τ + … on the body
///
/// (H. Schaub, J. L. Junkins, Analytical Mechanics of Space Systems, 4th ed., 2018, §4.5, with a
/// wheel that is balanced). `included`: the body's own mass and inertia hold those of the wheel,
/// which are therefore taken off the body; the motion of both is that of the sum.
struct Flywheel {
  struct RotorInertia {
    Expr spin;              ///< [kg m²] about the axis
    Expr transverse = 0.0;  ///< [kg m²] across it, about the centre of mass
    static void describe(Fields<RotorInertia>& f);
  };
  /// The motor gives `torque` at most. Above 95 % of `speed` a torque that drives the wheel on
  /// falls linearly with the speed, to zero at `speed`; one that brakes does not.
  struct MotorLimits {
    std::optional<Expr> speed{};   ///< [rad/s] relative to the body
    std::optional<Expr> torque{};  ///< [N m]
    static void describe(Fields<MotorLimits>& f);
  };
  struct WheelStart {
    std::optional<Expr> angle{};  ///< [rad]
    std::optional<Expr> speed{};  ///< [rad/s]
    static void describe(Fields<WheelStart>& f);
  };

  FrameName on{};
  Axis axis{};      ///< in that frame
  Expr mass = 0.0;  ///< [kg]
  RotorInertia inertia{};
  Expr torque = 0.0;   ///< [N m] of the body on the wheel
  Expr damping = 0.0;  ///< [N m s/rad]
  std::optional<RotationFriction> friction{};
  std::optional<MotorLimits> limits{};
  bool included = false;
  std::vector<Shape> shapes{};  ///< in the rotor's frame
  WheelStart initial{}, guess{};

  static void describe(Descriptor<Flywheel>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
