// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// With x = A⁻¹ b, x̄ the adjoint of x and g = A⁻ᵀ x̄:
//   dx = A⁻¹ (db − dA x)                       b̄ = g,  Ā = −g xᵀ
// With x = A⁺ b of any constant rank (G. H. Golub, V. Pereyra, SIAM J. Numer. Anal. 10 (1973) 413),
// r = b − A x, w = A⁺ᵀ x, g = A⁺ᵀ x̄, h = A⁺ g:
//   dx = A⁺ (db − dA x) + A⁺ A⁺ᵀ dAᵀ r + (1 − A⁺A) dAᵀ w
//   b̄ = g,  Ā = −g xᵀ + r hᵀ + w (x̄ − Aᵀ g)ᵀ
// Of branches (graph/nested.h), where only the cuts are shortest, with G that maps b to x, P that
// selects the cuts, and r, x̄ less its image under A through G:
//   dx = G (db − dA x) + G P G dA (1 − G A) r + (1 − G A)(1 − A G) dA G P x
// At full rank the last two terms are zero; they are deselected there, because they would multiply
// rounding error by the square of the condition number.

#include "holon/expr/derive/solve_rules.h"

#include <algorithm>

#include "holon/expr/graph/nested.h"

namespace holon::detail {

namespace {

using Vector = std::vector<Expr>;

bool is_zero(std::span<const Expr> v) {
  return std::all_of(v.begin(), v.end(), [](Expr e) { return e.is_constant(0.0); });
}

Vector operator-(Vector a, const Vector& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] -= b[i];
  return a;
}

/// A solve node: its matrix, its solution, and operations on them.
class LinearSystem {
 public:
  LinearSystem(Graph& graph, std::uint32_t id)
      : graph_(graph),
        id_(id),
        payload_(graph.payload(graph.node(id))),
        n_(count(payload_.size)),
        shortest_(find_shortest(payload_)) {
    for (std::size_t e = 0; e < entry_count(); ++e) {
      entries_.push_back(graph_.expr(payload_.arguments[e]));
    }
    for (std::size_t i = 0; i < n_; ++i) {
      right_side_.push_back(graph_.expr(payload_.arguments[entry_count() + i]));
      solution_.push_back(graph_.output(id, static_cast<std::uint32_t>(i)));
    }
  }

  std::size_t size() const { return n_; }
  std::size_t entry_count() const { return payload_.row_index.size(); }
  bool symmetric() const { return is_symmetric(payload_.kind); }
  bool any_rank() const { return has_any_rank(payload_.kind); }
  const Vector& entries() const { return entries_; }
  const Vector& solution() const { return solution_; }
  const Vector& right_side() const { return right_side_; }

  /// The part of x whose norm is minimised: all of x, or its cuts.
  Vector keep_shortest(Vector x) const {
    for (std::size_t i = 0; i < n_; ++i) x[i] = shortest_[i] ? x[i] : Expr(0.0);
    return x;
  }
  bool has_branches() const { return !find_branches(payload_).empty(); }
  /// y − G A y, and y − A G y.
  Vector take_off_range(Vector y) { return y - solve(multiply(entries_, y, false), false); }
  Vector take_off_image(Vector y) { return y - multiply(entries_, solve(y, false), false); }

  /// 1 if the rank is deficient.
  Expr has_lost_rank() {
    return less(graph_.output(id_, static_cast<std::uint32_t>(n_ + 1)), static_cast<double>(n_));
  }

  /// B x or Bᵀ x for a matrix B of this pattern.
  Vector multiply(std::span<const Expr> b, std::span<const Expr> x, bool transposed) const {
    Vector y(n_, 0.0);
    for_entries([&](std::size_t e, std::size_t i, std::size_t j) {
      const bool swap = transposed && !symmetric();
      y[swap ? j : i] += b[e] * x[swap ? i : j];
      if (symmetric() && i != j) y[j] += b[e] * x[i];
    });
    return y;
  }

  /// Adds u vᵀ to the adjoints of the stored entries.
  void add_product(std::span<Expr> adjoint, std::span<const Expr> u,
                   std::span<const Expr> v) const {
    for_entries([&](std::size_t e, std::size_t i, std::size_t j) {
      adjoint[e] += u[i] * v[j];
      if (symmetric() && i != j) adjoint[e] += u[j] * v[i];
    });
  }

