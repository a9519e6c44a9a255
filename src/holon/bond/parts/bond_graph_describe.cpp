// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The description of a bond graph, and the names that it defines.
#include <unordered_map>

#include "holon/bond/bond_outputs.h"
#include "holon/bond/graph_text.h"
#include "holon/bond/parts/bond_graph.h"

namespace holon {

namespace {

using Kind = PowerGraph::Kind;

constexpr const char* kPorts = "names of the ports of a field, for bonds: 'field.x'";
constexpr const char* kDomains = "domains of these ports, where they are different";
constexpr const char* kMatrix = "rows of the matrix of a field, by port";

}  // namespace

void BondGraph::Row::describe(Fields<Row>& f) {
  f.numbers("entries", &Row::entries, "any", "entries of the row").required().varying();
  f.bare();
}

void BondGraph::EffortSource::describe(Fields<EffortSource>& f) {
  f.value("value", &EffortSource::value, "any", "the effort, any formula")
      .required()
      .varying()
      .dimension_by(&detail::effort_rule);
  f.bare();
}

void BondGraph::FlowSource::describe(Fields<FlowSource>& f) {
  f.value("value", &FlowSource::value, "any", "the flow, any formula")
      .required()
      .varying()
      .dimension_by(&detail::flow_rule);
  f.bare();
}

void BondGraph::Inertia::describe(Fields<Inertia>& f) {
  f.value("flow", &Inertia::flow, "any", "the law: the flow as a formula of the momentum p")
      .varying()
      .dimension_by(&detail::flow_rule);
  f.numbers("flows", &Inertia::flows, "any", "laws of a field, by port, of p_<port>").varying();
  f.objects("matrix", &Inertia::matrix, kMatrix);
  f.texts("ports", &Inertia::ports, kPorts);
  f.texts("domains", &Inertia::domains, kDomains);
  f.value("value", &Inertia::value, "any", "I of p = I f").dimension_by(&detail::inertia_rule);
  f.bare();
}

void BondGraph::Compliance::describe(Fields<Compliance>& f) {
  f.value("stiffness", &Compliance::stiffness, "any", "1/C").dimension_by(&detail::stiffness_rule);
  f.value("effort", &Compliance::effort, "any",
          "a law: the effort as a formula of the displacement q")
      .varying()
      .dimension_by(&detail::effort_rule);
  f.numbers("efforts", &Compliance::efforts, "any", "laws of a field, by port, of q_<port>")
      .varying();
  f.objects("matrix", &Compliance::matrix, kMatrix);
  f.texts("ports", &Compliance::ports, kPorts);
  f.texts("domains", &Compliance::domains, kDomains);
  f.value("value", &Compliance::value, "any", "C of q = C e")
      .dimension_by(&detail::compliance_rule);
  f.bare();
}

void BondGraph::Resistance::describe(Fields<Resistance>& f) {
  f.value("effort", &Resistance::effort, "any", "a law: the effort as a formula of the flow f")
      .varying()
      .dimension_by(&detail::effort_rule);
  f.value("flow", &Resistance::flow, "any", "a law: the flow as a formula of the effort e")
      .varying()
      .dimension_by(&detail::flow_rule);
  f.numbers("efforts", &Resistance::efforts, "any", "laws of a field, by port, of f_<port>")
      .varying();
  f.numbers("flows", &Resistance::flows, "any", "laws of a field, by port, of e_<port>").varying();
  f.objects("matrix", &Resistance::matrix, kMatrix);
  f.texts("ports", &Resistance::ports, kPorts);
  f.texts("domains", &Resistance::domains, kDomains);
  f.value("value", &Resistance::value, "any", "R of e = R f")
      .varying()
      .dimension_by(&detail::resistance_rule);
  f.bare();
}

void BondGraph::Diode::describe(Fields<Diode>& f) {
  f.condition("gate", &Diode::gate,
              "makes it a thyristor: it begins to conduct where this is true, and stops where its "
              "flow falls to zero");
  f.value("on_resistance", &Diode::on_resistance, "any",
          "resistance (effort over flow) while it conducts")
      .varying()
      .dimension_by(&detail::resistance_rule);
  f.value("off_conductance", &Diode::off_conductance, "any",
          "conductance (flow over effort) while it blocks")
      .varying()
      .dimension_by(&detail::conductance_rule);
  f.value("forward", &Diode::forward, "any",
          "forward voltage: the effort above which it conducts; default 0")
      .varying()
      .dimension_by(&detail::effort_rule);
  f.bare();
}

void BondGraph::Switch::describe(Fields<Switch>& f) {
  f.value("on_resistance", &Switch::on_resistance, "any",
          "resistance (effort over flow) while it is closed")
      .varying()
      .dimension_by(&detail::resistance_rule);
  f.value("off_conductance", &Switch::off_conductance, "any",
          "conductance (flow over effort) while it is open")
      .varying()
      .dimension_by(&detail::conductance_rule);
  f.condition("closed", &Switch::closed, "condition for the closed state").required();
  f.bare();
}

void BondGraph::Ports::describe(Fields<Ports>& f) {
  f.texts("in", &Ports::in, "names of the ports at which power enters").required();
  f.texts("out", &Ports::out, "names of the ports at which power leaves").required();
}

void BondGraph::Transformer::describe(Fields<Transformer>& f) {
  f.objects("matrix", &Transformer::matrix,
            "rows of the matrix N of f_out = N f_in and e_in = Nᵀ e_out");
  f.object("ports", &Transformer::ports, "names of the ports of a matrix");
  f.value("ratio", &Transformer::ratio, "any", "n of e1 = n e2, f2 = n f1; any formula")
      .varying()
      .dimension_by(&detail::transformer_rule);
  f.bare();
}

void BondGraph::Gyrator::describe(Fields<Gyrator>& f) {
  f.value("ratio", &Gyrator::ratio, "any", "r of e1 = r f2, e2 = r f1; any formula")
      .required()
      .varying()
      .dimension_by(&detail::gyrator_rule);
  f.bare();
}

void BondGraph::FlowJunction::describe(Fields<FlowJunction>& f) {
  f.text("displacement", &FlowJunction::displacement, "name of the time integral of its flow");
  f.value("initial", &FlowJunction::initial, "any", "initial value of the integral")
      .varying()
      .dimension_by(&detail::displacement_rule);
}

void BondGraph::EffortJunction::describe(Fields<EffortJunction>& f) {
  f.text("momentum", &EffortJunction::momentum, "name of the time integral of its effort");
  f.value("initial", &EffortJunction::initial, "any", "initial value of the integral")
      .varying()
      .dimension_by(&detail::momentum_rule);
}

void BondGraph::Initial::describe(Fields<Initial>& f) {
  f.value("flow", &Initial::flow, "any", "initial flow of an I")
      .varying()
      .dimension_by(&detail::flow_rule);
  f.value("effort", &Initial::effort, "any", "initial effort of a C")
      .varying()
      .dimension_by(&detail::effort_rule);
  f.numbers("states", &Initial::states, "any",
            "initial momenta or displacements of a field, by port")
      .varying();
  f.value("state", &Initial::state, "any", "initial momentum of an I, displacement of a C")
      .varying()
      .dimension_by(&detail::state_rule);
  f.bare();
}

void BondGraph::Guess::describe(Fields<Guess>& f) {
  f.value("flow", &Guess::flow, "any", "flow of an R with a law of its effort")
      .varying()
      .dimension_by(&detail::flow_rule);
  f.value("effort", &Guess::effort, "any", "effort of an R with a law of its flow")
      .varying()
      .dimension_by(&detail::effort_rule);
  f.value("state", &Guess::state, "any", "initial momentum of an I, displacement of a C")
      .varying()
      .dimension_by(&detail::state_rule);
  f.bare();
}

void BondGraph::Element::describe(Fields<Element>& f) {
  f.object("Se", &Element::Se, "a source of effort");
  f.object("Sf", &Element::Sf, "a source of flow");
  f.object("MSe", &Element::MSe, "the same as Se, for modulated sources");
  f.object("MSf", &Element::MSf, "the same as Sf");
  f.object("I", &Element::I, "an inertia, a mass, an inductance");
  f.object("C", &Element::C, "a compliance, a spring, a capacitance");
  f.object("R", &Element::R, "a resistance, a damper");
  f.object("Diode", &Element::diode,
           "conducts in one direction: a diode, a check valve, a freewheel");
  f.object("Switch", &Element::switch_element, "an ideal switch, or one with resistances");
  f.object("TF", &Element::TF, "a transformer, a gear, a lever, a piston");
  f.object("MTF", &Element::MTF, "the same as TF, for modulated transformers");
  f.object("GY", &Element::GY, "a gyrator, an electric motor");
  f.object("MGY", &Element::MGY, "the same as GY");
  f.object("0", &Element::zero, "a junction of common effort");
  f.object("1", &Element::one, "a junction of common flow");
  f.text("domain", &Element::domain, "domain of the element; default: that of the graph");
  f.object("initial", &Element::initial, "initial state of a storage element");
  f.object("guess", &Element::guess,
           "initial guess of Newton's iteration for a law that causality inverts");
  f.value("nominal", &Element::nominal, "any",
          "magnitude of the state of a storage element below which the error tolerance is absolute")
      .positive()
      .dimension_by(&detail::state_rule);
  f.choice("causality", &Element::causality,
           {"free", "effort_out", "flow_out", "integral", "derivative"},
           "prescribed causality: the variable that the element determines on its bond");
  f.text("junction", &Element::junction, "0 or 1: a plain junction");
  f.bare();
}

void BondGraph::Relaxation::describe(Fields<Relaxation>& f) {
  f.value("frequency", &Relaxation::frequency, "rad/s",
          "natural frequency of the element on the inserted compliance")
      .positive();
  f.value("damping_ratio", &Relaxation::damping_ratio, "", "damping ratio of this vibration")
      .positive();
}

void BondGraph::describe(Descriptor<BondGraph>& d) {
  d.type("BondGraph", "A bond graph: elements, and the bonds along which power flows.");
  d.text("domain", &BondGraph::domain,
         "domain of elements without 'domain': translation, rotation, hydraulic, electrical, "
         "thermal, "
         "pseudo_thermal, or none")
      .default_text("none");
  d.named("elements", &BondGraph::elements, "sources, storage, resistances, junctions by name")
      .required();
  d.texts("bonds", &BondGraph::bonds,
          "'supply -> a': positive power flows along the arrow; also to ports and junctions of "
          "other parts, 'shaft.flange'")
      .required();
  d.choice("dependent", &BondGraph::dependent, {"reduce", "relax"},
           "treatment of dependent storage: it has no state, or a stiff compliance and a "
           "resistance are inserted before it");
  d.object("relaxation", &BondGraph::relaxation, "parameters of 'dependent: relax'");
  d.output("source_power", "W", "power supplied by its sources");
  d.output("dissipated_power", "W", "power dissipated in its resistances");
  d.output("stored_energy", "J",
           "energy of its storage; of nonlinear storage, absorbed since the start");
}

namespace {

void add_port_names(const std::string& name, const detail::ElementText& element,
                    const std::string& port, PowerDomain domain, std::vector<MadeName>& names) {
  const PowerDomainInfo& info = power_domain_info(domain);
  const std::string below = port.empty() ? name : name + "." + port;
  const std::string tail = port.empty() ? "" : "_" + port;
  const std::string within = "elements." + name;
  for (OutputType& output : detail::port_outputs(domain)) {
    const bool is_seen = element.has_law && output.name != "power";
    const std::string alias = is_seen ? output.name.substr(0, 1) + tail : "";
    output.name = below + "." + output.name;
    names.push_back({std::move(output), within, alias});
  }
  if (element.kind == Kind::I) {
    names.push_back(
        {{below + ".momentum", {}, info.momentum_dimension(), info.momentum}, within, "p" + tail});
  } else if (element.kind == Kind::C) {
    names.push_back(
        {{below + ".displacement", {}, info.displacement_dimension(), info.displacement},
         within,
         "q" + tail});
  }
}

void add_two_port_names(const std::string& name, const SourceNode& part,
                        std::vector<MadeName>& names) {
  const std::array<PowerDomain, 2> domains = detail::find_neighbours(part, name);
  for (std::size_t port = 0; port < 2; ++port) {
    for (OutputType& output : detail::port_outputs(domains[port])) {
      output.name = name + "." + output.name + std::to_string(port + 1);
      names.push_back({std::move(output)});
    }
  }
}

}  // namespace

std::vector<MadeName> BondGraph::list_names(const SourceNode& part) {
  std::vector<MadeName> names;
  const SourceNode* elements = part.peek("elements");
  if (!elements || !elements->is_map()) return names;
  std::unordered_map<std::string_view, PowerDomain> domains;  // of elements that have one
  for (const SourceNode::Entry& entry : elements->peek_entries()) {
    const detail::ElementText element = detail::read_element(part, entry.value);
    const bool is_converter = element.kind == Kind::TF || element.kind == Kind::GY;
    if (!is_converter) domains.emplace(entry.key, element.domain);
    if (element.key.empty()) continue;
    const PowerDomainInfo& info = power_domain_info(element.domain);
    const bool is_one = element.kind == Kind::one;
    if (is_one || element.kind == Kind::zero) {
      names.push_back({{entry.key + (is_one ? ".flow" : ".effort"),
                        {},
                        is_one ? info.flow_dimension : info.effort_dimension,
                        is_one ? info.flow : info.effort}});
      if (element.integral.empty()) continue;
      names.push_back({{element.integral,
                        {},
                        is_one ? info.displacement_dimension() : info.momentum_dimension(),
                        is_one ? info.displacement : info.momentum}});
    } else if (!element.ports.empty()) {
      for (std::size_t k = 0; k < element.ports.size(); ++k) {
        const PowerDomain domain =
            element.port_domains.empty() ? element.domain : element.port_domains[k];
        add_port_names(entry.key, element, element.ports[k], domain, names);
      }
    } else if (is_converter) {
      add_two_port_names(entry.key, part, names);
    } else {
      add_port_names(entry.key, element, "", element.domain, names);
    }
  }
  const SourceNode* bonds = part.peek("bonds");
  if (!bonds || !bonds->is_list()) return names;
  std::size_t number = 0;
  for (const SourceNode::Entry& item : bonds->peek_entries()) {
    if (!item.value.is_scalar()) continue;
    const detail::BondText bond = detail::parse_bond(item.value.text());
    for (std::size_t k = 0; k + 1 < bond.ends.size(); ++k) {
      PowerDomain domain = PowerDomain::none;
      for (const std::string& end : {bond.ends[k], bond.ends[k + 1]}) {
        const auto found = domains.find(end);
        if (found != domains.end()) domain = found->second;
      }
      const std::string name = "b" + std::to_string(++number);
      for (OutputType& output : detail::port_outputs(domain)) {
        output.name = name + "." + output.name;
        names.push_back({std::move(output)});
      }
    }
  }
  return names;
}

}  // namespace holon
