// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/parts/volume.h"

#include "holon/hydraulics/circuit.h"

namespace holon {

void Volume::Initial::describe(Fields<Initial>& f) {
  f.value("pressure", &Initial::pressure, "Pa", "initial pressure, above the tank's")
      .varying()
      .default_text("the pressure of the tank");
}

void Volume::describe(Descriptor<Volume>& d) {
  d.type(
      "Volume",
      "The fluid volume at a node of a hydraulic circuit, such as of a hose or a manifold block.");
  d.text("at", &Volume::at, "the node").node().required();
  d.value("volume", &Volume::volume, "m^3", "volume of the fluid").required().positive();
  d.object("initial", &Volume::initial, "the pressure at the start");
  d.output("pressure", "Pa", "pressure at the node, above the tank's").main();
  d.output("bulk_modulus", "Pa", "bulk modulus of fluid and air at that pressure");
  d.output("fluid_power", "W", "power into elastic energy of the fluid");
  d.output("density", "kg/m^3", "density of fluid, air and vapour");
  d.output("mass", "kg", "mass of the fluid");
}

void Volume::build(PartBuilder& b) const {
  const auto circuit = hydraulics::Circuit::of(b);
  const int node = circuit->node(b, "at", at);
  circuit->add_volume(node, volume);
  if (initial) circuit->set_initial(b, "initial.pressure", node, initial->pressure);
  const Expr p = circuit->pressure(node), density = circuit->density(node);
  const Fluid& fluid = circuit->fluid();
  b.define_output("pressure", p);
  b.define_output("fluid_power", [circuit, node, volume = volume] {
    return std::vector<Expr>{circuit->storing_power(node, volume)};
  });
  b.define_output("bulk_modulus", [fluid, p] { return std::vector<Expr>{fluid.bulk_modulus(p)}; });
  b.define_output("density", density);
  b.define_output("mass", density * volume);
}

}  // namespace holon
