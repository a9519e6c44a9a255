// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Diodes, thyristors and switches.
#include "holon/bond/bond_equations.h"

#include <algorithm>

#include "holon/base/names.h"

namespace holon::detail {

namespace {

using Kind = PowerGraph::Kind;
using Element = PowerGraph::Element;

/// Ideal elements leave voltages of floating subcircuits and currents of parallel paths
/// undetermined. They are regularised by this fraction of the nominal resistance, so that they are
/// divided evenly.
constexpr double kIdeal = 1e-9;
/// If that contributes more than this fraction of a nominal effort or flow, the ideal elements
/// contradict the rest: a capacitor is shorted, an inductor interrupted.
constexpr double kContradiction = 1e-2;

Expr not_ideal(Expr value, double nominal) {
  return select(equal(value, 0.0), kIdeal * nominal, value);
}

}  // namespace

/// The elements that determine the flow (else the effort) at one end of an element, through
/// junctions and two-ports: appends storage and ports whose states these are, and sources. False
/// if another element takes part, such as a resistance, whose flow follows the effort.
bool BondEquations::trace(int index, const BondEnd& end, bool is_flow,
                          std::vector<int>& found) const {
  const PowerGraph::Bond& bond = graph_.bonds()[static_cast<std::size_t>(end.bond)];
  const int other = bond.from == index ? bond.to : bond.from;
  const Element& e = graph_.elements()[static_cast<std::size_t>(other)];
  switch (e.kind) {
    case Kind::I:
    case Kind::Sf:
    case Kind::port:
      if (is_flow) found.push_back(other);
      return is_flow;
    case Kind::C:
    case Kind::Se:
      if (!is_flow) found.push_back(other);
      return !is_flow;
    case Kind::R: return false;
    case Kind::TF:
    case Kind::GY:
      if (ends(other).size() != 2) return false;
      is_flow = e.kind == Kind::TF ? is_flow : !is_flow;
      break;
    case Kind::zero:
    case Kind::one: break;
  }
  return std::all_of(ends(other).begin(), ends(other).end(), [&](const BondEnd& next) {
    return next.bond == end.bond || gives_effort(next) != is_flow ||
           trace(other, next, is_flow, found);
  });
}

void BondEquations::warn_of_storage(int index) {
  const Element& e = graph_.elements()[static_cast<std::size_t>(index)];
  const bool is_flow = gives_effort(ends(index)[0]);
  const Expr given = is_flow ? e.switching->off_conductance : e.switching->on_resistance;
  std::vector<int> found;
  if (!given.is_constant(0.0) || !e.warn || !trace(index, ends(index)[0], is_flow, found)) return;
  std::vector<std::string> names;
  bool has_state = false, has_flow = false, has_effort = false;
  for (const int k : found) {
    const Element& other = graph_.elements()[static_cast<std::size_t>(k)];
    names.push_back(other.name);
    has_state |= !other.is_source();
    (other.kind == Kind::C || other.kind == Kind::Se ? has_effort : has_flow) = true;
  }
  if (!has_state) return;
  const bool is_one = found.size() == 1;
  const std::string variable = has_flow && has_effort ? "contributions"
                               : has_flow             ? is_one ? "flow" : "flows"
                               : is_one               ? "effort"
                                                      : "efforts";
  e.warn(e.path,
         "while '" + e.name + (is_flow ? "' blocks, the " : "' conducts, the ") + variable +
             " of " + quote_list(names, "and") +
             (is_one ? " must be exactly zero" : " must balance exactly") + ": the " +
             (is_flow ? "effort" : "flow") + " of the ideal element is then determined by " +
             (is_one ? "that state's error" : "the error of these states"),
         is_flow ? "give it an 'off_conductance' that makes the flow decay in a negligible time, "
                   "and a stiff solver (cvode, auto)"
                 : "give it an 'on_resistance' that makes the effort decay in a negligible time, "
                   "and a stiff solver (cvode, auto)");
}

/// See PowerGraph::Switching. The equation is that of its output variable by causality.
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
