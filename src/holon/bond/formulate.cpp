// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/bond/formulate.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "holon/bond/bond_outputs.h"
#include "holon/bond/check_graph.h"
#include "holon/bond/jumps.h"
#include "holon/bond/partial_solve.h"
#include "holon/bond/relax.h"
#include "holon/expr/function.h"

namespace holon {

namespace {

using Kind = PowerGraph::Kind;
using Element = PowerGraph::Element;

class BondEquations {
 public:
  BondEquations(PowerGraph& graph, Causality causality, Assembly& assembly);
  void run();

 private:
  struct Definition {
    Expr effort = 0.0, flow = 0.0;
  };
  const std::vector<BondEnd>& ends(int index) const {
    return ends_[static_cast<std::size_t>(index)];
  }
  const detail::BondSymbols& bond(const BondEnd& end) const {
    return bonds_[static_cast<std::size_t>(end.bond)];
  }
  /// The variables of an element at one of its ends, power flowing in; of outputs of TF out.
  Expr effort(const BondEnd& end) const { return bond(end).effort; }
  Expr flow(const BondEnd& end) const { return end.sign() * bond(end).flow; }
  void give_effort(const BondEnd& end, Expr value) {
    definitions_[static_cast<std::size_t>(end.bond)].effort = value;
  }
  void give_flow(const BondEnd& end, Expr value) {
    definitions_[static_cast<std::size_t>(end.bond)].flow = end.sign() * value;
  }
  bool gives_effort(const BondEnd& end) const { return causality_.out(end) == Out::effort; }

  void add_element(int index);
  void add_junction(int index);
  void add_integral(int index);
  void add_two_port(int index);
  void add_transformer(int index);
  void add_resistance(int index);
  void add_resistance_law(int index);
  void add_port_laws(int index);
  void add_switching(int index);
  std::string find_storage_behind(int index) const;
  void warn_of_storage(int index);
  void check_law(int index);
  void add_storage(int index);
  void add_rate_storage(int index);
  void add_port(int index);
  Expr rate_of(int index, std::size_t end, const char* what, Expr stored);
  Expr add_state(int index, std::size_t end, const char* what, Expr initial, Expr rate);
  double nominal_of(const Element& e, std::size_t end, bool is_effort) const;
  Expr initial_of(int index, std::size_t end);
  void refuse_initial(int index, std::size_t end);
  void refuse_guess(int index);
  Expr solve_for(int index, std::size_t end, const char* what, Expr guess);

