// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// A check valve that the pressure at a third node opens against the flow:
///   a = clip((Δp − cracking + ratio (p_pilot − p_from)⁺)/opening_range),   Q = a Q_r √-law(Δp)
/// with Δp = p_from − p_to. A load stands on `to`; a pilot pressure of the load's, divided by the
/// ratio of areas, lets it down. √-law, rounded corners: hydraulics/laws.h. H. Murrenhoff,
/// Fundamentals of Fluid Power, chapter 5.
struct PilotCheck {
  std::string from, to, pilot;
  Expr ratio = 3.0;          ///< area of the pilot's piston against the poppet's
  Expr cracking = 2e5;       ///< [Pa] where it begins to open
  Expr opening_range = 1e5;  ///< [Pa] from there to fully open
  Expr rated_flow;           ///< [m^3/s] fully open at rated_drop
  Expr rated_drop = 5e5;     ///< [Pa]

  static void describe(Descriptor<PilotCheck>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
