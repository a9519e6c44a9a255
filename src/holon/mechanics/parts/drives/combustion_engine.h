// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// A combustion engine with a droop governor, which drives the flange of a joint or a junction.
///
///   u_s = (ω_0 − ω)/(d ω_0), limited to 0 … 1;   τ u' = u_s − u
///   T = u r T_f(ω) − (1 − u r) T_d tanh(ω/ω_c)
///
/// ω speed of the shaft, ω_0 the governor's speed without load, d its droop, u the load (fuel
/// setting), T_f the full-load curve, T_d the drag without fuel, ω_c = 5 rad/s; r falls from 1 at
/// the first speed of the curve to 0 at half of it, where the engine has stalled. Fuel flow: b_e u
/// r T_f ω with the specific consumption b_e. L. Guzzella, C. Onder, Introduction to Modeling and
/// Control of Internal Combustion Engine Systems, 2nd ed. (2010), chapter 2.
struct CombustionEngine {
  struct Curve {
    std::vector<Expr> speed{};   ///< [rad/s] ascending
    std::vector<Expr> torque{};  ///< [N m]
    static void describe(Fields<Curve>& f);
  };
  struct Governor {
    Expr speed;                           ///< [rad/s] without load
    Expr droop = 0.05;                    ///< drop of speed up to full load, of `speed`
    std::optional<Expr> time_constant{};  ///< [s]
    static void describe(Fields<Governor>& f);
  };
  std::string shaft;
  Curve curve{};
  Governor governor{};
  Expr drag = 0.0;                    ///< [N m] without fuel
  std::optional<Expr> consumption{};  ///< [kg/J]

  static void describe(Descriptor<CombustionEngine>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
