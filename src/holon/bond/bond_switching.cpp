// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Diodes, thyristors and switches.
#include "holon/bond/bond_equations.h"

#include <algorithm>

namespace holon::detail {

namespace {

using Kind = PowerGraph::Kind;
using Element = PowerGraph::Element;

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

}  // namespace

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
             " of '" + storage + "' must be exactly zero: the " + (is_flow ? "effort" : "flow") +
             " of the ideal element is then determined by that state's error",
         is_flow ? "give it an 'off_conductance' that makes the flow decay in a negligible time, "
                   "and a stiff solver (cvode, auto)"
                 : "give it an 'on_resistance' that makes the effort decay in a negligible time, "
                   "and a stiff solver (cvode, auto)");
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
      const SystemEvent on{SystemEvent::Kind::reset, e.name + ": switches on",
                           SystemEvent::Start::counts};
      assembly_.add_event(on, logical_and(conducts, logical_not(before)), {{before, 1.0}});
      assembly_.add_event({SystemEvent::Kind::reset, e.name + ": switches off"},
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

}  // namespace holon::detail
