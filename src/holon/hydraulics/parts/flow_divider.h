// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// A rotary flow divider: two gear machines on one free shaft, so that the flows have the ratio of
/// the displacements and the shaft balances the pressures.
///   J ω' = D_A (p_from − p_A) + D_B (p_from − p_B) − k_v ω
///   Q_A = D_A ω − k_l (p_A − p_from),   Q_B = D_B ω − k_l (p_B − p_from)
/// H. Murrenhoff, Fundamentals of Fluid Power, chapter 5; each machine is that of
/// hydraulics/displacement_unit.h.
struct FlowDivider {
  std::string from, A, B;
  Expr displacement_A, displacement_B;  ///< [m^3/rad]
  Expr inertia = 1e-3;                  ///< [kg m^2] J
  Expr leakage = 0.0;                   ///< [m^3/(s Pa)] k_l of each machine
  Expr viscous_friction = 0.01;         ///< [N m s/rad] k_v

  static void describe(Descriptor<FlowDivider>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
