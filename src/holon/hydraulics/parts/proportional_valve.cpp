// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/parts/proportional_valve.h"

#include "holon/hydraulics/circuit.h"
#include "holon/hydraulics/laws.h"
#include "holon/hydraulics/opening.h"

namespace holon {

void ProportionalValve::describe(Descriptor<ProportionalValve>& d) {
  using V = ProportionalValve;
  d.type("ProportionalValve", "A valve that connects P to A and B to T, or P to B and A to T.");
  d.text("P", &V::P, "the node of the supply line").node().required();
  d.text("T", &V::T, "the node of the return line").node();
  d.text("A", &V::A, "the first node of the actuator").node().required();
  d.text("B", &V::B, "the second node of the actuator").node().required();
  d.value("command", &V::command, "", "commanded spool position: 1 opens P to A, -1 P to B")
      .required()
      .varying();
  d.value("rated_flow", &V::rated_flow, "m^3/s", "flow over one edge, fully open, at 'rated_drop'")
      .required()
      .positive();
  d.value("rated_drop", &V::rated_drop, "Pa", "pressure drop over one edge at 'rated_flow'")
      .positive();
  d.value("overlap", &V::overlap, "",
          "overlap: fraction of the stroke in which it is closed; below 0 it is open in the centre")
      .above(-0.9)
      .below(0.9);
  d.value("leakage", &V::leakage, "m^3/(s Pa)", "of each edge, on top").non_negative();
  d.value("bandwidth", &V::bandwidth, "Hz", "frequency at which the spool lags by 90 degrees")
      .positive()
      .default_text("none: the spool follows without delay");
  d.value("damping_ratio", &V::damping_ratio, "", "of the spool").positive();
  d.output("position", "", "position of the spool, -1 to 1").main();
  d.output("speed", "1/s", "of the spool");
  d.output("flow_P", "m^3/s", "flow from P into the valve, at the density there").main();
  d.output("flow_A", "m^3/s", "flow out of the valve to A, at the density there").main();
  d.output("flow_B", "m^3/s", "flow out of the valve to B, at the density there").main();
  d.output("flow_T", "m^3/s", "flow out of the valve to T, at the density there");
  d.output("loss", "W", "power dissipated as heat");
}

void ProportionalValve::build(PartBuilder& b) const {
  using namespace hydraulics;
  const auto circuit = Circuit::of(b);
  const int p = circuit->node(b, "P", P), t = circuit->node(b, "T", T);
  const int a = circuit->node(b, "A", A), other = circuit->node(b, "B", B);
  const Expr x = add_spool(b, command, {bandwidth, damping_ratio});
  const OrificeLaw law =
      OrificeLaw::from_rated(circuit->fluid(), rated_flow, rated_drop, kOrificeReynolds);
  const auto add_edge = [&](const char* name, int from, int to, Expr place) {
    const Expr opening = open_edge((place - overlap) / (1.0 - overlap));
    return circuit->add_resistance(b.member(name), from, to, [&](Expr drop, Expr density) {
      return opening * law.flow(drop, density) + leakage * drop;
    });
  };
  const Circuit::Flow pa = add_edge("P_A", p, a, x), bt = add_edge("B_T", other, t, x);
  const Circuit::Flow pb = add_edge("P_B", p, other, -x), at = add_edge("A_T", a, t, -x);
  b.define_output("position", x);
  b.define_output("flow_P", circuit->volume_flow(pa.mass + pb.mass, p));
  b.define_output("flow_A", circuit->volume_flow(pa.mass - at.mass, a));
  b.define_output("flow_B", circuit->volume_flow(pb.mass - bt.mass, other));
  b.define_output("flow_T", circuit->volume_flow(at.mass + bt.mass, t));
  b.define_output("loss", pa.loss + bt.loss + pb.loss + at.loss);
}

}  // namespace holon
