// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/bond/check_graph.h"

#include <algorithm>

#include "holon/base/errors.h"

namespace holon::detail {

namespace {

using Kind = PowerGraph::Kind;
using Element = PowerGraph::Element;

constexpr const char* kThrough =
    "power flows through a two-port: 'a -> gear, gear -> b'; reverse one of them";

class Checker {
 public:
  explicit Checker(const PowerGraph& graph) : graph_(graph) {}

  bool run() {
    for (std::size_t k = 0; k < graph_.bonds().size(); ++k) check_domains(graph_.bonds()[k]);
    count_ends();
    for (std::size_t k = 0; k < graph_.elements().size(); ++k) check_ends(static_cast<int>(k));
    if (ok_) ends_ = find_ends(graph_);
    for (std::size_t k = 0; ok_ && k < graph_.elements().size(); ++k) {
      check_arrows(static_cast<int>(k));
      check_sizes(static_cast<int>(k));
    }
    return ok_;
  }

 private:
  template <class Place>
  void report(const Place& at, const std::string& name, const std::string& message,
              const std::string& suggestion) {
    ok_ = false;
    if (!at.report) throw ModelError(name + ": " + message, suggestion);
    at.report(at.path, message, suggestion);
  }
  const Element& element(int index) const {
    return graph_.elements()[static_cast<std::size_t>(index)];
  }

  void check_domains(const PowerGraph::Bond& bond) {
    const Element &from = element(bond.from), &to = element(bond.to);
    if (from.is_converter() || to.is_converter()) return;
    if (from.domain_at(bond.from_port) == to.domain_at(bond.to_port)) return;
    const auto describe = [](const Element& e, int port) {
      const std::string name =
          port < 0 ? e.name : e.name + "." + e.ports[static_cast<std::size_t>(port)];
      return "'" + name + "' (" + power_domain_info(e.domain_at(port)).name + ")";
    };
    report(bond, bond.name,
           "a bond between two domains: " + describe(from, bond.from_port) + " and " +
               describe(to, bond.to_port),
           "a TF or GY connects two domains; 'domain:' of an element gives its own, 'domains:' of "
           "a field those of its ports");
  }

  /// By element and port: the number of bonds.
  void count_ends() {
    for (const Element& e : graph_.elements()) {
      counts_.emplace_back(std::max<std::size_t>(e.ports.size(), 1), 0);
    }
    const auto add = [this](int index, int port) {
      const bool has_ports = !element(index).ports.empty();
      ++counts_[static_cast<std::size_t>(index)][has_ports ? static_cast<std::size_t>(port) : 0];
    };
    for (const PowerGraph::Bond& bond : graph_.bonds()) {
      add(bond.from, bond.from_port);
      add(bond.to, bond.to_port);
    }
  }

  void check_ends(int index) {
    const Element& e = element(index);
    const std::vector<int>& counts = counts_[static_cast<std::size_t>(index)];
    if (e.is_converter() && counts == std::vector<int>{2, 0}) {
      return report(e, e.name, "both arrows point to '" + e.name + "'", kThrough);
    }
    if (e.is_converter() && counts == std::vector<int>{0, 2}) {
      return report(e, e.name, "both arrows point away from '" + e.name + "'", kThrough);
    }
    for (std::size_t port = 0; port < counts.size(); ++port) {
      const std::string which = "'" + e.name + (e.ports.empty() ? "" : "." + e.ports[port]) + "'";
      if (counts[port] == 0) {
        report(e, e.name, "nothing is bonded to " + which, "add a bond to it, or leave it out");
      } else if (counts[port] > 1 && e.kind == Kind::port && are_of_parts(index)) {
        report(
            e, e.name, "several parts act on " + which + ", which accepts one connection",
            "join them by a 1-junction: 'drive: {type: BondGraph, elements: {w: 1}, bonds: [w -> " +
                e.name + "], domain: " + power_domain_info(e.domain).name +
                "}', and name 'drive.w' in its place");
      } else if (counts[port] > 1 && !e.is_junction()) {
        report(e, e.name,
               "there are " + std::to_string(counts[port]) + " bonds to " + which +
                   ", which has one port",
               "put a 0- or 1-junction between them");
      }
    }
  }

  /// Whether all bonds of an element are made by parts, none by a graph of the model.
  bool are_of_parts(int index) const {
    return std::all_of(graph_.bonds().begin(), graph_.bonds().end(), [&](const auto& bond) {
      return (bond.from != index && bond.to != index) || !bond.report;
    });
  }

  void check_arrows(int index) {
    const Element& e = element(index);
    if (!e.is_converter()) return;
    const std::vector<BondEnd>& ends = ends_[static_cast<std::size_t>(index)];
    for (std::size_t k = 0; k < ends.size(); ++k) {
      const bool should_enter = static_cast<int>(k) < e.input_count;
      if (ends[k].is_head == should_enter) continue;
      const PowerGraph::Bond& bond = graph_.bonds()[static_cast<std::size_t>(ends[k].bond)];
      report(bond, e.name,
             "the arrow at '" + e.name + "." + e.ports[k] + "' should point " +
                 (should_enter ? "to" : "away from") + " it",
             "power flows through a TF or GY, in at its first ports and out at the others");
    }
  }

  void check_sizes(int index) {
    const Element& e = element(index);
    const std::size_t n = std::max<std::size_t>(e.ports.size(), 1);
    std::size_t needed = 1;
    if (e.is_storage() || e.kind == Kind::R) needed = n * n;
    if (e.kind == Kind::TF) {
      const auto inputs = static_cast<std::size_t>(e.input_count);
      needed = inputs * (n - inputs);
    }
    const std::size_t laws = e.effort_law.size() + e.flow_law.size();
    if (e.is_junction() || e.kind == Kind::port || e.port_laws.size() == n || e.switching) return;
    if (laws ? laws == n : e.values.size() == needed) return;
    report(e, e.name,
           laws ? "there are " + std::to_string(laws) + " laws for " + std::to_string(n) + " ports"
                : "the matrix has " + std::to_string(e.values.size()) +
                      " entries, and its ports need " + std::to_string(needed),
           e.kind == Kind::TF ? "f_out = matrix f_in: a row per output and a column per input"
                              : "a row and a column per port");
  }

  const PowerGraph& graph_;
  std::vector<std::vector<int>> counts_;
  std::vector<std::vector<BondEnd>> ends_;
  bool ok_ = true;
};

}  // namespace

bool check_graph(const PowerGraph& graph) { return Checker(graph).run(); }

std::vector<PowerDomain> find_domains(const PowerGraph& graph) {
  std::vector<PowerDomain> domains;
  for (const PowerGraph::Bond& bond : graph.bonds()) {
    const Element& from = graph.elements()[static_cast<std::size_t>(bond.from)];
    const Element& to = graph.elements()[static_cast<std::size_t>(bond.to)];
    domains.push_back(from.is_converter()
                          ? (to.is_converter() ? PowerDomain::none : to.domain_at(bond.to_port))
                          : from.domain_at(bond.from_port));
  }
  return domains;
}

}  // namespace holon::detail
