// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/energies/constrained.h"

#include "holon/mechanics/lagrange/generalized_part.h"

namespace holon {

void Constrained::Place::describe(Fields<Place>& f) {
  f.vector("at", &Place::at, "m", "of a body: position in the world, formulas of the coordinates")
      .varying();
  f.orientation("rotate", &Place::rotate, "of a body: orientation in the world").varying();
  f.value("value", &Place::value, "any", "a formula of the coordinates and time")
      .varying()
      .fits_name();
  f.bare();
}

void Constrained::describe(Descriptor<Constrained>& d) {
  d.type("Constrained",
         "A composition: systems described by energies, and bodies, with their coordinates as "
         "functions of fewer ones and time.");
  d.role(PartRole::energies);
  d.texts("of", &Constrained::of,
          "the parts that it composes: Lagrangian and Constrained ones, and bodies")
      .required()
      .names_parts();
  detail::describe_coordinates(d).required();
  d.named(
       "where", &Constrained::where,
       "the coordinates of these parts (p1.x), and the places of bodies (at, rotate), as formulas "
       "of its own coordinates and time")
      .required()
      .names_values();
  detail::describe_energies(d);
}

void Constrained::build(PartBuilder& b) const {
  LagrangeDefinition d;
  d.coordinates = detail::list_coordinates(b, coordinates);
  d.of = of;
  for (const auto& [name, place] : where) {
    if (!place.at && !place.rotate) {
      d.where.emplace_back(name, place.value.value_or(0.0));
      continue;
    }
    if (place.value)
      b.error("where." + name, "both a formula and a place of a body are given",
              "a body has 'at' and 'rotate' only");
    const auto q = place.rotate.value_or(Orientation{}).quaternion;
    LagrangeSystems::add_body(
        b, d, name, {place.at.value_or(Vector3<Expr>(0.0, 0.0, 0.0)), {q[0], q[1], q[2], q[3]}});
  }
  LagrangeSystems::of(b)->add(b, std::move(d));
}

}  // namespace holon
