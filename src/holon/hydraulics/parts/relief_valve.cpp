// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/parts/relief_valve.h"

#include "holon/hydraulics/opening.h"
#include "holon/hydraulics/two_port.h"

namespace holon {

void ReliefValve::describe(Descriptor<ReliefValve>& d) {
  d.type("ReliefValve", "A valve that opens when a pressure exceeds its limit.");
  d.text("from", &ReliefValve::from, "the node whose pressure it limits").node().required();
  d.text("to", &ReliefValve::to, "the node to which it discharges").node();
  d.value("cracking", &ReliefValve::cracking, "Pa", "cracking pressure drop").required().positive();
  d.value("rated_flow", &ReliefValve::rated_flow, "m^3/s",
          "flow at 'cracking' plus 'pressure_override', where it is fully open")
      .positive();
  d.value("pressure_override", &ReliefValve::pressure_override, "Pa",
          "pressure rise from 'cracking' to fully open")
      .positive()
      .default_text("a tenth of 'cracking'");
  d.value("time_constant", &ReliefValve::time_constant, "s", "time constant of the opening")
      .positive()
      .default_text("none: the valve opens without delay");
  hydraulics::describe_flow(d);
  d.output("opening", "", "0 closed, 1 fully open");
}

void ReliefValve::build(PartBuilder& b) const {
  using namespace hydraulics;
  TwoPort ports(b, from, to);
  ports.circuit().note_relief(cracking);
  const Expr over = pressure_override.value_or(cracking / 10.0);
  const Expr target = clip((ports.drop() - cracking) / over, kCornerWidth);
  const Expr opening = add_lag(b, "opening", target, time_constant);
  b.define_output("opening", opening);
  const OrificeLaw law = OrificeLaw::from_rated(ports.circuit().fluid(), rated_flow,
                                                cracking + over, kOrificeReynolds);
  ports.connect([&](Expr drop, Expr density) { return opening * law.flow(drop, density); });
}

}  // namespace holon
