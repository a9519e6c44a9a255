// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/parts/relief_valve.h"

#include "holon/hydraulics/opening.h"
#include "holon/hydraulics/two_port.h"

namespace holon {

void ReliefValve::describe(Descriptor<ReliefValve>& d) {
  d.type("ReliefValve", "A valve that opens where a pressure passes its limit.");
  d.text("from", &ReliefValve::from, "the node whose pressure it limits").node().required();
  d.text("to", &ReliefValve::to, "the node that it lets the oil go to").node();
  d.value("cracking", &ReliefValve::cracking, "Pa", "pressure drop where it begins to open")
      .required()
      .positive();
  d.value("rated_flow", &ReliefValve::rated_flow, "m^3/s",
          "what passes at 'cracking' and 'pressure_override' together, where it is fully open")
      .positive();
  d.value("pressure_override", &ReliefValve::pressure_override, "Pa",
          "what it takes from 'cracking' to fully open")
      .positive()
      .default_text("a tenth of 'cracking'");
  d.value("time_constant", &ReliefValve::time_constant, "s", "of the opening, which lags behind")
      .positive()
      .default_text("none: it opens at once");
  hydraulics::describe_flow(d);
  d.output("opening", "", "0 shut, 1 fully open");
}

void ReliefValve::build(PartBuilder& b) const {
  using namespace hydraulics;
  TwoPort ports(b, from, to);
  const Expr over = pressure_override.value_or(cracking / 10.0);
  const Expr wanted = clip((ports.drop() - cracking) / over, kCornerWidth);
  const Expr opening = add_lag(b, "opening", wanted, time_constant);
  b.define_output("opening", opening);
  const OrificeLaw law = OrificeLaw::from_rated(ports.circuit().fluid(), rated_flow,
                                                cracking + over, kOrificeReynolds);
  ports.connect([&](Expr drop, Expr density) { return opening * law.flow(drop, density); });
}

}  // namespace holon
