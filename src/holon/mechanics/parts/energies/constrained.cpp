// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/energies/constrained.h"

#include "holon/mechanics/lagrange/generalized_part.h"

namespace holon {

void Constrained::Place::describe(Fields<Place>& f) {
  f.value("value", &Place::value, "any", "a formula of the coordinates and time")
      .varying()
      .fits_name();
  f.bare();
}

void Constrained::describe(Descriptor<Constrained>& d) {
  d.type("Constrained",
         "A composition: systems described by energies, with their coordinates as functions of "
         "fewer ones and time.");
  d.role(PartRole::energies);
  d.texts("of", &Constrained::of, "the parts that it composes: Lagrangian and Constrained ones")
      .required()
      .names_parts();
  detail::describe_coordinates(d).required();
  d.named("where", &Constrained::where,
          "the coordinates of these parts (p1.x) as formulas of its own coordinates and time")
      .required()
      .names_values();
  detail::describe_energies(d);
}

void Constrained::build(PartBuilder& b) const {
  LagrangeDefinition d;
  d.coordinates = detail::list_coordinates(b, coordinates);
  d.of = of;
  for (const auto& [name, place] : where) d.where.emplace_back(name, place.value.value_or(0.0));
  LagrangeSystems::of(b)->add(b, std::move(d));
}

}  // namespace holon