  /// The same matrix, or its transpose, with another right-hand side.
  Vector solve(std::span<const Expr> right_side, bool transposed) {
    if (is_zero(right_side)) return Vector(n_, 0.0);
    Payload p = transposed && !symmetric() ? transpose() : payload_;
    for (std::size_t i = 0; i < n_; ++i) {
      p.arguments[entry_count() + i] = graph_.intern(right_side[i]);
    }
    Vector x = graph_.add_payload(std::move(p));
    x.resize(n_);
    return x;
  }

 private:
  static std::size_t count(int n) { return static_cast<std::size_t>(n); }

  template <class F>
  void for_entries(F f) const {
    for (std::size_t j = 0; j < n_; ++j) {
      for (int k = payload_.column_start[j]; k < payload_.column_start[j + 1]; ++k) {
        f(count(k), count(payload_.row_index[count(k)]), j);
      }
    }
  }

  Payload transpose() const {
    Payload p = payload_;
    std::vector<std::vector<std::pair<int, std::uint32_t>>> columns(n_);
    for_entries([&](std::size_t e, std::size_t i, std::size_t j) {
      columns[i].emplace_back(static_cast<int>(j), payload_.arguments[e]);
    });
    p.row_index.clear();
    p.column_start = {0};
    for (const auto& column : columns) {
      for (const auto& [row, argument] : column) {
        p.arguments[p.row_index.size()] = argument;
        p.row_index.push_back(row);
      }
      p.column_start.push_back(static_cast<int>(p.row_index.size()));
    }
    return p;
  }

  Graph& graph_;
  std::uint32_t id_;
  Payload payload_;  // a copy: the graph grows
  std::size_t n_;
  std::vector<bool> shortest_;
  Vector entries_, right_side_, solution_;
};

Vector negative(Vector a) {
  for (Expr& e : a) e = -e;
  return a;
}

Vector select_all(Expr condition, Vector a) {
  for (Expr& e : a) e = select(condition, e, 0.0);
  return a;
}

}  // namespace

std::vector<Expr> differentiate_solve(Graph& graph, std::uint32_t id, std::span<const Expr> d) {
  LinearSystem system(graph, id);
  const auto da = d.first(system.entry_count());
  const auto db = d.subspan(system.entry_count());
  Vector right = Vector(db.begin(), db.end()) - system.multiply(da, system.solution(), false);
  if (!system.any_rank() || is_zero(da)) return system.solve(right, false);
  const Vector& x = system.solution();
  const Expr lost = system.has_lost_rank();
  Vector rest = system.right_side() - system.multiply(system.entries(), x, false);
  if (system.has_branches()) rest = system.take_off_range(select_all(lost, rest));
  Vector s =
      select_all(lost, system.multiply(da, system.solve(system.keep_shortest(x), true), true));
  if (system.has_branches()) s = system.take_off_image(s);
  const Vector u =
      system.keep_shortest(system.solve(select_all(lost, system.multiply(da, rest, true)), true));
  right = right - (system.multiply(system.entries(), s, false) - u);
  Vector dx = system.solve(right, false);
  for (std::size_t i = 0; i < dx.size(); ++i) dx[i] += s[i];
  return dx;
}

std::vector<Expr> reverse_solve(Graph& graph, std::uint32_t id, std::span<const Expr> adjoint) {
  LinearSystem system(graph, id);
  const Vector& x = system.solution();
  const Vector g = system.solve(adjoint, true);
  Vector result(system.entry_count(), 0.0);
  system.add_product(result, negative(g), x);
  if (system.any_rank()) {
    const Expr lost = system.has_lost_rank();
    Vector rest = system.right_side() - system.multiply(system.entries(), x, false);
    Vector beside =
        Vector(adjoint.begin(), adjoint.end()) - system.multiply(system.entries(), g, true);
    if (system.has_branches()) {
      rest = system.take_off_range(select_all(lost, rest));
      beside = system.take_off_range(select_all(lost, beside));
    }
    const Vector h = system.solve(select_all(lost, system.keep_shortest(g)), false);
    system.add_product(result, rest, h);
    system.add_product(result, system.solve(system.keep_shortest(x), true),
                       select_all(lost, beside));
  }
  result.insert(result.end(), g.begin(), g.end());
  return result;
}

}  // namespace holon::detail
