// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// A gear pair: angle₁ = ratio angle₂, and −T on the first joint, ratio T on the second, T its
/// tooth torque at the first. machine/mesh.cpp has the equations, with efficiency and backlash.
struct Gear {
  std::vector<std::string> joints{};
  Expr ratio;                      ///< rate of the first over that of the second
  Expr efficiency = 1.0;           ///< of the power that comes in at either side
  std::optional<Expr> backlash{};  ///< [rad] total, of the second joint while the first stands
  Expr restitution = 0.0;          ///< of impacts of the teeth

  static void describe(Descriptor<Gear>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
