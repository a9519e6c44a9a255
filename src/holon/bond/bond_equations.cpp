// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Junctions, two-ports, sources and ports; code shared by the other elements.
#include "holon/bond/bond_equations.h"

#include "holon/bond/check_graph.h"
#include "holon/bond/partial_solve.h"

namespace holon::detail {

namespace {

using Kind = PowerGraph::Kind;
using Element = PowerGraph::Element;

}  // namespace

BondEquations::BondEquations(PowerGraph& graph, Causality causality, Assembly& assembly)
    : graph_(graph),
      causality_(std::move(causality)),
      assembly_(assembly),
      ends_(find_ends(graph)),
      domains_(find_domains(graph)),
      definitions_(graph.bonds().size()) {
  for (std::size_t k = 0; k < graph.bonds().size(); ++k) {
    bonds_.push_back(bond_symbols(graph, static_cast<int>(k), assembly));
  }
}

void BondEquations::run() {
  for (std::size_t k = 0; k < graph_.elements().size(); ++k) add_element(static_cast<int>(k));
  for (std::size_t k = 0; k < bonds_.size(); ++k) {
    define_bond_outputs(graph_, static_cast<int>(k), domains_[k], bonds_[k], definitions_[k].effort,
                        definitions_[k].flow, assembly_);
  }
}

void BondEquations::add_element(int index) {
  const Element& e = graph_.elements()[static_cast<std::size_t>(index)];
  define_element_outputs(graph_, index, ends(index), bonds_, domains_, assembly_);
  if (!e.port_laws.empty()) return add_port_laws(index);
  switch (e.kind) {
    case Kind::Se: give_effort(ends(index)[0], e.values[0]); break;
    case Kind::Sf:
      definitions_[static_cast<std::size_t>(ends(index)[0].bond)].flow = e.values[0];
      break;
    case Kind::I:
    case Kind::C: add_storage(index); break;
    case Kind::R:
      if (e.switching) {
        add_switching(index);
      } else {
        e.values.empty() ? add_resistance_law(index) : add_resistance(index);
      }
      break;
    case Kind::TF: ends(index).size() == 2 ? add_two_port(index) : add_transformer(index); break;
    case Kind::GY: add_two_port(index); break;
    case Kind::zero:
    case Kind::one: add_junction(index); break;
    case Kind::port: add_port(index); break;
  }
}

void BondEquations::add_junction(int index) {
  const Element& e = graph_.elements()[static_cast<std::size_t>(index)];
  const bool is_one = e.kind == Kind::one;
  // The one bond whose summed variable the junction determines.
  const Out strong = is_one ? Out::effort : Out::flow;
  const BondEnd* summed = nullptr;
  Expr sum = 0.0;
  for (const BondEnd& end : ends(index)) {
    if (causality_.out(end) == strong) {
      summed = &end;
    } else {
      sum += end.sign() * (is_one ? bond(end).effort : bond(end).flow);
    }
  }
  const Expr common = is_one ? bond(*summed).flow : bond(*summed).effort;
  for (const BondEnd& end : ends(index)) {
    Definition& d = definitions_[static_cast<std::size_t>(end.bond)];
    if (&end == summed) {
      (is_one ? d.effort : d.flow) = -end.sign() * sum;
    } else {
      (is_one ? d.flow : d.effort) = common;
    }
  }
  if (!e.integral.empty()) add_integral(index);
}

void BondEquations::add_integral(int index) {
  const Element& e = graph_.elements()[static_cast<std::size_t>(index)];
  const PowerDomainInfo& domain = power_domain_info(e.domain);
  const bool is_one = e.kind == Kind::one;
  StateBlock block{.name = e.integral};
  block.dimension = is_one ? domain.displacement_dimension() : domain.momentum_dimension();
  block.nominal = is_one ? domain.nominal_flow : domain.nominal_effort;
  const Expr x = assembly_.add_state(block, {e.integral_initial})[0];
  const BondSymbols& any = bond(ends(index)[0]);
  assembly_.set_derivative(x, is_one ? any.flow : any.effort);
  assembly_.define_output({e.integral,
                           {},
                           block.dimension,
                           is_one ? domain.displacement : domain.momentum,
                           !e.is_internal},
                          std::vector<Expr>{x});
}

void BondEquations::add_two_port(int index) {
  const Element& e = graph_.elements()[static_cast<std::size_t>(index)];
  const BondEnd &in = ends(index)[0], &out = ends(index)[1];
  const Expr n = e.values[0];
  const Expr e1 = bond(in).effort, f1 = bond(in).flow, e2 = bond(out).effort, f2 = bond(out).flow;
  Definition& d1 = definitions_[static_cast<std::size_t>(in.bond)];
  Definition& d2 = definitions_[static_cast<std::size_t>(out.bond)];
  if (e.kind == Kind::TF) {
    if (gives_effort(in)) {
      d1.effort = n * e2;
      d2.flow = n * f1;
    } else {
      d1.flow = f2 / n;
      d2.effort = e1 / n;
    }
  } else if (gives_effort(in)) {
    d1.effort = n * f2;
    d2.effort = n * f1;
  } else {
    d1.flow = e2 / n;
    d2.flow = e1 / n;
  }
}

/// f_out = N f_in and e_in = Nᵀ e_out.
void BondEquations::add_transformer(int index) {
  const Element& e = graph_.elements()[static_cast<std::size_t>(index)];
  const std::vector<BondEnd>& at = ends(index);
  const auto inputs = static_cast<std::size_t>(e.input_count);
  const std::size_t outputs = at.size() - inputs;
  TransformerPorts reported;  // symbols of the bonds
  std::vector<bool> determines_effort;
  for (std::size_t k = 0; k < at.size(); ++k) {
    determines_effort.push_back(gives_effort(at[k]));
    (k < inputs ? reported.f_in : reported.f_out).push_back(bond(at[k]).flow);
    (k < inputs ? reported.e_in : reported.e_out).push_back(bond(at[k]).effort);
  }
  TransformerPorts solved = reported;
  solve_transformer(e.values, determines_effort, solved);
  for (std::size_t k = 0; k < inputs; ++k) {
    Definition& d = definitions_[static_cast<std::size_t>(at[k].bond)];
    if (!determines_effort[k]) {
      d.flow = solved.f_in[k];
      continue;
    }
    d.effort = 0.0;
    for (std::size_t row = 0; row < outputs; ++row)
      d.effort += e.values[row * inputs + k] * reported.e_out[row];
  }
  for (std::size_t k = 0; k < outputs; ++k) {
    Definition& d = definitions_[static_cast<std::size_t>(at[inputs + k].bond)];
    if (determines_effort[inputs + k]) {
      d.effort = solved.e_out[k];
      continue;
    }
    d.flow = 0.0;
    for (std::size_t column = 0; column < inputs; ++column)
      d.flow += e.values[k * inputs + column] * reported.f_in[column];
  }
}

void BondEquations::add_port_laws(int index) {
  const Element& e = graph_.elements()[static_cast<std::size_t>(index)];
  for (std::size_t k = 0; k < ends(index).size(); ++k) {
    const Element::PortLaw& law = e.port_laws[k];
    law.gives_effort ? give_effort(ends(index)[k], law.value)
                     : give_flow(ends(index)[k], law.value);
  }
}

void BondEquations::add_port(int index) {
  Element& e = graph_.element(index);
  const BondEnd& end = ends(index)[0];
  PowerPort& port = *e.external;
  if (!gives_effort(end)) {
    give_flow(end, port.flow);
    port.add_effort(effort(end));
    return;
  }
  StateBlock block{.name = e.name + ".displacement"};
  block.dimension = power_domain_info(e.domain).displacement_dimension();
  block.role = StateBlock::Role::coordinate;  // starts at the value of the port's
  const Expr x = assembly_.add_state(block, {port.displacement.value_or(0.0)})[0];
  // A symbol, whatever the direction of the arrow.
  const std::string name = kHiddenPrefix + e.name + ".flow";
  assembly_.define_output({name, {}, power_domain_info(e.domain).flow_dimension, "flow"},
                          std::vector<Expr>{flow(end)});
  const Expr rate = assembly_.output(name);
  assembly_.set_derivative(x, rate);
  give_effort(end, port.prescribe(e.name, rate, x));
}

}  // namespace holon::detail
