// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// A pinion on a rack: position = radius · angle, and with the tooth force F −radius F on the
/// pinion and F on the rack. machine/mesh.cpp has the equations, with efficiency and backlash.
struct RackAndPinion {
  std::vector<std::string> joints{};  ///< pinion, rack
  Expr radius;                        ///< [m] of the pitch circle; negative: the other way
  Expr efficiency = 1.0;              ///< of the power that comes in at either side
  std::optional<Expr> backlash{};     ///< [m] total, of the rack while the pinion stands
  Expr restitution = 0.0;             ///< of impacts of the teeth

  static void describe(Descriptor<RackAndPinion>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
