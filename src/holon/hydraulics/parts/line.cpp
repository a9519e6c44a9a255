// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/parts/line.h"

#include <numbers>

#include "holon/hydraulics/two_port.h"

namespace holon {
namespace {

using Kind = PowerGraph::Kind;

// 0.3164/2 (4/π)^1.75
constexpr double kBlasius = 0.241434;

/// Δp / Q.
Expr calc_resistance(const Fluid& fluid, Expr pressure, Expr flow, Expr length, Expr d) {
  const Expr viscosity = fluid.dynamic_viscosity(pressure);
  const Expr laminar = 128.0 * viscosity * length / (std::numbers::pi * pow(d, 4.0));
  const Expr turbulent =
      kBlasius * pow(fluid.density(), 0.75) * pow(viscosity, 0.25) * length / pow(d, 4.75);
  const Expr at_one = std::numbers::pi / 4.0 * d * viscosity / fluid.density();  // Q at Re = 1
  // A Reynolds number of 1 instead of 0, so that powers of it have a derivative.
  const Expr size = sqrt(square(flow) + square(at_one));
  constexpr double kLaminar = 2300, kTurbulent = 4000;
  const Expr way = min(max((size / at_one - kLaminar) / (kTurbulent - kLaminar), 0.0), 1.0);
  const Expr share = square(way) * (3.0 - 2.0 * way);
  return laminar * (1.0 - share) + turbulent * pow(size, 0.75) * share;
}

}  // namespace

void Line::describe(Descriptor<Line>& d) {
  d.type("Line", "A pipe or hose with fluid inertia, friction and compressibility.");
  hydraulics::describe_two_port(d);
  d.value("length", &Line::length, "m", "of the pipe").required().positive();
  d.value("diameter", &Line::diameter, "m", "inside").required().positive();
  hydraulics::describe_flow(d);
  d.output("fluid_power", "W", "power into elastic and kinetic energy of the fluid");
}

void Line::build(PartBuilder& b) const {
  using hydraulics::Circuit;
  hydraulics::TwoPort ports(b, from, to);
  PowerGraph& graph = ports.circuit().graph();
  const Fluid& fluid = ports.circuit().fluid();
  const Expr area = std::numbers::pi / 4.0 * square(diameter);
  for (const int node : {ports.from(), ports.to()}) {
    ports.circuit().add_volume(node, 0.5 * area * length);
  }
  const int through = graph.add_internal(b.member("through"), Kind::one, PowerDomain::hydraulic);
  const int inertia = graph.add_internal(b.member("oil"), Kind::I, PowerDomain::hydraulic),
            friction = graph.add_internal(b.member("friction"), Kind::R, PowerDomain::hydraulic);
  graph.element(inertia).values = {fluid.density() * length / area};
  const Expr flow = graph.flow(friction);
  graph.element(friction).effort_law = {
      flow * calc_resistance(fluid, ports.mean_pressure(), flow, length, diameter)};
  const Circuit::Displacement moved =
      ports.circuit().add_displacement(b.member("ends"), ports.from(), ports.to());
  PowerGraph::Bond to_ends;
  to_ends.to_port = 0;
  graph.connect(through, moved.element, std::move(to_ends));
  graph.connect(through, inertia);
  graph.connect(through, friction);
  b.define_output("fluid_power", [circuit = Circuit::of(b), &graph, from = ports.from(),
                                  to = ports.to(), inertia, half = 0.5 * area * length] {
    return std::vector<Expr>{circuit->storing_power(from, half) + circuit->storing_power(to, half) +
                             graph.effort(inertia) * graph.flow(inertia)};
  });
  b.define_output("flow", flow);
  b.define_output("mass_flow", moved.mass);
  b.define_output("drop", ports.drop());
  b.define_output("loss", flow * graph.effort(friction) + moved.loss);
}

}  // namespace holon
