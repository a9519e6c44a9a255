// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// A 4/3 directional valve: solenoids move the spool to 1 if the command is above ½, to −1 if it is
/// below −½, else springs centre it. Its position x has second-order dynamics with a settling time
/// of about 5/ω:
///   x'' = ω² (u − x) − 2 ω x',   ω = 5/switching_time
/// Edges P to A and B to T are open by a = ramp(2 x − 1), P to B and A to T by ramp(−2 x − 1); the
/// edges of `centre` by ramp(1 − 2 |x|). Q = a Q_r √-law(Δp), hydraulics/laws.h. Symbols: ISO
/// 1219-1.
struct DirectionalValve {
  enum class Centre : std::uint8_t {
    closed,   ///< all closed
    open,     ///< all connected
    tandem,   ///< P to T
    floating  ///< A and B to T
  };
  std::string P, T = "tank", A, B;  ///< nodes
  Expr command;
  Centre centre = Centre::closed;
  Expr rated_flow;              ///< [m^3/s]
  Expr rated_drop = 5e5;        ///< [Pa] over one edge
  Expr switching_time = 50e-3;  ///< [s]

  static void describe(Descriptor<DirectionalValve>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
