// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/lagrange/short_terms.h"

#include <algorithm>

#include "holon/base/errors.h"
#include "holon/expr/graph/function.h"
#include "holon/expr/graph/traverse.h"
#include "holon/expr/print/trig_sum.h"

namespace holon::detail {
namespace {

constexpr std::size_t kMostTerms = 200;  // terms that are compared

/// Of parameters alone.
bool is_free_of_state(const TrigSum& sum, Graph& graph, const Symbols& symbols) {
  std::vector<Expr> factors;
  for (const auto& [key, factor] : sum.terms) {
    for (const auto& [node, power] : key.powers) factors.push_back(graph.expr(node));
    for (const auto& [node, count] : key.angle) factors.push_back(graph.expr(node));
  }
  const std::vector<Expr> found = find_symbols(factors);
  return std::all_of(found.begin(), found.end(),
                     [&](const Expr& e) { return symbols.is_parameter(e); });
}

}  // namespace

void shorten_terms(LagrangeEquations& equations, const Symbols& symbols) {
  TrigSums algebra(*symbols.graph(), kMostTerms);
  for (std::vector<Expr>* list : {&equations.mass, &equations.velocity, &equations.weight}) {
    for (Expr& entry : *list) {
      if (entry.is_constant()) continue;
      try {
        const TrigSum sum = algebra.of(flatten_calls({entry})[0]);
        if (sum.terms.size() <= 1 || is_free_of_state(sum, algebra.graph(), symbols))
          entry = algebra.expression(sum);
      } catch (const ModelError&) {
        continue;  // too many terms
      }
    }
  }
}

}  // namespace holon::detail