  PowerGraph& graph_;
  Causality causality_;
  Assembly& assembly_;
  std::vector<std::vector<BondEnd>> ends_;
  std::vector<PowerDomain> domains_;
  std::vector<detail::BondSymbols> bonds_;
  std::vector<Definition> definitions_;
};

BondEquations::BondEquations(PowerGraph& graph, Causality causality, Assembly& assembly)
    : graph_(graph),
      causality_(std::move(causality)),
      assembly_(assembly),
      ends_(find_ends(graph)),
      domains_(detail::find_domains(graph)),
      definitions_(graph.bonds().size()) {
  for (std::size_t k = 0; k < graph.bonds().size(); ++k) {
    bonds_.push_back(detail::bond_symbols(graph, static_cast<int>(k), assembly));
  }
}

void BondEquations::run() {
  for (std::size_t k = 0; k < graph_.elements().size(); ++k) add_element(static_cast<int>(k));
  for (std::size_t k = 0; k < bonds_.size(); ++k) {
    detail::define_bond_outputs(graph_, static_cast<int>(k), domains_[k], bonds_[k],
                                definitions_[k].effort, definitions_[k].flow, assembly_);
  }
}

void BondEquations::add_element(int index) {
  const Element& e = graph_.elements()[static_cast<std::size_t>(index)];
  detail::define_element_outputs(graph_, index, ends(index), bonds_, domains_, assembly_);
  if (!e.port_laws.empty()) return add_port_laws(index);
  switch (e.kind) {
    case Kind::Se: give_effort(ends(index)[0], e.values[0]); break;
    case Kind::Sf:
      definitions_[static_cast<std::size_t>(ends(index)[0].bond)].flow = e.values[0];
      break;
    case Kind::I:
    case Kind::C: e.has_rate_law ? add_rate_storage(index) : add_storage(index); break;
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
  // The one bond that is told the variable that is summed.
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
  const detail::BondSymbols& any = bond(ends(index)[0]);
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
  detail::TransformerPorts told;  // symbols of the bonds
  std::vector<bool> tells_effort;
  for (std::size_t k = 0; k < at.size(); ++k) {
    tells_effort.push_back(gives_effort(at[k]));
    (k < inputs ? told.f_in : told.f_out).push_back(bond(at[k]).flow);
    (k < inputs ? told.e_in : told.e_out).push_back(bond(at[k]).effort);
  }
  detail::TransformerPorts solved = told;
  detail::solve_transformer(e.values, tells_effort, solved);
  for (std::size_t k = 0; k < inputs; ++k) {
    Definition& d = definitions_[static_cast<std::size_t>(at[k].bond)];
    if (!tells_effort[k]) {
      d.flow = solved.f_in[k];
      continue;
    }
    d.effort = 0.0;
    for (std::size_t row = 0; row < outputs; ++row)
      d.effort += e.values[row * inputs + k] * told.e_out[row];
  }
  for (std::size_t k = 0; k < outputs; ++k) {
    Definition& d = definitions_[static_cast<std::size_t>(at[inputs + k].bond)];
    if (tells_effort[inputs + k]) {
      d.effort = solved.e_out[k];
      continue;
    }
    d.flow = 0.0;
    for (std::size_t column = 0; column < inputs; ++column)
      d.flow += e.values[k * inputs + column] * told.f_in[column];
  }
}

void BondEquations::add_resistance(int index) {
  const std::vector<BondEnd>& at = ends(index);
  const std::vector<Expr>& matrix = graph_.elements()[static_cast<std::size_t>(index)].values;
  std::vector<bool> knows_flow;
  std::vector<Expr> flows, efforts;
  for (const BondEnd& end : at) {
    knows_flow.push_back(gives_effort(end));
    flows.push_back(flow(end));
    efforts.push_back(effort(end));
  }
  detail::solve_partly(matrix, knows_flow, flows, efforts);
  for (std::size_t k = 0; k < at.size(); ++k) {
    knows_flow[k] ? give_effort(at[k], efforts[k]) : give_flow(at[k], flows[k]);
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

/// A law of R must not name what it tells; one of storage is a formula of what is stored alone.
void BondEquations::check_law(int index) {
  const Element& e = graph_.elements()[static_cast<std::size_t>(index)];
  const bool tells_effort = !e.effort_law.empty();
  for (const Expr& law : tells_effort ? e.effort_law : e.flow_law) {
    const Expr* const formula = assembly_.symbols()->formula_of(law);
    const std::vector<Expr> named = find_symbols(std::array{formula ? *formula : law});
    for (std::size_t k = 0; k < ends(index).size(); ++k) {
      const int port = e.port(k);
      const auto refuse = [&](Expr symbol, const char* what) {
        if (std::find(named.begin(), named.end(), symbol) == named.end() || !e.report) return;
        const char* const of = e.kind == Kind::I   ? "the momentum p"
                               : e.kind == Kind::C ? "the displacement q"
                               : tells_effort      ? "the flow f"
                                                   : "the effort e";
        e.report(e.path,
                 std::string("the law of the ") + (tells_effort ? "effort" : "flow") +
                     " names the element's own " + what,
                 std::string("it is a formula of ") + of);
      };
      if (tells_effort || e.kind == Kind::I) refuse(graph_.effort(index, port), "effort");
      if (!tells_effort || e.kind == Kind::C) refuse(graph_.flow(index, port), "flow");
    }
  }
}

void BondEquations::add_resistance_law(int index) {
  const Element& e = graph_.elements()[static_cast<std::size_t>(index)];
  const bool tells_effort = !e.effort_law.empty();
  check_law(index);
  for (std::size_t k = 0; k < ends(index).size(); ++k) {
    const BondEnd& end = ends(index)[k];
    const Expr law = tells_effort ? e.effort_law[k] : e.flow_law[k];
    if (gives_effort(end) == tells_effort) {
      refuse_guess(index);
      tells_effort ? give_effort(end, law) : give_flow(end, law);
      continue;
    }
    // The law the other way round: what it is to give is an unknown.
    const Expr z = solve_for(index, k, tells_effort ? "flow" : "effort", e.guess.value_or(0.0));
    assembly_.set_equation(z, law - (tells_effort ? effort(end) : flow(end)));
    tells_effort ? give_flow(end, z) : give_effort(end, z);
  }
}

/// Ideal elements leave voltages of floating parts and currents of parallel paths open. They are
/// those of elements that are ideal but for this part of the nominal resistance, which share
/// evenly.
constexpr double kIdeal = 1e-9;
/// Where that makes more than this of a nominal effort or flow, the ideal elements contradict the
/// rest: a capacitor is shorted, an inductor interrupted.
constexpr double kContradiction = 1e-2;

Expr not_ideal(Expr value, double nominal) {
  return select(equal(value, 0.0), kIdeal * nominal, value);
}

/// The storage whose state is the flow (of an effort that causality gives: the effort) at a
/// resistance, through junctions that have it in common; empty where it is not one state alone.
std::string BondEquations::find_storage_behind(int index) const {
  const bool is_flow = gives_effort(ends(index)[0]);
  int at = index;
  BondEnd via = ends(index)[0];
  for (std::size_t step = 0; step < graph_.elements().size(); ++step) {
    const PowerGraph::Bond& bond = graph_.bonds()[static_cast<std::size_t>(via.bond)];
    at = bond.from == at ? bond.to : bond.from;
    const Element& e = graph_.elements()[static_cast<std::size_t>(at)];
    if (e.kind == (is_flow ? Kind::I : Kind::C)) return e.name;
    if (e.kind != (is_flow ? Kind::one : Kind::zero)) return {};
    const std::vector<BondEnd>& all = ends(at);
    const auto strong = std::find_if(all.begin(), all.end(), [&](const BondEnd& end) {
      return gives_effort(end) == is_flow && end.bond != via.bond;
    });
    if (strong == all.end()) return {};
    via = *strong;
  }
  return {};
}

void BondEquations::warn_of_storage(int index) {
  const Element& e = graph_.elements()[static_cast<std::size_t>(index)];
  const bool is_flow = gives_effort(ends(index)[0]);
  const Expr given = is_flow ? e.switching->off_conductance : e.switching->on_resistance;
  const std::string storage = find_storage_behind(index);
  if (!given.is_constant(0.0) || storage.empty() || !e.warn) return;
  e.warn(e.path,
         "while '" + e.name + (is_flow ? "' blocks, the flow" : "' conducts, the effort") +
             " of '" + storage + "' has to be exactly zero: the " + (is_flow ? "effort" : "flow") +
             " of the ideal element is then made of that state's error",
         is_flow
             ? "give it an 'off_conductance' that lets the flow die out in a time that matters "
               "to nobody, and a stiff solver (cvode, auto)"
             : "give it an 'on_resistance' that takes the effort away in a time that matters to "
               "nobody, and a stiff solver (cvode, auto)");
}

/// See PowerGraph::Switching. The equation is that of the variable which causality gives to it.
void BondEquations::add_switching(int index) {
  const Element& e = graph_.elements()[static_cast<std::size_t>(index)];
  const PowerGraph::Switching& given = *e.switching;
  const PowerDomainInfo& domain = power_domain_info(e.domain);
  const BondEnd& end = ends(index)[0];
  warn_of_storage(index);
  const Expr s = assembly_.add_unknown(e.name, 0.0);
  Expr conducts = 0.0;
  if (given.is_diode) {
    conducts = relation(s);
    assembly_.describe_relation(conducts, "'" + e.name + "' conducts");
    assembly_.hold_always(conducts);
    if (given.condition) {
      const Expr before = assembly_.add_discrete({e.name + ".conducts"}, {0.0})[0];
      conducts = logical_and(conducts, logical_or(*given.condition, before));
      const SystemEvent on{SystemEvent::Kind::reset, e.name + ": turns on",
                           SystemEvent::Start::counts};
      assembly_.add_event(on, logical_and(conducts, logical_not(before)), {{before, 1.0}});
      assembly_.add_event({SystemEvent::Kind::reset, e.name + ": turns off"},
                          logical_and(logical_not(conducts), before), {{before, 0.0}});
    }
  } else {
    conducts = *given.condition;
    assembly_.hold_always(conducts);
  }
  const Expr on_flow = domain.nominal_flow * s, off_effort = domain.nominal_effort * s;
  const double resistance = domain.nominal_effort / domain.nominal_flow;
  const Expr on_resistance = not_ideal(given.on_resistance, resistance);
  const Expr off_conductance = not_ideal(given.off_conductance, 1 / resistance);
  const Expr own_effort = given.forward + select(conducts, on_resistance * on_flow, off_effort);
  const Expr own_flow =
      off_conductance * given.forward + select(conducts, on_flow, off_conductance * off_effort);
  const Expr is_ideal =
      select(conducts, equal(given.on_resistance, 0.0), equal(given.off_conductance, 0.0));
  assembly_.add_loop_check(e.name, select(is_ideal, kIdeal / kContradiction * s, 0.0));
  if (gives_effort(end)) {
    assembly_.set_equation(s, (own_flow - flow(end)) / domain.nominal_flow);
    give_effort(end, own_effort);
  } else {
    assembly_.set_equation(s, (own_effort - effort(end)) / domain.nominal_effort);
    give_flow(end, own_flow);
  }
}

Expr BondEquations::solve_for(int index, std::size_t end, const char* what, Expr guess) {
  const Element& e = graph_.elements()[static_cast<std::size_t>(index)];
  return assembly_.add_unknown(graph_.variable_name(index, e.port(end), what), guess);
}

double BondEquations::nominal_of(const Element& e, std::size_t end, bool is_effort) const {
  if (e.nominal) return *e.nominal;
  const PowerDomainInfo& domain = power_domain_info(e.domain_at(e.port(end)));
  const double usual = is_effort ? domain.nominal_effort : domain.nominal_flow;
  if (e.has_rate_law || e.values.empty()) return usual;
  const std::size_t n = std::max<std::size_t>(e.ports.size(), 1);
  const Expr value = e.values[end * n + end];
  return value.is_constant() && value.value() != 0 ? std::abs(value.value()) * usual : usual;
}

Expr BondEquations::add_state(int index, std::size_t end, const char* what, Expr initial,
                              Expr rate) {
  const Element& e = graph_.elements()[static_cast<std::size_t>(index)];
  const PowerDomainInfo& domain = power_domain_info(e.domain_at(e.port(end)));
  const bool is_inertia = e.kind == Kind::I;
  const std::string name = graph_.variable_name(index, e.port(end), what);
  StateBlock block{.name = name.starts_with(kHiddenPrefix) ? name.substr(1) : name};
  if (!e.state_name.empty()) block.name = e.state_name;
  block.dimension = is_inertia ? domain.momentum_dimension() : domain.displacement_dimension();
  if (e.has_rate_law)
    block.dimension = is_inertia ? domain.flow_dimension : domain.effort_dimension;
  // ∫effort is measured by the flow that it makes.
  block.nominal = nominal_of(e, end, !is_inertia);
  const Expr x = assembly_.add_state(std::move(block), {initial})[0];
  assembly_.set_derivative(x, rate);
  return x;
}

void BondEquations::refuse_initial(int index, std::size_t end) {
  const Element& e = graph_.elements()[static_cast<std::size_t>(index)];
  const auto is_told = [end](const std::vector<std::optional<Expr>>& values) {
    return end < values.size() && values[end] && !values[end]->is_constant(0.0);
  };
  if ((!is_told(e.initial) && !is_told(e.initial_coenergy)) || !e.report) return;
  e.report(e.path + ".initial",
           "'initial' has no effect: what '" + e.name + "' stores follows from other storage",
           "give the start of that one, or 'dependent: relax'");
}

void BondEquations::refuse_guess(int index) {
  const Element& e = graph_.elements()[static_cast<std::size_t>(index)];
  if (!e.guess || !e.report) return;
  e.report(e.path + ".guess",
           "'guess' has no effect: causality takes the law of '" + e.name + "' as it is written",
           "leave it out");
}

/// The state at the start, from itself or from the flow of an I, the effort of a C.
Expr BondEquations::initial_of(int index, std::size_t end) {
  const Element& e = graph_.elements()[static_cast<std::size_t>(index)];
  if (end < e.initial.size() && e.initial[end]) return *e.initial[end];
  const auto coenergy = [&](std::size_t k) {
    return k < e.initial_coenergy.size() ? e.initial_coenergy[k] : std::nullopt;
  };
  if (e.values.empty()) {
    if (coenergy(end) && e.report) {
      e.report(e.path + ".initial",
               "the start cannot be told by " + std::string(e.kind == Kind::I ? "flow" : "effort") +
                   " where a law tells it from the state",
               std::string("give the ") + (e.kind == Kind::I ? "momentum" : "displacement"));
    }
    return 0.0;
  }
  const std::size_t n = std::max<std::size_t>(e.ports.size(), 1);
  Expr sum = 0.0;
  for (std::size_t k = 0; k < n; ++k) sum += e.values[end * n + k] * coenergy(k).value_or(0.0);
  return sum;
}

Expr BondEquations::rate_of(int index, std::size_t end, const char* what, Expr stored) {
  const Element& e = graph_.elements()[static_cast<std::size_t>(index)];
  const std::string name = rate_parameter(graph_.variable_name(index, e.port(end), what));
  for (const Symbols::Parameter& p : assembly_.symbols()->parameters()) {
    if (p.name == name) return p.symbol;
  }
  return assembly_.time_derivative(stored);
}

/// p = M f or q = M e, or a law for f(p), e(q): in integral causality a state, else the rate of
/// what the other ones' states make it.
void BondEquations::add_storage(int index) {
  const Element& e = graph_.elements()[static_cast<std::size_t>(index)];
  const std::vector<BondEnd>& at = ends(index);
  const bool is_inertia = e.kind == Kind::I;
  const char* const what = is_inertia ? "momentum" : "displacement";
  const std::vector<Expr>& laws = is_inertia ? e.flow_law : e.effort_law;
  check_law(index);
  std::vector<bool> is_dependent;
  std::vector<Expr> stored, coenergy;  // p and f, or q and e
  for (std::size_t k = 0; k < at.size(); ++k) {
    is_dependent.push_back(gives_effort(at[k]) == is_inertia);
    coenergy.push_back(is_inertia ? flow(at[k]) : effort(at[k]));
    const Expr rate = is_inertia ? effort(at[k]) : flow(at[k]);
    if (!is_dependent[k]) {
      refuse_guess(index);
      stored.push_back(add_state(index, k, what, initial_of(index, k), rate));
      continue;
    }
    refuse_initial(index, k);
    if (laws.empty()) {
      stored.push_back(0.0);
    } else {
      stored.push_back(solve_for(index, k, what, e.guess.value_or(0.0)));
      assembly_.set_equation(stored[k], laws[k] - coenergy[k]);
    }
  }
  if (laws.empty()) {
    detail::solve_partly(e.values, is_dependent, coenergy, stored);
  } else {
    for (std::size_t k = 0; k < at.size(); ++k) {
      if (!is_dependent[k]) coenergy[k] = laws[k];
    }
  }
  for (std::size_t k = 0; k < at.size(); ++k) {
    detail::define_storage_output(graph_, index, k, stored[k], assembly_);
    if (is_dependent[k]) {
      const Expr rate = rate_of(index, k, what, stored[k]);
      is_inertia ? give_effort(at[k], rate) : give_flow(at[k], rate);
    } else {
      is_inertia ? give_flow(at[k], coenergy[k]) : give_effort(at[k], coenergy[k]);
    }
  }
}

void BondEquations::add_rate_storage(int index) {
  const Element& e = graph_.elements()[static_cast<std::size_t>(index)];
  const BondEnd& end = ends(index)[0];
  const bool is_inertia = e.kind == Kind::I;
  const Expr through = is_inertia ? effort(end) : flow(end);
  if (gives_effort(end) == is_inertia) {  // dependent
    refuse_initial(index, 0);
    const Expr rate = e.values[0] * assembly_.time_derivative(is_inertia ? flow(end) : effort(end));
    is_inertia ? give_effort(end, rate) : give_flow(end, rate);
    return;
  }
  const auto given = e.initial.empty() ? std::nullopt : e.initial[0];
  const auto other_given = e.initial_coenergy.empty() ? std::nullopt : e.initial_coenergy[0];
  const Expr initial = given ? *given : other_given.value_or(0.0);
  const Expr x =
      add_state(index, 0, is_inertia ? "flow" : "effort", initial, through / e.values[0]);
  is_inertia ? give_flow(end, x) : give_effort(end, x);
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
  block.role = StateBlock::Role::coordinate;  // begins where the port's does
  const Expr x = assembly_.add_state(block, {port.displacement.value_or(0.0)})[0];
  // A symbol, whatever the arrow.
  const std::string name = kHiddenPrefix + e.name + ".flow";
  assembly_.define_output({name, {}, power_domain_info(e.domain).flow_dimension, "flow"},
                          std::vector<Expr>{flow(end)});
  const Expr rate = assembly_.output(name);
  assembly_.set_derivative(x, rate);
  give_effort(end, port.prescribe(e.name, rate, x));
}

struct CausalitySlot {
  std::optional<Causality> causality;
};

}  // namespace

std::string rate_parameter(const std::string& stored) { return stored + "'"; }

void formulate_bonds(PowerGraph& graph, Assembly& assembly) {
  if (!detail::check_graph(graph)) return;
  bool ok = true;
  Causality causality = assign_causality(graph, ok);
  if (!ok) return;
  if (detail::relax_dependent(graph, causality)) {
    causality = assign_causality(graph, ok);
    if (!ok) return;
  }
  detail::warn_of_jumps(graph, causality, assembly);
  assembly.domain<CausalitySlot>().causality = causality;
  BondEquations(graph, std::move(causality), assembly).run();
}

const Causality* find_causality(Assembly& assembly) {
  const auto& causality = assembly.domain<CausalitySlot>().causality;
  return causality ? &*causality : nullptr;
}

}  // namespace holon
