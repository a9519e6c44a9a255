// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "holon/system/symbols.h"

namespace holon {

/// Calls `found` with the name of each output that an expression uses, also behind time derivatives
/// and formulas of parameters; names may come more than once.
template <class F>
void visit_output_names(const Symbols& symbols, Expr e, const F& found) {
  if (e.is_constant()) return;
  const Graph& graph = *e.graph();
  std::unordered_set<std::uint32_t> seen;
  std::vector<std::uint32_t> stack{e.id()};
  while (!stack.empty()) {
    const std::uint32_t id = stack.back();
    stack.pop_back();
    if (!seen.insert(id).second) continue;
    if (graph.node(id).op != Op::symbol) {
      const auto arguments = graph.arguments(id);
      stack.insert(stack.end(), arguments.begin(), arguments.end());
      continue;
    }
    const Expr symbol(e.graph(), id);
    if (const std::string_view name = symbols.output_name(symbol); !name.empty()) found(name);
    for (const Expr* means : {symbols.differentiated(symbol), symbols.formula_of(symbol)})
      if (means && !means->is_constant()) stack.push_back(means->id());
  }
}

}  // namespace holon
