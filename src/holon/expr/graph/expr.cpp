// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/graph/expr.h"

#include <cmath>
#include <stdexcept>

#include "holon/expr/graph/graph.h"
#include "holon/expr/graph/operations.h"

namespace holon {

namespace {

Graph& graph_of(Expr a, Expr b, Expr c = 0.0) {
  Graph* graph = a.graph() ? a.graph() : (b.graph() ? b.graph() : c.graph());
  for (Expr e : {a, b, c}) {
    if (e.graph() && e.graph() != graph) {
      throw std::logic_error("an expression mixes nodes of two graphs");
    }
  }
  return *graph;
}

Expr unary(Op op, Expr x) {
  if (x.is_constant()) return detail::apply(op, x.value());
  return x.graph()->insert(op, std::array{x});
}

Expr binary(Op op, Expr a, Expr b) {
  if (a.is_constant() && b.is_constant()) return detail::apply(op, a.value(), b.value());
  return graph_of(a, b).insert(op, std::array{a, b});
}

bool is_neg(Expr e) { return e.op() == Op::neg; }

Expr argument(Expr e, int k) {
  return e.graph()->expr(e.graph()->node(e.id()).args[static_cast<std::size_t>(k)]);
}

/// The constant factor of a product, which is its first operand; 0 if there is none.
Expr constant_factor(Expr e) {
  if (e.op() != Op::mul) return 0.0;
  const Expr first = argument(e, 0);
  return first.is_constant() ? first : Expr(0.0);
}

/// Sorts the operands of a commutative operation: constants first, then by age.
void order(Expr& a, Expr& b) {
  const bool swap = b.is_constant() || (!a.is_constant() && b.id() < a.id());
  if (swap) std::swap(a, b);
}

Expr power_by_squaring(Expr x, int n) {
  Expr result = 1.0;
  for (Expr base = x; n > 0; n >>= 1) {
    if (n & 1) result *= base;
    if (n > 1) base *= base;
  }
  return result;
}

}  // namespace

Op Expr::op() const { return graph_ ? graph_->node(id_).op : Op::constant; }

std::string_view Expr::symbol_name() const {
  return op() == Op::symbol ? std::string_view(graph_->symbol_name(graph_->node(id_)))
                            : std::string_view();
}

bool Expr::same(Expr a, Expr b) {
  if (a.graph_ != b.graph_) return false;
  if (a.graph_) return a.id_ == b.id_;
  return a.value_ == b.value_ || (std::isnan(a.value_) && std::isnan(b.value_));
}

Expr Expr::operator-() const {
  if (is_constant()) return -value_;
  if (is_neg(*this)) return argument(*this, 0);
  if (op() == Op::sub) return argument(*this, 1) - argument(*this, 0);
  return unary(Op::neg, *this);
}

Expr& Expr::operator+=(Expr other) { return *this = *this + other; }
Expr& Expr::operator-=(Expr other) { return *this = *this - other; }
Expr& Expr::operator*=(Expr other) { return *this = *this * other; }
Expr& Expr::operator/=(Expr other) { return *this = *this / other; }

Expr operator+(Expr a, Expr b) {
  if (a.is_constant() && b.is_constant()) return a.value() + b.value();
  if (a.is_constant(0.0)) return b;
  if (b.is_constant(0.0)) return a;
  if (is_neg(b)) return a - argument(b, 0);
  if (is_neg(a)) return b - argument(a, 0);
  if (a == b) return 2.0 * a;
  order(a, b);
  if (a.is_constant() && a.value() < 0.0) return binary(Op::sub, b, -a.value());
  return binary(Op::add, a, b);
}

Expr operator-(Expr a, Expr b) {
  if (a.is_constant() && b.is_constant()) return a.value() - b.value();
  if (b.is_constant(0.0)) return a;
  if (a.is_constant(0.0)) return -b;
  if (a == b) return 0.0;
  if (is_neg(b)) return a + argument(b, 0);
  if (is_neg(a)) return -(argument(a, 0) + b);
  if (b.is_constant() && b.value() < 0.0) return a + Expr(-b.value());
  return binary(Op::sub, a, b);
}

Expr operator*(Expr a, Expr b) {
  if (a.is_constant() && b.is_constant()) return a.value() * b.value();
  if (a.is_constant(0.0) || b.is_constant(0.0)) return 0.0;
  if (is_neg(a)) return -(argument(a, 0) * b);
  if (is_neg(b)) return -(a * argument(b, 0));
  order(a, b);
  if (a.is_constant()) {
    if (a.value() == 1.0) return b;
    if (a.value() < 0.0) return -(Expr(-a.value()) * b);
    const Expr inner = constant_factor(b);
    // Two factors are multiplied unless the product overflows or underflows.
    const double factor = a.value() * inner.value();
    if (std::isnormal(factor)) return Expr(factor) * argument(b, 1);
  }
  return binary(Op::mul, a, b);
}

Expr operator/(Expr a, Expr b) {
  if (a.is_constant() && b.is_constant()) return a.value() / b.value();
  if (a.is_constant(0.0)) return 0.0;
  if (is_neg(a)) return -(argument(a, 0) / b);
  if (is_neg(b)) return -(a / argument(b, 0));
  if (b.is_constant()) {
    if (b.value() == 1.0) return a;
    if (b.value() < 0.0) return -(a / Expr(-b.value()));
    int exponent = 0;
    const bool exact = std::frexp(b.value(), &exponent) == 0.5 && std::abs(exponent) < 1000;
    if (exact) return a * Expr(1.0 / b.value());
  }
  if (a.is_constant() && a.value() < 0.0) return -(Expr(-a.value()) / b);
  return binary(Op::div, a, b);
}

Expr fma(Expr a, Expr b, Expr c) {
  if (a.is_constant() && b.is_constant() && c.is_constant()) {
    return detail::apply(Op::fma, a.value(), b.value(), c.value());
  }
  // A constant product is folded if it is exact: otherwise the sum would be rounded twice.
  const double product = a.value() * b.value();
  const bool exact = a.is_constant() && b.is_constant() &&
                     (std::isnormal(product) && std::fma(a.value(), b.value(), -product) == 0.0);
  if (c.is_constant(0.0) || a.is_constant(0.0) || b.is_constant(0.0) || a.is_constant(1.0) ||
      b.is_constant(1.0) || exact) {
    return a * b + c;
  }
  return graph_of(a, b, c).insert(Op::fma, std::array{a, b, c});
}

Expr sqrt(Expr x) { return unary(Op::sqrt, x); }
Expr exp(Expr x) { return unary(Op::exp, x); }
Expr log(Expr x) { return unary(Op::log, x); }

Expr pow(Expr x, Expr y) {
  if (x.is_constant() && y.is_constant()) return detail::apply(Op::pow, x.value(), y.value());
  if (y.is_constant()) {
    constexpr double kLargestProduct = 16;
    const double n = y.value();
    if (n == 0.5) return sqrt(x);
    if (n == std::floor(n) && std::abs(n) <= kLargestProduct) {
      const Expr product = power_by_squaring(x, static_cast<int>(std::abs(n)));
      return n < 0 ? 1.0 / product : product;
    }
  }
  return binary(Op::pow, x, y);
}

Expr sin(Expr x) { return is_neg(x) ? -sin(argument(x, 0)) : unary(Op::sin, x); }
Expr cos(Expr x) { return is_neg(x) ? cos(argument(x, 0)) : unary(Op::cos, x); }
Expr tan(Expr x) { return is_neg(x) ? -tan(argument(x, 0)) : unary(Op::tan, x); }
Expr asin(Expr x) { return is_neg(x) ? -asin(argument(x, 0)) : unary(Op::asin, x); }
Expr acos(Expr x) { return unary(Op::acos, x); }
Expr atan(Expr x) { return is_neg(x) ? -atan(argument(x, 0)) : unary(Op::atan, x); }
Expr atan2(Expr y, Expr x) { return binary(Op::atan2, y, x); }
Expr sinh(Expr x) { return is_neg(x) ? -sinh(argument(x, 0)) : unary(Op::sinh, x); }
Expr cosh(Expr x) { return is_neg(x) ? cosh(argument(x, 0)) : unary(Op::cosh, x); }
Expr tanh(Expr x) { return is_neg(x) ? -tanh(argument(x, 0)) : unary(Op::tanh, x); }

Expr abs(Expr x) {
  if (is_neg(x)) return abs(argument(x, 0));
  return x.op() == Op::abs ? x : unary(Op::abs, x);
}

Expr sign(Expr x) { return is_neg(x) ? -sign(argument(x, 0)) : unary(Op::sign, x); }
Expr min(Expr a, Expr b) { return a == b ? a : binary(Op::min, a, b); }
Expr max(Expr a, Expr b) { return a == b ? a : binary(Op::max, a, b); }
Expr floor(Expr x) { return unary(Op::floor, x); }
Expr less(Expr a, Expr b) { return binary(Op::less, a, b); }
Expr less_equal(Expr a, Expr b) { return binary(Op::less_equal, a, b); }
Expr equal(Expr a, Expr b) { return binary(Op::equal, a, b); }

Expr logical_and(Expr a, Expr b) {
  if (a.is_constant(0.0) || b.is_constant(0.0)) return 0.0;
  return binary(Op::logical_and, a, b);
}

Expr logical_or(Expr a, Expr b) {
  if ((a.is_constant() && !a.is_constant(0.0)) || (b.is_constant() && !b.is_constant(0.0))) {
    return 1.0;
  }
  return binary(Op::logical_or, a, b);
}

Expr logical_not(Expr a) { return unary(Op::logical_not, a); }

Expr select(Expr condition, Expr a, Expr b) {
  if (condition.is_constant()) return condition.is_constant(0.0) ? b : a;
  if (a == b) return a;
  return graph_of(condition, a, b).insert(Op::select, std::array{condition, a, b});
}

Expr relation(Expr indicator) { return unary(Op::relation, indicator); }

}  // namespace holon
