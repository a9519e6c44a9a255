// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/lagrange/energies.h"

#include <limits>

#include "holon/base/errors.h"
#include "holon/expr/graph/function.h"

namespace holon::detail {
namespace {

/// ∂expressions/∂symbols (expressions x symbols) by rows.
std::vector<Expr> calc_jacobian(std::span<const Expr> expressions, std::span<const Expr> symbols) {
  const std::size_t n = symbols.size();
  std::vector<Expr> identity(n * n, 0.0);
  for (std::size_t k = 0; k < n; ++k) identity[k * n + k] = 1.0;
  return derivatives(expressions, symbols, identity, static_cast<int>(n));
}

/// L D Lᵀ x = b written out. The matrix is positive definite (see check_inertia); a pivot that has
/// vanished against its diagonal, as at a pole of spherical coordinates, gives no number.
std::vector<Expr> solve_written_out(std::vector<Expr> a, std::vector<Expr> x) {
  const std::size_t n = x.size();
  std::vector<Expr> inverse(n);
  for (std::size_t j = 0; j < n; ++j) {
    Expr pivot = a[j * n + j];
    std::vector<Expr> scaled(j);
    for (std::size_t k = 0; k < j; ++k) {
      scaled[k] = a[j * n + k] * inverse[k];  // L_jk, of what is L_jk D_k so far
      pivot -= scaled[k] * a[j * n + k];
    }
    const Expr no_number = std::numeric_limits<double>::quiet_NaN();
    inverse[j] = j == 0
                     ? 1.0 / pivot
                     : select(less(kRankTolerance * a[j * n + j], pivot), 1.0 / pivot, no_number);
    for (std::size_t i = j + 1; i < n; ++i) {
      for (std::size_t k = 0; k < j; ++k) a[i * n + j] -= a[i * n + k] * scaled[k];
    }
    for (std::size_t k = 0; k < j; ++k) x[j] -= scaled[k] * x[k];
  }
  for (std::size_t j = n; j-- > 0;) {
    x[j] *= inverse[j];
    for (std::size_t i = j + 1; i < n; ++i) x[j] -= a[i * n + j] * inverse[j] * x[i];
  }
  return x;
}

template <class... Lists>
std::vector<Expr> join(const Lists&... lists) {
  std::vector<Expr> all;
  (all.insert(all.end(), lists.begin(), lists.end()), ...);
  return all;
}

}  // namespace

std::vector<Expr> calc_time_derivatives(const Energies& e, std::span<const Expr> expressions,
                                        std::span<const Expr> vdot) {
  const std::vector<Expr> time{e.time}, one{1.0};
  return derivative(expressions, join(e.q, e.v, time), join(e.v, vdot, one));
}

Expr calc_rate(const Energies& e, Expr expression) {
  const std::vector<Expr> rest(e.size(), 0.0);
  return calc_time_derivatives(e, std::span(&expression, 1), rest)[0];
}

void add_composed(Energies& outer, const Energies& inner, std::span<const Expr> p) {
  HOLON_CHECK(p.size() == inner.size(), "a composition leaves coordinates open");
  std::vector<Expr> from = join(inner.q, inner.v), to(p.begin(), p.end());
  for (const Expr& e : p) to.push_back(calc_rate(outer, e));
  const auto put_in = [&](const std::vector<Expr>& list) { return substitute(list, from, to); };
  const std::vector<Expr> energies = put_in({inner.kinetic, inner.potential, inner.dissipation});
  outer.kinetic += energies[0];
  outer.potential += energies[1];
  outer.dissipation += energies[2];
  for (const Expr& g : put_in(inner.positions)) outer.positions.push_back(g);
  for (const Expr& r : put_in(inner.speeds)) outer.speeds.push_back(r);
  const std::vector<Expr> forces = put_in(inner.forces);
  for (std::size_t k = 0; k < p.size(); ++k) {
    if (forces[k].is_constant(0.0)) continue;
    const std::vector<Expr> slopes = calc_jacobian(p.subspan(k, 1), outer.q);
    for (std::size_t a = 0; a < outer.size(); ++a) outer.forces[a] += slopes[a] * forces[k];
  }
}

LagrangeEquations make_lagrange_equations(const Energies& e) {
  const std::size_t n = e.size();
  const std::vector<Expr> rest(n, 0.0);
  LagrangeEquations result;
  result.momentum = gradient(e.kinetic, e.v);
  result.mass = calc_jacobian(result.momentum, e.v);
  result.velocity = calc_time_derivatives(e, result.momentum, rest);
  const std::vector<Expr> slopes = gradient(e.kinetic, e.q);
  for (std::size_t k = 0; k < n; ++k) result.velocity[k] -= slopes[k];
  result.weight = gradient(e.potential, e.q);
  result.damping = gradient(e.dissipation, e.v);
  result.force = e.forces;
  for (const Expr& g : e.positions) {
    result.position.push_back(g);
    result.speed.push_back(calc_rate(e, g));
  }
  for (const Expr& r : e.speeds) {
    result.position.emplace_back(0.0);
    result.speed.push_back(r);
  }
  result.rows = calc_jacobian(result.speed, e.v);
  result.bias = calc_time_derivatives(e, result.speed, rest);
  return result;
}

std::vector<Expr> calc_total_force(const LagrangeEquations& e) {
  std::vector<Expr> total;
  for (std::size_t k = 0; k < e.force.size(); ++k)
    total.push_back(e.force[k] - e.damping[k] - e.weight[k] - e.velocity[k]);
  return total;
}

// Rows are brought to the size of the masses, whatever their units: the rank is no question of
// these.
LagrangeSolution solve_lagrange(const LagrangeEquations& e, std::vector<Expr> force,
                                std::vector<Expr> row) {
  const std::size_t n = force.size(), m = row.size(), size = n + m;
  constexpr std::size_t kWrittenOut = 4;  // more cost less as a solve
  if (m == 0 && n <= kWrittenOut) return {solve_written_out(e.mass, std::move(force)), {}};
  if (m == 0) return {solve(e.mass, force, MatrixKind::positive), {}};
  std::vector<Expr> matrix(size * size, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) matrix[i * size + j] = e.mass[i * n + j];
  }
  for (std::size_t k = 0; k < m; ++k) {
    const std::span<const Expr> own = std::span(e.rows).subspan(k * n, n);
    const double scale = e.row_scales[k];
    row[k] *= scale;
    for (std::size_t i = 0; i < n; ++i) {
      const Expr entry = scale * own[i];
      matrix[(n + k) * size + i] = entry;
      matrix[i * size + n + k] = entry;
    }
  }
  force.insert(force.end(), row.begin(), row.end());
  const std::vector<Expr> x = solve(matrix, force, MatrixKind::minimum_norm);
  LagrangeSolution solution{{x.begin(), x.begin() + static_cast<std::ptrdiff_t>(n)}, {}};
  for (std::size_t k = 0; k < m; ++k) solution.lambda.push_back(-e.row_scales[k] * x[n + k]);
  return solution;
}

}  // namespace holon::detail
