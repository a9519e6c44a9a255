// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Forward differentiation. For every node kind, with d for the derivative along the seeds:
//   call    y = f(x)              dy = f.jvp(x, dx), one function however often f is called
//   solve   A x = b               A dx = db − dA x
//   newton  r(z, p) = 0           (∂r/∂z) dz = −(∂r/∂p) dp
//   select  y = c ? a : b         dy = c ? da : db, never a product with a mask
//   table   y = T(x)              dy = T'(x) dx, to any order
// Steps (floor, sign, comparisons, relations) have derivative zero where they have one; reports of
// solves and roots count as steps.

#include <stdexcept>
#include <string>
#include <unordered_map>

#include "holon/expr/derivative_rules.h"
#include "holon/expr/function.h"
#include "holon/expr/operations.h"
#include "holon/expr/solve_rules.h"
#include "holon/expr/traverse.h"

namespace holon {

namespace {

class Differentiator {
 public:
  Differentiator(Graph& graph, std::span<const Expr> symbols, std::span<const Expr> seeds)
      : graph_(graph), d_(graph) {
    if (symbols.size() != seeds.size()) {
      throw std::logic_error("derivative: " + std::to_string(symbols.size()) + " symbols but " +
                             std::to_string(seeds.size()) + " seeds");
    }
    for (std::size_t k = 0; k < symbols.size(); ++k) {
      if (symbols[k].graph() != &graph) continue;  // nothing here depends on it
      detail::check_symbol(symbols[k]);
      d_[symbols[k].id()] = seeds[k];
    }
  }

  std::vector<Expr> run(std::span<const Expr> expressions) {
    for (std::uint32_t id : detail::find_reachable(graph_, expressions)) {
      const Node n = graph_.node(id);  // a copy: the graph grows below
      if (n.op == Op::constant || n.op == Op::symbol) continue;
      if (n.op == Op::output) {
        const auto found = outputs_.find(n.args[0]);
        if (found != outputs_.end() && n.args[1] < found->second.size()) {
          d_[id] = found->second[n.args[1]];
        }
        continue;
      }
      bool moves = false;
      for (std::uint32_t a : graph_.arguments(id)) moves = moves || !d_[a].is_constant(0.0);
      if (!moves) continue;
      if (n.op == Op::call || n.op == Op::solve || n.op == Op::newton) {
        outputs_[id] = of_producer(id, n.op);
      } else if (n.op == Op::table) {
        outputs_[id] = {of_plain(id, n)};
      } else {
        d_[id] = of_plain(id, n);
      }
    }
    std::vector<Expr> result;
    for (Expr e : expressions) result.push_back(e.graph() ? d_[e.id()] : Expr(0.0));
    return result;
  }

 private:
  Expr of_plain(std::uint32_t id, const Node& n) {
    const std::vector<Expr>& d = of_arguments(id);
    detail::Choice choice;
    if (detail::find_choice(graph_, id, choice)) {
      return select(choice.condition, d[choice.if_true], d[choice.if_false]);
    }
    const auto x = [&](std::size_t k) { return graph_.expr(n.args[k]); };
    if (n.op == Op::div) return (d[0] - Expr(&graph_, id) * d[1]) / x(1);
    if (n.op == Op::atan2) {
      return (x(1) * d[0] - x(0) * d[1]) / (x(0) * x(0) + x(1) * x(1));
    }
    Expr sum = 0.0;
    for (std::size_t k = 0; k < d.size(); ++k) sum += detail::slope_times(graph_, id, k, d[k]);
    return sum;
  }

  std::vector<Expr> of_producer(std::uint32_t id, Op op) {
    const std::vector<Expr>& d = of_arguments(id);
    if (op == Op::solve) return detail::differentiate_solve(graph_, id, d);
    if (op == Op::newton) return detail::differentiate_newton(graph_, id, d);
    std::vector<Expr> x;
    for (std::uint32_t a : graph_.arguments(id)) x.push_back(graph_.expr(a));
    x.insert(x.end(), d.begin(), d.end());
    const FunctionRef f = graph_.payload(graph_.node(id)).function;
    return call(f->jvp(), x);
  }

  const std::vector<Expr>& of_arguments(std::uint32_t id) {
    arguments_.clear();
    for (std::uint32_t a : graph_.arguments(id)) arguments_.push_back(d_[a]);
    return arguments_;
  }

  Graph& graph_;
  detail::NodeMap<Expr> d_;
  std::vector<Expr> arguments_;
  std::unordered_map<std::uint32_t, std::vector<Expr>> outputs_;
};

}  // namespace

std::vector<Expr> derivative(std::span<const Expr> expressions, std::span<const Expr> symbols,
                             std::span<const Expr> seeds) {
  Graph* graph = detail::find_graph(expressions);
  if (!graph) return std::vector<Expr>(expressions.size(), 0.0);
  return Differentiator(*graph, symbols, seeds).run(expressions);
}

Expr derivative(Expr y, Expr x) {
  const Expr seed = 1.0;
  return derivative({&y, 1}, {&x, 1}, {&seed, 1})[0];
}

}  // namespace holon
