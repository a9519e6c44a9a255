// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/parts/fixed_pump.h"

#include <numbers>

#include "holon/hydraulics/displacement_unit.h"

namespace holon {

void FixedPump::Initial::describe(Fields<Initial>& f) {
  f.value("pressure", &Initial::pressure, "Pa", "initial pressure at 'to', above the tank's")
      .varying()
      .default_text("the pressure of the tank");
}

void FixedPump::describe(Descriptor<FixedPump>& d) {
  d.type("FixedPump", "A pump of constant displacement.");
  d.text("from", &FixedPump::from, "the suction node").node();
  d.text("to", &FixedPump::to, "the delivery node").node().required();
  d.value("displacement", &FixedPump::displacement, "m^3/rad", "volume per revolution")
      .required()
      .positive();
  d.value("speed", &FixedPump::speed, "rad/s", "shaft speed, prescribed by an ideal drive")
      .varying();
  d.text("shaft", &FixedPump::shaft, "the rotational port of its shaft, instead of a speed");
  hydraulics::DisplacementUnit::describe(d);
  d.value("volume", &FixedPump::volume, "m^3",
          "volume of fluid in the outlet and the hose behind it")
      .positive()
      .default_text("the volume of ten revolutions");
  d.object("initial", &FixedPump::initial, "the pressure at the start");
  d.output("flow", "m^3/s", "delivered flow, at the density of the outlet").main();
  d.output("mass_flow", "kg/s", "delivered mass flow");
  d.output("pressure", "Pa", "pressure at 'to', above the tank's").main();
  d.output("power", "W", "power delivered to the fluid");
  d.output("fluid_power", "W", "part of 'power' that compresses the fluid in the outlet");
}

void FixedPump::build(PartBuilder& b) const {
  const auto circuit = hydraulics::Circuit::of(b);
  const int inlet = circuit->node(b, "from", from), outlet = circuit->node(b, "to", to);
  const hydraulics::DisplacementUnit unit{displacement,     speed, shaft, leakage, viscous_friction,
                                          pressure_friction};
  const auto moved = unit.build(b, *circuit, inlet, outlet);
  if (!moved) return;
  hydraulics::DisplacementUnit::build_delivery(
      b, circuit, *moved, volume.value_or(10.0 * 2.0 * std::numbers::pi * displacement));
  if (initial) circuit->set_initial(b, "initial.pressure", outlet, initial->pressure);
}

}  // namespace holon
