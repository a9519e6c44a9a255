// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/displacement_unit.h"

#include "holon/hydraulics/power_connection.h"

namespace holon::hydraulics {
namespace {

using Kind = PowerGraph::Kind;

constexpr double kCreep = 1.0;    // [rad/s] ω_0
constexpr double kSlight = 0.01;  // [N m] over which |D Δp| is smoothed

/// Bonds a shaft to its connection, when all parts are built.
void connect_shaft(PartBuilder& b, PowerGraph& graph, int shaft, const std::string& port) {
  graph.when_built(
      [&graph, shaft, port, part = b.name(), report = b.error_reporter()](Assembly& assembly) {
        const PowerConnection found =
            find_connection(graph, assembly, part, port, PowerDomain::rotation, report, "shaft");
        if (found.element >= 0) graph.connect(shaft, found.element);
      });
}

}  // namespace

std::optional<DisplacementFlow> DisplacementUnit::build(PartBuilder& b, Circuit& circuit, int from,
                                                        int to) const {
  if (speed.has_value() == !shaft.empty()) {
    b.error(speed ? "shaft" : "",
            speed ? "'speed' and 'shaft' both determine its speed" : "nothing drives its shaft",
            "give 'speed', or the port that its shaft is connected to: 'shaft: engine.flange'");
    return std::nullopt;
  }
  PowerGraph& graph = circuit.graph();
  const int turning = graph.add_internal(b.member("shaft"), Kind::one, PowerDomain::rotation);
  const int friction = graph.add_internal(b.member("friction"), Kind::R, PowerDomain::rotation);
  const int transformer = graph.add_internal(b.member("rotor"), Kind::TF, PowerDomain::rotation);
  const Circuit::Displacement moved =
      circuit.add_displacement(b.member("rotor.chambers"), from, to);
  const Expr rise = circuit.pressure(to) - circuit.pressure(from);
  const Expr rate = graph.flow(friction);
  const Expr pressed = sqrt(square(displacement * rise) + square(Expr(kSlight)));
  graph.element(friction).effort_law = {viscous_friction * rate +
                                        pressure_friction * pressed * tanh(rate / kCreep)};
  graph.element(transformer).values = {displacement};
  if (speed) {
    const int drive = graph.add_internal(b.member("drive"), Kind::Sf, PowerDomain::rotation);
    graph.element(drive).values = {*speed};
    graph.connect(drive, turning);
  } else {
    connect_shaft(b, graph, turning, shaft);
  }
  graph.connect(turning, friction);
  graph.connect(turning, transformer);
  PowerGraph::Bond to_chambers;
  to_chambers.to_port = 0;
  graph.connect(transformer, moved.element, std::move(to_chambers));
  const Circuit::Flow leak = circuit.add_resistance(
      b.member("leak"), to, from, [&](Expr drop, Expr) { return leakage * drop; });
  const Expr torque = graph.effort(friction) + graph.effort(transformer, 0);
  b.define_output("shaft_speed", rate);
  b.define_output("torque", torque);
  b.define_output("shaft_power", torque * rate);
  b.define_output("losses", leak.loss + moved.loss + rate * graph.effort(friction));
  return DisplacementFlow{from, to, moved.mass - leak.mass};
}

Expr DisplacementFlow::power(const Circuit& circuit) const {
  return mass * (circuit.enthalpy(to) - circuit.enthalpy(from));
}

void DisplacementUnit::build_delivery(PartBuilder& b, const std::shared_ptr<Circuit>& circuit,
                                      const DisplacementFlow& flow, Expr volume) {
  circuit->add_volume(flow.to, volume);
  b.define_output("flow", circuit->volume_flow(flow.mass, flow.to));
  b.define_output("mass_flow", flow.mass);
  b.define_output("pressure", circuit->pressure(flow.to));
  b.define_output("power", flow.power(*circuit));
  b.define_output("fluid_power", [circuit, to = flow.to, volume] {
    return std::vector<Expr>{circuit->storing_power(to, volume)};
  });
}

}  // namespace holon::hydraulics
