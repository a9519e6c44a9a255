// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <unordered_map>

#include "holon/expr/graph/function.h"
#include "holon/expr/graph/traverse.h"

namespace holon {

namespace {

/// A function whose relations are replaced by further inputs (their modes) and outputs (their
/// indicators).
struct Lifted {
  FunctionRef function;
  std::size_t modes = 0;
};

/// Replaces relations by symbols, also within called functions and residuals: each function is
/// transformed once, and every call of it has its own modes.
class Holder {
 public:
  /// Rewrites the expressions; appends to both lists.
  void run(std::span<Expr> expressions, std::vector<Expr>& modes, std::vector<Expr>& indicators) {
    Graph* graph = detail::find_graph(expressions);
    if (!graph) return;
    detail::NodeMap<Expr> image(*graph);
    std::unordered_map<std::uint32_t, std::vector<Expr>> outputs;
    std::vector<Expr> arguments;
    for (std::uint32_t id : detail::find_reachable(*graph, expressions)) {
      const Node n = graph->node(id);  // a copy: the graph grows below
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
      if (n.op == Op::relation) {
        indicators.push_back(arguments[0]);  // which may depend on other modes
        image[id] = add_mode(*graph, modes);
      } else if (n.op == Op::call || n.op == Op::newton) {
        const Lifted f = lift(graph->payload(n).function);
        if (f.modes == 0) {
          if (changed) image[id] = graph->rebuild(*graph, id, arguments);
          continue;
        }
        const bool is_call = n.op == Op::call;
        const Payload& payload = graph->payload(n);
        const auto own = static_cast<std::size_t>(is_call ? payload.outputs : payload.size);
        for (std::size_t k = 0; k < f.modes; ++k) arguments.push_back(add_mode(*graph, modes));
        std::vector<Expr> all;
        if (is_call) {
          all = call(f.function, arguments);
          outputs[id].assign(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(own));
        } else {
          const auto given = std::span<const Expr>(arguments);
          NewtonReport r;
          outputs[id] = newton(drop_indicators(f, own), given.first(own), given.subspan(own), &r);
          std::copy(outputs[id].begin(), outputs[id].end(), arguments.begin());
          outputs[id].insert(outputs[id].end(), {r.quality, r.residual, r.evaluations});
          all = f.function->substitute(arguments);  // the indicators at the root
        }
        indicators.insert(indicators.end(), all.begin() + static_cast<std::ptrdiff_t>(own),
                          all.end());
      } else if (changed) {
        image[id] = graph->rebuild(*graph, id, arguments);
      }
    }
    for (Expr& e : expressions) {
      if (e.graph()) e = image[e.id()];
    }
  }

 private:
  static Expr add_mode(Graph& graph, std::vector<Expr>& modes) {
    modes.push_back(graph.symbol("mode[" + std::to_string(modes.size()) + "]"));
    return modes.back();
  }

  Lifted lift(const FunctionRef& f) {
    if (const auto it = lifted_.find(f.get()); it != lifted_.end()) return it->second;
    auto graph = std::make_shared<Graph>();
    std::vector<Variable> inputs = f->inputs();
    std::vector<Expr> x, modes, indicators;
    for (Variable& group : inputs) {
      for (Expr& e : group.elements) {
        e = graph->symbol(std::string(e.symbol_name()));
        x.push_back(e);
      }
    }
    std::vector<Expr> y = detail::trace(*graph, f->output_scalars(), f->input_scalars(), x);
    run(y, modes, indicators);
    Lifted made{f, modes.size()};
    if (!modes.empty()) {
      std::vector<Variable> outputs = f->outputs();
      auto at = y.begin();
      for (Variable& group : outputs) {
        for (Expr& e : group.elements) e = *at++;
      }
      inputs.push_back({"modes", modes});
      outputs.push_back({"indicators", indicators});
      made.function = Function::make(f->name(), graph, std::move(inputs), std::move(outputs));
    }
    lifted_.emplace(f.get(), made);
    return made;
  }

  /// The residual with its modes as parameters.
  static FunctionRef drop_indicators(const Lifted& f, std::size_t own) {
    const std::vector<Expr>& all = f.function->output_scalars();
    return Function::make(f.function->name(), f.function->graph(), f.function->inputs(),
                          {{"r", {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(own)}}});
  }

  std::unordered_map<const Function*, Lifted> lifted_;
};

}  // namespace

std::vector<Expr> hold_relations(std::span<Expr> expressions, std::vector<Expr>& modes) {
  std::vector<Expr> indicators;
  Holder().run(expressions, modes, indicators);
  return indicators;
}

}  // namespace holon
