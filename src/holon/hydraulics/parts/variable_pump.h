// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// A pump of variable displacement D = u D_max, controlled by a command or by load sensing.
///
///   Q = u D_max ω − k_l Δp,   τ_r u' = u_s − u
///   by command:    u_s = command, limited to -1 … 1
///   load sensing:  u_s = clip((min(max p_i + margin, limit) − p)/droop)
///
/// p is its outlet pressure, p_i those of the sensed nodes: its flow keeps p above the highest of
/// them by `margin`, less the droop of its regulator, and is zero above `limit`. H. Murrenhoff,
/// Fundamentals of Fluid Power, chapter 7; hydraulics/displacement_unit.h for the machine. The
/// fluid in its outlet and the following hose is a volume at `to`.
struct VariablePump {
  struct LoadSensing {
    std::vector<std::string> sense{};  ///< nodes
    std::optional<Expr> load{};        ///< [Pa] instead of `sense`: the highest load by a formula
    Expr margin = 20e5;                ///< [Pa]
    Expr limit = 280e5;                ///< [Pa]
    Expr droop = 5e5;                  ///< [Pa] from zero to full displacement
    static void describe(Fields<LoadSensing>& f);
  };
  struct Initial {
    std::optional<Expr> pressure{};  ///< [Pa] gauge, at `to`
    static void describe(Fields<Initial>& f);
  };
  std::string from = "tank", to;
  Expr displacement;                          ///< [m^3/rad] D_max
  std::optional<Expr> command{};              ///< -1 to 1
  std::optional<LoadSensing> load_sensing{};  ///< instead
  std::optional<Expr> time_constant{};        ///< [s] τ_r
  std::optional<Expr> speed{};                ///< [rad/s]
  std::string shaft;                          ///< a port instead of `speed`
  Expr leakage = 0.0;                         ///< [m^3/(s Pa)]
  Expr viscous_friction = 0.0;                ///< [N m s/rad]
  Expr pressure_friction = 0.0;
  std::optional<Expr> volume{};  ///< [m^3] at `to`; default: that of ten revolutions
  std::optional<Initial> initial{};

  static void describe(Descriptor<VariablePump>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
