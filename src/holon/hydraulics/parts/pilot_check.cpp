// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/parts/pilot_check.h"

#include "holon/hydraulics/opening.h"
#include "holon/hydraulics/two_port.h"

namespace holon {

void PilotCheck::describe(Descriptor<PilotCheck>& d) {
  d.type("PilotCheck", "A check valve that a pilot pressure opens.");
  hydraulics::describe_two_port(d);
  d.text("pilot", &PilotCheck::pilot, "the node whose pressure opens it").node().required();
  d.value("ratio", &PilotCheck::ratio, "", "area of the pilot piston relative to the poppet")
      .positive();
  d.value("cracking", &PilotCheck::cracking, "Pa", "cracking pressure drop").non_negative();
  d.value("opening_range", &PilotCheck::opening_range, "Pa",
          "further pressure drop from cracking to fully open")
      .positive();
  d.value("rated_flow", &PilotCheck::rated_flow, "m^3/s", "flow at 'rated_drop', fully open")
      .required()
      .positive();
  d.value("rated_drop", &PilotCheck::rated_drop, "Pa", "pressure drop at 'rated_flow'").positive();
  hydraulics::describe_flow(d);
  d.output("opening", "", "0 closed, 1 fully open");
}

void PilotCheck::build(PartBuilder& b) const {
  using namespace hydraulics;
  TwoPort ports(b, from, to);
  Circuit& circuit = ports.circuit();
  const Expr lift =
      circuit.pressure(circuit.node(b, "pilot", pilot)) - circuit.pressure(ports.from());
  const Expr push = ports.drop() - cracking + ratio * ramp(lift, kCornerWidth * opening_range);
  const Expr opening = clip(push / opening_range, kCornerWidth);
  b.define_output("opening", opening);
  const OrificeLaw law =
      OrificeLaw::from_rated(circuit.fluid(), rated_flow, rated_drop, kOrificeReynolds);
  ports.connect([&](Expr drop, Expr density) { return opening * law.flow(drop, density); });
}

}  // namespace holon
