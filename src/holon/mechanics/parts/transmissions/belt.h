// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// A belt, rope or chain over two pulleys, without slip: with the elongation
/// e = r₁ angle₁ ∓ r₂ angle₂ (+ where it is crossed), which is zero without `stiffness`, the force
///
///   F = stiffness e + damping e',     −r₁ F on the first, ±r₂ F on the second joint.
///
/// F is the difference of the tensions of its two sides.
struct Belt {
  std::vector<std::string> joints{};
  std::vector<Expr> radii{};        ///< [m]
  bool crossed = false;             ///< the pulleys turn in opposite directions
  std::optional<Expr> stiffness{};  ///< [N/m]
  Expr damping = 0.0;               ///< [N s/m]

  static void describe(Descriptor<Belt>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
