// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace holon {

class Graph;

/// The operation of a node. Conditions are numbers: 1 for true, 0 for false.
enum class Op : std::uint8_t {
  constant,
  symbol,
  add,
  sub,
  mul,
  div,
  neg,
  fma,  ///< a*b + c, rounded once
  sqrt,
  exp,
  log,
  pow,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  atan2,
  sinh,
  cosh,
  tanh,
  abs,
  sign,
  min,  ///< a < b ? a : b
  max,  ///< a > b ? a : b
  floor,
  less,        ///< a < b
  less_equal,  ///< a <= b
  equal,       ///< a == b
  logical_and,
  logical_or,
  logical_not,
  select,    ///< a != 0 ? b : c; the branch not taken never affects the result
  relation,  ///< a > 0 as a mode that the solver owns (see Graph::relation)
  table,     ///< interpolation of tabulated data
  call,      ///< a Function of this node's arguments; many outputs
  solve,     ///< the solution of a linear system; many outputs
  newton,    ///< the root of a Function; many outputs
  output,    ///< one output of a node with several
};

/// A scalar expression: a constant stored inline, or a node of a Graph. A small value, copied
/// freely; the graph must outlive it. Arithmetic on expressions builds nodes, folds constants and
/// finds equal subexpressions (see Graph). Works as an Eigen scalar (include
/// "holon/expr/graph/eigen.h").
///
/// Mixing nodes of two graphs is a bug and throws std::logic_error.
class Expr {
 public:
  constexpr Expr() = default;
  constexpr Expr(double value) : value_(value) {}  // NOLINT: a number is an Expr
  constexpr Expr(int value) : value_(value) {}     // NOLINT
  constexpr Expr(Graph* graph, std::uint32_t id) : graph_(graph), id_(id) {}

  bool is_constant() const { return graph_ == nullptr; }
  bool is_constant(double value) const { return graph_ == nullptr && value_ == value; }
  /// The number of a constant expression; 0 if the expression is a node.
  double value() const { return graph_ ? 0.0 : value_; }
  /// The graph of a node; nullptr for a constant.
  Graph* graph() const { return graph_; }
  /// The node's index in its graph; meaningless for a constant.
  std::uint32_t id() const { return id_; }
  /// The operation of the node (Op::constant for a constant).
  Op op() const;
  /// The name of a symbol; empty for anything else.
  std::string_view symbol_name() const;

  Expr operator-() const;
  Expr operator+() const { return *this; }
  Expr& operator+=(Expr other);
  Expr& operator-=(Expr other);
  Expr& operator*=(Expr other);
  Expr& operator/=(Expr other);

  /// Identity: the same node, or equal constants (NaN equals itself, 0 equals -0).
  friend bool operator==(Expr a, Expr b) { return same(a, b); }
  friend bool operator!=(Expr a, Expr b) { return !same(a, b); }

 private:
  static bool same(Expr a, Expr b);

  Graph* graph_ = nullptr;
  union {
    double value_ = 0.0;
    std::uint32_t id_;
  };
};

Expr operator+(Expr a, Expr b);
Expr operator-(Expr a, Expr b);
Expr operator*(Expr a, Expr b);
Expr operator/(Expr a, Expr b);

Expr fma(Expr a, Expr b, Expr c);
Expr sqrt(Expr x);
Expr exp(Expr x);
Expr log(Expr x);
/// x^y. Small whole exponents become products, 1/2 becomes sqrt.
Expr pow(Expr x, Expr y);
Expr sin(Expr x);
Expr cos(Expr x);
Expr tan(Expr x);
Expr asin(Expr x);
Expr acos(Expr x);
Expr atan(Expr x);
Expr atan2(Expr y, Expr x);
Expr sinh(Expr x);
Expr cosh(Expr x);
Expr tanh(Expr x);
Expr abs(Expr x);
/// -1, 0 or 1.
Expr sign(Expr x);
Expr min(Expr a, Expr b);
Expr max(Expr a, Expr b);
Expr floor(Expr x);
/// Comparisons and logic evaluated in place, without an event (see `relation`).
Expr less(Expr a, Expr b);
Expr less_equal(Expr a, Expr b);
Expr equal(Expr a, Expr b);
Expr logical_and(Expr a, Expr b);
Expr logical_or(Expr a, Expr b);
Expr logical_not(Expr a);
/// `a` if the condition is not zero, else `b`. Its derivative is a selection, too.
Expr select(Expr condition, Expr a, Expr b);
/// 1 if indicator > 0, else 0, as a mode: a solver holds it during a step and changes it only at a
/// located event. If modes are not held it is evaluated in place.
Expr relation(Expr indicator);

inline Expr square(Expr x) { return x * x; }

}  // namespace holon

template <>
struct std::hash<holon::Expr> {
  std::size_t operator()(const holon::Expr& e) const noexcept {
    if (e.is_constant()) return e.value() == e.value() ? std::hash<double>{}(e.value()) : 1;
    return std::hash<const void*>{}(e.graph()) * 31u + e.id() * 0x9E3779B97F4A7C15ull;
  }
};
