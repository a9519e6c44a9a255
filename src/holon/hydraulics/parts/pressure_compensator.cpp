// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/parts/pressure_compensator.h"

#include "holon/hydraulics/opening.h"
#include "holon/hydraulics/two_port.h"

namespace holon {

void PressureCompensator::describe(Descriptor<PressureCompensator>& d) {
  using C = PressureCompensator;
  d.type("PressureCompensator",
         "A valve that keeps the pressure drop across the valve downstream of it constant.");
  hydraulics::describe_two_port(d);
  d.text("sense", &C::sense, "the node downstream of the valve whose pressure drop it controls")
      .node()
      .required();
  d.value("setting", &C::setting, "Pa",
          "pressure drop from 'to' to 'sense' at which the valve begins to close")
      .positive();
  d.value("range", &C::range, "Pa", "further pressure drop until the valve is closed").positive();
  d.value("rated_flow", &C::rated_flow, "m^3/s", "flow at 'rated_drop', fully open")
      .required()
      .positive();
  d.value("rated_drop", &C::rated_drop, "Pa", "pressure drop at 'rated_flow'").positive();
  d.value("time_constant", &C::time_constant, "s", "time constant of the spool").positive();
  hydraulics::describe_flow(d);
  d.output("opening", "", "0 closed, 1 fully open");
}

void PressureCompensator::build(PartBuilder& b) const {
  using namespace hydraulics;
  TwoPort ports(b, from, to);
  Circuit& circuit = ports.circuit();
  const Expr kept =
      circuit.pressure(ports.to()) - circuit.pressure(circuit.node(b, "sense", sense));
  const Expr target = clip(1.0 - (kept - setting) / range, kCornerWidth);
  const Expr opening = add_lag(b, "opening", target, time_constant);
  b.define_output("opening", opening);
  const OrificeLaw law =
      OrificeLaw::from_rated(circuit.fluid(), rated_flow, rated_drop, kOrificeReynolds);
  ports.connect([&](Expr drop, Expr density) { return opening * law.flow(drop, density); });
}

}  // namespace holon
