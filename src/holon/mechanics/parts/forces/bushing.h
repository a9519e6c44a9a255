// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// Springs and dampers between two frames along and about the axes of the first. With p [m] the
/// place of the second frame's origin and φ [rad] its turn as rotation vector, both seen from the
/// first frame, ω its angular velocity against it, and J from φ' = J ω:
///   F = −stiffness p − damping p',  M = −Jᵀ rotational_stiffness φ − rotational_damping ω
/// act on the second frame at its origin, and the opposite on the first frame's body at the same
/// point. So the energy is ½ Σ stiffness p² + ½ Σ rotational_stiffness φ² at any angle below 180°;
/// for small angles, and for three equal stiffnesses, J is 1 in M.
struct Bushing {
  std::array<FrameName, 2> between{};                 ///< first, second
  Vector3<Expr> stiffness{0.0, 0.0, 0.0};             ///< [N/m]
  Vector3<Expr> damping{0.0, 0.0, 0.0};               ///< [N s/m]
  Vector3<Expr> rotational_stiffness{0.0, 0.0, 0.0};  ///< [N m/rad]
  Vector3<Expr> rotational_damping{0.0, 0.0, 0.0};    ///< [N m s/rad]

  static void describe(Descriptor<Bushing>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
