// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/report/model/power_drawings.h"

#include <map>
#include <set>

#include "holon/bond/check_graph.h"
#include "holon/bond/formulate.h"

namespace holon {
namespace {

using Kind = PowerGraph::Kind;

std::string kind_text(Kind kind) {
  switch (kind) {
    case Kind::Se: return "Se";
    case Kind::Sf: return "Sf";
    case Kind::I: return "I";
    case Kind::C: return "C";
    case Kind::R: return "R";
    case Kind::TF: return "TF";
    case Kind::GY: return "GY";
    case Kind::zero: return "0";
    case Kind::one: return "1";
    case Kind::port: return "port";
  }
  return "";
}

/// The graph's own name taken away, where all of a drawing has it.
std::string common_prefix(const PowerGraph& graph) {
  std::string prefix;
  bool is_first = true;
  for (const PowerGraph::Element& e : graph.elements()) {
    if (e.kind == Kind::port) continue;
    const std::string own = e.name.substr(0, e.name.find('.') + 1);
    if (is_first) prefix = own;
    if (own != prefix) return "";
    is_first = false;
  }
  return prefix;
}

}  // namespace

std::optional<BondDrawing> make_bond_drawing(const LoadedModel& loaded) {
  const std::shared_ptr<PowerGraph> graph = PowerGraph::find(*loaded.assembly);
  const Causality* const causality = find_causality(*loaded.assembly);
  if (!graph || !causality) return std::nullopt;
  BondDrawing drawing;
  drawing.title = loaded.system.title;
  const std::string prefix = common_prefix(*graph);
  for (const PowerGraph::Element& e : graph->elements()) {
    const bool is_own = e.name.starts_with(prefix);
    const std::string kind = e.switching ? e.switching->symbol() : kind_text(e.kind);
    drawing.nodes.push_back({kind, is_own ? e.name.substr(prefix.size()) : e.name});
  }
  for (const Causality::Storage& storage : causality->dependent) {
    drawing.nodes[static_cast<std::size_t>(storage.element)].is_dependent = true;
  }
  const std::vector<PowerDomain> domains = detail::find_domains(*graph);
  for (std::size_t k = 0; k < graph->bonds().size(); ++k) {
    const PowerGraph::Bond& bond = graph->bonds()[k];
    const auto port_text = [&](int element, int port) {
      const PowerGraph::Element& e = graph->elements()[static_cast<std::size_t>(element)];
      const bool is_two_port = e.ports.size() == 2 && e.ports[0] == "1";
      return port < 0 || is_two_port ? std::string() : e.ports[static_cast<std::size_t>(port)];
    };
    BondDrawing::Bond drawn;
    drawn.from = bond.from;
    drawn.to = bond.to;
    drawn.number = std::to_string(k + 1);
    drawn.strokes_head = causality->tail[k] == Out::effort;
    drawn.domain = power_domain_info(domains[k]).name;
    drawn.from_port = port_text(bond.from, bond.from_port);
    drawn.to_port = port_text(bond.to, bond.to_port);
    drawing.bonds.push_back(std::move(drawn));
  }
  return drawing;
}

void add_power_lines(Diagram& diagram, const LoadedModel& loaded) {
  const std::shared_ptr<PowerGraph> graph = PowerGraph::find(*loaded.assembly);
  if (!graph) return;
  std::map<std::string, int> nodes;
  for (std::size_t n = 0; n < diagram.nodes.size(); ++n) {
    nodes.emplace(diagram.nodes[n].name, static_cast<int>(n));
  }
  // The part or node that an element belongs to: the longest beginning of its name.
  const auto find_owner = [&](std::string name) {
    for (;; name.resize(name.rfind('.'))) {
      const auto found = nodes.find(name);
      if (found != nodes.end()) return found->second;
      if (name.find('.') == std::string::npos) return -1;
    }
  };
  for (const PowerGraph::Element& e : graph->elements()) {
    if (e.kind != Kind::zero || find_owner(e.name) >= 0) continue;
    nodes.emplace(e.name, static_cast<int>(diagram.nodes.size()));
    const char* const sign = e.name == "tank" ? "Tank" : "node";
    diagram.nodes.push_back({DiagramNode::Kind::oil_node, e.name, sign, "", 1, false});
  }
  std::set<std::pair<int, int>> drawn;
  const auto draw = [&](int from, int to) {
    if (from < 0 || to < 0 || from == to || !drawn.insert(std::minmax(from, to)).second) return;
    diagram.edges.push_back({DiagramEdge::Kind::power, from, to, {}, {}, 1});
  };
  const auto owner_of = [&](int element) {
    return find_owner(graph->elements()[static_cast<std::size_t>(element)].name);
  };
  for (const PowerGraph::Bond& bond : graph->bonds()) draw(owner_of(bond.from), owner_of(bond.to));
  for (const PowerGraph::Attachment& a : graph->attachments()) {
    draw(find_owner(a.part), owner_of(a.junction));
  }
}

}  // namespace holon
