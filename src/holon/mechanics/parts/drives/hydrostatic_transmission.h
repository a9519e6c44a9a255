// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// A closed-circuit hydrostatic transmission between two shafts, lumped into one pressure
/// difference p of its two lines: a variable pump on the input, a fixed motor with a final drive
/// of ratio i on the output.
///
///   τ u' = u_s − u                                           setting of the pump, −1 to 1
///   C p' = u D_p ω_1 − i D_m ω_2 − k_l p − k_r max(0, |p| − p_r) sign(p)
///   T_1 = u D_p p + k_p |u D_p p| tanh(ω_1/ω_c) + b_1 ω_1            torque that the input needs
///   T_2 = i (D_m p − k_p D_m |p| tanh(i ω_2/ω_c)) − b_2 ω_2          torque on the output
///
/// u_s is the command, reduced by the cut-off from `cut_off` on where the pump drives, and by
/// the engine's speed below `load_limit` so that the engine does not stall. k_l leakage, k_r slope
/// of the relief valves, k_p friction by pressure, ω_c = 1 rad/s. The lines' charge pressure does
/// not enter. H. Merritt, Hydraulic Control Systems (1967), section 5-4.
struct HydrostaticTransmission {
  struct LoadLimit {
    Expr speed;  ///< [rad/s] of the input below which the pump's setting is reduced
    Expr range;  ///< [rad/s] over which it goes to zero
    static void describe(Fields<LoadLimit>& f);
  };
  std::string input, output;
  Expr pump;                            ///< [m^3/rad] largest displacement D_p
  Expr motor;                           ///< [m^3/rad] D_m
  Expr ratio = 1.0;                     ///< i
  Expr command;                         ///< −1 to 1
  std::optional<Expr> time_constant{};  ///< [s]
  Expr relief = 42e6;                   ///< [Pa] p_r
  Expr relief_range = 2e6;              ///< [Pa] over which it carries the pump's full flow
  std::optional<Expr> cut_off{};        ///< [Pa] at which the setting begins to fall
  Expr cut_off_range = 3e6;             ///< [Pa] over which it falls to zero
  Expr volume;                          ///< [m^3] of one line
  Expr bulk_modulus = 1.2e9;            ///< [Pa]
  Expr leakage = 0.0;                   ///< [m^3/(s Pa)]
  Expr pressure_friction = 0.0;         ///< k_p
  Expr input_friction = 0.0;            ///< [N m s/rad] b_1
  Expr output_friction = 0.0;           ///< [N m s/rad] b_2
  std::optional<LoadLimit> load_limit{};

  static void describe(Descriptor<HydrostaticTransmission>& d);
  void build(PartBuilder& b) const;

 private:
  Expr calc_setpoint(Expr pressure, Expr input_speed) const;
};

}  // namespace holon
