// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// S = J M⁻¹ Jᵀ, its right sides, and what the multipliers make of the links' motion.
#include <algorithm>
#include <cmath>
#include <map>

#include "holon/mechanics/formulations/fusion.h"
#include "holon/mechanics/formulations/loops.h"
#include "holon/mechanics/kernels/loop_kernels.h"
#include "holon/mechanics/kernels/traced.h"

namespace holon {

using detail::append;

/// S = J M⁻¹ Jᵀ from the pivots of the passes.
class Loops::FactorSolver final : public Loops::Solver {
 public:
  explicit FactorSolver(Loops& loops);
  std::vector<Expr> calc_right_side() override;
  Solution solve(std::vector<Expr> rows, const std::vector<Expr>& activities,
                 bool under_forces) override;

 private:
  std::vector<Expr> calc_block(const ConstraintPath& later, const ConstraintPath& earlier,
                               const std::vector<int>& links) const;
  std::vector<Expr> calc_right_side(const ConstraintPath& path) const;
  void fuse(ConstraintPath& path, const std::string& name);
  std::map<int, std::vector<std::size_t>> find_paths_through_links() const;
  std::vector<Expr> calc_matrix() const;
  void add_inner(std::vector<Expr>& S, const ConstraintPath& later,
                 const ConstraintPath& earlier) const;
  std::vector<Expr> solve_rows(std::vector<Expr> right_side, const std::vector<Expr>& activities,
                               bool under_forces) const;
  std::vector<std::vector<Expr>> calc_rates(const std::vector<Expr>& lambda, bool with_own) const;

