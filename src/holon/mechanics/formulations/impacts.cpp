// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/formulations/impacts.h"

#include "holon/mechanics/kernels/traced.h"

namespace holon {

using detail::append;

namespace {

/// ∂g/∂t of the rows: their rates where nothing moves freely. A row of rates alone (Flow) passes
/// the power of its impulse on to others.
std::vector<Expr> calc_rates_at_rest(const ConstraintRows& all,
                                     const std::vector<ConstraintPath>& paths) {
  std::vector<Expr> rates, moving;
  for (std::size_t c = 0; c < paths.size(); ++c) {
    const Closure& closure = all.closures()[c];
    const EquationConstraint* equation = closure.equation();
    const bool is_counted = !closure.is_compliant() && !(equation && equation->flow);
    for (const Expr& rate : paths[c].velocity) rates.push_back(is_counted ? rate : Expr(0.0));
  }
  for (std::size_t k = 0; k < all.tree().links.size(); ++k) {
    if (!detail::is_prescribed(all.mechanism(), all.tree().links[k]))
      append(moving, all.states()[k].v);
  }
  for (const PartResponse& part : all.parts()) append(moving, part.rates);
  return substitute(rates, moving, std::vector<Expr>(moving.size(), Expr(0.0)));
}

/// With the impulses Λₙ of the hits and Λₜ of their grips, both are linear in the share σ of the
/// solution in which nothing slides on, and σ is the largest in [0, 1] with |Λₜ| <= friction Λₙ:
///
///   σ |Λₜ| = friction ((1 − σ) Λₙ₀ + σ Λₙ).
///
/// Of several hits at one instant the least of them holds for all.
RowSolution mix_impacts(RowSolution without, const RowSolution& with,
                        const std::vector<ConstraintPath>& paths, const Hits& hits,
                        const std::vector<ImpactGrip>& grips) {
  Expr share = 1.0;
  const auto first_row = [&](std::size_t c) { return paths[c].first_row; };
  for (const ImpactGrip& grip : grips) {
    if (paths[grip.hit].count() == 0) continue;
    Expr across = 0.0;
    for (const std::size_t row : grip.rows)
      if (paths[row].count() > 0) across += square(with.lambda[first_row(row)]);
    const Expr most_before = grip.friction * max(without.lambda[first_row(grip.hit)], 0.0);
    const Expr most = grip.friction * with.lambda[first_row(grip.hit)];
    const Expr excess = sqrt(across) - most;
    const Expr slides = logical_and(hits.at(grip.hit).first, less(0.0, excess));
    share = min(share, select(slides, most_before / (excess + most_before), 1.0));
  }
  const auto mix = [&](std::vector<Expr>& from, const std::vector<Expr>& to) {
    for (std::size_t i = 0; i < from.size(); ++i) from[i] += share * (to[i] - from[i]);
  };
  for (std::size_t k = 0; k < without.rates.size(); ++k) mix(without.rates[k], with.rates[k]);
  mix(without.lambda, with.lambda);
  return without;
}

}  // namespace

/// S Λ = −(1 + e) v of the rows that hit; those that always hold keep their rate of zero. What
/// holds at times has no part in it: a stop may not pull, and friction gives no impulse but that of
/// grips. An impulse Λ along a row J v + ∂g/∂t, whose rate goes from w to −e w, does the work
///
///   Λ J (v⁻ + v⁺)/2 = ½ Λ (1 − e) w − Λ ∂g/∂t,
///
/// of which the first term is what is lost, and the second what comes from outside.
Impact calc_impact(const ConstraintRows& rows, RowSolver& solver, const Hits& hits,
                   const std::vector<ImpactGrip>& grips) {
  const std::vector<ConstraintPath>& paths = solver.solved().paths();
  std::map<std::size_t, Expr> gripped;  // by closure: 1 where its grip acts
  for (const ImpactGrip& grip : grips)
    for (const std::size_t row : grip.rows) gripped[row] = hits.at(grip.hit).first;
  std::vector<Expr> activities;
  const auto solve_impact = [&](bool with_grips) {
    std::vector<Expr> b;
    activities.clear();
    for (std::size_t c = 0; c < paths.size(); ++c) {
      const auto found = hits.find(c);
      const auto grip = gripped.find(c);
      for (std::size_t k = 0; k < paths[c].count(); ++k) {
        const Expr rate = rows.closures()[c].is_compliant() ? Expr(0.0) : paths[c].velocity[k];
        if (found != hits.end()) {
          activities.push_back(found->second.first);
          b.push_back(-(1.0 + found->second.second) * rate);
          continue;
        }
        const Expr at_times = with_grips && grip != gripped.end() ? grip->second : Expr(0.0);
        activities.push_back(rows.closures()[c].activity() ? at_times : Expr(1.0));
        b.push_back(-rate);
      }
    }
    return solver.solve(std::move(b), activities, false);
  };
  Impact impact;
  RowSolution solution = solve_impact(false);
  if (!grips.empty())
    solution = mix_impacts(std::move(solution), solve_impact(true), paths, hits, grips);
  const std::vector<Expr> impulses = std::move(solution.lambda);
  impact.step = {std::move(solution.rates), solver.solved().calc_part_changes(impulses)};
  impact.loss = impact.supply = 0.0;
  const std::vector<Expr> at_rest = calc_rates_at_rest(rows, paths);
  for (std::size_t row = 0; row < at_rest.size(); ++row)
    impact.supply -= activities[row] * impulses[row] * at_rest[row];
  const auto impulse_of = [&](std::size_t c) {
    return paths[c].count() == 0 ? Expr(0.0) : impulses[paths[c].first_row];
  };
  for (const auto& [c, acts] : gripped) impact.impulses[c] = acts * impulse_of(c);
  for (const auto& [c, given] : hits) {
    impact.impulses[c] = impulse_of(c);
    if (paths[c].count() == 0) continue;
    impact.loss -=
        0.5 * given.first * impact.impulses[c] * (1.0 - given.second) * paths[c].velocity[0];
  }
  return impact;
}

}  // namespace holon
