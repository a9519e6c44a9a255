// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// Gravity in the place of the one that `world` says: uniform, of a central body, or by formulas of
/// the position. parts/fields/gravity.cpp has the equations.
struct Gravity {
  /// Of a sphere or an oblate body, whose axis is the z axis of the frame `center`.
  struct CentralBody {
    Expr mu;                       ///< [m³/s²] gravitational constant times mass
    FrameName center{};            ///< the centre of the attracting body
    std::optional<Expr> J2{};      ///< second zonal harmonic
    std::optional<Expr> radius{};  ///< [m] equatorial, to which J2 refers
    static void describe(Fields<CentralBody>& f);
  };

  /// Of the Earth: normal gravity of WGS84 without its centrifugal acceleration, about the z axis
  /// of the frame `center`.
  struct Ellipsoidal {
    std::string model = "WGS84";
    FrameName center{};
    static void describe(Fields<Ellipsoidal>& f);
  };

  Vector3<Expr> uniform{0.0, 0.0, -9.80665};  ///< [m/s²] in world axes
  std::optional<CentralBody> central{};
  std::optional<Ellipsoidal> ellipsoidal{};
  std::vector<Expr> field{};  ///< [m/s²] in world axes; formulas of x, y, z
  bool gradient = false;      ///< the field varies over each body

  static std::vector<MadeName> list_names(const SourceNode& part);
  static void describe(Descriptor<Gravity>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
