// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "holon/model/assembly/part.h"

/// Where parts begin: `initial`, and `guess` for what `initial` leaves open.
namespace holon {

/// Of a Revolute joint.
struct AngleStart {
  std::optional<Expr> angle{};  ///< [rad]
  std::optional<Expr> rate{};   ///< [rad/s]
  static void describe(Fields<AngleStart>& f);
};

/// Of a Prismatic joint.
struct PositionStart {
  std::optional<Expr> position{};  ///< [m]
  std::optional<Expr> speed{};     ///< [m/s]
  static void describe(Fields<PositionStart>& f);
};

/// Of a Screw, Cylindrical or PinInSlot joint.
struct RotationTranslationStart {
  std::optional<Expr> angle{};     ///< [rad]
  std::optional<Expr> rate{};      ///< [rad/s]
  std::optional<Expr> position{};  ///< [m]
  std::optional<Expr> speed{};     ///< [m/s]
  static void describe(Fields<RotationTranslationStart>& f);
};

/// Of a Universal joint.
struct TwoAnglesStart {
  std::optional<Expr> angle1{}, angle2{};  ///< [rad]
  std::optional<Expr> rate1{}, rate2{};    ///< [rad/s]
  static void describe(Fields<TwoAnglesStart>& f);
};

/// Of a Planar joint.
struct PlanarStart {
  std::optional<Expr> x{}, y{};              ///< [m]
  std::optional<Expr> angle{};               ///< [rad]
  std::optional<Expr> speed_x{}, speed_y{};  ///< [m/s]
  std::optional<Expr> rate{};                ///< [rad/s]
  static void describe(Fields<PlanarStart>& f);
};

/// Of a Spherical joint.
struct AttitudeStart {
  std::optional<Orientation> orientation{};
  std::optional<Vector3<Expr>> angular_velocity{};  ///< [rad/s]
  static void describe(Fields<AttitudeStart>& f);
};

/// Of a point that moves freely.
struct PointStart {
  std::optional<Vector3<Expr>> position{};  ///< [m]
  std::optional<Vector3<Expr>> velocity{};  ///< [m/s]
  static void describe(Fields<PointStart>& f);
};

/// Of a body that moves freely, or of a Free joint: position and velocity in the axes of the parent
/// (the world), angular velocity in the body's (the child's) own axes.
struct FreeStart {
  std::optional<Vector3<Expr>> position{};  ///< [m]
  std::optional<Orientation> orientation{};
  std::optional<Vector3<Expr>> velocity{};          ///< [m/s]
  std::optional<Vector3<Expr>> angular_velocity{};  ///< [rad/s]
  static void describe(Fields<FreeStart>& f);
};

namespace detail {

/// The value that `initial` gives, else that of `guess`, else the default. A guess beside an
/// initial value has no effect, which is an error.
template <class T>
T choose_start(PartBuilder& b, const char* name, const std::optional<T>& initial,
               const std::optional<T>& guess, T otherwise) {
  if (initial && guess) {
    b.error(std::string("guess.") + name,
            std::string("this guess has no effect: 'initial' gives the ") + name);
  }
  return initial ? *initial : guess ? *guess : otherwise;
}

}  // namespace detail

}  // namespace holon
