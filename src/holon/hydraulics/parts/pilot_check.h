// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// A pilot-operated check valve, opened in the blocked direction by the pressure at a third node:
///   a = clip((Δp − cracking + ratio (p_pilot − p_from)⁺)/opening_range),   Q = a Q_r √-law(Δp)
/// with Δp = p_from − p_to. A load acts on `to`; a pilot pressure of the load pressure divided by
/// the ratio of areas lowers it. √-law, smoothing: hydraulics/laws.h. H. Murrenhoff, Fundamentals
/// of Fluid Power, chapter 5.
struct PilotCheck {
  std::string from, to, pilot;
  Expr ratio = 3.0;          ///< area of the pilot piston relative to the poppet
  Expr cracking = 2e5;       ///< [Pa] at which it begins to open
  Expr opening_range = 1e5;  ///< [Pa] from there to fully open
  Expr rated_flow;           ///< [m^3/s] fully open at rated_drop
  Expr rated_drop = 5e5;     ///< [Pa]

  static void describe(Descriptor<PilotCheck>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
