// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/hydraulics/circuit.h"
#include "holon/model/assembly/part.h"

/// Displacement machines: pumps and motors, which convert between shaft power and hydraulic power.
///
///   ṁ = ρ D ω − ρ_l k_l Δp       flow from `from` to `to`, Δp = p_to − p_from
///   τ = D Δp + k_v ω + k_p |D Δp| tanh(ω/ω_0)     torque required from the shaft
///
/// D [m³/rad] displacement per angle, k_l leakage, k_v viscous and k_p pressure-dependent friction,
/// ω_0 = 1 rad/s; ρ the density upstream (ω > 0: at `from`), ρ_l that on the side of higher
/// pressure. So a pump displaces the fluid that is present: on a starved line ρ falls with the
/// remaining mass, and the pump delivers only what the line supplies. W. Wilson, Rotary-pump
/// theory, Trans. ASME 68 (1946); H. Merritt, Hydraulic Control Systems, 1967, (4-10) to (4-13). D
/// ω Δp exceeds the power that the fluid gains by the loss when fluid at low pressure is connected
/// to that at high pressure (Circuit:: Displacement). In bond graphs a transformer and a field
/// between two nodes.
namespace holon::hydraulics {

/// The flow of a unit from one node to the other, net of its leakage.
struct DisplacementFlow {
  int from = 0, to = 0;
  Expr mass = 0.0;                           ///< [kg/s]
  Expr power(const Circuit& circuit) const;  ///< [W] gained by the fluid
};

struct DisplacementUnit {
  Expr displacement;            ///< [m^3/rad]
  std::optional<Expr> speed{};  ///< [rad/s] prescribed
  std::string shaft{};          ///< else the port of its drive: "engine.flange"
  Expr leakage = 0.0;           ///< [m^3/(s Pa)]
  Expr viscous_friction = 0.0;  ///< [N m s/rad]
  Expr pressure_friction = 0.0;

  template <class P>
  static void describe(Descriptor<P>& d);
  /// Adds it between two nodes; nothing if an error was reported. Defines `torque`, `shaft_speed`,
  /// `shaft_power` and `losses` of the part.
  std::optional<DisplacementFlow> build(PartBuilder& builder, Circuit& circuit, int from,
                                        int to) const;
  /// Adds the fluid of a pump's outlet (`volume`, m³) to its delivery node, and defines `flow`,
  /// `mass_flow`, `pressure`, `power` and `fluid_power` of the part.
  static void build_delivery(PartBuilder& builder, const std::shared_ptr<Circuit>& circuit,
                             const DisplacementFlow& flow, Expr volume);
};

template <class P>
void DisplacementUnit::describe(Descriptor<P>& d) {
  d.value("leakage", &P::leakage, "m^3/(s Pa)", "leakage flow per pressure").non_negative();
  d.value("viscous_friction", &P::viscous_friction, "N m s/rad", "torque per speed").non_negative();
  d.value("pressure_friction", &P::pressure_friction, "",
          "friction torque as a fraction of the torque of the pressure")
      .non_negative()
      .below(1);
  d.output("shaft_speed", "rad/s", "speed of the shaft");
  d.output("torque", "N m", "driving torque at the shaft").main();
  d.output("shaft_power", "W", "power supplied at the shaft");
  d.output("losses", "W", "power lost to leakage and friction");
}

}  // namespace holon::hydraulics
