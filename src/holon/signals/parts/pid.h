// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// u = kp e + i + d within limits, with
///   i' = ki e + (u - v)/T_t,  d = kd s/(T_f s + 1) e,
/// where v is u before the limits: the integrator follows the limit while it is active (anti-windup
/// by back-calculation). Sampled: i by the sum T ki e, d[k] = (T_f d[k-1] + kd (e[k] -
/// e[k-1]))/(T_f + T). K. J. Åström, T. Hägglund, Advanced PID Control (ISA 2006), chapters 3 and
/// 13.
struct PID {
  std::optional<Expr> input{};                    ///< [any] the error e
  std::optional<Expr> setpoint{}, measurement{};  ///< [any] e = setpoint - measurement
  Expr kp = 1.0;
  Expr ki = 0.0;                        ///< [kp/s]
  Expr kd = 0.0;                        ///< [kp s]
  std::optional<Expr> filter{};         ///< [s] T_f; default: kd/(10 kp), 0 if sampled
  std::vector<Expr> limits{};           ///< [kp input]
  std::optional<Expr> tracking_time{};  ///< [s] T_t; default: kp/ki
  Expr initial = 0.0;                   ///< [kp input] of i
  std::optional<double> sample{};       ///< [s]

  static void describe(Descriptor<PID>& d);
  void build(PartBuilder& b) const;

 private:
  Expr calc_derivative_part(PartBuilder& b, class Block& block, Expr e, Expr start) const;
};

}  // namespace holon
