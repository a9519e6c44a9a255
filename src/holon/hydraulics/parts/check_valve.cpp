// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/parts/check_valve.h"

#include "holon/hydraulics/opening.h"
#include "holon/hydraulics/two_port.h"

namespace holon {

void CheckValve::describe(Descriptor<CheckValve>& d) {
  d.type("CheckValve", "A valve that opens in one direction of flow.");
  hydraulics::describe_two_port(d);
  d.value("cracking", &CheckValve::cracking, "Pa", "cracking pressure drop").non_negative();
  d.value("opening_range", &CheckValve::opening_range, "Pa",
          "further pressure drop from cracking to fully open")
      .positive();
  d.value("rated_flow", &CheckValve::rated_flow, "m^3/s", "flow at 'rated_drop', fully open")
      .required()
      .positive();
  d.value("rated_drop", &CheckValve::rated_drop, "Pa", "pressure drop at 'rated_flow'").positive();
  hydraulics::describe_flow(d);
  d.output("opening", "", "0 closed, 1 fully open");
}

void CheckValve::build(PartBuilder& b) const {
  using namespace hydraulics;
  TwoPort ports(b, from, to);
  const Expr opening = clip((ports.drop() - cracking) / opening_range, kCornerWidth);
  b.define_output("opening", opening);
  const OrificeLaw law =
      OrificeLaw::from_rated(ports.circuit().fluid(), rated_flow, rated_drop, kOrificeReynolds);
  ports.connect([&](Expr drop, Expr density) { return opening * law.flow(drop, density); });
}

}  // namespace holon
