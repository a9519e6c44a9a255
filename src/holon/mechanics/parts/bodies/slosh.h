// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/mechanism/start.h"

namespace holon {

/// The first lateral mode of a liquid's free surface as a spherical pendulum in the tank
/// (H. N. Abramson (ed.), The Dynamic Behavior of Liquids in Moving Containers, NASA SP-106, 1966,
/// ch. 6): a point mass m on a massless rod of the length l, which hangs on a universal joint about
/// x and then y of the frame `on`. In an apparent gravity a (gravity less the acceleration of the
/// tank), which directs it, small swings have
///
///   Ω = √(a/l),     damping torque −2 ζ √(a₀/l) m l² q̇  of each angle
///
/// with a₀ = `apparent_gravity`, so that ζ is the damping ratio where a = a₀.
struct Slosh {
  FrameName on{};
  Expr mass;                               ///< [kg] of the liquid that takes part
  Expr length;                             ///< [m]
  Expr damping_ratio = 0.0;                ///< ζ
  std::optional<Expr> apparent_gravity{};  ///< [m/s²] a₀; default: the world's gravity
  std::vector<Shape> shapes{};             ///< in the frame at the pivot
  TwoAnglesStart initial{}, guess{};

  static void describe(Descriptor<Slosh>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
