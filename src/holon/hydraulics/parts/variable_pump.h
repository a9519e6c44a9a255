// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// A pump whose displacement D = u D_max is set, by a command or by the load.
///
///   Q = u D_max ω − k_l Δp,   τ_r u' = u_s − u
///   by command:    u_s = command, held between -1 and 1
///   load sensing:  u_s = clip((min(max p_i + margin, limit) − p)/droop)
///
/// p is the pressure that it makes, p_i those of the sensed nodes: it gives as much as keeps p
/// above the highest of them by `margin`, less the droop that its regulator needs, and nothing
/// beyond `limit`. H. Murrenhoff, Fundamentals of Fluid Power, chapter 7;
/// hydraulics/displacement_unit.h for the machine. The oil in its outlet and the hose behind it is
/// a volume at `to`.
struct VariablePump {
  struct LoadSensing {
    std::vector<std::string> sense{};  ///< nodes
    std::optional<Expr> load{};        ///< [Pa] in their place: the highest load by a formula
    Expr margin = 20e5;                ///< [Pa]
    Expr limit = 280e5;                ///< [Pa]
    Expr droop = 5e5;                  ///< [Pa] from no displacement to the whole
    static void describe(Fields<LoadSensing>& f);
  };
  struct Initial {
    std::optional<Expr> pressure{};  ///< [Pa] gauge, at `to`
    static void describe(Fields<Initial>& f);
  };
  std::string from = "tank", to;
  Expr displacement;                          ///< [m^3/rad] D_max
  std::optional<Expr> command{};              ///< -1 to 1
  std::optional<LoadSensing> load_sensing{};  ///< in its place
  std::optional<Expr> time_constant{};        ///< [s] τ_r
  std::optional<Expr> speed{};                ///< [rad/s]
  std::string shaft;                          ///< a port in its place
  Expr leakage = 0.0;                         ///< [m^3/(s Pa)]
  Expr viscous_friction = 0.0;                ///< [N m s/rad]
  Expr pressure_friction = 0.0;
  std::optional<Expr> volume{};  ///< [m^3] at `to`; default: that of ten turns
  std::optional<Initial> initial{};

  static void describe(Descriptor<VariablePump>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
