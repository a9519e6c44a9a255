// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/hydraulics/circuit.h"
#include "holon/model/part.h"

/// What turns a shaft's power into oil's and back: pumps and motors.
///
///   Q = D ω − k_l Δp              flow from `from` to `to`, Δp = p_to − p_from
///   τ = D Δp + k_v ω + k_p |D Δp| tanh(ω/ω_0)     torque that the shaft has to give
///
/// D [m³/rad] displacement per angle, k_l leakage, k_v viscous and k_p pressure-dependent friction,
/// ω_0 = 1 rad/s. W. Wilson, Rotary-pump theory, Trans. ASME 68 (1946); H. Merritt, Hydraulic
/// Control Systems, 1967, (4-10) to (4-13). In bond graphs a transformer between two 1-junctions.
namespace holon::hydraulics {

struct DisplacementUnit {
  Expr displacement;            ///< [m^3/rad]
  std::optional<Expr> speed{};  ///< [rad/s] that something strong gives it
  std::string shaft{};          ///< else the port that it turns with: "engine.flange"
  Expr leakage = 0.0;           ///< [m^3/(s Pa)]
  Expr viscous_friction = 0.0;  ///< [N m s/rad]
  Expr pressure_friction = 0.0;

  template <class P>
  static void describe(Descriptor<P>& d);
  /// Adds it between two nodes; false where an error was reported. Defines `torque`, `shaft_speed`,
  /// `shaft_power` and `losses` of the part.
  bool build(PartBuilder& builder, Circuit& circuit, int from, int to) const;
  /// [m³/s] from `from` to `to`, of a part that has been built.
  static Expr flow(PartBuilder& builder, Circuit& circuit);
  /// Puts the oil of a pump's outlet (`volume`, m³) at the node that it delivers to, and defines
  /// `flow`, `pressure`, `power` and `oil_power` of the part, which has been built.
  static void build_delivery(PartBuilder& builder, const std::shared_ptr<Circuit>& circuit,
                             int from, int to, Expr volume);
};

template <class P>
void DisplacementUnit::describe(Descriptor<P>& d) {
  d.value("leakage", &P::leakage, "m^3/(s Pa)", "flow back through its gaps per pressure")
      .non_negative();
  d.value("viscous_friction", &P::viscous_friction, "N m s/rad", "torque per speed").non_negative();
  d.value("pressure_friction", &P::pressure_friction, "",
          "friction's part of the torque that the pressure makes")
      .non_negative()
      .below(1);
  d.output("shaft_speed", "rad/s", "of the shaft");
  d.output("torque", "N m", "that turns it").main();
  d.output("shaft_power", "W", "that goes into its shaft");
  d.output("losses", "W", "of leakage and friction");
}

}  // namespace holon::hydraulics
