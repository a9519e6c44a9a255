// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/bond/power_graph.h"

#include "holon/base/errors.h"
#include "holon/bond/formulate.h"
#include "holon/bond/graph_energy.h"
#include "holon/model/assembly/energy_account.h"

namespace holon {

namespace {

/// The storage of an assembly's graph.
struct GraphSlot {
  std::shared_ptr<PowerGraph> graph;
};

}  // namespace

std::shared_ptr<PowerGraph> PowerGraph::find(Assembly& assembly) {
  return assembly.domain<GraphSlot>().graph;
}

std::shared_ptr<PowerGraph> PowerGraph::of(PartBuilder& builder) {
  Assembly& assembly = builder.assembly();
  std::shared_ptr<PowerGraph>& graph = assembly.domain<GraphSlot>().graph;
  if (!graph) {
    graph = std::make_shared<PowerGraph>(assembly.symbols());
    graph->add_to_account(assembly);
    assembly.domain<PowerPorts>().add_names([slot = std::weak_ptr<PowerGraph>(graph)] {
      std::vector<std::string> names;
      const std::shared_ptr<PowerGraph> all = slot.lock();
      if (!all) return names;
      for (const Element& e : all->elements()) {
        if (e.kind == Kind::port) continue;
        names.push_back(e.name);
        for (const std::string& port : e.ports) names.push_back(e.name + "." + port);
      }
      return names;
    });
    assembly.on_connect("bond", [graph](Assembly& all) {
      for (const auto& run : graph->late_) run(all);
      if (!all.diagnostics().has_errors()) formulate_bonds(*graph, all);
    });
  }
  return graph;
}

void PowerGraph::add_to_account(Assembly& assembly) {
  const auto share = [graph = weak_from_this(), symbols = assembly.symbols()](
                         Expr detail::GraphEnergy::*part) -> std::function<Expr()> {
    return [=] { return detail::calc_energy(*graph.lock(), "", *symbols).*part; };
  };
  EnergyAccount::of(assembly)->add({
      .stored = share(&detail::GraphEnergy::stored),
      .storing = share(&detail::GraphEnergy::storing),
      .power = share(&detail::GraphEnergy::source_power),
      .dissipated = share(&detail::GraphEnergy::dissipated_power),
  });
}

int PowerGraph::add(Element element) {
  const int index = static_cast<int>(elements_.size());
  const bool is_new = index_.emplace(element.name, index).second;
  HOLON_CHECK(is_new, "bond graph element '" + element.name + "' appears twice");
  if (element.ports.empty() && element.is_converter()) {
    element.ports = {"1", "2"};
  }
  elements_.push_back(std::move(element));
  return index;
}

int PowerGraph::add_internal(std::string name, Kind kind, PowerDomain domain) {
  Element element;
  element.name = std::move(name);
  element.kind = kind;
  element.domain = domain;
  element.is_internal = true;
  return add(std::move(element));
}

int PowerGraph::add_port(PowerPort port) {
  const std::string name = port.name;
  if (const int known = find(name); known >= 0) return known;
  Element element;
  element.name = name;
  element.kind = Kind::port;
  element.domain = port.domain;
  element.is_internal = true;
  element.external = std::move(port);
  return add(std::move(element));
}

int PowerGraph::connect(int from, int to, Bond bond) {
  bond.from = from;
  bond.to = to;
  const auto choose_port = [this](int element, int& port, int usual) {
    const Element& e = elements_[static_cast<std::size_t>(element)];
    if (port < 0 && e.is_converter() && e.ports.size() == 2) port = usual;
  };
  choose_port(from, bond.from_port, 1);
  choose_port(to, bond.to_port, 0);
  bonds_.push_back(std::move(bond));
  return static_cast<int>(bonds_.size()) - 1;
}

int PowerGraph::find(const std::string& name) const {
  const auto found = index_.find(name);
  return found == index_.end() ? -1 : found->second;
}

std::string PowerGraph::variable_name(int element, int port, const char* what) const {
  const Element& e = elements_[static_cast<std::size_t>(element)];
  std::string name = (e.is_internal ? kHiddenPrefix : "") + e.name + ".";
  if (port >= 0 && !e.ports.empty()) {
    const std::string& local = e.ports[static_cast<std::size_t>(port)];
    if (e.is_converter() && (local == "1" || local == "2")) return name + what + local;
    name += local + ".";
  }
  return name + what;
}

Expr PowerGraph::variable(int element, int port, const char* what) const {
  return symbols_->output(variable_name(element, port, what));
}

}  // namespace holon
