// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Resistances, and laws by formulas.
#include "holon/bond/bond_equations.h"

#include <algorithm>
#include <array>

#include "holon/bond/partial_solve.h"
#include "holon/expr/graph/function.h"

namespace holon::detail {

namespace {

using Kind = PowerGraph::Kind;
using Element = PowerGraph::Element;

}  // namespace

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
  solve_partly(matrix, knows_flow, flows, efforts);
  for (std::size_t k = 0; k < at.size(); ++k) {
    knows_flow[k] ? give_effort(at[k], efforts[k]) : give_flow(at[k], flows[k]);
  }
}

/// A law of an R must not depend on its own result; one of storage depends only on the stored
/// quantity.
void BondEquations::check_law(int index) {
  const Element& e = graph_.elements()[static_cast<std::size_t>(index)];
  const bool determines_effort = !e.effort_law.empty();
  for (const Expr& law : determines_effort ? e.effort_law : e.flow_law) {
    const Expr* const formula = assembly_.symbols()->formula_of(law);
    const std::vector<Expr> named = find_symbols(std::array{formula ? *formula : law});
    for (std::size_t k = 0; k < ends(index).size(); ++k) {
      const int port = e.port(k);
      const auto refuse = [&](Expr symbol, const char* what) {
        if (std::find(named.begin(), named.end(), symbol) == named.end() || !e.report) return;
        const char* const of = e.kind == Kind::I   ? "the momentum p"
                               : e.kind == Kind::C ? "the displacement q"
                               : determines_effort ? "the flow f"
                                                   : "the effort e";
        e.report(e.path,
                 std::string("the law of the ") + (determines_effort ? "effort" : "flow") +
                     " depends on the element's own " + what,
                 std::string("write it as a formula of ") + of);
      };
      if (determines_effort || e.kind == Kind::I) refuse(graph_.effort(index, port), "effort");
      if (!determines_effort || e.kind == Kind::C) refuse(graph_.flow(index, port), "flow");
    }
  }
}

void BondEquations::add_resistance_law(int index) {
  const Element& e = graph_.elements()[static_cast<std::size_t>(index)];
  const bool determines_effort = !e.effort_law.empty();
  check_law(index);
  for (std::size_t k = 0; k < ends(index).size(); ++k) {
    const BondEnd& end = ends(index)[k];
    const Expr law = determines_effort ? e.effort_law[k] : e.flow_law[k];
    if (gives_effort(end) == determines_effort) {
      refuse_guess(index);
      determines_effort ? give_effort(end, law) : give_flow(end, law);
      continue;
    }
    // The inverse law: its result is an unknown.
    const Expr z =
        solve_for(index, k, determines_effort ? "flow" : "effort", e.guess.value_or(0.0));
    assembly_.set_equation(z, law - (determines_effort ? effort(end) : flow(end)));
    determines_effort ? give_flow(end, z) : give_effort(end, z);
  }
}

Expr BondEquations::solve_for(int index, std::size_t end, const char* what, Expr guess) {
  const Element& e = graph_.elements()[static_cast<std::size_t>(index)];
  return assembly_.add_unknown(graph_.variable_name(index, e.port(end), what), guess);
}

void BondEquations::refuse_guess(int index) {
  const Element& e = graph_.elements()[static_cast<std::size_t>(index)];
  if (!e.guess || !e.report) return;
  e.report(e.path + ".guess",
           "'guess' has no effect: causality uses the law of '" + e.name + "' as it is written",
           "leave it out");
}

}  // namespace holon::detail
