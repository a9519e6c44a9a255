// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "holon/expr/graph/graph.h"

namespace holon {

/// An expression as a sum of terms, in a normal form: products of sines and cosines are sines and
/// cosines of sums of angles, so that sin²a + cos²a is 1 and cos a cos b − sin a sin b is cos(a +
/// b). For reading; values differ from those of the expression by rounding error.
class TrigSum {
 public:
  enum class Trig : std::uint8_t { none, cosine, sine };
  /// Nodes with integer factors, in the order of the nodes; no zeros.
  using Powers = std::vector<std::pair<std::uint32_t, int>>;
  /// Powers of nodes, times the sine or cosine of a sum of nodes (the first factor positive).
  struct Key {
    Trig trig = Trig::none;
    Powers angle{};
    Powers powers{};
    auto operator<=>(const Key&) const = default;
  };
  /// `size` is the sum of the magnitudes of the summands, so that rounding errors can be
  /// distinguished from terms.
  struct Factor {
    double value = 0, size = 0;
  };
  std::map<Key, Factor> terms;

  TrigSum() = default;
  TrigSum(double number);  // NOLINT: a number is a sum
  static TrigSum of_node(std::uint32_t node);

  bool is_zero() const { return terms.empty(); }
  std::optional<double> constant() const;  ///< if it is constant
  void add(const Key& key, Factor factor);

  TrigSum& operator+=(const TrigSum& other);
  TrigSum operator*(const TrigSum& other) const;
  TrigSum scaled(double factor) const;
  TrigSum operator-(const TrigSum& other) const;
  /// Removes terms of rounding-error size.
  void tidy();
};

/// Converts expressions of one graph to that form. A node that is neither sum, product, integer
/// power, sine nor cosine remains unchanged as a factor. Throws ModelError if a sum would have more
/// than `longest` terms.
class TrigSums {
 public:
  explicit TrigSums(Graph& graph, std::size_t longest = 2000) : graph_(graph), longest_(longest) {}
  /// Four nodes whose squares sum to 1: the square of the first is replaced.
  void add_unit_quaternion(std::span<const Expr> q);
  /// Summands of angles that are no node times an integer (W t, 2.5 x) count as nodes, so that sin²
  /// and cos² of them sum to 1 too. Without it such sines and cosines remain unchanged.
  void take_any_angle() { takes_any_angle_ = true; }

  TrigSum of(Expr e);  ///< without calls: see flatten_calls
  TrigSum multiply(const TrigSum& a, const TrigSum& b) const;
  /// ∂s/∂x of a symbol, also through unchanged factors.
  TrigSum differentiate(const TrigSum& s, Expr x);
  /// The sum as an expression again.
  Expr expression(const TrigSum& s);
  Graph& graph() const { return graph_; }

 private:
  const TrigSum& of_node(std::uint32_t id);
  TrigSum calc(std::uint32_t id);
  TrigSum divide(const TrigSum& a, const TrigSum& b);
  TrigSum calc_trig(const TrigSum& angle, bool is_sine);
  TrigSum atom(Expr e);
  const TrigSum& derivative_of_atom(std::uint32_t id, Expr x);
  TrigSum reduce(TrigSum s) const;

  Graph& graph_;
  std::size_t longest_;
  bool takes_any_angle_ = false;
  std::unordered_map<std::uint32_t, TrigSum> known_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, TrigSum> slopes_;
  std::map<std::uint32_t, std::vector<std::uint32_t>> quaternions_;  ///< w -> x, y, z
};

}  // namespace holon
