// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// A motor of constant displacement: flow from A to B drives its shaft, Q = D ω + k_l (p_A − p_B),
/// with the torque D (p_A − p_B) less friction. Driven by its shaft it is a pump from A to B.
/// hydraulics/displacement_unit.h has the equations and their sources.
struct HydraulicMotor {
  std::string A, B = "tank";
  Expr displacement;            ///< [m^3/rad]
  std::optional<Expr> speed{};  ///< [rad/s] prescribed
  std::string shaft;            ///< a port instead
  Expr leakage = 0.0;           ///< [m^3/(s Pa)]
  Expr viscous_friction = 0.0;  ///< [N m s/rad]
  Expr pressure_friction = 0.0;

  static void describe(Descriptor<HydraulicMotor>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
