// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// Gas behind a bladder at a node. Above the precharge the gas has the node's pressure,
///   P V_g^n = P_0 V^n,   V_oil = V − V_g,   dV_oil/dp = V_g/(n P)
/// with P = p + 1 atm and V the size; below it only `neck` contains fluid. The characteristic is
/// smoothed at the precharge over 1 % of it. ISO 5596; H. Murrenhoff, Fundamentals of Fluid Power,
/// chapter 6: n between 1 (slow) and 1.4 (fast; nitrogen).
struct Accumulator {
  struct Initial {
    std::optional<Expr> pressure{};  ///< [Pa] gauge
    static void describe(Fields<Initial>& f);
  };
  std::string at;
  Expr volume;                 ///< [m^3] V
  Expr precharge;              ///< [Pa] gauge, P_0 − 1 atm
  Expr exponent = 1.4;         ///< n
  std::optional<Expr> neck{};  ///< [m^3] default: 1 % of V
  std::optional<Initial> initial{};

  static void describe(Descriptor<Accumulator>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