  Loops& loops_;
  detail::Fusion fusion_;
  std::vector<Expr> matrix_;
};

std::unique_ptr<Loops::Solver> Loops::make_factor_solver(Loops& loops) {
  return std::make_unique<FactorSolver>(loops);
}

Loops::FactorSolver::FactorSolver(Loops& loops) : loops_(loops) {
  loops.find_needed_rows();
  fusion_.add_leaves(loops.passes_.results());
  loops.make_paths([this](ConstraintPath& path, std::size_t c) {
    loops_.propagate_to_base(path);
    path.own_block = calc_block(path, path, path.links);
    path.right_side = calc_right_side(path);
    fuse(path, "closure " + loops_.closures_[c].shape(loops_.kept_[c]).text());
  });
  matrix_ = calc_matrix();
}

std::vector<Expr> Loops::FactorSolver::calc_right_side() {
  std::vector<Expr> all;
  for (const ConstraintPath& path : loops_.paths_) append(all, path.right_side);
  return all;
}

Loops::Solution Loops::FactorSolver::solve(std::vector<Expr> rows,
                                           const std::vector<Expr>& activities, bool under_forces) {
  Solution solution;
  solution.lambda = solve_rows(std::move(rows), activities, under_forces);
  solution.rates = loops_.passes_.run_return(calc_rates(solution.lambda, under_forces));
  return solution;
}

/// The block of S that two closures share through the freedoms of some links; of one with itself
/// the lower triangle.
std::vector<Expr> Loops::FactorSolver::calc_block(const ConstraintPath& later,
                                                  const ConstraintPath& earlier,
                                                  const std::vector<int>& links) const {
  if (later.count() == 0 || earlier.count() == 0) return {};
  const bool same = &later == &earlier;
  std::vector<Expr> arguments;
  int freedoms = 0;
  for (const int link : links) {
    const auto& pivots = loops_.passes_.pivots(static_cast<std::size_t>(link));
    for (std::size_t f = 0; f < pivots.size(); ++f, ++freedoms) {
      arguments.push_back(pivots[f].inverse);
      append(arguments, later.efforts.at(link)[f]);
      if (!same) append(arguments, earlier.efforts.at(link)[f]);
    }
  }
  const int rows = static_cast<int>(later.count());
  const int columns = same ? 0 : static_cast<int>(earlier.count());
  return call(detail::made_once(detail::make_product, freedoms, rows, columns), arguments);
}

std::vector<Expr> Loops::FactorSolver::calc_right_side(const ConstraintPath& path) const {
  if (path.count() == 0) return {};
  std::vector<Expr> arguments = path.bias;
  int freedoms = 0;
  for (const int link : path.links) {
    const auto& pivots = loops_.passes_.pivots(static_cast<std::size_t>(link));
    for (std::size_t f = 0; f < pivots.size(); ++f, ++freedoms) {
      arguments.push_back(pivots[f].rate);
      append(arguments, path.efforts.at(link)[f]);
    }
  }
  return call(detail::made_once(detail::make_right_side, freedoms, static_cast<int>(path.count())),
              arguments);
}

/// All of a way by one call, from what the passes found: so a planar mechanism is planar here too.
void Loops::FactorSolver::fuse(ConstraintPath& path, const std::string& name) {
  std::vector<std::vector<Expr>*> parts{&path.position, &path.velocity, &path.bias, &path.own_block,
                                        &path.right_side};
  for (ConstraintPath::Acting& acting : path.acting) {
    for (std::vector<Expr>& wrench : acting.wrenches) parts.push_back(&wrench);
  }
  for (auto& [link, efforts] : path.efforts) {
    for (std::vector<Expr>& by_row : efforts) parts.push_back(&by_row);
  }
  std::vector<Expr> all;
  for (const std::vector<Expr>* part : parts) append(all, *part);
  const std::vector<Expr> fused = fusion_.fuse(name, all);
  std::span<const Expr> rest = fused;
  for (std::vector<Expr>* part : parts) {
    std::copy_n(rest.begin(), part->size(), part->begin());
    rest = rest.subspan(part->size());
  }
}

/// By link with freedoms the closures whose way leads over it.
std::map<int, std::vector<std::size_t>> Loops::FactorSolver::find_paths_through_links() const {
  std::map<int, std::vector<std::size_t>> through;
  for (std::size_t c = 0; c < loops_.paths_.size(); ++c) {
    if (loops_.paths_[c].count() == 0) continue;
    for (const int link : loops_.paths_[c].links) through[link].push_back(c);
  }
  return through;
}

std::vector<Expr> Loops::FactorSolver::calc_matrix() const {
  std::vector<Expr> S(loops_.size_ * loops_.size_, 0.0);
  std::map<std::pair<std::size_t, std::size_t>, std::vector<int>> shared;  // later, earlier
  for (const auto& [link, paths] : find_paths_through_links()) {
    for (std::size_t i = 0; i < paths.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) shared[{paths[i], paths[j]}].push_back(link);
    }
  }
  const auto put = [&](std::size_t row, std::size_t column, const Expr& e) {
    S[row * loops_.size_ + column] = S[column * loops_.size_ + row] = e;
  };
  for (const ConstraintPath& path : loops_.paths_) {
    std::size_t at = 0;
    for (std::size_t i = 0; i < path.count(); ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        const double own =
            i == j && loops_.is_compliant(static_cast<std::size_t>(&path - loops_.paths_.data()));
        put(path.first_row + i, path.first_row + j, path.own_block[at++] + own);
      }
    }
  }
  for (const auto& [pair, links] : shared) {
    const ConstraintPath &a = loops_.paths_[pair.first], &b = loops_.paths_[pair.second];
    const std::vector<Expr> block = calc_block(a, b, links);
    for (std::size_t i = 0; i < a.count(); ++i) {
      for (std::size_t j = 0; j < b.count(); ++j) {
        put(a.first_row + i, b.first_row + j, block[i * b.count() + j]);
      }
    }
  }
  for (std::size_t c = 0; c < loops_.paths_.size(); ++c) {
    for (std::size_t d = 0; d <= c; ++d) add_inner(S, loops_.paths_[c], loops_.paths_[d]);
  }
  return S;
}

/// What two closures share through parts with inner states.
void Loops::FactorSolver::add_inner(std::vector<Expr>& S, const ConstraintPath& later,
                                    const ConstraintPath& earlier) const {
  if (!share_inner(later, earlier)) return;
  for (std::size_t i = 0; i < later.count(); ++i) {
    for (std::size_t j = 0; j < (&later == &earlier ? i + 1 : earlier.count()); ++j) {
      const std::size_t row = later.first_row + i, column = earlier.first_row + j;
      S[row * loops_.size_ + column] += calc_inner(later, i, earlier, j);
      S[column * loops_.size_ + row] = S[row * loops_.size_ + column];
    }
  }
}

/// [kg] of the bodies; 1 where it is not known.
double Loops::find_mean_mass() const {
  double mass = 0;
  int count = 0;
  for (const Link& link : tree_.links) {
    const Expr& m = link.inertia.mass();
    if (!m.is_constant() || m.value() <= 0) continue;
    mass += m.value();
    ++count;
  }
  return count > 0 ? mass / count : 1.0;
}

