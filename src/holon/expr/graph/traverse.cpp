// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/graph/traverse.h"

#include <algorithm>
#include <bit>
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

namespace {

/// The same for a handful of nodes, without a table of the whole graph; false where there are more.
bool find_few_reachable(const Graph& graph, std::span<const Expr> expressions,
                        const std::vector<bool>& stop, std::vector<std::uint32_t>& found) {
  constexpr std::size_t kFew = 24;
  const auto visit = [&](std::uint32_t id) {
    if (std::find(found.begin(), found.end(), id) != found.end()) return true;
    if (found.size() == kFew) return false;
    found.push_back(id);
    return true;
  };
  for (Expr e : expressions) {
    if (e.graph() && !visit(e.id())) return false;
  }
  for (std::size_t k = 0; k < found.size(); ++k) {
    if (!stop.empty() && stop[found[k]]) continue;
    for (std::uint32_t argument : graph.arguments(found[k])) {
      if (!visit(argument)) return false;
    }
  }
  std::sort(found.begin(), found.end());
  return true;
}

}  // namespace

/// Arguments are numbered before their users: so one pass from the last node down marks them all.
std::vector<std::uint32_t> find_reachable(const Graph& graph, std::span<const Expr> expressions,
                                          const std::vector<bool>& stop) {
  std::vector<std::uint32_t> found;
  if (find_few_reachable(graph, expressions, stop, found)) return found;
  constexpr std::uint32_t kBits = 64;
  std::vector<std::uint64_t> seen((graph.size() + kBits - 1) / kBits, 0);
  const auto mark = [&](std::uint32_t id) { seen[id / kBits] |= std::uint64_t{1} << id % kBits; };
  for (Expr e : expressions) {
    if (e.graph()) mark(e.id());
  }
  std::size_t count = 0;
  for (std::size_t word = seen.size(); word-- > 0;) {
    std::uint64_t below = ~std::uint64_t{0};  // bits of this word that have not been visited
    while (const std::uint64_t left = seen[word] & below) {
      const auto bit = static_cast<std::uint32_t>(std::bit_width(left) - 1);
      below = (std::uint64_t{1} << bit) - 1;
      ++count;
      const std::uint32_t id = static_cast<std::uint32_t>(word) * kBits + bit;
      if (!stop.empty() && stop[id]) continue;
      if (const Node& n = graph.node(id); n.op == Op::output) {  // of large graphs most nodes
        mark(n.args[0]);
        continue;
      }
      for (std::uint32_t argument : graph.arguments(id)) mark(argument);
    }
  }
  found.clear();
  found.reserve(count);
  for (std::size_t word = 0; word < seen.size(); ++word) {
    for (std::uint64_t left = seen[word]; left != 0; left &= left - 1) {
      found.push_back(static_cast<std::uint32_t>(word) * kBits +
                      static_cast<std::uint32_t>(std::countr_zero(left)));
    }
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
