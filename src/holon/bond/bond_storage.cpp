// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Storage: states, initial values, and dependent storage.
#include "holon/bond/bond_equations.h"

#include <algorithm>
#include <cmath>

#include "holon/bond/formulate.h"
#include "holon/bond/partial_solve.h"

namespace holon::detail {

namespace {

using Kind = PowerGraph::Kind;
using Element = PowerGraph::Element;

}  // namespace

double BondEquations::nominal_of(const Element& e, std::size_t end, bool is_effort) const {
  if (e.nominal) return *e.nominal;
  const PowerDomainInfo& domain = power_domain_info(e.domain_at(e.port(end)));
  const double usual = is_effort ? domain.nominal_effort : domain.nominal_flow;
  if (e.values.empty()) return usual;
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
  // The nominal value of ∫effort is that for a nominal flow.
  block.nominal = nominal_of(e, end, !is_inertia);
  const Expr x = assembly_.add_state(std::move(block), {initial})[0];
  assembly_.set_derivative(x, rate);
  return x;
}

void BondEquations::refuse_initial(int index, std::size_t end) {
  const Element& e = graph_.elements()[static_cast<std::size_t>(index)];
  const auto is_reported = [end](const std::vector<std::optional<Expr>>& values) {
    return end < values.size() && values[end] && !values[end]->is_constant(0.0);
  };
  if ((!is_reported(e.initial) && !is_reported(e.initial_coenergy)) || !e.report) return;
  e.report(
      e.path + ".initial",
      "'initial' has no effect: the state of '" + e.name + "' follows from other storage elements",
      "give the initial value of that one, or 'dependent: relax'");
}

/// The initial state, given directly or by the flow of an I, the effort of a C.
Expr BondEquations::initial_of(int index, std::size_t end) {
  const Element& e = graph_.elements()[static_cast<std::size_t>(index)];
  if (end < e.initial.size() && e.initial[end]) return *e.initial[end];
  const auto coenergy = [&](std::size_t k) {
    return k < e.initial_coenergy.size() ? e.initial_coenergy[k] : std::nullopt;
  };
  if (e.values.empty()) {
    if (coenergy(end) && e.report) {
      e.report(e.path + ".initial",
               "the initial value cannot be given by " +
                   std::string(e.kind == Kind::I ? "flow" : "effort") +
                   " where a law determines it from the state",
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

/// p = M f or q = M e, or a law for f(p), e(q): in integral causality a state, else the rate of the
/// value that follows from the other states.
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
    solve_partly(e.values, is_dependent, coenergy, stored);
  } else {
    for (std::size_t k = 0; k < at.size(); ++k) {
      if (!is_dependent[k]) coenergy[k] = laws[k];
    }
  }
  for (std::size_t k = 0; k < at.size(); ++k) {
    define_storage_output(graph_, index, k, stored[k], assembly_);
    if (is_dependent[k]) {
      const Expr rate = rate_of(index, k, what, stored[k]);
      is_inertia ? give_effort(at[k], rate) : give_flow(at[k], rate);
    } else {
      is_inertia ? give_flow(at[k], coenergy[k]) : give_effort(at[k], coenergy[k]);
    }
  }
}

}  // namespace holon::detail
