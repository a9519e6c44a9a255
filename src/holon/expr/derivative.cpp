// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Forward differentiation. For every node kind, with d for the derivative along the seeds:
//   call    y = f(x)              dy = f.jvp(x, dx), one function however often f is called
//   solve   A x = b               A dx = db − dA x
//   newton  r(z, p) = 0           (∂r/∂z) dz = −(∂r/∂p) dp
//   select  y = c ? a : b         dy = c ? da : db, never a product with a mask
//   table   y = T(x)              dy = T'(x) dx, to any order
// Steps (floor, sign, comparisons, relations) have derivative zero where they have one.

#include <stdexcept>
#include <string>

#include "holon/expr/function.h"
#include "holon/expr/operations.h"
#include "holon/expr/solve_rules.h"
#include "holon/expr/table_slopes.h"
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
      if (symbols[k].op() != Op::symbol) {
        throw std::logic_error("derivative: with respect to '" +
                               std::string(detail::op_name(symbols[k].op())) + "', not a symbol");
      }
      d_[symbols[k].id()] = seeds[k];
    }
  }

  std::vector<Expr> run(std::span<const Expr> expressions) {
    for (std::uint32_t id : detail::find_reachable(graph_, expressions)) {
      const Node n = graph_.node(id);  // a copy: the graph grows below
      if (n.op == Op::constant || n.op == Op::symbol) continue;
      if (n.op == Op::output) {
        const auto found = outputs_.find(n.args[0]);
        // Reports do not move.
        if (found != outputs_.end() && n.args[1] < found->second.size()) {
          d_[id] = found->second[n.args[1]];
        }
      } else if (detail::has_payload(n.op)) {
        bool moves = false;
        for (std::uint32_t a : graph_.arguments(id)) moves = moves || !d_[a].is_constant(0.0);
        if (moves) outputs_[id] = of_payload(id);
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
    const auto x = [&](std::size_t k) { return graph_.expr(n.args[k]); };
    const auto d = [&](std::size_t k) { return d_[n.args[k]]; };
    const Expr y(&graph_, id);
    bool moves = false;
    for (int k = 0; k < detail::arity(n.op); ++k) {
      moves = moves || !d(static_cast<std::size_t>(k)).is_constant(0.0);
    }
    if (!moves) return 0.0;
    switch (n.op) {
      case Op::add: return d(0) + d(1);
      case Op::sub: return d(0) - d(1);
      case Op::mul: return d(0) * x(1) + x(0) * d(1);
      case Op::div: return (d(0) - y * d(1)) / x(1);
      case Op::neg: return -d(0);
      case Op::fma: return d(0) * x(1) + x(0) * d(1) + d(2);
      case Op::sqrt: return 0.5 * d(0) / y;
      case Op::exp: return y * d(0);
      case Op::log: return d(0) / x(0);
      case Op::pow: return of_power(x(0), x(1), d(0), d(1), y);
      case Op::sin: return cos(x(0)) * d(0);
      case Op::cos: return -sin(x(0)) * d(0);
      case Op::tan: return (1.0 + y * y) * d(0);
      case Op::asin: return d(0) / sqrt(1.0 - x(0) * x(0));
      case Op::acos: return -d(0) / sqrt(1.0 - x(0) * x(0));
      case Op::atan: return d(0) / (1.0 + x(0) * x(0));
      case Op::atan2: return (x(1) * d(0) - x(0) * d(1)) / (x(0) * x(0) + x(1) * x(1));
      case Op::sinh: return cosh(x(0)) * d(0);
      case Op::cosh: return sinh(x(0)) * d(0);
      case Op::tanh: return (1.0 - y * y) * d(0);
      case Op::abs: return select(less(x(0), 0.0), -d(0), d(0));
      case Op::min: return select(less(x(0), x(1)), d(0), d(1));
      case Op::max: return select(less(x(1), x(0)), d(0), d(1));
      case Op::select: return select(x(0), d(1), d(2));
      default: return 0.0;  // steps
    }
  }

  static Expr of_power(Expr x, Expr y, Expr dx, Expr dy, Expr value) {
    Expr result = 0.0;
    if (!dx.is_constant(0.0)) result += y * pow(x, y - 1.0) * dx;
    // 0^y does not move, though log 0 is infinite.
    if (!dy.is_constant(0.0)) result += select(equal(value, 0.0), 0.0, value * log(x)) * dy;
    return result;
  }

  std::vector<Expr> of_payload(std::uint32_t id) {
    const Payload p = graph_.payload(graph_.node(id));
    std::vector<Expr> x, d, y;
    for (std::uint32_t a : p.arguments) {
      x.push_back(graph_.expr(a));
      d.push_back(d_[a]);
    }
    for (int k = 0; k < p.size; ++k) y.push_back(graph_.output(id, static_cast<std::uint32_t>(k)));
    switch (p.op) {
      case Op::call: {
        x.insert(x.end(), d.begin(), d.end());
        return call(p.function->jvp(), x);
      }
      case Op::solve: return detail::differentiate_solve(graph_, id, d);
      case Op::newton: return of_newton(p, x, d, y);
      default: return {of_table(p, x, d)};
    }
  }

  std::vector<Expr> of_newton(const Payload& p, std::vector<Expr> x, const std::vector<Expr>& d,
                              const std::vector<Expr>& z) {
    const auto n = static_cast<std::size_t>(p.size);
    std::copy(z.begin(), z.end(), x.begin());  // at the root, not at the guess
    std::vector<Expr> along(x.size(), 0.0);
    std::copy(d.begin() + static_cast<std::ptrdiff_t>(n), d.end(),
              along.begin() + static_cast<std::ptrdiff_t>(n));
    std::vector<Expr> right = directional(p, x, along);
    for (Expr& e : right) e = -e;
    std::vector<Expr> jacobian(n * n);
    for (std::size_t j = 0; j < n; ++j) {
      std::vector<Expr> unit(x.size(), 0.0);
      unit[j] = 1.0;
      const std::vector<Expr> column = directional(p, x, unit);
      for (std::size_t i = 0; i < n; ++i) jacobian[i * n + j] = column[i];
    }
    return solve(jacobian, right);
  }

  static std::vector<Expr> directional(const Payload& p, const std::vector<Expr>& x,
                                       const std::vector<Expr>& dx) {
    std::vector<Expr> arguments = x;
    arguments.insert(arguments.end(), dx.begin(), dx.end());
    return p.function->jvp()->substitute(arguments);
  }

  Expr of_table(const Payload& p, const std::vector<Expr>& x, const std::vector<Expr>& d) {
    Expr result = 0.0;
    for (std::size_t k = 0; k < x.size(); ++k) {
      if (d[k].is_constant(0.0)) continue;
      auto order = detail::find_table_orders(p.derivative);
      ++order[k];
      const int highest = p.table->interpolation == Interpolation::linear ? 1 : 3;
      if (order[k] > highest) continue;  // piecewise polynomials: nothing is left
      Payload q = p;
      q.derivative = detail::find_table_derivative(order);
      result += graph_.add_payload(std::move(q))[0] * d[k];
    }
    return result;
  }

  Graph& graph_;
  detail::NodeMap<Expr> d_;
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
