// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// A valve upstream of a metering edge that keeps the pressure drop over the edge constant: between
/// its own outlet and the node downstream of the edge.
///   a_s = clip(1 − (p_to − p_sense − setting)/range),   τ a' = a_s − a
///   Q = a Q_r √-law(p_from − p_to)
/// It closes if the drop exceeds `setting`. √-law, smoothing: hydraulics/laws.h. H. Murrenhoff,
/// Fundamentals of Fluid Power, chapter 5 (two-way flow control valve).
struct PressureCompensator {
  std::string from, to, sense;
  Expr setting = 8e5;         ///< [Pa]
  Expr range = 2e5;           ///< [Pa] from open to closed
  Expr rated_flow;            ///< [m^3/s] fully open at rated_drop
  Expr rated_drop = 5e5;      ///< [Pa]
  Expr time_constant = 5e-3;  ///< [s] τ

  static void describe(Descriptor<PressureCompensator>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
