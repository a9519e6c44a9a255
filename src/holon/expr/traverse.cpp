// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/traverse.h"

#include <algorithm>
#include <unordered_map>

#include "holon/expr/function.h"

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

std::vector<Expr> flatten_calls(std::vector<Expr> expressions) {
  Graph* graph = find_graph(expressions);
  if (!graph) return expressions;
  const auto nodes = find_reachable(*graph, expressions);
  const bool flat = std::none_of(nodes.begin(), nodes.end(),
                                 [&](std::uint32_t id) { return graph->node(id).op == Op::call; });
  if (flat) return expressions;
  NodeMap<Expr> image(*graph);
  std::unordered_map<std::uint32_t, std::vector<Expr>> outputs;
  std::vector<Expr> arguments;
  for (std::uint32_t id : nodes) {
    const Node n = graph->node(id);
    image[id] = graph->expr(id);
    if (n.op == Op::constant || n.op == Op::symbol) continue;
    if (n.op == Op::output && outputs.contains(n.args[0])) {
      image[id] = outputs[n.args[0]][n.args[1]];
      continue;
    }
    arguments.clear();
    bool changed = false;
    for (std::uint32_t a : graph->arguments(id)) {
      arguments.push_back(image[a]);
      changed = changed || image[a] != graph->expr(a);
    }
    if (n.op == Op::call) {
      const FunctionRef f = graph->payload(n).function;
      outputs[id] = flatten_calls(f->substitute(arguments));
    } else if (changed) {
      image[id] = graph->rebuild(*graph, id, arguments);
    }
  }
  for (Expr& e : expressions) {
    if (e.graph()) e = image[e.id()];
  }
  return expressions;
}

}  // namespace holon::detail
