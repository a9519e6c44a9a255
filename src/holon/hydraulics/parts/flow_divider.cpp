// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/parts/flow_divider.h"

#include "holon/hydraulics/circuit.h"

namespace holon {
namespace {

using Kind = PowerGraph::Kind;

}  // namespace

void FlowDivider::describe(Descriptor<FlowDivider>& d) {
  using F = FlowDivider;
  d.type("FlowDivider", "A flow divider: two gear pumps on one shaft.");
  d.text("from", &F::from, "the inlet node, whose flow is divided").node().required();
  d.text("A", &F::A, "the first outlet node").node().required();
  d.text("B", &F::B, "the second outlet node").node().required();
  d.value("displacement_A", &F::displacement_A, "m^3/rad", "of the machine to A")
      .required()
      .positive();
  d.value("displacement_B", &F::displacement_B, "m^3/rad", "of the machine to B")
      .required()
      .positive();
  d.value("inertia", &F::inertia, "kg m^2", "of the shaft with both").positive();
  d.value("leakage", &F::leakage, "m^3/(s Pa)", "leakage flow of each, per pressure")
      .non_negative();
  d.value("viscous_friction", &F::viscous_friction, "N m s/rad", "torque per speed").non_negative();
  d.output("flow_A", "m^3/s", "flow to A, at the density there").main();
  d.output("flow_B", "m^3/s", "flow to B, at the density there").main();
  d.output("shaft_speed", "rad/s", "speed of the shaft");
  d.output("losses", "W", "power lost to leakage and friction");
}

void FlowDivider::build(PartBuilder& b) const {
  using hydraulics::Circuit;
  const auto circuit = Circuit::of(b);
  PowerGraph& graph = circuit->graph();
  const int inlet = circuit->node(b, "from", from);
  const int shaft = graph.add_internal(b.member("shaft"), Kind::one, PowerDomain::rotation);
  const int mass = graph.add_internal(b.member("inertia"), Kind::I, PowerDomain::rotation);
  const int friction = graph.add_internal(b.member("friction"), Kind::R, PowerDomain::rotation);
  graph.element(mass).values = {inertia};
  graph.element(friction).values = {viscous_friction};
  graph.connect(shaft, mass);
  graph.connect(shaft, friction);
  Expr losses = graph.flow(friction) * graph.effort(friction);
  const auto add_machine = [&](const std::string& name, const std::string& node,
                               Expr displacement) {
    const int outlet = circuit->node(b, name, node);
    const int rotor = graph.add_internal(b.member(name), Kind::TF, PowerDomain::rotation);
    const Circuit::Displacement moved =
        circuit->add_displacement(b.member(name + ".chambers"), inlet, outlet);
    graph.element(rotor).values = {displacement};
    graph.connect(shaft, rotor);
    PowerGraph::Bond to_chambers;
    to_chambers.to_port = 0;
    graph.connect(rotor, moved.element, std::move(to_chambers));
    const Circuit::Flow leak = circuit->add_resistance(
        b.member(name + ".leak"), outlet, inlet, [&](Expr drop, Expr) { return leakage * drop; });
    losses += leak.loss + moved.loss;
    b.define_output("flow_" + name, circuit->volume_flow(moved.mass - leak.mass, outlet));
  };
  add_machine("A", A, displacement_A);
  add_machine("B", B, displacement_B);
  b.define_output("shaft_speed", graph.flow(friction));
  b.define_output("losses", losses);
}

}  // namespace holon
