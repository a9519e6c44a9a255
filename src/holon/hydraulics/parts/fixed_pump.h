// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// A pump of constant displacement, Q = D ω − k_l Δp, driven at a prescribed speed or by a shaft:
/// hydraulics/displacement_unit.h has the equations and their sources. The fluid in its outlet and
/// the following hose is a volume at `to`.
struct FixedPump {
  struct Initial {
    std::optional<Expr> pressure{};  ///< [Pa] gauge, at `to`
    static void describe(Fields<Initial>& f);
  };
  std::string from = "tank", to;
  Expr displacement;            ///< [m^3/rad]
  std::optional<Expr> speed{};  ///< [rad/s]
  std::string shaft;            ///< a port instead
  Expr leakage = 0.0;           ///< [m^3/(s Pa)]
  Expr viscous_friction = 0.0;  ///< [N m s/rad]
  Expr pressure_friction = 0.0;
  std::optional<Expr> volume{};  ///< [m^3] at `to`; default: that of ten revolutions
  std::optional<Initial> initial{};

  static void describe(Descriptor<FixedPump>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
