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

/// The impulses are a sum of two solutions: N, in which grips have no part, and W, in which nothing
/// slides on. Both give each hit the rate −e w.
struct ImpactShares {
  Expr of_n = 1.0, of_w = 0.0;
};

/// One hit of the normal rate w < 0 and the slip u, with friction μ. The impulse p along the normal
/// grows, with q along the direction d of the tangential impulse of W, and the rates follow it by
///
///   v = w + Gₙₙ p + Gₙd q,     u·d = u_d + Gₙd p + G_dd q.
///
/// While it slides dq/dp = −μ sign(u·d). Where it stops it sticks, with dq/dp = κ = −Gₙd/G_dd, or,
/// where |κ| > μ, slides on with dq/dp = μ sign κ. Compression ends at v = 0, and restitution where
/// it has returned e² of the work of compression (W. J. Stronge, Proc. R. Soc. Lond. A 431 (1990)
/// 169). So no impact gains energy, and where the slip does not change its direction v⁺ = −e w.
ImpactShares calc_single_impact(const Expr& w, const Expr& restitution, const Expr& friction,
                                const Expr& normal_n, const Expr& normal_w, const Expr& tangential,
                                const Expr& slip_work) {
  // Λ G Λ of N and W are known, and Gₙd by reciprocity.
  const Expr change = -(1.0 + restitution) * w;
  const Expr g_nn = change / normal_n;
  const Expr g_nd = g_nn * (normal_n - normal_w) / tangential;
  const Expr g_dd = (normal_w * change - slip_work - g_nn * square(normal_w) -
                     2.0 * g_nd * normal_w * tangential) /
                    square(tangential);
  const Expr u = slip_work / tangential, s = sign(u);
  const Expr slide_slope = g_nn - s * friction * g_nd, slip_slope = g_nd - s * friction * g_dd;
  const Expr is_braked = less(s * slip_slope, 0.0), stops = max(is_braked, equal(s, 0.0));
  const Expr stop = select(is_braked, -u / select(is_braked, slip_slope, 1.0), 0.0);
  const Expr held = max(-friction, min(friction, -g_nd / g_dd));
  const Expr held_slope = g_nn + held * g_nd;
  const Expr v_stop = w + slide_slope * stop;
  const Expr ends_sliding =
      logical_and(less(0.0, slide_slope), max(1.0 - stops, less_equal(0.0, v_stop)));
  const Expr slope = select(ends_sliding, slide_slope, 1.0);
  const Expr work =
      select(ends_sliding, square(w) / (2.0 * slope),
             square(min(v_stop, 0.0)) / (2.0 * held_slope) - 0.5 * (w + v_stop) * stop);
  const Expr returned = square(restitution) * work;
  const Expr returned_sliding = square(v_stop) / (2.0 * slope);
  const Expr goes_on =
      logical_and(ends_sliding, max(1.0 - stops, less_equal(returned, returned_sliding)));
  const Expr in_sliding = (-w + sqrt(2.0 * slope * returned)) / slope;
  const Expr rest = max(returned - returned_sliding, 0.0);
  const Expr in_both =
      stop + (-v_stop + sqrt(square(v_stop) + 2.0 * held_slope * rest)) / held_slope;
  const Expr after_stop = stop + (-v_stop + sqrt(2.0 * held_slope * returned)) / held_slope;
  const Expr p = select(goes_on, in_sliding, select(ends_sliding, in_both, after_stop));
  const Expr sliding = select(stops, min(p, stop), p);
  const Expr q = -s * friction * sliding + held * (p - sliding);
  ImpactShares shares;
  shares.of_w = q / tangential;
  shares.of_n = (p - shares.of_w * normal_w) / normal_n;
  return shares;
}

