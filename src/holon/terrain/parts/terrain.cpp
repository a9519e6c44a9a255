// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/terrain/parts/terrain.h"

#include "holon/terrain/surface_formula.h"

namespace holon {

using detail::SurfaceFormula;

std::vector<MadeName> Terrain::list_names(const SourceNode& part) {
  return detail::list_position_names(part, SurfaceFormula::kHeight);
}

void Terrain::describe(Descriptor<Terrain>& d) {
  d.type("Terrain", "The ground that machines run on and work.");
  d.value("height", &Terrain::height, "m", "of the surface, a formula of x and y in world axes")
      .varying();
  d.object("soil", &Terrain::soil, "a soil by name, and values that replace its own");
  for (const SoilOutput& output : soil_outputs())
    d.output(std::string("soil.") + output.name, output.unit, output.description);
}

void Terrain::build(PartBuilder& b) const {
  if (!b.written("height").empty()) detail::define_position_names(b, SurfaceFormula::kHeight);
  const Soil values = soil.make_soil();
  for (const SoilOutput& output : soil_outputs())
    b.define_output(std::string("soil.") + output.name, values.*output.member);
  SurfaceFormula formula(b, height);
  if (!formula.is_sound()) return;
  GroundSurfaces::of(b.assembly())
      .offer(b, std::make_shared<detail::FormulaGround>(std::move(formula), true));
}

}  // namespace holon
