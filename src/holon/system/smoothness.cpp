// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/system/smoothness.h"

#include <algorithm>

#include "holon/expr/graph/function.h"
#include "holon/expr/graph/table_slopes.h"
#include "holon/expr/graph/traverse.h"

namespace holon {

namespace {

/// The smoothness of the nodes of one graph: the model's, or that of a function that it calls.
class SmoothnessFinder {
 public:
  explicit SmoothnessFinder(Symbols& symbols) : symbols_(symbols) {}

  Smoothness find(std::span<const Expr> expressions) {
    const Graph* graph = detail::find_graph(expressions);
    if (!graph) return {};
    std::vector<Smoothness> found(graph->size());
    for (const std::uint32_t id : detail::find_reachable(*graph, expressions)) {
      found[id] = of_node(*graph, id, found);
    }
    Smoothness least;
    for (const Expr e : expressions) {
      if (!e.is_constant()) take_worse(least, found[e.id()]);
    }
    return least;
  }

 private:
  static void take_worse(Smoothness& least, const Smoothness& other) {
    if (other.continuous < least.continuous) least = other;
  }

  Smoothness of_node(const Graph& graph, std::uint32_t id, const std::vector<Smoothness>& found) {
    const Node node = graph.node(id);
    const bool is_model = &graph == symbols_.graph().get();
    if (node.op == Op::constant) return {};
    if (node.op == Op::symbol)
      return is_model ? of_symbol(Expr(symbols_.graph().get(), id)) : Smoothness{};
    Smoothness least;
    std::span<const std::uint32_t> arguments = graph.arguments(id);
    if (node.op == Op::select) arguments = arguments.subspan(1);
    if (node.op == Op::output) return found[node.args[0]];
    for (const std::uint32_t argument : arguments) take_worse(least, found[argument]);
    if (is_model && !symbols_.varies(Expr(symbols_.graph().get(), id))) return {};
    take_worse(least, own(graph, node));
    return least;
  }

  Smoothness of_symbol(Expr symbol) {
    if (const Expr* formula = symbols_.formula_of(symbol)) return find({formula, 1});
    if (const Expr* of = symbols_.differentiated(symbol)) {
      Smoothness s = find({of, 1});
      if (s.continuous < Smoothness::kSmooth) s.continuous = std::max(s.continuous - 1, -1);
      return s;
    }
    return {};
  }

  Smoothness own(const Graph& graph, const Node& node) {
    switch (node.op) {
      case Op::floor: return {-1, "floor"};
      case Op::sign: return {-1, "sign"};
      case Op::less:
      case Op::less_equal:
      case Op::equal:
      case Op::relation: return {-1, "a comparison"};
      case Op::abs: return {0, "abs"};
      case Op::min: return {0, "min"};
      case Op::max: return {0, "max"};
      case Op::table: {
        const Payload& p = graph.payload(node);
        const bool is_linear = p.table->interpolation == Interpolation::linear;
        const std::array<int, 2> orders = detail::find_table_orders(p.derivative);
        const int continuous = (is_linear ? 0 : 1) - orders[0] - orders[1];
        return {std::max(continuous, -1), p.table->name.empty()
                                              ? "an interpolation of a table"
                                              : "the table '" + p.table->name + "'"};
      }
      case Op::call: {
        const Payload& p = graph.payload(node);
        return find(p.function->output_scalars());
      }
      default: return {};
    }
  }

  Symbols& symbols_;
};

}  // namespace

Smoothness find_smoothness(Symbols& symbols, std::span<const Expr> expressions) {
  return SmoothnessFinder(symbols).find(expressions);
}

}  // namespace holon
