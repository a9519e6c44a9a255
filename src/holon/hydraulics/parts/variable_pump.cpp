// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/parts/variable_pump.h"

#include <numbers>

#include "holon/hydraulics/displacement_unit.h"
#include "holon/hydraulics/laws.h"
#include "holon/hydraulics/opening.h"

namespace holon {

void VariablePump::LoadSensing::describe(Fields<LoadSensing>& f) {
  f.texts("sense", &LoadSensing::sense, "the nodes of the loads; the highest pressure is used");
  f.value("load", &LoadSensing::load, "Pa",
          "instead of nodes: the pressure of the highest load as a formula, such as of the valves "
          "that are open")
      .varying();
  f.value("margin", &LoadSensing::margin, "Pa", "pressure above that of the highest load")
      .positive();
  f.value("limit", &LoadSensing::limit, "Pa", "pressure limit, at which the displacement is zero")
      .positive();
  f.value("droop", &LoadSensing::droop, "Pa", "pressure drop from zero to full displacement")
      .positive();
}

void VariablePump::Initial::describe(Fields<Initial>& f) {
  f.value("pressure", &Initial::pressure, "Pa", "initial pressure at 'to', above the tank's")
      .varying()
      .default_text("the pressure of the tank");
}

void VariablePump::describe(Descriptor<VariablePump>& d) {
  using V = VariablePump;
  d.type("VariablePump", "A variable-displacement pump with a command or load sensing.");
  d.text("from", &V::from, "the suction node").node();
  d.text("to", &V::to, "the delivery node").node().required();
  d.value("displacement", &V::displacement, "m^3/rad", "largest volume per revolution")
      .required()
      .positive();
  d.value("command", &V::command, "", "fraction of the largest displacement, -1 to 1").varying();
  d.object("load_sensing", &V::load_sensing, "load-sensing control, instead of a command");
  d.value("time_constant", &V::time_constant, "s", "time constant of the displacement")
      .positive()
      .default_text("none: the displacement follows without delay");
  d.value("speed", &V::speed, "rad/s", "shaft speed, prescribed by an ideal drive").varying();
  d.text("shaft", &V::shaft, "the rotational port of its shaft, instead of a speed");
  hydraulics::DisplacementUnit::describe(d);
  d.value("volume", &V::volume, "m^3", "volume of fluid in the outlet and the hose behind it")
      .positive()
      .default_text("the volume of ten revolutions");
  d.object("initial", &V::initial, "the pressure at the start");
  d.output("setting", "", "fraction of the largest displacement").main();
  d.output("flow", "m^3/s", "delivered flow, at the density of the outlet").main();
  d.output("mass_flow", "kg/s", "delivered mass flow");
  d.output("pressure", "Pa", "pressure at 'to', above the tank's").main();
  d.output("power", "W", "power delivered to the fluid");
  d.output("fluid_power", "W", "part of 'power' that compresses the fluid in the outlet");
}

void VariablePump::build(PartBuilder& b) const {
  using namespace hydraulics;
  if (command.has_value() == load_sensing.has_value()) {
    b.error(command ? "load_sensing" : "",
            command ? "'command' and 'load_sensing' both determine its displacement"
                    : "nothing determines its displacement",
            "give 'command', or 'load_sensing: {sense: [A, B]}'");
    return;
  }
  const auto circuit = Circuit::of(b);
  const int inlet = circuit->node(b, "from", from), outlet = circuit->node(b, "to", to);
  const Expr pressure = circuit->pressure(outlet);
  Expr target;
  if (command) {
    target = min(max(*command, -1.0), 1.0);
  } else {
    if (load_sensing->sense.empty() == !load_sensing->load) {
      b.error("load_sensing",
              load_sensing->load ? "'sense' and 'load' both determine the load's pressure"
                                 : "nothing determines the load's pressure",
              "give the nodes, 'sense: [lift.A, lift.B]', or 'load' by a formula");
      return;
    }
    Expr highest = load_sensing->load.value_or(0.0);
    for (const std::string& load : load_sensing->sense) {
      highest = max(highest, circuit->pressure(circuit->node(b, "load_sensing.sense", load)));
    }
    const Expr kept = min(highest + load_sensing->margin, load_sensing->limit);
    target = clip((kept - pressure) / load_sensing->droop, kCornerWidth);
  }
  const Expr setting = add_lag(b, "setting", target, time_constant);
  const DisplacementUnit unit{setting * displacement, speed, shaft, leakage, viscous_friction,
                              pressure_friction};
  const auto moved = unit.build(b, *circuit, inlet, outlet);
  if (!moved) return;
  DisplacementUnit::build_delivery(b, circuit, *moved,
                                   volume.value_or(10.0 * 2.0 * std::numbers::pi * displacement));
  if (initial) circuit->set_initial(b, "initial.pressure", outlet, initial->pressure);
  b.define_output("setting", setting);
}

}  // namespace holon
