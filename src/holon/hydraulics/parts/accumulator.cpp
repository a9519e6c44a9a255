// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/parts/accumulator.h"

#include "holon/hydraulics/circuit.h"
#include "holon/hydraulics/laws.h"

namespace holon {
namespace {

constexpr double kCorner = 0.01;  // of the precharge

}  // namespace

void Accumulator::Initial::describe(Fields<Initial>& f) {
  f.value("pressure", &Initial::pressure, "Pa", "initial pressure, above the tank's")
      .varying()
      .default_text("the pressure of the tank");
}

void Accumulator::describe(Descriptor<Accumulator>& d) {
  d.type("Accumulator", "A gas-charged accumulator with a bladder.");
  d.text("at", &Accumulator::at, "the node").node().required();
  d.value("volume", &Accumulator::volume, "m^3", "volume of the gas without fluid")
      .required()
      .positive();
  d.value("precharge", &Accumulator::precharge, "Pa",
          "pressure of the gas without fluid, above atmospheric pressure")
      .required()
      .positive();
  d.value("exponent", &Accumulator::exponent, "",
          "polytropic exponent n in p V^n of the gas: 1 for slow, 1.4 for fast changes")
      .at_least(1)
      .at_most(2);
  d.value("neck", &Accumulator::neck, "m^3", "fluid in front of the bladder")
      .positive()
      .default_text("1 % of 'volume'");
  d.object("initial", &Accumulator::initial, "the pressure at the start");
  d.output("pressure", "Pa", "pressure at the node, above the tank's").main();
  d.output("fluid_volume", "m^3", "volume of fluid in the accumulator").main();
  d.output("fluid_power", "W", "power into stored energy of the gas");
}

void Accumulator::build(PartBuilder& b) const {
  using namespace hydraulics;
  const auto circuit = Circuit::of(b);
  const int node = circuit->node(b, "at", at);
  const Expr start = precharge + kAtmosphere, width = kCorner * precharge;
  const auto room = [=, volume = volume, precharge = precharge, exponent = exponent](Expr p) {
    const Expr gas_pressure = start + ramp(p - precharge, width);
    return volume - volume * pow(start / gas_pressure, 1.0 / exponent);
  };
  // Not all of it: the gas volume cannot become zero.
  const auto guess = [=, volume = volume, exponent = exponent](Expr fluid) {
    constexpr double kMost = 0.95;
    const Expr share = min(max(fluid / volume, 0.0), kMost);
    return start * pow(1.0 - share, -exponent) - kAtmosphere;
  };
  const Expr liquid = neck.value_or(0.01 * volume);
  const Expr p = circuit->pressure(node), fluid = room(p);
  circuit->add_volume(node, liquid, liquid + 0.5 * volume);
  circuit->add_give(node, {b.member("gas"), room, guess});
  b.define_output("fluid_power",
                  [circuit, node, liquid, fluid, p, symbols = b.assembly().symbols()] {
                    return std::vector<Expr>{circuit->storing_power(node, liquid + fluid) +
                                             p * symbols->time_derivative(fluid)};
                  });
  if (initial) circuit->set_initial(b, "initial.pressure", node, initial->pressure);
  b.define_output("pressure", p);
  b.define_output("fluid_volume", fluid);
}

}  // namespace holon
