// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/mechanics/contact/contact_geometry.h"
#include "holon/model/assembly/part.h"

namespace holon {

/// Two shapes that push each other apart: compliant (`stiffness`), or rigid with impacts
/// (`restitution`). With the penetration δ of a point where they may touch, compliant contact has,
/// where δ > 0,
///   N = max(0, stiffness δ (1 + dissipation δ'))
/// along the normal (K. H. Hunt, F. R. E. Crossley, J. Appl. Mech. 42 (1975) 440–445, eq. 7, with
/// n = 1). Rigid contact is the constraint δ = 0 while N > 0, and begins by an impact of
/// Newton's restitution. Friction is regularised,
///   T = −friction N u / √(u² + slip_speed²)
/// against the speed u [m/s] at which the contact point slides, or, with `sticking` and in rigid
/// contact, Coulomb's: −friction N u/|u| while it slides, and a constraint u = 0 while
/// |T| <= static_friction N (machine/contact_friction.h).
struct Contact {
  std::array<FrameName, 2> between{};
  detail::FirstShape first{};             ///< at the first frame: the ground
  detail::SecondShape second{};           ///< at the second frame
  std::optional<Axis> normal{};           ///< of a plane, in the first frame; default z
  std::optional<Expr> radius{};           ///< [m] of a sphere, as `second: {sphere: …}`
  std::optional<Expr> stiffness{};        ///< [N/m] compliant
  Expr dissipation = 0.0;                 ///< [s/m]
  std::optional<Expr> restitution{};      ///< rigid
  Expr friction = 0.0;                    ///< coefficient
  std::optional<Expr> static_friction{};  ///< coefficient; default: `friction`
  bool sticking = false;
  /// [m] of the edges of a box against a box, capsule or cylinder, and of two cylinders; default:
  /// 1 % of the shortest edge
  std::optional<Expr> rounding{};
  std::optional<Expr> slip_speed{};  ///< [m/s] where friction has 0.7 of its value; 0.01

  static void describe(Descriptor<Contact>& d);
  static std::vector<MadeName> list_names(const SourceNode& part);
  void build(PartBuilder& b) const;
};

namespace detail {

/// Reports values that contradict each other; true where none do.
bool check_contact(PartBuilder& b, const Contact& contact);
/// Adds the contact's forces, states, events and outputs.
void build_contact(PartBuilder& b, const Contact& contact);
/// "points[2]": local name of a point of a contact that has several …
std::string name_of_point(std::size_t k);
/// … and its outputs, named from `point` on.
std::vector<SystemOutput> list_point_outputs(const std::string& point);

}  // namespace detail
}  // namespace holon
