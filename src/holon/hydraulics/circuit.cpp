// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/circuit.h"

#include <fmt/format.h>

#include "holon/base/names.h"

namespace holon::hydraulics {
namespace {

using Kind = PowerGraph::Kind;

constexpr const char* kTank = "tank";
// [Pa] below which errors of a pressure count absolutely.
constexpr double kNominalPressure = 1e5;

struct CircuitSlot {
  std::shared_ptr<Circuit> circuit;
};

/// "arm.lift" -> "arm.": what names in a part of a composite begin with.
std::string scope_of(const std::string& part) {
  const std::size_t dot = part.rfind('.');
  return dot == std::string::npos ? "" : part.substr(0, dot + 1);
}

PowerGraph::Element make_element(std::string name, Kind kind) {
  PowerGraph::Element e;
  e.name = std::move(name);
  e.kind = kind;
  e.domain = PowerDomain::hydraulic;
  e.is_internal = true;
  return e;
}

}  // namespace

std::shared_ptr<Circuit> Circuit::of(PartBuilder& builder) {
  std::shared_ptr<Circuit>& circuit = builder.assembly().domain<CircuitSlot>().circuit;
  if (!circuit) {
    const std::shared_ptr<PowerGraph> graph = PowerGraph::of(builder);
    circuit = std::make_shared<Circuit>(graph, Fluid::of(builder.assembly()));
    graph->when_built([circuit = std::weak_ptr<Circuit>(circuit)](Assembly& assembly) {
      circuit.lock()->check();
      circuit.lock()->define_pressures(assembly);
    });
  }
  return circuit;
}

int Circuit::find_or_add(const std::string& name) {
  if (const int known = graph_->find(name); known >= 0) return known;
  const int index = graph_->add(make_element(name, Kind::zero));
  Node& node = nodes_[index];
  node.name = name;
  if (name == kTank) {
    PowerGraph::Element source = make_element(name + ".pressure", Kind::Se);
    source.values = {0.0};
    node.is_source = true;
    graph_->connect(graph_->add(std::move(source)), index);
  }
  return index;
}

int Circuit::mention(PartBuilder& builder, const std::string& parameter, const std::string& name,
                     bool is_own_port) {
  const bool is_tank = name == kTank;
  const int index = find_or_add(is_tank || is_own_port ? name : scope_of(builder.name()) + name);
  graph_->attach(builder.name(), index);
  nodes_[index].mentions.push_back({builder.error_reporter(), parameter, is_own_port});
  return index;
}

int Circuit::node(PartBuilder& builder, const std::string& parameter, const std::string& name) {
  return mention(builder, parameter, name, false);
}

int Circuit::port_node(PartBuilder& builder, const std::string& port, const std::string& name) {
  return name.empty() ? mention(builder, port, builder.member(port), true)
                      : mention(builder, port, name, false);
}

void Circuit::add_volume(int node, Expr volume) {
  add_compliance(node, volume / fluid_.bulk_modulus(pressure(node)));
}

void Circuit::add_compliance(int index, Expr compliance) {
  Node& node = nodes_[index];
  if (node.is_source) return;
  if (node.compliance < 0) {
    PowerGraph::Element e = make_element(node.name + ".oil", Kind::C);
    e.has_rate_law = true;
    e.values = {0.0};
    e.nominal = kNominalPressure;
    e.state_name = pressure_name(node);
    node.compliance = graph_->add(std::move(e));
    graph_->connect(index, node.compliance);
  }
  graph_->element(node.compliance).values[0] += compliance;
}

Expr Circuit::compression_power(int index, Expr compliance) {
  const int all = nodes_[index].compliance;
  if (all < 0) return 0.0;  // the tank
  const Expr rate = graph_->flow(all) / graph_->element(all).values[0];
  return pressure(index) * compliance * rate;
}

void Circuit::set_initial(PartBuilder& builder, const std::string& parameter, int index,
                          const std::optional<Expr>& pressure) {
  if (!pressure) return;
  Node& node = nodes_[index];
  if (node.is_source) {
    builder.error(parameter, "'initial' has no effect: the pressure at '" + node.name + "' is held",
                  "leave it out");
  } else if (pressure->is_constant() && !(pressure->value() > -kAtmosphere)) {
    builder.error(parameter,
                  fmt::format("{:.6g} Pa is below vacuum: pressures are above the tank's, the "
                              "least is {:.6g} Pa",
                              pressure->value(), -kAtmosphere),
                  "give the pressure above that of the atmosphere");
  } else if (node.has_initial) {
    builder.error(
        parameter,
        "another part gives the pressure of node '" + node.name + "' at the start already",
        "give it once");
  } else {
    node.has_initial = true;
    graph_->element(node.compliance).initial = {*pressure};
  }
}

int Circuit::set_source(PartBuilder& builder, int index, Expr pressure) {
  Node& node = nodes_[index];
  if (node.is_source) {
    builder.error("at", "the pressure of node '" + node.name + "' is held already",
                  node.name == kTank ? "'tank' is there without being described" : "hold it once");
    return -1;
  }
  node.is_source = true;
  PowerGraph::Element source = make_element(node.name + ".pressure", Kind::Se);
  source.values = {pressure};
  const int element = graph_->add(std::move(source));
  graph_->connect(element, index);
  return element;
}

int Circuit::add_resistance(const std::string& name, int from, int to,
                            const std::function<Expr(Expr drop)>& law) {
  const int junction = graph_->add(make_element(name + ".through", Kind::one));
  const int resistance = graph_->add(make_element(name, Kind::R));
  graph_->element(resistance).flow_law = {law(graph_->effort(resistance))};
  graph_->connect(from, junction);
  graph_->connect(junction, to);
  graph_->connect(junction, resistance);
  return resistance;
}

std::string Circuit::pressure_name(const Node& node) { return node.name + ".pressure"; }

/// A part of the node's name may have such an output of its own.
void Circuit::define_pressures(Assembly& assembly) const {
  for (const auto& [index, node] : nodes_) {
    const std::string name = pressure_name(node);
    if (assembly.has_output(name)) continue;
    assembly.define_output({name, {}, dimensions::kPressure, "of the node, above the tank's"},
                           std::vector<Expr>{pressure(index)});
  }
}

std::string Circuit::suggest(const Node& node) const {
  std::vector<std::string> names{kTank};
  for (const auto& [index, other] : nodes_) {
    if (other.name != node.name && other.name != kTank) names.push_back(other.name);
  }
  return did_you_mean(node.name, names);
}

void Circuit::check() const {
  for (const auto& [index, node] : nodes_) {
    if (node.name == kTank || node.mentions.empty()) continue;
    const Mention& first = node.mentions.front();
    if (node.mentions.size() == 1) {
      const std::string nearest = suggest(node);
      if (first.is_own_port) {
        first.report("", "nothing is connected to port '" + node.name + "'",
                     "name it in another part, or write '" + first.parameter + ": tank'");
      } else {
        first.report(
            first.parameter, "no other part is connected to node '" + node.name + "'",
            nearest.empty() ? "a node joins two parts or more; 'tank' is there already" : nearest);
      }
    } else if (node.compliance < 0 && !node.is_source) {
      first.report(first.parameter,
                   "there is no oil volume at node '" + node.name +
                       "': its pressure would be open where the valves at it are shut",
                   "add a part such as {type: Volume, at: " + node.name + ", volume: 0.1 l}");
    }
  }
}

}  // namespace holon::hydraulics
