// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/bond/bond_outputs.h"

#include <array>

namespace holon::detail {

namespace {

using Kind = PowerGraph::Kind;
using Element = PowerGraph::Element;

enum class Main : std::uint8_t { nothing, effort, flow };

/// The table of effort, flow and power; one per domain and choice of the main one, kept.
const std::vector<OutputDeclaration>& port_table(PowerDomain domain, Main main) {
  static const auto* const tables = [] {
    auto* all = new std::vector<std::array<std::vector<OutputDeclaration>, 3>>;
    for (const PowerDomainInfo& info : power_domains()) {
      auto& tables_of_domain = all->emplace_back();
      for (std::size_t m = 0; m < 3; ++m) {
        tables_of_domain[m] = port_outputs(info.domain);
        if (m > 0) tables_of_domain[m][m - 1].is_main = true;
      }
    }
    return all;
  }();
  return (*tables)[static_cast<std::size_t>(domain)][static_cast<std::size_t>(main)];
}

std::string bond_name(const PowerGraph& graph, int bond) {
  const std::string& name = graph.bonds()[static_cast<std::size_t>(bond)].name;
  return name.empty() ? kHiddenPrefix + std::string("b") + std::to_string(bond) : name;
}

/// The main variable: that of storage which is its output, and the common one of a junction.
Main main_of(const Element& e) {
  if (!e.is_main) return Main::nothing;
  if (e.kind == Kind::I || e.kind == Kind::one) return Main::flow;
  return e.kind == Kind::C || e.kind == Kind::zero ? Main::effort : Main::nothing;
}

void define_common(const PowerGraph& graph, int index, const BondEnd& end,
                   const std::vector<BondSymbols>& bonds, Assembly& assembly) {
  const Element& e = graph.elements()[static_cast<std::size_t>(index)];
  const PowerDomainInfo& domain = power_domain_info(e.domain);
  const bool is_one = e.kind == Kind::one;
  const BondSymbols& any = bonds[static_cast<std::size_t>(end.bond)];
  SystemOutput output;
  output.name = graph.variable_name(index, -1, is_one ? "flow" : "effort");
  output.dimension = is_one ? domain.flow_dimension : domain.effort_dimension;
  output.description = is_one ? domain.flow : domain.effort;
  output.is_main = main_of(e) != Main::nothing && e.integral.empty();
  assembly.define_output(std::move(output), std::vector<Expr>{is_one ? any.flow : any.effort});
}

}  // namespace

std::vector<OutputDeclaration> port_outputs(PowerDomain domain) {
  const PowerDomainInfo& info = power_domain_info(domain);
  return {{"effort", {}, info.effort_dimension, info.effort},
          {"flow", {}, info.flow_dimension, info.flow},
          {"power", {}, info.power_dimension(), "power into the element, or out of a source"}};
}

BondSymbols bond_symbols(const PowerGraph& graph, int bond, Assembly& assembly) {
  const std::string name = bond_name(graph, bond);
  return {assembly.output(name + ".effort"), assembly.output(name + ".flow")};
}

void define_bond_outputs(const PowerGraph& graph, int bond, PowerDomain domain,
                         const BondSymbols& symbols, Expr effort, Expr flow, Assembly& assembly) {
  assembly.define_outputs(bond_name(graph, bond), port_table(domain, Main::nothing),
                          [effort, flow, symbols](int index) -> std::vector<Expr> {
                            if (index == 2) return {symbols.effort * symbols.flow};
                            return {index == 0 ? effort : flow};
                          });
}

void define_element_outputs(const PowerGraph& graph, int index, const std::vector<BondEnd>& ends,
                            const std::vector<BondSymbols>& bonds,
                            const std::vector<PowerDomain>& domains, Assembly& assembly) {
  const Element& e = graph.elements()[static_cast<std::size_t>(index)];
  if (e.kind == Kind::port) return;
  if (e.is_junction()) {
    return define_common(graph, index, ends[0], bonds, assembly);
  }
  const bool is_source = e.is_source(), is_converter = e.is_converter();
  for (std::size_t k = 0; k < ends.size(); ++k) {
    const BondSymbols& bond = bonds[static_cast<std::size_t>(ends[k].bond)];
    const double sign = is_source || is_converter ? 1.0 : ends[k].sign();
    // For a source, out of it, whatever the direction of its arrow.
    const double out = is_source ? -ends[k].sign() : sign;
    const auto calc = [bond, sign, out](int which) -> std::vector<Expr> {
      if (which == 0) return {bond.effort};
      return {which == 1 ? sign * bond.flow : out * (bond.effort * bond.flow)};
    };
    const PowerDomain domain = domains[static_cast<std::size_t>(ends[k].bond)];
    const int port = e.port(k);
    if (is_converter && ends.size() == 2) {  // effort1, flow1 …
      const std::vector<OutputDeclaration>& table = port_table(domain, Main::nothing);
      for (int which = 0; which < 3; ++which) {
        const OutputDeclaration& d = table[static_cast<std::size_t>(which)];
        assembly.define_output({graph.variable_name(index, port, d.name.c_str()),
                                {},
                                d.dimension,
                                d.description,
                                false},
                               [calc, which] { return calc(which); });
      }
      continue;
    }
    const std::string name = graph.variable_name(index, port, "");
    assembly.define_outputs(name.substr(0, name.size() - 1), port_table(domain, main_of(e)), calc);
  }
}

void define_storage_output(const PowerGraph& graph, int index, std::size_t end, Expr value,
                           Assembly& assembly) {
  const Element& e = graph.elements()[static_cast<std::size_t>(index)];
  const PowerDomainInfo& domain = power_domain_info(e.domain_at(e.port(end)));
  const bool is_inertia = e.kind == Kind::I;
  SystemOutput output;
  output.name = graph.variable_name(index, e.port(end), is_inertia ? "momentum" : "displacement");
  output.dimension = is_inertia ? domain.momentum_dimension() : domain.displacement_dimension();
  output.description = is_inertia ? domain.momentum : domain.displacement;
  assembly.define_output(std::move(output), std::vector<Expr>{value});
}

}  // namespace holon::detail
