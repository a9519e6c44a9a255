// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/mechanism/inertia.h"
#include "holon/mechanics/mechanism/start.h"

namespace holon {

/// A rigid body with frames on it. Its own frame is the one in which everything else is given; a
/// body that no joint holds moves freely.
struct RigidBody {
  Expr mass;                                    ///< [kg]
  Inertia inertia{};                            ///< [kg m²] about the centre of mass
  Vector3<Expr> center_of_mass{0.0, 0.0, 0.0};  ///< [m]
  Named<Placement> frames{};
  std::vector<Shape> shapes{};
  std::optional<FreeStart> initial{}, guess{};  ///< of a body that no joint holds

  static void describe(Descriptor<RigidBody>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
