// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Forward differentiation. For every node kind, with d for the derivative along the seeds:
//   call    y = f(x)              dy = f.jvp(x, dx), one function however often f is called
//   solve   A x = b               A dx = db − dA x
//   newton  r(z, p) = 0           (∂r/∂z) dz = −(∂r/∂p) dp
//   select  y = c ? a : b         dy = c ? da : db, never a product with a mask
//   table   y = T(x)              dy = T'(x) dx, to any order
// Discontinuous operations (floor, sign, comparisons, relations) and reports of solves and roots
// have derivative zero.

#include <algorithm>
#include <stdexcept>
#include <string>
#include <unordered_map>

#include "holon/expr/derive/derivative_rules.h"
#include "holon/expr/derive/solve_rules.h"
#include "holon/expr/graph/function.h"
#include "holon/expr/graph/operations.h"
#include "holon/expr/graph/traverse.h"

namespace holon {

namespace {

class Differentiator {
 public:
  /// `limit`: exceeds the ids of all required nodes. (The graph may contain many more, such as the
  /// derivatives of earlier sweeps.)
  Differentiator(Graph& graph, std::uint32_t limit, std::span<const Expr> symbols,
                 std::span<const Expr> seeds, std::size_t directions)
      : graph_(graph), directions_(directions), d_(limit * directions, 0.0) {
    if (symbols.size() * directions != seeds.size()) {
      throw std::logic_error("derivative: " + std::to_string(symbols.size()) + " symbols, but " +
                             std::to_string(seeds.size()) + " seeds for " +
                             std::to_string(directions) + " directions");
    }
    for (std::size_t i = 0; i < symbols.size(); ++i) {
      if (symbols[i].graph() != &graph) continue;  // nothing here depends on it
      detail::check_symbol(symbols[i]);
      if (symbols[i].id() >= limit) continue;
      for (std::size_t k = 0; k < directions; ++k) {
        d_[symbols[i].id() * directions + k] = seeds[i * directions + k];
      }
    }
  }

  std::vector<Expr> run(std::span<const Expr> expressions) {
    for (std::uint32_t id : detail::find_reachable(graph_, expressions)) {
      const Node n = graph_.node(id);  // a copy: the graph grows below
      if (n.op == Op::constant || n.op == Op::symbol) continue;
      if (n.op == Op::call) {
        pass_call(id);
        continue;
      }
      for (std::size_t k = 0; k < directions_; ++k) pass(id, n, k);
    }
    std::vector<Expr> result;
    for (Expr e : expressions) {
      for (std::size_t k = 0; k < directions_; ++k) {
        result.push_back(e.graph() ? d(e.id(), k) : Expr(0.0));
      }
    }
    return result;
  }

 private:
  Expr& d(std::uint32_t id, std::size_t direction) { return d_[id * directions_ + direction]; }

  void pass(std::uint32_t id, const Node& n, std::size_t k) {
    if (n.op == Op::output) {
      const auto found = outputs_.find(n.args[0]);
      if (found == outputs_.end()) return;
      const std::vector<Expr>& own = found->second[k];
      if (n.args[1] < own.size()) d(id, k) = own[n.args[1]];  // reports have zero derivative
      return;
    }
    if (!gather(id, k)) return;
    if (!detail::has_payload(n.op)) {
      d(id, k) = of_plain(id, n);
      return;
    }
    auto& outputs = outputs_[id];
    outputs.resize(directions_);
    if (n.op == Op::solve) {
      outputs[k] = detail::differentiate_solve(graph_, id, of_arguments_);
    } else if (n.op == Op::newton) {
      outputs[k] = detail::differentiate_newton(graph_, id, of_arguments_);
    } else {
      outputs[k] = {of_plain(id, n)};
    }
  }

  Expr of_plain(std::uint32_t id, const Node& n) {
    const std::vector<Expr>& d = of_arguments_;
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

  /// Directions with zero derivatives are omitted; 2, 4 or 8 of the others share a call.
  void pass_call(std::uint32_t id) {
    std::vector<std::size_t> moving;
    std::vector<Expr> x, seeds;
    for (std::uint32_t a : graph_.arguments(id)) x.push_back(graph_.expr(a));
    for (std::size_t k = 0; k < directions_; ++k) {
      if (!gather(id, k)) continue;
      moving.push_back(k);
      seeds.insert(seeds.end(), of_arguments_.begin(), of_arguments_.end());
    }
    if (moving.empty()) return;
    const FunctionRef f = graph_.payload(graph_.node(id)).function;
    const auto results = static_cast<std::ptrdiff_t>(f->output_count());
    auto& outputs = outputs_[id];
    outputs.resize(directions_);
    for (std::size_t begin = 0; begin < moving.size();) {
      const std::size_t left = moving.size() - begin;
      const std::size_t width = left > 4 ? 8 : (left > 2 ? 4 : left);
      std::vector<Expr> arguments = x;
      arguments.resize(x.size() * (1 + width), 0.0);
      const std::size_t used = std::min(width, left);
      std::copy_n(seeds.begin() + static_cast<std::ptrdiff_t>(begin * x.size()), used * x.size(),
                  arguments.begin() + static_cast<std::ptrdiff_t>(x.size()));
      const std::vector<Expr> all = call(f->jvp(static_cast<int>(width)), arguments);
      for (std::size_t k = 0; k < used; ++k) {
        const auto first = all.begin() + static_cast<std::ptrdiff_t>(k) * results;
        outputs[moving[begin + k]].assign(first, first + results);
      }
      begin += used;
    }
  }

  /// Derivatives of a node's arguments along a direction; false where all are zero.
  bool gather(std::uint32_t id, std::size_t direction) {
    of_arguments_.clear();
    bool moves = false;
    for (std::uint32_t a : graph_.arguments(id)) {
      of_arguments_.push_back(d(a, direction));
      moves = moves || !of_arguments_.back().is_constant(0.0);
    }
    return moves;
  }

  Graph& graph_;
  std::size_t directions_;
  std::vector<Expr> d_;  // by nodes, then directions
  std::vector<Expr> of_arguments_;
  std::unordered_map<std::uint32_t, std::vector<std::vector<Expr>>> outputs_;  // by direction
};

}  // namespace

std::vector<Expr> derivatives(std::span<const Expr> expressions, std::span<const Expr> symbols,
                              std::span<const Expr> seeds, int directions) {
  const auto width = static_cast<std::size_t>(directions);
  Graph* graph = detail::find_graph(expressions);
  if (!graph) return std::vector<Expr>(expressions.size() * width, 0.0);
  std::uint32_t limit = 0;
  for (Expr e : expressions) limit = e.graph() ? std::max(limit, e.id() + 1) : limit;
  return Differentiator(*graph, limit, symbols, seeds, width).run(expressions);
}

std::vector<Expr> derivative(std::span<const Expr> expressions, std::span<const Expr> symbols,
                             std::span<const Expr> seeds) {
  return derivatives(expressions, symbols, seeds, 1);
}

Expr derivative(Expr y, Expr x) {
  const Expr seed = 1.0;
  return derivative({&y, 1}, {&x, 1}, {&seed, 1})[0];
}

}  // namespace holon