/// Of several hits at one instant the largest share σ of W in [0, 1] for which no impulse of a grip
/// exceeds `friction` times that of its hit,
///
///   σ |Λₜ| = friction ((1 − σ) Λₙ₀ + σ Λₙ),
///
/// and which gains no energy: c₀ + c₁ σ + c₂ σ² <= 0.
ImpactShares find_shares(const RowSolution& n, const RowSolution& w,
                         const std::vector<ConstraintPath>& paths, const Hits& hits,
                         const std::vector<ImpactGrip>& grips) {
  const auto impulse = [&](const RowSolution& of, std::size_t c) {
    return paths[c].count() == 0 ? Expr(0.0) : of.lambda[paths[c].first_row];
  };
  const auto rate = [&](std::size_t c) {
    return paths[c].count() == 0 ? Expr(0.0) : paths[c].velocity[0];
  };
  Expr count = 0.0, work_n = 0.0, work_w = 0.0, change_n = 0.0, change_w = 0.0;
  for (const auto& [c, given] : hits) {
    const auto& [acts, restitution] = given;
    const Expr change = -(1.0 + restitution) * rate(c);
    const Expr of_n = acts * impulse(n, c), of_w = acts * impulse(w, c);
    count += acts;
    work_n += of_n * rate(c);
    work_w += of_w * rate(c);
    change_n += of_n * change;
    change_w += of_w * change;
  }
  Expr share = 1.0, is_single = 0.0;
  ImpactShares single{0.0, 0.0};
  for (const ImpactGrip& grip : grips) {
    if (paths[grip.hit].count() == 0) continue;
    const auto& [acts, restitution] = hits.at(grip.hit);
    Expr across = 0.0, slip_work = 0.0;
    for (const std::size_t row : grip.rows) {
      across += square(impulse(w, row));
      slip_work += impulse(w, row) * rate(row);
    }
    const Expr tangential = sqrt(across);
    work_w += acts * slip_work;
    change_w -= acts * slip_work;
    const Expr normal_n = impulse(n, grip.hit), normal_w = impulse(w, grip.hit);
    const Expr most_before = grip.friction * max(normal_n, 0.0);
    const Expr excess = tangential - grip.friction * normal_w;
    const Expr slides = logical_and(acts, less(0.0, excess));
    share = min(share, select(slides, most_before / (excess + most_before), 1.0));
    // Where W has a tangential impulse t whose square, which g_dd is divided by, is well above the
    // rounding errors of the normal one's (it leaves 1e-4 of g_dd); with less it just sticks.
    constexpr double kRounding = 1e-6;
    const Expr is_it = logical_and(
        logical_and(acts, equal(count, 1.0)),
        logical_and(less(rate(grip.hit), 0.0),
                    logical_and(less(0.0, normal_n), less(kRounding * normal_n, tangential))));
    const auto known = [&](const Expr& e) { return select(is_it, e, 1.0); };
    const ImpactShares of_it =
        calc_single_impact(select(is_it, rate(grip.hit), -1.0), restitution, grip.friction,
                           known(normal_n), known(normal_w), known(tangential), known(slip_work));
    is_single = max(is_single, is_it);
    single.of_n += select(is_it, of_it.of_n, 0.0);
    single.of_w += select(is_it, of_it.of_w, 0.0);
  }
  const Expr none = min(work_n + 0.5 * change_n, 0.0), first = work_w - work_n,
             second = max(0.5 * (change_w - change_n), 0.0);
  constexpr double kNoGain = 1e-12;  // of the energy of the impact
  const Expr gains = less(kNoGain * change_n, none + share * (first + share * second));
  // The positive root, without cancellation.
  const Expr spread = sqrt(square(first) - 4.0 * second * none);
  const Expr falls = less(first, 0.0);
  const Expr root =
      select(falls, spread - first, -2.0 * none) /
      select(falls, 2.0 * second, select(less(0.0, first + spread), first + spread, 1.0));
  share = min(share, select(gains, root, 1.0));
  return {select(is_single, single.of_n, 1.0 - share), select(is_single, single.of_w, share)};
}

RowSolution mix_impacts(RowSolution n, const RowSolution& w, const ImpactShares& shares) {
  const auto mix = [&](std::vector<Expr>& a, const std::vector<Expr>& b) {
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = shares.of_n * a[i] + shares.of_w * b[i];
  };
  for (std::size_t k = 0; k < n.rates.size(); ++k) mix(n.rates[k], w.rates[k]);
  mix(n.lambda, w.lambda);
  return n;
}

/// A hit whose impulse would pull has none: what moves it away is the impulse of the others.
Hits leave_out_pulled(const Hits& hits, const std::vector<ConstraintPath>& paths,
                      const RowSolution& solution) {
  // Of the sum of all: less is a rounding error.
  constexpr double kPulledImpulse = 1e-9;
  const auto work_of = [&](std::size_t c) {
    return paths[c].count() == 0 ? Expr(0.0)
                                 : solution.lambda[paths[c].first_row] * paths[c].velocity[0];
  };
  Expr sum = 0.0;
  for (const auto& [c, given] : hits) sum += given.first * abs(work_of(c));
  Hits pushed;
  for (const auto& [c, given] : hits) {
    const Expr is_pulled = less(kPulledImpulse * sum, work_of(c));
    pushed[c] = {logical_and(given.first, 1.0 - is_pulled), given.second};
  }
  return pushed;
}

}  // namespace

/// S Λ = −(1 + e) v of the rows that hit; those that always hold keep their rate of zero. What
/// holds at times has no part in it: a stop may not pull, and friction gives no impulse but that of
/// grips. An impulse Λ along a row J v + ∂g/∂t, whose rate goes from w to w⁺, does the work
///
///   Λ J (v⁻ + v⁺)/2 = ½ Λ (w + w⁺) − Λ ∂g/∂t,
///
/// of which the first term is what is lost, and the second what comes from outside.
Impact calc_impact(const ConstraintRows& rows, RowSolver& solver, const Hits& all_hits,
                   const std::vector<ImpactGrip>& grips) {
  const std::vector<ConstraintPath>& paths = solver.solved().paths();
  Hits hits = all_hits;
  std::map<std::size_t, Expr> gripped;  // by closure: 1 where its grip acts
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
  // Without some of them others may pull.
  constexpr std::size_t kMostPasses = 3;
  for (std::size_t pass = 0; pass < kMostPasses && pass + 1 < hits.size(); ++pass) {
    hits = leave_out_pulled(hits, paths, solution);
    solution = solve_impact(false);
  }
  for (const ImpactGrip& grip : grips)
    for (const std::size_t row : grip.rows) gripped[row] = hits.at(grip.hit).first;
  ImpactShares shares;
  if (!grips.empty()) {
    const RowSolution with = solve_impact(true);
    shares = find_shares(solution, with, paths, hits, grips);
    solution = mix_impacts(std::move(solution), with, shares);
  }
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
    impact.acts[c] = given.first;
    if (paths[c].count() == 0) continue;
    const Expr change = (shares.of_n + shares.of_w) * (1.0 + given.second);
    impact.loss -= 0.5 * given.first * impact.impulses[c] * (2.0 - change) * paths[c].velocity[0];
  }
  return impact;
}

}  // namespace holon
