// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// A pressure relief valve: a poppet that a spring closes and the pressure drop Δp opens.
///   a_s = clip((Δp − cracking)/pressure_override),   a = a_s, or τ a' = a_s − a
///   Q = a Q_r √-law(Δp), with Q_r at cracking + pressure_override (fully open beyond)
/// a: opening from 0 to 1, smoothed over 1 % of `pressure_override`; √-law: hydraulics/laws.h. H.
/// Merritt, Hydraulic Control Systems, 1967, section 9-2: static characteristic and override; the
/// lag τ represents poppet, spring and damping orifice.
struct ReliefValve {
  std::string from, to = "tank";
  Expr cracking;                  ///< [Pa] at which it begins to open
  Expr rated_flow = 250e-3 / 60;  ///< [m^3/s] fully open
  std::optional<Expr>
      pressure_override{};              ///< [Pa] from cracking to fully open; default a tenth of it
  std::optional<Expr> time_constant{};  ///< [s] of the poppet

  static void describe(Descriptor<ReliefValve>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
