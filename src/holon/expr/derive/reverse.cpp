// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Reverse differentiation: one sweep from the results back to the symbols, in which each node
// passes its adjoint on to its arguments by the rules of derivative_rules.h:
//   call    x̄ = f.vjp(x, ȳ), one function however often f is called: a scan's adjoint is a scan
//           from its end, which reads the values that the scan carried
//   solve, newton   by the transposed system
//   select  each branch gets the adjoint unchanged, and the results of the branches are selected:
//           a mask is never multiplied by the slope of the branch not taken, which may be
//           infinite
// For the last rule, every node has a guard: the choices on which every use of the node depends. An
// adjoint that leaves a guard passes through the choice's condition; those of the two branches meet
// in one select.

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <tuple>
#include <unordered_map>

#include "holon/expr/derive/derivative_rules.h"
#include "holon/expr/derive/solve_rules.h"
#include "holon/expr/graph/function.h"
#include "holon/expr/graph/operations.h"
#include "holon/expr/graph/traverse.h"

namespace holon {

namespace {

/// Nested choices, as a tree whose root is "always".
class Guards {
 public:
  static constexpr int kAlways = 0;

  struct Guard {
    int parent = 0, depth = 0;
    std::uint32_t choice = 0;
    bool branch = false;
    Expr condition;
  };

  int enter(int parent, std::uint32_t choice, bool branch, Expr condition) {
    const auto [it, inserted] = known_.try_emplace({parent, choice, branch}, 0);
    if (inserted) {
      it->second = static_cast<int>(list_.size());
      list_.push_back({parent, at(parent).depth + 1, choice, branch, condition});
    }
    return it->second;
  }

  const Guard& at(int guard) const { return list_[static_cast<std::size_t>(guard)]; }

  int find_common(int a, int b) const {
    while (a != b)
      (at(a).depth >= at(b).depth ? a : b) = at(at(a).depth >= at(b).depth ? a : b).parent;
    return a;
  }

 private:
  std::vector<Guard> list_{Guard{}};
  std::map<std::tuple<int, std::uint32_t, bool>, int> known_;
};

/// A contribution to an adjoint, valid where its guard holds.
struct Share {
  int guard = Guards::kAlways;
  Expr value;
};

class Reverse {
 public:
  /// `limit`: exceeds the ids of all nodes of the sweep; the graph may contain many more.
  Reverse(Graph& graph, std::uint32_t limit)
      : graph_(graph), shares_(limit), active_(limit, false) {}

  std::vector<Expr> run(std::span<const Expr> expressions, std::span<const Expr> seeds,
                        std::span<const Expr> symbols) {
    const auto nodes = detail::find_reachable(graph_, expressions);
    mark_active(nodes, symbols);
    for (std::size_t k = 0; k < expressions.size(); ++k) {
      if (expressions[k].graph()) add(expressions[k].id(), Guards::kAlways, seeds[k]);
    }
    for (auto id = nodes.rbegin(); id != nodes.rend(); ++id) pass_on(*id);
    std::vector<Expr> result;
    for (Expr s : symbols) {
      const bool known = s.graph() == &graph_ && s.id() < active_.size();
      result.push_back(known ? fold(shares_[s.id()], Guards::kAlways) : Expr(0.0));
    }
    return result;
  }

 private:
  void mark_active(const std::vector<std::uint32_t>& nodes, std::span<const Expr> symbols) {
    for (Expr s : symbols) {
      if (s.graph() != &graph_) continue;  // nothing here depends on it
      detail::check_symbol(s);
      if (s.id() < active_.size()) active_[s.id()] = true;
    }
    for (std::uint32_t id : nodes) {
      for (std::uint32_t a : graph_.arguments(id)) active_[id] = active_[id] || active_[a];
    }
  }

  void add(std::uint32_t id, int guard, Expr value) {
    if (active_[id] && !value.is_constant(0.0)) shares_[id].push_back({guard, value});
  }

  void pass_on(std::uint32_t id) {
    const Node n = graph_.node(id);  // a copy: the graph grows below
    if (n.op == Op::constant || n.op == Op::symbol || !active_[id]) return;
    if (n.op == Op::call || n.op == Op::solve || n.op == Op::newton || n.op == Op::table) {
      if (const auto it = outputs_.find(id); it != outputs_.end()) {
        pass_on_producer(id, n.op, it->second);
        outputs_.erase(it);
      }
      return;
    }
    std::vector<Share>& shares = shares_[id];
    if (shares.empty()) return;
    if (n.op == Op::output) {
      for (const Share& s : shares) outputs_[n.args[0]].emplace_back(n.args[1], s);
      return;
    }
    const int guard = find_guard(shares);
    const Expr adjoint = fold(shares, guard);
    detail::Choice choice;
    if (detail::find_choice(graph_, id, choice)) {
      add(n.args[choice.if_true], guards_.enter(guard, id, true, choice.condition), adjoint);
      add(n.args[choice.if_false], guards_.enter(guard, id, false, choice.condition), adjoint);
      return;
    }
    for (int k = 0; k < detail::arity(n.op); ++k) {
      const auto at = static_cast<std::size_t>(k);
      if (active_[n.args[at]]) {
        add(n.args[at], guard, detail::slope_times(graph_, id, at, adjoint));
      }
    }
  }

