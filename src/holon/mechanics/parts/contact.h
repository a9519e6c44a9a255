// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// A sphere (or point) on compliant ground: a half space below the plane through the first frame's
/// origin, across `normal`. With the penetration δ = radius − height of the second frame's origin,
/// where δ > 0:
///   N = max(0, stiffness δ (1 + dissipation δ'))     (K. H. Hunt, F. R. E. Crossley, J. Appl.
///   Mech.
///                                                     42 (1975) 440–445, eq. 7, with n = 1)
///   T = −friction N u / √(u² + slip_speed²)
/// N along the normal, T against the speed u [m/s] at which the contact point slides. It acts on
/// both bodies, at the foot of the second frame's origin on the plane.
struct Contact {
  std::array<FrameName, 2> between{};  ///< ground, sphere
  Axis normal = "z";                   ///< of the ground, in the first frame
  Expr radius = 0.0;                   ///< [m]
  Expr stiffness;                      ///< [N/m]
  Expr dissipation = 0.0;              ///< [s/m]
  Expr friction = 0.0;                 ///< coefficient
  Expr slip_speed = 0.01;              ///< [m/s] at which friction has 0.7 of its value

  static void describe(Descriptor<Contact>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
