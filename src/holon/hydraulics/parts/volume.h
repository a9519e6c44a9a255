// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/part.h"

namespace holon {

/// Oil at a node: of a hose, a block, a pipe.
///   p' = β(p) Q / V
/// with p [Pa] its gauge pressure, Q [m³/s] the flow into it, V [m³] the volume and β [Pa] the bulk
/// modulus of oil with air (hydraulics/fluid.h). H. Merritt, Hydraulic Control Systems, 1967,
/// (3-10).
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
