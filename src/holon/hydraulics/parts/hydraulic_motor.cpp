// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/parts/hydraulic_motor.h"

#include "holon/hydraulics/displacement_unit.h"

namespace holon {

void HydraulicMotor::describe(Descriptor<HydraulicMotor>& d) {
  using M = HydraulicMotor;
  d.type("HydraulicMotor", "A motor of constant displacement.");
  d.text("A", &M::A, "the inlet node in forward rotation").node().required();
  d.text("B", &M::B, "the outlet node").node();
  d.value("displacement", &M::displacement, "m^3/rad", "volume per revolution")
      .required()
      .positive();
  d.value("speed", &M::speed, "rad/s", "shaft speed, prescribed by an ideal load").varying();
  d.text("shaft", &M::shaft, "the rotational port of the load");
  hydraulics::DisplacementUnit::describe(d);
  d.output("flow", "m^3/s", "flow from A to B, at the density of A").main();
  d.output("mass_flow", "kg/s", "from A to B");
  d.output("power", "W", "power taken from the fluid");
}

void HydraulicMotor::build(PartBuilder& b) const {
  const auto circuit = hydraulics::Circuit::of(b);
  const int inlet = circuit->node(b, "A", A), outlet = circuit->node(b, "B", B);
  const hydraulics::DisplacementUnit unit{displacement,     speed, shaft, leakage, viscous_friction,
                                          pressure_friction};
  const auto moved = unit.build(b, *circuit, inlet, outlet);
  if (!moved) return;
  b.define_output("flow", circuit->volume_flow(moved->mass, inlet));
  b.define_output("mass_flow", moved->mass);
  b.define_output("power", -moved->power(*circuit));
}

}  // namespace holon
