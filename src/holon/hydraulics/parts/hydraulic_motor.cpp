// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/parts/hydraulic_motor.h"

#include "holon/hydraulics/displacement_unit.h"

namespace holon {

void HydraulicMotor::describe(Descriptor<HydraulicMotor>& d) {
  using M = HydraulicMotor;
  d.type("HydraulicMotor", "A motor of constant displacement.");
  d.text("A", &M::A, "the node that oil comes from where it turns forward").node().required();
  d.text("B", &M::B, "the node that the oil goes to").node();
  d.value("displacement", &M::displacement, "m^3/rad", "what it takes per turn")
      .required()
      .positive();
  d.value("speed", &M::speed, "rad/s", "that something strong gives it").varying();
  d.text("shaft", &M::shaft, "the port of rotation that it turns");
  hydraulics::DisplacementUnit::describe(d);
  d.output("flow", "m^3/s", "from A to B").main();
  d.output("power", "W", "that it takes from the oil");
}

void HydraulicMotor::build(PartBuilder& b) const {
  const auto circuit = hydraulics::Circuit::of(b);
  const int inlet = circuit->node(b, "A", A), outlet = circuit->node(b, "B", B);
  const hydraulics::DisplacementUnit unit{displacement,     speed, shaft, leakage, viscous_friction,
                                          pressure_friction};
  if (!unit.build(b, *circuit, inlet, outlet)) return;
  const Expr flow = hydraulics::DisplacementUnit::flow(b, *circuit);
  b.define_output("flow", flow);
  b.define_output("power", flow * (circuit->pressure(inlet) - circuit->pressure(outlet)));
}

}  // namespace holon
