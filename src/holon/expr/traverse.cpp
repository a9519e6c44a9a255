// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/traverse.h"

#include <algorithm>

namespace holon::detail {

Graph* find_graph(std::span<const Expr> expressions) {
  for (Expr e : expressions) {
    if (e.graph()) return e.graph();
  }
  return nullptr;
}

std::vector<std::uint32_t> find_reachable(const Graph& graph, std::span<const Expr> expressions) {
  std::vector<bool> seen(graph.size(), false);
  std::vector<std::uint32_t> found;
  std::vector<std::uint32_t> stack;
  const auto visit = [&](std::uint32_t id) {
    if (seen[id]) return;
    seen[id] = true;
    found.push_back(id);
    stack.push_back(id);
  };
  for (Expr e : expressions) {
    if (e.graph()) visit(e.id());
  }
  while (!stack.empty()) {
    const std::uint32_t id = stack.back();
    stack.pop_back();
    for (std::uint32_t argument : graph.arguments(id)) visit(argument);
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace holon::detail