/// What makes rows comparable, by unknown of S: 1 where a row is one on lengths, else the length
/// over which a turn acts in this machine; of line bodies, whose S is a number, by a mass.
std::vector<double> Loops::find_row_scales() const {
  double length = 0;
  for (const Closure& closure : closures_) {
    for (const Tree::BodyPlace& side : closure.sides) {
      for (const Expr& e : side.place.position) {
        if (side.link != Mechanism::kWorld && e.is_constant())
          length = std::max(length, std::abs(e.value()));
      }
    }
  }
  if (!(length > 0)) length = 1;
  // Of contacts: lengths, too, and alike at all points, whose forces share the load then.
  std::vector<bool> is_of_contact(closures_.size(), false);
  for (std::size_t c = 0; c < closures_.size(); ++c) {
    if (closures_[c].dependence)
      is_of_contact[c] = is_of_contact[closures_[c].dependence->first] = true;
  }
  std::vector<double> scales;
  for (std::size_t c = 0; c < closures_.size(); ++c) {
    const Closure& closure = closures_[c];
    for (std::size_t k = 0; k < kept_[c].size(); ++k) {
      if (!kept_[c][k]) continue;
      bool turns = false;
      if (closure.line) {
        scales.push_back(1.0 / std::sqrt(find_mean_mass()));
        continue;
      }
      if (is_of_contact[c]) {
        scales.push_back(1.0);
        continue;
      }
      if (closure.equation) {
        std::vector<Expr> entries;
        for (const ConstraintPath::Acting& acting : all_[c].acting)
          append(entries, acting.wrenches[k]);
        for (const auto& [link, efforts] : all_[c].own_efforts)
          for (const std::vector<Expr>& by_row : efforts) entries.push_back(by_row[k]);
        scales.push_back(detail::find_row_scale(entries));
        continue;
      }
      if (closure.is_joint()) {
        const auto holding = static_cast<std::size_t>(detail::cut_row_count(closure.joint.type));
        const std::vector<int> driven = closure.shape().driven;
        turns = k < holding ? detail::cut_row_turns(closure.joint.type, static_cast<int>(k))
                            : joint_info(closure.joint.type)
                                  .freedoms[static_cast<std::size_t>(driven[k - holding])]
                                  .turns;
      }
      scales.push_back(turns ? length : 1.0);
    }
  }
  return scales;
}

Loops::Dependences Loops::find_dependences() const {
  Dependences dependences;
  for (std::size_t c = 0; c < closures_.size(); ++c) {
    if (!closures_[c].dependence || paths_[c].count() == 0) continue;
    const auto& [other, factor] = *closures_[c].dependence;
    if (paths_[other].count() > 0)
      dependences[paths_[c].first_row] = {paths_[other].first_row, factor};
  }
  return dependences;
}

/// In scaled rows, so that the rank shows and the shortest λ is one of forces. Rows that do not
/// hold are cut off from the others, and their multipliers are zero, or, of friction that slides,
/// λᵢ = factor λⱼ in the place of the row: its column stays.
std::vector<Expr> Loops::solve_multipliers(std::vector<Expr> matrix, std::vector<Expr> right_side,
                                           const std::vector<Expr>& activities,
                                           const std::vector<double>& scale,
                                           const Dependences& dependences) {
  const std::size_t size = right_side.size();
  for (std::size_t i = 0; i < size; ++i) {
    right_side[i] *= scale[i] * activities[i];
    for (std::size_t j = 0; j < size; ++j) {
      matrix[i * size + j] *= scale[i] * scale[j];
      if (i == j) continue;
      const Expr column = dependences.contains(j) ? Expr(1.0) : activities[j];
      matrix[i * size + j] *= activities[i] * column;
    }
  }
  for (const auto& [i, on] : dependences) {
    const auto& [j, factor] = on;
    matrix[i * size + j] -=
        (1.0 - activities[i]) * matrix[i * size + i] * factor * (scale[j] / scale[i]);
  }
  std::vector<Expr> lambda =
      holon::solve(matrix, right_side,
                   dependences.empty() ? MatrixKind::semidefinite : MatrixKind::minimum_norm);
  for (std::size_t i = 0; i < size; ++i) lambda[i] *= scale[i];
  return lambda;
}

std::vector<Expr> Loops::FactorSolver::solve_rows(std::vector<Expr> right_side,
                                                  const std::vector<Expr>& activities,
                                                  bool under_forces) const {
  if (loops_.size_ == 0) return {};
  return solve_multipliers(matrix_, std::move(right_side), activities, loops_.find_row_scales(),
                           under_forces ? loops_.find_dependences() : Dependences());
}

