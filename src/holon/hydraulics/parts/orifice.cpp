// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/parts/orifice.h"

#include "holon/hydraulics/two_port.h"

namespace holon {

namespace {

constexpr double kLeastArea = 1e-12;  // [m^2]

}  // namespace

void Orifice::describe(Descriptor<Orifice>& d) {
  d.type("Orifice", "An orifice between two nodes, by its area or by a rated point.");
  hydraulics::describe_two_port(d);
  d.value("area", &Orifice::area, "m^2", "open area; it may vary")
      .non_negative()
      .varying()
      .default_text("by the rated point");
  d.value("discharge_coefficient", &Orifice::discharge_coefficient, "",
          "discharge coefficient: flow relative to frictionless flow")
      .positive();
  d.value("rated_flow", &Orifice::rated_flow, "m^3/s", "flow at 'rated_drop'").positive();
  d.value("rated_drop", &Orifice::rated_drop, "Pa", "pressure drop at 'rated_flow'").positive();
  d.value("critical_reynolds_number", &Orifice::critical_reynolds_number, "",
          "at the transition from laminar to turbulent flow")
      .positive();
  hydraulics::describe_flow(d);
}

void Orifice::build(PartBuilder& b) const {
  const bool is_rated = rated_flow && rated_drop;
  if (area.has_value() == is_rated || rated_flow.has_value() != rated_drop.has_value()) {
    b.error(
        area         ? "area"
        : rated_flow ? "rated_flow"
                     : "",
        area ? "'area' and a rated point both determine the flow" : "nothing determines the flow",
        "give 'area', or 'rated_flow' and 'rated_drop'");
    return;
  }
  hydraulics::TwoPort ports(b, from, to);
  using hydraulics::OrificeLaw;
  const Fluid& fluid = ports.circuit().fluid();
  const auto law = [&](Expr drop, Expr density) {
    if (is_rated) {
      return OrificeLaw::from_rated(fluid, *rated_flow, *rated_drop, critical_reynolds_number)
          .flow(drop, density);
    }
    // For zero area Δp_cr is infinite, and the flow zero.
    const Expr open = max(*area, kLeastArea);
    return *area / open *
           OrificeLaw::from_area(fluid, open, discharge_coefficient, critical_reynolds_number)
               .flow(drop, density);
  };
  ports.connect(law);
}

}  // namespace holon
