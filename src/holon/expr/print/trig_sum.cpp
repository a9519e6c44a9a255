// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/print/trig_sum.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "holon/base/errors.h"
#include "holon/expr/graph/function.h"
#include "holon/expr/graph/operations.h"
#include "holon/expr/graph/traverse.h"

namespace holon {

namespace {

using Trig = TrigSum::Trig;
using Key = TrigSum::Key;
using Powers = TrigSum::Powers;

/// The rounding error of some hundred operations: a term this small relative to its summands is
/// zero.
constexpr double kRounding = 256 * std::numeric_limits<double>::epsilon();

/// a + sign b.
Powers add_signed(const Powers& a, const Powers& b, int sign = 1) {
  Powers sum;
  std::size_t i = 0, j = 0;
  while (i < a.size() || j < b.size()) {
    if (j == b.size() || (i < a.size() && a[i].first < b[j].first)) {
      sum.push_back(a[i++]);
    } else if (i == a.size() || b[j].first < a[i].first) {
      sum.emplace_back(b[j].first, sign * b[j].second);
      ++j;
    } else {
      const int n = a[i].second + sign * b[j].second;
      if (n != 0) sum.emplace_back(a[i].first, n);
      ++i;
      ++j;
    }
  }
  return sum;
}

/// Adds the term with sin or cos of an angle of any sign.
void add_trig(TrigSum& sum, Trig trig, Powers angle, const Powers& powers, double factor,
              double size) {
  if (angle.empty()) {
    if (trig == Trig::cosine) sum.add({Trig::none, {}, powers}, {factor, size});
    return;
  }
  if (angle.front().second < 0) {
    for (auto& [node, n] : angle) n = -n;
    if (trig == Trig::sine) factor = -factor;
  }
  sum.add({trig, std::move(angle), powers}, {factor, size});
}

void add_product(TrigSum& sum, const Key& a, const Key& b, double factor, double size) {
  const Powers powers = add_signed(a.powers, b.powers);
  if (a.trig == Trig::none || b.trig == Trig::none) {
    const Key& k = a.trig == Trig::none ? b : a;
    sum.add({k.trig, k.angle, powers}, {factor, size});
    return;
  }
  const Powers plus = add_signed(a.angle, b.angle), minus = add_signed(a.angle, b.angle, -1);
  const double half = 0.5 * factor, h = 0.5 * size;
  if (a.trig == b.trig) {  // cos cos, sin sin
    add_trig(sum, Trig::cosine, minus, powers, half, h);
    add_trig(sum, Trig::cosine, plus, powers, a.trig == Trig::cosine ? half : -half, h);
  } else {  // sin a cos b = (sin(a+b) + sin(a−b))/2; cos a sin b = (sin(a+b) − sin(a−b))/2
    add_trig(sum, Trig::sine, plus, powers, half, h);
    add_trig(sum, Trig::sine, minus, powers, a.trig == Trig::sine ? half : -half, h);
  }
}

/// x of a node 0.5 x.
std::optional<std::uint32_t> find_whole_of_half(const Graph& graph, std::uint32_t id) {
  const Node& node = graph.node(id);
  if (node.op != Op::mul) return {};
  for (const std::size_t k : {0U, 1U}) {
    const Node& factor = graph.node(node.args[k]);
    if (factor.op == Op::constant && graph.constant_value(factor) == 0.5) return node.args[1 - k];
  }
  return {};
}

/// Half angles: n (x/2) + m x is a multiple of x where n is even, else of x/2. So squares and
/// products of sines and cosines of x/2, of which attitudes are made, are those of x.
Powers join_halves(const Graph& graph, const Powers& angle) {
  Powers result = angle;
  for (const auto& [node, n] : angle) {
    const std::optional<std::uint32_t> whole = find_whole_of_half(graph, node);
    if (!whole) continue;
    int halves = n;
    for (const auto& [other, m] : angle)
      if (other == *whole) halves += 2 * m;
    std::erase_if(result, [&, &half = node](const auto& p) {  // clang 14 requires a named capture
      return p.first == half || p.first == *whole;
    });
    if (halves == 0) continue;
    if (halves % 2 == 0) {
      result.emplace_back(*whole, halves / 2);
    } else {
      result.emplace_back(node, halves);
    }
  }
  std::sort(result.begin(), result.end());
  return result;
}

TrigSum join_halves(const Graph& graph, const TrigSum& s) {
  TrigSum result;
  for (const auto& [key, factor] : s.terms) {
    if (key.trig == Trig::none) {
      result.add(key, factor);
    } else {
      add_trig(result, key.trig, join_halves(graph, key.angle), key.powers, factor.value,
               factor.size);
    }
  }
  result.tidy();
  return result;
}

bool is_small_integer(double x) { return x == std::floor(x) && std::abs(x) < 1000; }

}  // namespace

TrigSum::TrigSum(double number) {
  if (number != 0) terms[{}] = {number, std::abs(number)};
}

TrigSum TrigSum::of_node(std::uint32_t node) {
  TrigSum s;
  s.terms[{Trig::none, {}, {{node, 1}}}] = {1, 1};
  return s;
}

std::optional<double> TrigSum::constant() const {
  if (terms.empty()) return 0.0;
  if (terms.size() == 1 && terms.begin()->first == Key{}) return terms.begin()->second.value;
  return {};
}

void TrigSum::add(const Key& key, Factor factor) {
  Factor& f = terms[key];
  f.value += factor.value;
  f.size += factor.size;
}

void TrigSum::tidy() {
  std::erase_if(
      terms, [](const auto& t) { return std::abs(t.second.value) <= kRounding * t.second.size; });
}

TrigSum& TrigSum::operator+=(const TrigSum& other) {
  for (const auto& [key, factor] : other.terms) add(key, factor);
  tidy();
  return *this;
}

TrigSum TrigSum::scaled(double factor) const {
  TrigSum s;
  if (factor == 0) return s;
  for (const auto& [key, f] : terms) s.terms[key] = {f.value * factor, f.size * std::abs(factor)};
  return s;
}

TrigSum TrigSum::operator-(const TrigSum& other) const {
  TrigSum s = *this;
  s += other.scaled(-1);
  return s;
}

TrigSum TrigSum::operator*(const TrigSum& other) const {
  TrigSum s;
  for (const auto& [a, x] : terms) {
    for (const auto& [b, y] : other.terms) add_product(s, a, b, x.value * y.value, x.size * y.size);
  }
  s.tidy();
  return s;
}

void TrigSums::add_unit_quaternion(std::span<const Expr> q) {
  quaternions_[q[0].id()] = {q[1].id(), q[2].id(), q[3].id()};
}

TrigSum TrigSums::multiply(const TrigSum& a, const TrigSum& b) const {
  if (a.terms.size() * b.terms.size() > 50 * longest_) throw ModelError("a sum is too long");
  TrigSum s = reduce(a * b);
  if (s.terms.size() > longest_) throw ModelError("a sum is too long");
  return s;
}

/// w² = 1 − x² − y² − z²; halves of angles joined.
TrigSum TrigSums::reduce(TrigSum s) const {
  if (takes_any_angle_) s = join_halves(graph_, s);
  if (quaternions_.empty()) return s;
  for (bool is_done = false; !is_done;) {
    is_done = true;
    TrigSum next;
    for (const auto& [key, factor] : s.terms) {
      const auto w = std::find_if(key.powers.begin(), key.powers.end(), [&](const auto& p) {
        return p.second >= 2 && quaternions_.contains(p.first);
      });
      if (w == key.powers.end()) {
        next.add(key, factor);
        continue;
      }
      is_done = false;
      const auto rest = [&, &key = key](const Powers& more) {  // clang 14 requires a named capture
        return Key{key.trig, key.angle, add_signed(add_signed(key.powers, {{w->first, -2}}), more)};
      };
      next.add(rest({}), factor);
      for (const std::uint32_t other : quaternions_.at(w->first)) {
        next.add(rest({{other, 2}}), {-factor.value, factor.size});
      }
    }
    s = std::move(next);
    s.tidy();
  }
  return s;
}

TrigSum TrigSums::of(Expr e) {
  if (e.is_constant()) return TrigSum(e.value());
  for (const std::uint32_t id : detail::find_reachable(graph_, std::span(&e, 1))) of_node(id);
  return of_node(e.id());
}

const TrigSum& TrigSums::of_node(std::uint32_t id) {
  if (const auto it = known_.find(id); it != known_.end()) return it->second;
  TrigSum sum = calc(id);
  sum.tidy();
  if (sum.terms.size() > longest_) throw ModelError("a sum is too long");
  return known_[id] = std::move(sum);
}

TrigSum TrigSums::atom(Expr e) {
  if (e.is_constant()) return TrigSum(e.value());
  return TrigSum::of_node(e.id());
}

TrigSum TrigSums::calc(std::uint32_t id) {
  const Node node = graph_.node(id);
  const auto argument = [&](std::size_t k) -> const TrigSum& { return of_node(node.args[k]); };
  switch (node.op) {
    case Op::constant: return TrigSum(graph_.constant_value(node));
    case Op::symbol: return TrigSum::of_node(id);
    case Op::add: {
      TrigSum s = argument(0);
      return s += argument(1);
    }
    case Op::sub: return argument(0) - argument(1);
    case Op::neg: return argument(0).scaled(-1);
    case Op::mul: return multiply(argument(0), argument(1));
    case Op::fma: {
      TrigSum s = multiply(argument(0), argument(1));
      return s += argument(2);
    }
    case Op::div: return divide(argument(0), argument(1));
    case Op::sin:
    case Op::cos: return calc_trig(argument(0), node.op == Op::sin);
    default: break;
  }
  if (detail::has_payload(node.op) || node.op == Op::output) return TrigSum::of_node(id);
  std::array<Expr, 3> a{0.0, 0.0, 0.0};
  for (int k = 0; k < detail::arity(node.op); ++k) {
    a[static_cast<std::size_t>(k)] = expression(argument(static_cast<std::size_t>(k)));
  }
  return atom(detail::make(node.op, a[0], a[1], a[2]));
}

TrigSum TrigSums::divide(const TrigSum& a, const TrigSum& b) {
  TrigSum inverse;
  if (b.terms.size() == 1 && b.terms.begin()->first.trig == Trig::none) {
    const auto& [key, factor] = *b.terms.begin();
    inverse.terms[{Trig::none, {}, add_signed({}, key.powers, -1)}] = {1 / factor.value,
                                                                       1 / std::abs(factor.value)};
  } else {
    const Expr whole = expression(b);
    if (whole.is_constant()) {
      inverse = TrigSum(1 / whole.value());
    } else {
      inverse.terms[{Trig::none, {}, {{whole.id(), -1}}}] = {1, 1};
    }
  }
  return multiply(a, inverse);
}

TrigSum TrigSums::calc_trig(const TrigSum& angle, bool is_sine) {
  Powers nodes;
  double phase = 0;
  for (const auto& [key, factor] : angle.terms) {
    if (key == Key{}) {
      phase = factor.value;
      continue;
    }
    const bool is_node = key.trig == Trig::none && key.powers.size() == 1 &&
                         key.powers[0].second == 1 && is_small_integer(factor.value);
    if (!is_node && takes_any_angle_) {
      TrigSum summand;
      summand.terms[key] = {std::abs(factor.value), factor.size};
      nodes.emplace_back(expression(summand).id(), factor.value < 0 ? -1 : 1);
      continue;
    }
    if (!is_node) {
      const Expr whole = expression(angle);
      return atom(is_sine ? sin(whole) : cos(whole));
    }
    nodes.emplace_back(key.powers[0].first, static_cast<int>(factor.value));
  }
  std::sort(nodes.begin(), nodes.end());
  // sin(n + φ) = sin n cos φ + cos n sin φ, cos(n + φ) = cos n cos φ − sin n sin φ.
  TrigSum s;
  const Trig own = is_sine ? Trig::sine : Trig::cosine, other = is_sine ? Trig::cosine : Trig::sine;
  add_trig(s, own, nodes, {}, std::cos(phase), 1);
  if (phase != 0) add_trig(s, other, nodes, {}, is_sine ? std::sin(phase) : -std::sin(phase), 1);
  s.tidy();
  return takes_any_angle_ ? join_halves(graph_, s) : s;
}

Expr TrigSums::expression(const TrigSum& s) {
  Expr sum = 0.0;
  for (const auto& [key, factor] : s.terms) {
    Expr e = factor.value;
    for (const auto& [node, n] : key.powers) e *= pow(graph_.expr(node), static_cast<double>(n));
    if (key.trig != Trig::none) {
      Expr angle = 0.0;
      for (const auto& [node, n] : key.angle) angle += static_cast<double>(n) * graph_.expr(node);
      e *= key.trig == Trig::sine ? sin(angle) : cos(angle);
    }
    sum += e;
  }
  return sum;
}

const TrigSum& TrigSums::derivative_of_atom(std::uint32_t id, Expr x) {
  const auto [it, is_new] = slopes_.try_emplace({id, x.id()});
  if (!is_new) return it->second;
  TrigSum slope;
  if (id == x.id()) {
    slope = TrigSum(1.0);
  } else if (graph_.node(id).op != Op::symbol) {
    slope = of(detail::flatten_calls({derivative(graph_.expr(id), x)})[0]);
  }
  return slopes_[{id, x.id()}] = std::move(slope);
}

TrigSum TrigSums::differentiate(const TrigSum& s, Expr x) {
  TrigSum result;
  for (const auto& [key, factor] : s.terms) {
    for (const auto& [node, n] : key.powers) {
      const TrigSum& slope = derivative_of_atom(node, x);
      if (slope.is_zero()) continue;
      TrigSum rest;
      rest.terms[{key.trig, key.angle, add_signed(key.powers, {{node, -1}})}] = {factor.value * n,
                                                                                 factor.size};
      result += multiply(rest, slope);
    }
    for (const auto& [node, n] : key.angle) {
      const TrigSum& slope = derivative_of_atom(node, x);
      if (slope.is_zero()) continue;
      TrigSum rest;
      const bool is_sine = key.trig == Trig::sine;
      rest.terms[{is_sine ? Trig::cosine : Trig::sine, key.angle, key.powers}] = {
          is_sine ? factor.value * n : -factor.value * n, factor.size};
      result += multiply(rest, slope);
    }
  }
  return reduce(std::move(result));
}

}  // namespace holon
