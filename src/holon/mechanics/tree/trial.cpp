// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/tree/trial.h"

#include "holon/expr/graph/arbitrary.h"
#include "holon/expr/graph/function.h"
#include "holon/expr/graph/traverse.h"

namespace holon::detail {

std::vector<double> evaluate_somewhere(const std::vector<Expr>& expressions, int round) {
  const std::vector<Expr> symbols = find_symbols(expressions);
  std::vector<double> values;
  if (symbols.empty()) {
    for (const Expr& e : expressions) values.push_back(e.value());
    return values;
  }
  for (std::size_t k = 0; k < symbols.size(); ++k) values.push_back(arbitrary_number(k, round));
  // The graph is the caller's, who outlives this function.
  const std::shared_ptr<Graph> graph(std::shared_ptr<Graph>(), symbols[0].graph());
  return Function::make("probe", graph, {{"x", symbols}}, {{"y", expressions}})->evaluate(values);
}

}  // namespace holon::detail
