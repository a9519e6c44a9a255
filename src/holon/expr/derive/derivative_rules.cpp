// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/derive/derivative_rules.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "holon/expr/graph/function.h"
#include "holon/expr/graph/operations.h"
#include "holon/expr/graph/table_slopes.h"

namespace holon::detail {

namespace {

Expr of_table(Graph& graph, std::uint32_t id, std::size_t k, Expr d) {
  Payload p = graph.payload(graph.node(id));
  auto order = find_table_orders(p.derivative);
  ++order[k];
  const int highest = p.table->interpolation == Interpolation::linear ? 1 : 3;
  if (order[k] > highest) return 0.0;  // piecewise polynomials: zero
  p.derivative = find_table_derivative(order);
  return graph.add_payload(std::move(p))[0] * d;
}

/// A newton node's residual at the root.
class Residual {
 public:
  Residual(Graph& graph, std::uint32_t id) : payload_(graph.payload(graph.node(id))) {
    for (std::uint32_t a : payload_.arguments) at_.push_back(graph.expr(a));
    for (std::size_t k = 0; k < size(); ++k) {
      at_[k] = graph.output(id, static_cast<std::uint32_t>(k));
    }
  }
  std::size_t size() const { return static_cast<std::size_t>(payload_.size); }
  std::size_t argument_count() const { return at_.size(); }

  std::vector<Expr> along(std::span<const Expr> dx) const {
    return payload_.function->jvp()->substitute(joined(dx));
  }
  std::vector<Expr> against(std::span<const Expr> adjoint) const {
    return payload_.function->vjp()->substitute(joined(adjoint));
  }
  /// ∂r/∂z (n x n, by rows) or its transpose.
  std::vector<Expr> jacobian(bool transposed) const {
    const std::size_t n = size();
    std::vector<Expr> matrix(n * n);
    for (std::size_t j = 0; j < n; ++j) {
      std::vector<Expr> unit(at_.size(), 0.0);
      unit[j] = 1.0;
      const std::vector<Expr> column = along(unit);
      for (std::size_t i = 0; i < n; ++i) matrix[transposed ? j * n + i : i * n + j] = column[i];
    }
    return matrix;
  }

 private:
  std::vector<Expr> joined(std::span<const Expr> more) const {
    std::vector<Expr> arguments = at_;
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  }

  Payload payload_;  // a copy: the graph grows
  std::vector<Expr> at_;
};

}  // namespace

void check_symbol(Expr e) {
  if (e.op() == Op::symbol) return;
  throw std::logic_error("derivative: with respect to '" + std::string(op_name(e.op())) +
                         "', not a symbol");
}

Expr slope_times(Graph& graph, std::uint32_t id, std::size_t k, Expr d) {
  if (d.is_constant(0.0)) return 0.0;
  const Node n = graph.node(id);  // a copy: the graph grows below
  if (n.op == Op::table) return of_table(graph, id, k, d);
  const auto x = [&](std::size_t i) { return graph.expr(n.args[i]); };
  const Expr y(&graph, id);
  switch (n.op) {
    case Op::add: return d;
    case Op::sub: return k == 0 ? d : -d;
    case Op::mul: return k == 0 ? d * x(1) : x(0) * d;
    case Op::div: return k == 0 ? d / x(1) : -(d / x(1)) * y;
    case Op::neg: return -d;
    case Op::fma: return k == 0 ? d * x(1) : (k == 1 ? x(0) * d : d);
    case Op::sqrt: return 0.5 * d / y;
    case Op::exp: return y * d;
    case Op::log: return d / x(0);
    case Op::pow:
      if (k == 0) return x(1) * pow(x(0), x(1) - 1.0) * d;
      // The derivative of 0^y is zero, although log 0 is infinite.
      return select(equal(y, 0.0), 0.0, y * log(x(0))) * d;
    case Op::sin: return cos(x(0)) * d;
    case Op::cos: return -sin(x(0)) * d;
    case Op::tan: return (1.0 + y * y) * d;
    case Op::asin: return d / sqrt(1.0 - x(0) * x(0));
    case Op::acos: return -d / sqrt(1.0 - x(0) * x(0));
    case Op::atan: return d / (1.0 + x(0) * x(0));
    case Op::atan2: {
      const Expr slope = d / (x(0) * x(0) + x(1) * x(1));
      return k == 0 ? slope * x(1) : -slope * x(0);
    }
    case Op::sinh: return cosh(x(0)) * d;
    case Op::cosh: return sinh(x(0)) * d;
    case Op::tanh: return (1.0 - y * y) * d;
    case Op::abs: return select(less(x(0), 0.0), -d, d);
    default: return 0.0;  // discontinuous operations; choices are handled by find_choice
  }
}

bool find_choice(Graph& graph, std::uint32_t id, Choice& choice) {
  const Node n = graph.node(id);
  const auto x = [&](std::size_t i) { return graph.expr(n.args[i]); };
  switch (n.op) {
    case Op::select: choice = {x(0), 1, 2}; return true;
    case Op::min: choice = {less(x(0), x(1)), 0, 1}; return true;
    case Op::max: choice = {less(x(1), x(0)), 0, 1}; return true;
    default: return false;
  }
}

std::vector<Expr> differentiate_newton(Graph& graph, std::uint32_t id, std::span<const Expr> d) {
  const Residual r(graph, id);
  std::vector<Expr> along(d.begin(), d.end());
  std::fill_n(along.begin(), r.size(), 0.0);  // independent of the guess
  std::vector<Expr> right = r.along(along);
  for (Expr& e : right) e = -e;
  return solve(r.jacobian(false), right);
}

std::vector<Expr> reverse_newton(Graph& graph, std::uint32_t id, std::span<const Expr> adjoint) {
  const Residual r(graph, id);
  std::vector<Expr> right(adjoint.begin(), adjoint.end());
  for (Expr& e : right) e = -e;
  std::vector<Expr> result = r.against(solve(r.jacobian(true), right));
  std::fill_n(result.begin(), r.size(), 0.0);
  return result;
}

}  // namespace holon::detail
