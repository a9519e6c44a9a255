// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/displacement_unit.h"

#include "holon/hydraulics/power_connection.h"

namespace holon::hydraulics {
namespace {

using Kind = PowerGraph::Kind;

constexpr double kCreep = 1.0;    // [rad/s] ω_0
constexpr double kSlight = 0.01;  // [N m] over which |D Δp| is rounded

int add(PowerGraph& graph, std::string name, Kind kind, PowerDomain domain) {
  PowerGraph::Element e;
  e.name = std::move(name);
  e.kind = kind;
  e.domain = domain;
  e.is_internal = true;
  return graph.add(std::move(e));
}

/// Bonds a shaft to what turns with it, once all parts are built.
void connect_shaft(PartBuilder& b, PowerGraph& graph, int shaft, const std::string& port) {
  graph.when_built(
      [&graph, shaft, port, part = b.name(), report = b.error_reporter()](Assembly& assembly) {
        const PowerConnection found =
            find_connection(graph, assembly, part, port, PowerDomain::rotation, report, "shaft");
        if (found.element >= 0) graph.connect(shaft, found.element);
      });
}

}  // namespace

bool DisplacementUnit::build(PartBuilder& b, Circuit& circuit, int from, int to) const {
  if (speed.has_value() == !shaft.empty()) {
    b.error(
        speed ? "shaft" : "",
        speed ? "'speed' and 'shaft' both say how fast it turns" : "it is not said what turns it",
        "give 'speed', or the port that it turns with: 'shaft: engine.flange'");
    return false;
  }
  PowerGraph& graph = circuit.graph();
  const int turning = add(graph, b.member("shaft"), Kind::one, PowerDomain::rotation);
  const int friction = add(graph, b.member("friction"), Kind::R, PowerDomain::rotation);
  const int transformer = add(graph, b.member("rotor"), Kind::TF, PowerDomain::hydraulic);
  const int through = add(graph, b.member("rotor.through"), Kind::one, PowerDomain::hydraulic);
  const Expr rise = circuit.pressure(to) - circuit.pressure(from);
  const Expr rate = graph.flow(friction);
  const Expr pressed = sqrt(square(displacement * rise) + square(Expr(kSlight)));
  graph.element(friction).effort_law = {viscous_friction * rate +
                                        pressure_friction * pressed * tanh(rate / kCreep)};
  graph.element(transformer).values = {displacement};
  if (speed) {
    const int drive = add(graph, b.member("drive"), Kind::Sf, PowerDomain::rotation);
    graph.element(drive).values = {*speed};
    graph.connect(drive, turning);
  } else {
    connect_shaft(b, graph, turning, shaft);
  }
  graph.connect(turning, friction);
  graph.connect(turning, transformer);
  graph.connect(transformer, through);
  graph.connect(from, through);
  graph.connect(through, to);
  const int leak =
      circuit.add_resistance(b.member("leak"), to, from, [&](Expr drop) { return leakage * drop; });
  const Expr torque = graph.effort(friction) + graph.effort(transformer, 0);
  b.define_output("shaft_speed", rate);
  b.define_output("torque", torque);
  b.define_output("shaft_power", torque * rate);
  b.define_output("losses", circuit.loss(leak) + rate * graph.effort(friction));
  return true;
}

Expr DisplacementUnit::flow(PartBuilder& b, Circuit& circuit) {
  PowerGraph& graph = circuit.graph();
  return graph.flow(graph.find(b.member("rotor.through"))) -
         graph.flow(graph.find(b.member("leak")));
}

void DisplacementUnit::build_delivery(PartBuilder& b, const std::shared_ptr<Circuit>& circuit,
                                      int from, int to, Expr volume) {
  circuit->add_volume(to, volume);
  const Expr delivered = flow(b, *circuit), pressure = circuit->pressure(to);
  b.define_output("flow", delivered);
  b.define_output("pressure", pressure);
  b.define_output("power", delivered * (pressure - circuit->pressure(from)));
  b.define_output("oil_power", [circuit, to, volume] {
    return std::vector<Expr>{circuit->compression_power_of_oil(to, volume)};
  });
}

}  // namespace holon::hydraulics