  void pass_on_producer(std::uint32_t id, Op op,
                        const std::vector<std::pair<std::uint32_t, Share>>& shares) {
    int guard = shares.front().second.guard;
    for (const auto& [k, s] : shares) guard = guards_.find_common(guard, s.guard);
    const Payload& p = graph_.payload(graph_.node(id));
    const bool has_report = op == Op::solve || op == Op::newton;
    const auto outputs = static_cast<std::size_t>(has_report ? p.size : p.outputs);
    std::vector<std::vector<Share>> of_output(outputs);
    for (const auto& [k, s] : shares) {
      if (k < outputs) of_output[k].push_back(s);
    }
    std::vector<Expr> adjoint;
    for (std::vector<Share>& list : of_output) adjoint.push_back(fold(list, guard));
    const std::vector<std::uint32_t> arguments = p.arguments;  // a copy: the graph grows
    const std::vector<Expr> result = of_producer(id, op, adjoint);
    for (std::size_t k = 0; k < arguments.size(); ++k) add(arguments[k], guard, result[k]);
  }

  std::vector<Expr> of_producer(std::uint32_t id, Op op, std::span<const Expr> adjoint) {
    const auto is_zero = [](Expr e) { return e.is_constant(0.0); };
    const std::size_t count = graph_.arguments(id).size();
    if (std::all_of(adjoint.begin(), adjoint.end(), is_zero)) return std::vector<Expr>(count, 0.0);
    if (op == Op::solve) return detail::reverse_solve(graph_, id, adjoint);
    if (op == Op::newton) return detail::reverse_newton(graph_, id, adjoint);
    std::vector<Expr> result;
    if (op == Op::table) {
      for (std::size_t k = 0; k < count; ++k) {
        result.push_back(detail::slope_times(graph_, id, k, adjoint[0]));
      }
      return result;
    }
    for (std::uint32_t a : graph_.arguments(id)) result.push_back(graph_.expr(a));
    result.insert(result.end(), adjoint.begin(), adjoint.end());
    const FunctionRef f = graph_.payload(graph_.node(id)).function;
    return call(f->vjp(), result);
  }

  int find_guard(const std::vector<Share>& shares) const {
    int guard = shares.front().guard;
    for (const Share& s : shares) guard = guards_.find_common(guard, s.guard);
    return guard;
  }

  /// The sum of the contributions where `guard`, which encloses all theirs, holds.
  Expr fold(std::vector<Share> shares, int guard) const {
    std::vector<Share> sums;
    const auto sum_of = [&](int g) -> Share& {
      for (Share& s : sums) {
        if (s.guard == g) return s;
      }
      sums.push_back({g, 0.0});
      return sums.back();
    };
    for (const Share& s : shares) {
      Share& sum = sum_of(s.guard);
      sum.value += s.value;
    }
    for (;;) {
      auto deepest =
          std::max_element(sums.begin(), sums.end(), [&](const Share& a, const Share& b) {
            return guards_.at(a.guard).depth < guards_.at(b.guard).depth;
          });
      if (deepest == sums.end()) return 0.0;
      if (deepest->guard == guard) return deepest->value;
      const Guards::Guard inner = guards_.at(deepest->guard);
      Expr branch[2] = {0.0, 0.0};  // not taken, taken
      for (bool side : {false, true}) {
        const auto it = std::find_if(sums.begin(), sums.end(), [&](const Share& s) {
          const Guards::Guard& g = guards_.at(s.guard);
          return s.guard != Guards::kAlways && g.parent == inner.parent &&
                 g.choice == inner.choice && g.branch == side;
        });
        if (it == sums.end()) continue;
        branch[side] = it->value;
        sums.erase(it);
      }
      sum_of(inner.parent).value += select(inner.condition, branch[1], branch[0]);
    }
  }

  Graph& graph_;
  Guards guards_;
  std::vector<std::vector<Share>> shares_;  // by node
  std::unordered_map<std::uint32_t, std::vector<std::pair<std::uint32_t, Share>>> outputs_;
  std::vector<bool> active_;
};

}  // namespace

std::vector<Expr> reverse_derivative(std::span<const Expr> expressions, std::span<const Expr> seeds,
                                     std::span<const Expr> symbols) {
  if (expressions.size() != seeds.size()) {
    throw std::logic_error("reverse_derivative: " + std::to_string(expressions.size()) +
                           " expressions but " + std::to_string(seeds.size()) + " seeds");
  }
  Graph* graph = detail::find_graph(expressions);
  if (!graph) return std::vector<Expr>(symbols.size(), 0.0);
  std::uint32_t limit = 0;
  for (Expr e : expressions) limit = e.graph() ? std::max(limit, e.id() + 1) : limit;
  return Reverse(*graph, limit).run(expressions, seeds, symbols);
}

std::vector<Expr> gradient(Expr y, std::span<const Expr> symbols) {
  const Expr seed = 1.0;
  return reverse_derivative({&y, 1}, {&seed, 1}, symbols);
}

}  // namespace holon
