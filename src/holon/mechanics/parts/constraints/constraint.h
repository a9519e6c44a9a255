// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// Equations g = 0 that the machine's places keep, and r = 0 that its speeds keep, as formulas of
/// outputs and time. What holds them is a force on every frame that they name, along the slope of g
/// by its place, or of r by its velocity.
struct Constraint {
  std::vector<Expr> equations{};           ///< each of any dimension
  std::vector<Expr> velocity_equations{};  ///< likewise, affine in velocities and rates

  static void describe(Descriptor<Constraint>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
