// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/parts/directional_valve.h"

#include <algorithm>
#include <numbers>

#include "holon/hydraulics/circuit.h"
#include "holon/hydraulics/laws.h"
#include "holon/hydraulics/opening.h"

namespace holon {

void DirectionalValve::describe(Descriptor<DirectionalValve>& d) {
  using V = DirectionalValve;
  d.type("DirectionalValve", "A solenoid valve with three positions.");
  d.text("P", &V::P, "the node of the supply line").node().required();
  d.text("T", &V::T, "the node of the return line").node();
  d.text("A", &V::A, "the first node of the actuator").node().required();
  d.text("B", &V::B, "the second node of the actuator").node().required();
  d.value("command", &V::command, "", "above 0.5 opens P to A, below -0.5 P to B")
      .required()
      .varying();
  d.choice("centre", &V::centre, {"closed", "open", "tandem", "floating"},
           "connections in the centre position: none, all, P to T, A and B to T");
  d.value("rated_flow", &V::rated_flow, "m^3/s", "flow over one edge, fully open, at 'rated_drop'")
      .required()
      .positive();
  d.value("rated_drop", &V::rated_drop, "Pa", "pressure drop over one edge at 'rated_flow'")
      .positive();
  d.value("switching_time", &V::switching_time, "s", "switching time from one position to the next")
      .positive();
  d.output("position", "", "position of the spool, -1 to 1").main();
  d.output("speed", "1/s", "of the spool");
  d.output("flow_P", "m^3/s", "flow from P into the valve, at the density there").main();
  d.output("flow_A", "m^3/s", "flow out of the valve to A, at the density there").main();
  d.output("flow_B", "m^3/s", "flow out of the valve to B, at the density there").main();
  d.output("flow_T", "m^3/s", "flow out of the valve to T, at the density there");
  d.output("loss", "W", "power dissipated as heat");
}

void DirectionalValve::build(PartBuilder& b) const {
  using namespace hydraulics;
  const auto circuit = Circuit::of(b);
  const int p = circuit->node(b, "P", P), t = circuit->node(b, "T", T);
  const int a = circuit->node(b, "A", A), other = circuit->node(b, "B", B);
  const Expr drawn = relation(command - 0.5) - relation(-0.5 - command);
  const Expr x = add_spool(b, drawn, {5.0 / (2.0 * std::numbers::pi * switching_time), 1.0});
  const OrificeLaw law =
      OrificeLaw::from_rated(circuit->fluid(), rated_flow, rated_drop, kOrificeReynolds);
  const Expr middle = open_edge(1.0 - 2.0 * abs(x));
  const auto is_open = [&](std::initializer_list<Centre> centres) {
    return std::find(centres.begin(), centres.end(), centre) != centres.end();
  };
  Expr loss = 0.0;
  const auto add_edge = [&](const char* name, int from, int to, Expr opening) {
    const Circuit::Flow flow = circuit->add_resistance(
        b.member(name), from, to,
        [&](Expr drop, Expr density) { return opening * law.flow(drop, density); });
    loss += flow.loss;
    return flow.mass;
  };
  const Expr forward = open_edge(2.0 * x - 1.0);
  const Expr back = open_edge(-2.0 * x - 1.0);
  const Expr all = is_open({Centre::open}) ? middle : 0.0;
  const Expr to_tank = is_open({Centre::open, Centre::floating}) ? middle : 0.0;
  const Expr pa = add_edge("P_A", p, a, forward + all),
             bt = add_edge("B_T", other, t, forward + to_tank);
  const Expr pb = add_edge("P_B", p, other, back + all), at = add_edge("A_T", a, t, back + to_tank);
  const Expr pt = is_open({Centre::tandem}) ? add_edge("P_T", p, t, middle) : 0.0;
  b.define_output("position", x);
  b.define_output("flow_P", circuit->volume_flow(pa + pb + pt, p));
  b.define_output("flow_A", circuit->volume_flow(pa - at, a));
  b.define_output("flow_B", circuit->volume_flow(pb - bt, other));
  b.define_output("flow_T", circuit->volume_flow(at + bt + pt, t));
  b.define_output("loss", loss);
}

}  // namespace holon
