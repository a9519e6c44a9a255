// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// A 4/3 proportional valve. The spool position x follows the command u, limited to -1 … 1,
///   x'' = ω² (u − x) − 2 ζ ω x'
/// For x > 0 its edges open P to A and B to T, for x < 0 P to B and A to T, each by
///   a = ramp((±x − overlap)/(1 − overlap)),   Q = a Q_r √-law(Δp) + k_l Δp
/// with Q_r the flow over one edge, fully open, at `rated_drop`. The opening is smoothed over 1 %
/// of the stroke; √-law: hydraulics/laws.h. H. Merritt, Hydraulic Control Systems, 1967, chapter 5;
/// the spool's order: ISO 10770-1, frequency response.
struct ProportionalValve {
  std::string P, T = "tank", A, B;  ///< nodes
  Expr command;                     ///< -1 to 1
  Expr rated_flow;                  ///< [m^3/s]
  Expr rated_drop = 5e5;            ///< [Pa] over one edge
  Expr overlap = 0.0;               ///< fraction of the stroke; negative: open centre
  Expr leakage = 0.0;               ///< [m^3/(s Pa)] of each edge
  std::optional<Expr> bandwidth{};  ///< [Hz] none: x = u
  Expr damping_ratio = 1.0;

  static void describe(Descriptor<ProportionalValve>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