std::vector<std::vector<Expr>> Loops::FactorSolver::calc_rates(const std::vector<Expr>& lambda,
                                                               bool with_own) const {
  std::vector<std::vector<Expr>> rates = loops_.passes_.rates();
  if (!with_own) {
    for (std::vector<Expr>& own : rates) std::fill(own.begin(), own.end(), Expr(0.0));
  }
  for (const auto& [link, paths] : find_paths_through_links()) {
    const auto at = static_cast<std::size_t>(link);
    const auto& pivots = loops_.passes_.pivots(at);
    std::vector<Expr> arguments;
    for (const std::size_t c : paths) {
      append(arguments,
             std::span(lambda).subspan(loops_.paths_[c].first_row, loops_.paths_[c].count()));
    }
    const int rows = static_cast<int>(arguments.size());
    for (std::size_t f = 0; f < pivots.size(); ++f) {
      if (with_own) arguments.push_back(pivots[f].rate);
      arguments.push_back(pivots[f].inverse);
      for (const std::size_t c : paths) append(arguments, loops_.paths_[c].efforts.at(link)[f]);
    }
    rates[at] = call(detail::made_once(detail::make_pivot_change, static_cast<int>(pivots.size()),
                                       rows, static_cast<int>(with_own)),
                     arguments);
  }
  return rates;
}

std::vector<std::vector<Expr>> Loops::calc_accelerations(
    const std::optional<Baumgarte>& baumgarte) {
  std::vector<Expr> b = solver_->calc_right_side();
  if (baumgarte) {
    std::size_t at = 0;
    for (const ConstraintPath& path : paths_) {
      if (is_compliant(static_cast<std::size_t>(&path - paths_.data()))) {
        at += path.count();
        continue;
      }
      for (std::size_t k = 0; k < path.count(); ++k) {
        b[at++] -= 2.0 * baumgarte->alpha * path.velocity[k] +
                   baumgarte->beta * baumgarte->beta * path.position[k];
      }
    }
  }
  Solution solution = solver_->solve(std::move(b), activities_, true);
  lambda_ = std::move(solution.lambda);
  return std::move(solution.rates);
}

std::vector<Expr> Loops::calc_corrections(std::vector<Expr> ConstraintPath::*error) const {
  std::vector<Expr> b;
  for (std::size_t c = 0; c < paths_.size(); ++c) {
    for (const Expr& e : paths_[c].*error) b.push_back(is_compliant(c) ? Expr(0.0) : -e);
  }
  return b;
}

Loops::Step Loops::calc_step(std::vector<Expr> ConstraintPath::*error,
                             const std::vector<Expr>& activities) {
  Solution solution = solver_->solve(calc_corrections(error), activities, false);
  return {std::move(solution.rates), calc_part_changes(solution.lambda)};
}

/// Rows of rates alone have no part in it.
Loops::Step Loops::calc_position_step() {
  std::vector<Expr> activities = activities_;
  for (std::size_t c = 0; c < paths_.size(); ++c) {
    const bool is_of_rates = closures_[c].flow || closures_[c].of_speeds;
    if (is_of_rates && paths_[c].count() > 0) activities[paths_[c].first_row] = 0.0;
  }
  return calc_step(&ConstraintPath::position, activities);
}

Loops::Step Loops::calc_velocity_step() {
  return calc_step(&ConstraintPath::velocity, activities_);
}

/// ∂g/∂t of the rows: their rates where nothing moves freely. A row of rates alone (Flow) passes
/// the power of its impulse on to others.
std::vector<Expr> Loops::calc_rates_at_rest() const {
  std::vector<Expr> rates, moving;
  for (std::size_t c = 0; c < paths_.size(); ++c) {
    const bool is_counted = !is_compliant(c) && !closures_[c].flow;
    for (const Expr& rate : paths_[c].velocity) rates.push_back(is_counted ? rate : Expr(0.0));
  }
  for (std::size_t k = 0; k < tree_.links.size(); ++k) {
    if (!detail::is_prescribed(mechanism_, tree_.links[k])) append(moving, states_[k].v);
  }
  for (const PartResponse& part : parts_) append(moving, part.rates);
  return substitute(rates, moving, std::vector<Expr>(moving.size(), Expr(0.0)));
}

