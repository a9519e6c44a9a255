// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// A restriction between two nodes: Q = C_d A √(2/ρ) Δp / (Δp² + Δp_cr²)^¼, see hydraulics/laws.h
/// for the transition to laminar flow and the sources. By area or by a rated point.
struct Orifice {
  std::string from, to;
  std::optional<Expr> area{};             ///< [m^2]
  Expr discharge_coefficient = 0.7;       ///< C_d
  std::optional<Expr> rated_flow{};       ///< [m^3/s]
  std::optional<Expr> rated_drop{};       ///< [Pa]
  Expr critical_reynolds_number = 150.0;  ///< transition to laminar flow

  static void describe(Descriptor<Orifice>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
