// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// A volume of fluid at a node: a hose, a manifold, a pipe.
///   m' = Σ ṁ,   p = p(m/V)
/// with m [kg] the mass in it, ṁ [kg/s] the mass flows into it, V [m³] the volume, p [Pa] its gauge
/// pressure by the fluid's law (hydraulics/fluid.h); so p' = β (Q − V')/V with the bulk modulus β.
/// H. Merritt, Hydraulic Control Systems, 1967, (3-10).
struct Volume {
  struct Initial {
    std::optional<Expr> pressure{};  ///< [Pa] gauge
    static void describe(Fields<Initial>& f);
  };
  std::string at;
  Expr volume;  ///< [m^3]
  std::optional<Initial> initial{};

  static void describe(Descriptor<Volume>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