/// S Λ = −(1 + e) v of the rows that hit; those that always hold keep their rate of zero. What
/// holds at times has no part in it: a stop may not pull, and friction gives no impulse but that of
/// grips. An impulse Λ along a row J v + ∂g/∂t, whose rate goes from w to −e w, does the work
///
///   Λ J (v⁻ + v⁺)/2 = ½ Λ (1 − e) w − Λ ∂g/∂t,
///
/// of which the first term is what is lost, and the second what comes from outside.
Loops::Impact Loops::calc_impact(const std::map<std::size_t, std::pair<Expr, Expr>>& hits,
                                 const std::vector<Grip>& grips) {
  std::map<std::size_t, Expr> gripped;  // by closure: 1 where its grip acts
  for (const Grip& grip : grips)
    for (const std::size_t row : grip.rows) gripped[row] = hits.at(grip.hit).first;
  std::vector<Expr> activities;
  const auto solve_impact = [&](bool with_grips) {
    std::vector<Expr> b;
    activities.clear();
    for (std::size_t c = 0; c < paths_.size(); ++c) {
      const auto found = hits.find(c);
      const auto grip = gripped.find(c);
      for (std::size_t k = 0; k < paths_[c].count(); ++k) {
        const Expr rate = is_compliant(c) ? Expr(0.0) : paths_[c].velocity[k];
        if (found != hits.end()) {
          activities.push_back(found->second.first);
          b.push_back(-(1.0 + found->second.second) * rate);
          continue;
        }
        const Expr at_times = with_grips && grip != gripped.end() ? grip->second : Expr(0.0);
        activities.push_back(closures_[c].activity ? at_times : Expr(1.0));
        b.push_back(-rate);
      }
    }
    return solver_->solve(std::move(b), activities, false);
  };
  Impact impact;
  Solution solution = solve_impact(false);
  if (!grips.empty()) solution = mix_impacts(std::move(solution), solve_impact(true), hits, grips);
  const std::vector<Expr> impulses = std::move(solution.lambda);
  impact.step = {std::move(solution.rates), calc_part_changes(impulses)};
  impact.loss = impact.supply = 0.0;
  const std::vector<Expr> at_rest = calc_rates_at_rest();
  for (std::size_t row = 0; row < at_rest.size(); ++row)
    impact.supply -= activities[row] * impulses[row] * at_rest[row];
  const auto impulse_of = [&](std::size_t c) {
    return paths_[c].count() == 0 ? Expr(0.0) : impulses[paths_[c].first_row];
  };
  for (const auto& [c, acts] : gripped) impact.impulses[c] = acts * impulse_of(c);
  for (const auto& [c, given] : hits) {
    impact.impulses[c] = impulse_of(c);
    if (paths_[c].count() == 0) continue;
    impact.loss -=
        0.5 * given.first * impact.impulses[c] * (1.0 - given.second) * paths_[c].velocity[0];
  }
  return impact;
}

/// With the impulses Λₙ of the hits and Λₜ of their grips, both are linear in the share σ of the
/// solution in which nothing slides on, and σ is the largest in [0, 1] with |Λₜ| <= friction Λₙ:
///
///   σ |Λₜ| = friction ((1 − σ) Λₙ₀ + σ Λₙ).
///
/// Of several hits at one instant the least of them holds for all.
Loops::Solution Loops::mix_impacts(Solution without, const Solution& with,
                                   const std::map<std::size_t, std::pair<Expr, Expr>>& hits,
                                   const std::vector<Grip>& grips) const {
  Expr share = 1.0;
  const auto first_row = [&](std::size_t c) { return paths_[c].first_row; };
  for (const Grip& grip : grips) {
    if (paths_[grip.hit].count() == 0) continue;
    Expr across = 0.0;
    for (const std::size_t row : grip.rows)
      if (paths_[row].count() > 0) across += square(with.lambda[first_row(row)]);
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

std::vector<Expr> Loops::calc_line_multipliers(std::size_t c) {
  const auto own = std::span(lambda_).subspan(paths_[c].first_row, paths_[c].count());
  return {own.begin(), own.end()};
}

Loops::LineSums Loops::calc_line_sums() {
  LineSums sums;
  for (std::size_t c = 0; c < closures_.size(); ++c) {
    if (!is_compliant(c)) continue;
    const Vector3<Expr> g = detail::vector_of(all_[c].position);
    const Vector3<Expr> rate = detail::vector_of(all_[c].velocity);
    const Vector3<Expr> turning = cross(g, rate);
    const Expr lever = closures_[c].line->lever;
    for (std::size_t i = 0; i < 3; ++i) {
      sums.kinetic += 0.5 * square(rate[i]);
      sums.potential -= lever * mechanism_.gravity[static_cast<Eigen::Index>(i)] * g[i];
      sums.momentum[i] += lever * rate[i];
      sums.angular_momentum[i] += turning[i];
    }
  }
  return sums;
}

Expr Loops::calc_multiplier(std::size_t c) {
  return paths_[c].count() == 0 ? Expr(0.0) : lambda_[paths_[c].first_row];
}

}  // namespace holon
