// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/parts/tank.h"

#include "holon/hydraulics/circuit.h"

namespace holon {

void Tank::describe(Descriptor<Tank>& d) {
  d.type("Tank", "A reservoir at constant pressure.");
  d.text("at", &Tank::at, "the node whose pressure it holds").node().required();
  d.value("pressure", &Tank::pressure, "Pa", "pressure above that of the node 'tank'").varying();
  d.output("flow", "m^3/s", "flow out of the tank, at its density");
  d.output("mass_flow", "kg/s", "mass flow out of the tank");
  d.output("power", "W", "power delivered to the fluid");
}

void Tank::build(PartBuilder& b) const {
  const auto circuit = hydraulics::Circuit::of(b);
  const int node = circuit->node(b, "at", at);
  const int source = circuit->set_source(b, node, pressure);
  if (source < 0) return;
  const Expr flow = circuit->graph().flow(source);
  b.define_output("flow", circuit->volume_flow(flow, node));
  b.define_output("mass_flow", flow);
  b.define_output("power", flow * circuit->enthalpy(node));
}

}  // namespace holon
