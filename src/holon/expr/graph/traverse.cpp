// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/graph/traverse.h"

#include <algorithm>
#include <stdexcept>
#include <unordered_map>

#include "holon/expr/graph/function.h"

namespace holon::detail {

Graph* find_graph(std::span<const Expr> expressions) {
  for (Expr e : expressions) {
    if (e.graph()) return e.graph();
  }
  return nullptr;
}

std::vector<std::uint32_t> find_reachable(const Graph& graph, std::span<const Expr> expressions,
                                          const std::vector<bool>& stop) {
  std::vector<bool> seen(graph.size(), false);
  std::vector<std::uint32_t> found;
  std::vector<std::uint32_t> stack;
  const auto visit = [&](std::uint32_t id) {
    if (seen[id]) return;
    seen[id] = true;
    found.push_back(id);
    if (stop.empty() || !stop[id]) stack.push_back(id);
  };
  for (Expr e : expressions) {
    if (e.graph()) visit(e.id());
  }
  while (!stack.empty()) {
    const std::uint32_t id = stack.back();
    stack.pop_back();
    for (std::uint32_t argument : graph.arguments(id)) visit(argument);
  }
  constexpr std::size_t kDense = 16;
  if (found.size() > graph.size() / kDense) {  // in order as they lie
    found.clear();
    for (std::uint32_t id = 0; id < seen.size(); ++id) {
      if (seen[id]) found.push_back(id);
    }
  } else {
    std::sort(found.begin(), found.end());
  }
  return found;
}

std::vector<Expr> trace(Graph& target, std::span<const Expr> expressions,
                        std::span<const Expr> from, std::span<const Expr> to) {
  std::vector<Expr> result(expressions.begin(), expressions.end());
  Graph* source = find_graph(expressions);
  if (!source) return result;
  NodeMap<Expr> image(*source);
  std::vector<bool> replaced(source->size(), false);
  for (std::size_t k = 0; k < from.size(); ++k) {
    if (from[k].graph() != source) continue;
    image[from[k].id()] = to[k];
    replaced[from[k].id()] = true;
  }
  std::vector<Expr> arguments;
  for (std::uint32_t id : find_reachable(*source, expressions, replaced)) {
    if (replaced[id]) continue;
    const Node n = source->node(id);
    if (n.op == Op::constant) {
      image[id] = source->constant_value(n);
      continue;
    }
    if (n.op == Op::symbol) {
      if (&target != source) {
        throw std::logic_error("substitute: symbol '" + source->symbol_name(n) +
                               "' has no replacement in the other graph");
      }
      image[id] = Expr(source, id);
      continue;
    }
    arguments.clear();
    bool changed = &target != source;
    for (std::uint32_t a : source->arguments(id)) {
      arguments.push_back(image[a]);
      changed = changed || image[a] != source->expr(a);
    }
    image[id] = changed ? target.rebuild(*source, id, arguments) : Expr(source, id);
  }
  for (Expr& e : result) {
    if (e.graph()) e = image[e.id()];
  }
  return result;
}

std::vector<Expr> calc_constants(const std::shared_ptr<Graph>& graph,
                                 std::span<const Expr> expressions) {
  const FunctionRef f =
      Function::make("constant", graph, {}, {{"y", {expressions.begin(), expressions.end()}}});
  const std::vector<double> numbers = f->evaluate({});
  return {numbers.begin(), numbers.end()};
}

namespace {

/// Replaces calls by the bodies of the functions. Each function is flattened once, in a separate
/// graph, however often it is called.
class Flattener {
 public:
  std::vector<Expr> run(std::vector<Expr> expressions) {
    Graph* graph = find_graph(expressions);
    if (!graph) return expressions;
    const auto nodes = find_reachable(*graph, expressions);
    if (!has_calls(*graph, nodes)) return expressions;
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
        outputs[id] = flat(graph->payload(n).function)->substitute(arguments);
      } else if (changed) {
        image[id] = graph->rebuild(*graph, id, arguments);
      }
    }
    for (Expr& e : expressions) {
      if (e.graph()) e = image[e.id()];
    }
    return expressions;
  }

 private:
  static bool has_calls(const Graph& graph, const std::vector<std::uint32_t>& nodes) {
    return std::any_of(nodes.begin(), nodes.end(),
                       [&](std::uint32_t id) { return graph.node(id).op == Op::call; });
  }

  /// The function without calls; itself where it has none.
  FunctionRef flat(const FunctionRef& f) {
    if (const auto it = flat_.find(f.get()); it != flat_.end()) return it->second;
    FunctionRef made = f;
    if (has_calls(*f->graph(), find_reachable(*f->graph(), f->output_scalars()))) {
      auto graph = std::make_shared<Graph>();
      const std::vector<Expr> x = graph->symbols("x", f->input_count());
      std::vector<Expr> y = run(trace(*graph, f->output_scalars(), f->input_scalars(), x));
      made = Function::make(f->name(), graph, {{"x", x}}, {{"y", std::move(y)}});
    }
    flat_.emplace(f.get(), made);
    return made;
  }

  std::unordered_map<const Function*, FunctionRef> flat_;
};

}  // namespace

std::vector<Expr> flatten_calls(std::vector<Expr> expressions) {
  return Flattener().run(std::move(expressions));
}

}  // namespace holon::detail
