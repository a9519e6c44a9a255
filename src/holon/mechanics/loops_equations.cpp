// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Constraints that are written as formulas: what a unit multiplier does, by exact derivatives.

#include <algorithm>
#include <unordered_map>

#include "holon/mechanics/loops.h"
#include "holon/mechanics/traced.h"

namespace holon {

using detail::Triple;

namespace {

/// g with symbols in the place of what it takes from links' poses, and its slopes.
class CutEquation {
 public:
  explicit CutEquation(Expr g) : g_(g) {}

  /// Slopes may be asked for once all cuts have been made.
  void cut(const std::vector<Expr>& values) {
    for (const Expr& e : values) {
      // A symbol is a coordinate, whose slope is asked for as such.
      if (e.is_constant() || e.op() == Op::symbol || symbol_of_.contains(e)) continue;
      symbol_of_.emplace(e, g_.graph()->symbol("pose"));
      from_.push_back(e);
      to_.push_back(symbol_of_.at(e));
    }
  }

  void differentiate() {
    const Expr g = substitute(std::span(&g_, 1), from_, to_)[0];
    const std::vector<Expr> symbols = find_symbols(std::span(&g, 1));
    const std::vector<Expr> slopes = substitute(gradient(g, symbols), to_, from_);
    for (std::size_t k = 0; k < symbols.size(); ++k) slopes_.emplace(symbols[k], slopes[k]);
  }

  /// ∂g/∂e of a value that was cut.
  Expr slope(const Expr& e) const {
    const auto symbol = symbol_of_.find(e);
    return symbol == symbol_of_.end() ? Expr(0.0) : slope_of_symbol(symbol->second);
  }
  /// ∂g/∂ of a coordinate, where g takes it as such.
  Expr slope_of_symbol(const Expr& symbol) const {
    const auto found = slopes_.find(symbol);
    return found == slopes_.end() ? Expr(0.0) : found->second;
  }

 private:
  const Expr g_;
  std::vector<Expr> from_, to_;
  std::unordered_map<Expr, Expr> symbol_of_, slopes_;
};

/// What a slope along a quaternion is as a torque, where the quaternion changes by
/// ½ (0, ω) q (`world`) or ½ q (0, ω).
Triple<Expr> torque_of(const std::array<Expr, 4>& slope, std::span<const Expr> q, bool world) {
  const Triple<Expr> v{q[1], q[2], q[3]};
  Triple<Expr> torque;
  for (std::size_t i = 0; i < 3; ++i) {
    Triple<Expr> e{};
    e[i] = 1.0;
    const Triple<Expr> across = world ? detail::cross(e, v) : detail::cross(v, e);
    Expr sum = -(slope[0] * v[i]);
    for (std::size_t k = 0; k < 3; ++k) sum += slope[k + 1] * (q[0] * e[k] + across[k]);
    torque[i] = 0.5 * sum;
  }
  return torque;
}

bool is_zero(std::span<const Expr> list) {
  return std::all_of(list.begin(), list.end(), [](const Expr& e) { return e.is_constant(0.0); });
}

}  // namespace

Loops::Way Loops::make_equation_way(const Mechanism::Motion& equation, bool kept) {
  Way way;
  if (!kept) return way;
  way.position = {equation.position};
  way.velocity = {equation.rate};
  way.bias = {equation.acceleration};
  CutEquation g(equation.position);
  const std::size_t count = tree_.links.size();
  for (std::size_t k = 0; k < count; ++k) {
    g.cut(kinematics_.pose(k));
    g.cut(kinematics_.orientation(k));
  }
  g.differentiate();
  for (std::size_t k = 0; k < count; ++k) {
    const std::vector<Expr>& X = kinematics_.pose(k);
    const std::vector<Expr>& q = kinematics_.orientation(k);
    // Of a pose: a force at the link's origin and a torque, t = Σ column of R × slope along it.
    Triple<Expr> force{}, torque{};
    for (std::size_t i = 0; i < 3; ++i) force[i] = g.slope(X[9 + i]);
    for (std::size_t c = 0; c < 3; ++c) {
      const Triple<Expr> column{X[c], X[3 + c], X[6 + c]};
      const Triple<Expr> slope{g.slope(X[c]), g.slope(X[3 + c]), g.slope(X[6 + c])};
      torque = detail::plus(torque, detail::cross(column, slope));
    }
    const std::array<Expr, 4> slope{g.slope(q[0]), g.slope(q[1]), g.slope(q[2]), g.slope(q[3])};
    if (!is_zero(slope)) torque = detail::plus(torque, torque_of(slope, q, true));
    if (!is_zero(force) || !is_zero(torque)) {
      const detail::Rows R{{{X[0], X[1], X[2]}, {X[3], X[4], X[5]}, {X[6], X[7], X[8]}}};
      const Triple<Expr> f = detail::transposed_times(R, force);
      const Triple<Expr> n = detail::transposed_times(R, torque);
      way.acting.push_back({static_cast<int>(k), {{f[0], f[1], f[2], n[0], n[1], n[2]}}});
    }
    // Of a coordinate: an effort along the joint.
    const detail::LinkShape& shape = passes_.shapes()[k];
    if (shape.prescribed) continue;
    std::vector<Expr> slopes, efforts;
    for (const Expr& coordinate : states_[k].q) slopes.push_back(g.slope_of_symbol(coordinate));
    if (is_zero(slopes)) continue;
    if (shape.is_straight()) {
      efforts = {shape.sign < 0 ? -slopes[0] : slopes[0]};
    } else {
      std::span<const Expr> rest = slopes;
      Triple<Expr> turn{};
      if (shape.has_quaternion()) {
        turn = torque_of({rest[0], rest[1], rest[2], rest[3]}, states_[k].q, false);
        rest = rest.subspan(4);
      }
      if (shape.has_place()) {
        Triple<Expr> push{rest[0], rest[1], rest[2]};
        if (shape.has_quaternion()) {
          const std::vector<Expr>& a = passes_.attitude(k);
          push = detail::transposed_times(
              {{{a[0], a[1], a[2]}, {a[3], a[4], a[5]}, {a[6], a[7], a[8]}}}, push);
        }
        efforts.assign(push.begin(), push.end());
      }
      if (shape.has_quaternion()) efforts.insert(efforts.end(), turn.begin(), turn.end());
    }
    for (const Expr& e : efforts) way.own_efforts[static_cast<int>(k)].push_back({e});
  }
  return way;
}

}  // namespace holon
