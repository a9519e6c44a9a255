// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// A pipe or hose between two nodes: its fluid moves as one mass, and half of its volume is at each
/// end.
///   (ρ L/A) Q' = p_from − p_to − Δp(Q),   A = π/4 d²,   ṁ = ρ_u Q
///   Δp = R Q up to Re = 2300,       R = 128 μ L/(π d⁴)              (Hagen, Poiseuille)
///   Δp = k |Q|^¾ Q from 4000 on,    k = 0.2414 ρ^¾ μ^¼ L/d^(19/4)   (Blasius, λ = 0.3164 Re^−¼,
/// smooth pipes up to Re = 1e5), and a continuously differentiable cubic between; μ is that at the
/// mean of both pressures; ρ_u is the density upstream. Waves shorter than the pipe require several
/// lines in series. H. Merritt, Hydraulic Control Systems, 1967, sections 3-2, 3-3.
struct Line {
  std::string from, to;
  Expr length;    ///< [m] L
  Expr diameter;  ///< [m] d

  static void describe(Descriptor<Line>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
