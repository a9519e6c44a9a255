// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"
#include "holon/model/assembly/power_port.h"
#include "holon/model/assembly/stick_slip.h"

namespace holon {

/// Friction of a piston and its rod, at the speed v and the pressures p_A, p_B in its chambers
/// (B. Armstrong-Hélouvry, P. Dupont, C. Canudas de Wit, A survey of models … for the control of
/// machines with friction, Automatica 30, 1994, (12)):
///
///   F_f = F_C (1 + (κ − 1) exp(−(v/v_s)²)) σ(v) + b v,   F_C = F_0 + k_p (p_A + p_B)
///
/// σ(v) = tanh(v/v_0) with v_0 = v_s/10 is smooth: a load F held by friction alone creeps, at
/// v_0 artanh(F/(κ F_C)). With `sticks`, σ is the sign of v, and at rest F_f is the holding force,
/// up to κ F_C: like dry friction of joints (docs/design/events.md).
struct PistonFriction {
  Expr coulomb = 0.0;          ///< [N] F_0
  Expr seal = 0.0;             ///< [N/Pa] k_p
  Expr breakaway = 1.0;        ///< κ
  Expr stribeck_speed = 0.01;  ///< [m/s] v_s
  Expr viscous = 0.0;          ///< [N s/m] b
  bool sticks = false;
  static void describe(Fields<PistonFriction>& f);
};

namespace hydraulics {

/// The friction of one cylinder. While it sticks, the port that the cylinder moves holds its
/// position.
class PistonFrictionLaw {
 public:
  /// `place` [m] and `rate` [m/s] may be defined later; `pressures` [Pa]: both together.
  PistonFrictionLaw(PartBuilder& b, const PistonFriction& friction, Expr place, Expr rate,
                    Expr pressures);

  /// [N] against the motion while it slides, viscous friction included.
  Expr sliding() const { return sliding_; }
  /// [N] against the motion, whether it slides or sticks.
  Expr force() const { return sliding_ - holding_; }
  /// Determines the force that holds the piston while it sticks: called once, when all parts are
  /// built. False if the port does not support it. `offset` [m]: the port's displacement when the
  /// piston's is zero.
  bool hold(Assembly& assembly, const std::optional<PowerPort>& port, Expr offset) const;

 private:
  std::string name_;
  bool sticks_;
  Expr sliding_, holding_ = 0.0;
  StickSlip state_;
};

}  // namespace hydraulics
}  // namespace holon
