// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// Permits flow in one direction: Q = a Q_r √-law(Δp), a = clip((Δp − cracking)/opening_range). The
/// poppet's opening a is smoothed over 1 % of `opening_range`; √-law: hydraulics/laws.h.
struct CheckValve {
  std::string from, to;
  Expr cracking = 0.5e5;     ///< [Pa] at which it begins to open
  Expr opening_range = 1e5;  ///< [Pa] from there to fully open
  Expr rated_flow;           ///< [m^3/s] fully open at rated_drop
  Expr rated_drop = 5e5;     ///< [Pa]

  static void describe(Descriptor<CheckValve>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
