// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/mechanism/inertia.h"
#include "holon/mechanics/mechanism/start.h"

namespace holon {

/// A body that loses mass: a tank with its engine, a rocket, a hopper. The mass is a state,
/// m' = ṁ ≤ 0 until `empty` is left; the centre of mass stays where it is in the body, and the
/// inertia about it is J = (m/m₀) J₀. Mass leaves at a point e of the body with the velocity of
/// that point plus u, and flows there from all over the body. With ω the angular velocity, c the
/// centre of mass and r = e − c, this acts on the body beside all other forces:
///
///   F = ṁ (u + 2 ω × r)                     on the centre of mass
///   M = ṁ r × (u + ω × r) − (ṁ/m₀) J₀ ω     about it
///
/// (variable_mass.cpp has the derivation.)
struct VariableMass {
  /// Where the mass leaves, and how fast against the body.
  struct Exhaust {
    std::optional<Vector3<Expr>> at{};      ///< [m] in the body's frame; default: centre of mass
    Vector3<Expr> velocity{0.0, 0.0, 0.0};  ///< [m/s] in the body's axes
    static void describe(Fields<Exhaust>& f);
  };

  Expr mass;             ///< [kg] at the start, m₀
  Expr mass_flow = 0.0;  ///< [kg/s] negative; a positive value of a formula counts as 0
  Expr empty;            ///< [kg] that remains when the flow ends
  Inertia inertia{};     ///< [kg m²] about the centre of mass, at the start
  Vector3<Expr> center_of_mass{0.0, 0.0, 0.0};  ///< [m]
  Exhaust exhaust{};
  Named<Placement> frames{};
  std::vector<Shape> shapes{};
  std::optional<FreeStart> initial{}, guess{};  ///< of a body that no joint holds

  static void describe(Descriptor<VariableMass>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
