// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/loops.h"

#include <algorithm>
#include <cmath>

#include "holon/expr/arbitrary.h"
#include "holon/mechanics/loop_kernels.h"
#include "holon/mechanics/traced.h"

namespace holon {

using detail::CutShape;
using detail::Kinds;
using detail::RecursivePasses;

namespace {

constexpr int kWorld = Mechanism::kWorld;

using detail::append;

/// The expressions with arbitrary numbers in the place of all symbols.
std::vector<double> evaluate_somewhere(const std::vector<Expr>& expressions, int round) {
  const std::vector<Expr> symbols = find_symbols(expressions);
  std::vector<double> values;
  if (symbols.empty()) {
    for (const Expr& e : expressions) values.push_back(e.value());
    return values;
  }
  for (std::size_t k = 0; k < symbols.size(); ++k) values.push_back(arbitrary_number(k, round));
  // The graph is the caller's, who outlives this function.
  const std::shared_ptr<Graph> graph(std::shared_ptr<Graph>(), symbols[0].graph());
  return Function::make("probe", graph, {{"x", symbols}}, {{"y", expressions}})->evaluate(values);
}

int row_count(const Loops::Closure& closure) {
  return closure.length || closure.equation ? 1
                                            : detail::cut_row_count(closure.joint.type) +
                                                  static_cast<int>(closure.shape().driven.size());
}

}  // namespace

CutShape Loops::Closure::shape(std::vector<bool> kept) const {
  CutShape result;
  result.type = joint.type;
  result.is_length = length || equation;  // has no joint
  result.parent_moves = sides[0].link != kWorld;
  result.child_moves = sides[1].link != kWorld;
  if (!result.is_length) {
    for (std::size_t f = 0; f < joint_info(joint.type).freedoms.size(); ++f) {
      if (joint.freedoms[f].motion) result.driven.push_back(static_cast<int>(f));
    }
  }
  result.kept = std::move(kept);
  return result;
}

Loops::Loops(const Mechanism& mechanism, const Tree& tree, const std::vector<LinkState>& states,
             std::vector<Closure> closures, Method method, Kinematics* kinematics)
    : mechanism_(mechanism),
      tree_(tree),
      states_(states),
      closures_(std::move(closures)),
      method_(method),
      passes_(mechanism, tree, states, find_interests()),
      kinematics_(kinematics ? *kinematics : own_kinematics_.emplace(mechanism, tree, states)) {
  for (std::size_t c = 0; c < closures_.size(); ++c) {
    for (int k = 0; k < row_count(closures_[c]); ++k) rows_.push_back({static_cast<int>(c), k});
  }
  for (std::size_t k = 0; k < tree_.links.size(); ++k) {
    step_kinds_.add(passes_.shapes()[k].text(), detail::wrench_step_constants(tree_.links[k]));
  }
  step_kinds_.classify();
  make_all_rows();
  if (method_ == Method::augmented) {
    make_augmented();
    return;
  }
  find_needed_rows();
  fusion_.add_leaves(passes_.results());
  make_ways();
  matrix_ = calc_matrix();
}

std::vector<RecursivePasses::Interest> Loops::find_interests() {
  std::vector<RecursivePasses::Interest> interests(tree_.links.size());
  for (const Closure& closure : closures_) {
    std::array<int, 2> points{-1, -1};
    if (closure.equation) {  // may name any link
      for (RecursivePasses::Interest& interest : interests) interest.inverses = true;
    }
    for (std::size_t side = 0; side < 2 && !closure.equation; ++side) {
      int link = closure.sides[side].link;
      if (link == kWorld) continue;
      auto& own = interests[static_cast<std::size_t>(link)].points;
      points[side] = static_cast<int>(own.size());
      own.push_back(closure.sides[side].place.position);
      for (; link != kWorld; link = tree_.links[static_cast<std::size_t>(link)].parent) {
        interests[static_cast<std::size_t>(link)].inverses = true;
      }
    }
    points_.push_back(points);
  }
  return interests;
}

std::string Loops::row_name(std::size_t row) const {
  const Closure& closure = closures_[static_cast<std::size_t>(rows_[row].closure)];
  if (closure.equation) return closure.name;
  if (closure.length) return closure.name + ": length";
  const int index = rows_[row].index;
  const int holding = detail::cut_row_count(closure.joint.type);
  if (index < holding) return closure.name + ": " + detail::cut_row_name(closure.joint, index);
  const int freedom = closure.shape().driven[static_cast<std::size_t>(index - holding)];
  return closure.name + ": motion of the " +
         joint_info(closure.joint.type).freedoms[static_cast<std::size_t>(freedom)].coordinate;
}

// --- rows ----------------------------------------------------------------------------------------

std::vector<Expr> Loops::calc_side(std::size_t closure, int side) {
  const int at = closures_[closure].sides[static_cast<std::size_t>(side)].link;
  if (at == kWorld) return {};
  const auto link = static_cast<std::size_t>(at);
  std::vector<Expr> list = kinematics_.pose(link);
  append(list, kinematics_.velocity(link));
  const int point = points_[closure][static_cast<std::size_t>(side)];
  append(list, passes_.bias_acceleration(link, static_cast<std::size_t>(point)));
  return list;
}

Loops::Way Loops::make_way(std::size_t c, std::vector<bool> kept, Kinds& kinds) {
  const Closure& closure = closures_[c];
  if (closure.equation) return make_equation_way(*closure.equation, kept[0]);
  const CutShape shape = closure.shape(std::move(kept));
  std::vector<Expr> arguments = calc_side(c, 0);
  append(arguments, calc_side(c, 1));
  if (closure.length) {
    append(arguments, std::array<Expr, 3>{closure.length->position, closure.length->rate,
                                          closure.length->acceleration});
  } else if (shape.needs_angles()) {
    append(arguments, closure.near);
    for (const int f : shape.driven) {
      const Mechanism::Motion& motion = *closure.joint.freedoms[static_cast<std::size_t>(f)].motion;
      append(arguments, std::array<Expr, 3>{motion.position, motion.rate, motion.acceleration});
    }
  }
  FunctionRef& function = kinds.function(c);
  if (!function) function = detail::make_cut_rows(shape, kinds, c);
  kinds.append_arguments(c, arguments);
  const std::vector<Expr> results = call(function, arguments);

  std::span<const Expr> rest = results;
  const auto count = static_cast<std::size_t>(shape.kept_count());
  const auto take = [&](std::size_t size) {
    std::vector<Expr> taken(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(size));
    rest = rest.subspan(size);
    return taken;
  };
  Way way;
  way.position = take(count);
  way.velocity = take(count);
  way.bias = take(count);
  for (const Tree::BodyPlace& side : closure.sides) {
    if (side.link != kWorld) way.acting.push_back({side.link, {}});
  }
  for (std::size_t k = 0; k < count; ++k) {
    for (Way::Acting& acting : way.acting) acting.wrenches.push_back(take(6));
  }
  return way;
}

// What every row's unit wrenches do to the freedoms between them and the world.
void Loops::lead_to_world(Way& way) {
  // By link, from the farthest on: by row.
  std::map<int, std::vector<std::vector<Expr>>, std::greater<>> lacking;
  const auto lacking_of = [&](int link) -> std::vector<std::vector<Expr>>& {
    std::vector<std::vector<Expr>>& rows = lacking[link];
    if (rows.empty()) rows.assign(way.count(), std::vector<Expr>(6, 0.0));
    return rows;
  };
  for (const Way::Acting& acting : way.acting) {
    std::vector<std::vector<Expr>>& rows = lacking_of(acting.link);
    for (std::size_t k = 0; k < way.count(); ++k) {
      for (std::size_t i = 0; i < 6; ++i) rows[k][i] -= acting.wrenches[k][i];
    }
  }
  for (const auto& [link, efforts] : way.own_efforts) lacking_of(link);
  while (!lacking.empty() && way.count() > 0) {
    const int link = lacking.begin()->first;
    const std::vector<std::vector<Expr>> rows = std::move(lacking.begin()->second);
    lacking.erase(lacking.begin());
    const auto at = static_cast<std::size_t>(link);
    const detail::LinkShape& shape = passes_.shapes()[at];
    const std::size_t freedoms = passes_.pivots(at).size();
    const auto own = way.own_efforts.find(link);
    const bool has_efforts = own != way.own_efforts.end();
    const bool goes_on = !shape.at_rest && (has_efforts || detail::hands_on(shape));
    if (freedoms > 0) {
      way.links.push_back(link);
      way.efforts[link].assign(freedoms, {});
    }
    if (freedoms == 0 && !goes_on) continue;
    FunctionRef& function = has_efforts ? step_functions_with_efforts_[step_kinds_.kind_of(at)]
                                        : step_kinds_.function(at);
    if (!function) function = detail::make_wrench_step(shape, has_efforts, step_kinds_, at);
    for (std::size_t k = 0; k < rows.size(); ++k) {
      std::vector<Expr> arguments = rows[k];
      for (std::size_t f = 0; has_efforts && f < freedoms; ++f) {
        arguments.push_back(own->second[f][k]);
      }
      for (const detail::FreedomPivot& pivot : passes_.pivots(at)) {
        append(arguments, pivot.weights);
      }
      detail::append_joint(arguments, shape, states_[at], passes_.attitude(at));
      step_kinds_.append_arguments(at, arguments);
      const std::vector<Expr> results = call(function, arguments);
      for (std::size_t f = 0; f < freedoms; ++f) way.efforts[link][f].push_back(results[f]);
      if (!goes_on) continue;
      std::vector<Expr>& sum = lacking_of(tree_.links[at].parent)[k];
      for (std::size_t i = 0; i < 6; ++i) sum[i] += results[freedoms + i];
    }
  }
  std::reverse(way.links.begin(), way.links.end());
}

/// Closures of one kind, with these of their rows, share a Function.
Kinds Loops::sort_closures(const std::vector<std::vector<bool>>& kept) const {
  Kinds kinds;
  for (std::size_t c = 0; c < closures_.size(); ++c) {
    const Closure& closure = closures_[c];
    if (closure.equation) {
      kinds.add("", {});
      continue;
    }
    kinds.add(closure.shape(kept[c]).text(),
              detail::cut_constants(closure.sides[0].place, closure.sides[1].place, closure.joint,
                                    mechanism_.gravity));
  }
  kinds.classify();
  return kinds;
}

void Loops::make_all_rows() {
  std::vector<std::vector<bool>> all;
  for (const Closure& closure : closures_) {
    all.emplace_back(static_cast<std::size_t>(row_count(closure)), true);
  }
  Kinds kinds = sort_closures(all);
  for (std::size_t c = 0; c < closures_.size(); ++c) all_.push_back(make_way(c, all[c], kinds));
}

/// Some rows hold whatever the coordinates are: a planar mechanism never leaves its plane. They ask
/// for no effort, wherever the links are; that is tried with a few random states.
void Loops::find_needed_rows() {
  std::vector<Expr> efforts, wrenches;
  std::vector<std::pair<std::size_t, std::size_t>> asks;  // of each effort: closure, row
  for (std::size_t c = 0; c < closures_.size(); ++c) {
    Way way = all_[c];
    lead_to_world(way);
    for (const Way::Acting& acting : way.acting) {
      for (const std::vector<Expr>& wrench : acting.wrenches) append(wrenches, wrench);
    }
    for (const auto& [link, by_freedom] : way.efforts) {
      for (const std::vector<Expr>& by_row : by_freedom) {
        append(efforts, by_row);
        for (std::size_t k = 0; k < by_row.size(); ++k) asks.emplace_back(c, k);
      }
    }
    kept_.emplace_back(way.count(), false);
  }
  constexpr int kRounds = 2;
  // Efforts are of the size of wrenches and of the lengths in the machine; what is this much less
  // is rounding.
  constexpr double kNothing = 1e-12;
  double largest = 0;
  std::vector<double> values;
  std::vector<Expr> all = efforts;
  append(all, wrenches);
  for (int round = 0; round < kRounds; ++round) {
    const std::vector<double> found = evaluate_somewhere(all, round);
    for (const double v : found) {
      if (std::isfinite(v)) largest = std::max(largest, std::abs(v));
    }
    values.insert(values.end(), found.begin(),
                  found.begin() + static_cast<std::ptrdiff_t>(efforts.size()));
  }
  for (std::size_t at = 0; at < values.size(); ++at) {
    const auto [c, k] = asks[at % asks.size()];
    // A value that is not finite says nothing, and the row stays.
    if (!(std::abs(values[at]) <= kNothing * largest)) kept_[c][k] = true;
  }
}

void Loops::make_ways() {
  Kinds kinds = sort_closures(kept_);
  for (std::size_t c = 0; c < closures_.size(); ++c) {
    ways_.push_back(make_way(c, kept_[c], kinds));
    Way& way = ways_.back();
    if (method_ == Method::factors) {
      lead_to_world(way);
      way.own_block = calc_block(way, way, way.links);
      way.right_side = calc_right_side(way);
      fuse(way, "closure " + closures_[c].shape(kept_[c]).text());
    }
    way.first_row = size_;
    size_ += way.count();
  }
}

std::vector<Expr> Loops::calc_positions() {
  std::vector<Expr> list;
  for (const Way& way : all_) append(list, way.position);
  return list;
}

std::vector<Expr> Loops::calc_velocities() {
  std::vector<Expr> list;
  for (const Way& way : all_) append(list, way.velocity);
  return list;
}

// --- multipliers ---------------------------------------------------------------------------------

/// The block of S that two closures share through the freedoms of some links; of one with itself
/// the lower triangle.
std::vector<Expr> Loops::calc_block(const Way& later, const Way& earlier,
                                    const std::vector<int>& links) const {
  if (later.count() == 0 || earlier.count() == 0) return {};
  const bool same = &later == &earlier;
  std::vector<Expr> arguments;
  int freedoms = 0;
  for (const int link : links) {
    const auto& pivots = passes_.pivots(static_cast<std::size_t>(link));
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

std::vector<Expr> Loops::calc_right_side(const Way& way) const {
  if (way.count() == 0) return {};
  std::vector<Expr> arguments = way.bias;
  int freedoms = 0;
  for (const int link : way.links) {
    const auto& pivots = passes_.pivots(static_cast<std::size_t>(link));
    for (std::size_t f = 0; f < pivots.size(); ++f, ++freedoms) {
      arguments.push_back(pivots[f].rate);
      append(arguments, way.efforts.at(link)[f]);
    }
  }
  return call(detail::made_once(detail::make_right_side, freedoms, static_cast<int>(way.count())),
              arguments);
}

/// All of a way by one call, from what the passes found: so a planar mechanism is planar here too.
void Loops::fuse(Way& way, const std::string& name) {
  std::vector<std::vector<Expr>*> parts{&way.position, &way.velocity, &way.bias, &way.own_block,
                                        &way.right_side};
  for (Way::Acting& acting : way.acting) {
    for (std::vector<Expr>& wrench : acting.wrenches) parts.push_back(&wrench);
  }
  for (auto& [link, efforts] : way.efforts) {
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
std::map<int, std::vector<std::size_t>> Loops::find_ways_through_links() const {
  std::map<int, std::vector<std::size_t>> through;
  for (std::size_t c = 0; c < ways_.size(); ++c) {
    if (ways_[c].count() == 0) continue;
    for (const int link : ways_[c].links) through[link].push_back(c);
  }
  return through;
}

std::vector<Expr> Loops::calc_matrix() {
  std::vector<Expr> S(size_ * size_, 0.0);
  std::map<std::pair<std::size_t, std::size_t>, std::vector<int>> shared;  // later, earlier
  for (const auto& [link, ways] : find_ways_through_links()) {
    for (std::size_t i = 0; i < ways.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) shared[{ways[i], ways[j]}].push_back(link);
    }
  }
  const auto put = [&](std::size_t row, std::size_t column, const Expr& e) {
    S[row * size_ + column] = S[column * size_ + row] = e;
  };
  for (const Way& way : ways_) {
    std::size_t at = 0;
    for (std::size_t i = 0; i < way.count(); ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        put(way.first_row + i, way.first_row + j, way.own_block[at++]);
      }
    }
  }
  for (const auto& [pair, links] : shared) {
    const Way &a = ways_[pair.first], &b = ways_[pair.second];
    const std::vector<Expr> block = calc_block(a, b, links);
    for (std::size_t i = 0; i < a.count(); ++i) {
      for (std::size_t j = 0; j < b.count(); ++j) {
        put(a.first_row + i, b.first_row + j, block[i * b.count() + j]);
      }
    }
  }
  return S;
}

/// What makes rows comparable, by unknown of S: 1 where a row is one on lengths, else the length
/// over which a turn acts in this machine.
std::vector<double> Loops::find_row_scales() const {
  double length = 0;
  for (const Closure& closure : closures_) {
    for (const Tree::BodyPlace& side : closure.sides) {
      for (const Expr& e : side.place.position) {
        if (side.link != kWorld && e.is_constant()) length = std::max(length, std::abs(e.value()));
      }
    }
  }
  if (!(length > 0)) length = 1;
  std::vector<double> scales;
  for (std::size_t c = 0; c < closures_.size(); ++c) {
    const Closure& closure = closures_[c];
    for (std::size_t k = 0; k < kept_[c].size(); ++k) {
      if (!kept_[c][k]) continue;
      bool turns = false;
      if (!closure.length && !closure.equation) {
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

/// In scaled rows, so that the rank shows and the shortest λ is one of forces.
std::vector<Expr> Loops::solve_rows(std::vector<Expr> right_side) {
  if (size_ == 0) return {};
  const std::vector<double> scale = find_row_scales();
  std::vector<Expr> matrix = matrix_;
  for (std::size_t i = 0; i < size_; ++i) {
    right_side[i] *= scale[i];
    for (std::size_t j = 0; j < size_; ++j) matrix[i * size_ + j] *= scale[i] * scale[j];
  }
  std::vector<Expr> lambda = solve(matrix, right_side, MatrixKind::semidefinite);
  for (std::size_t i = 0; i < size_; ++i) lambda[i] *= scale[i];
  return lambda;
}

std::vector<std::vector<Expr>> Loops::calc_rates(const std::vector<Expr>& lambda, bool with_own) {
  std::vector<std::vector<Expr>> rates = passes_.rates();
  if (!with_own) {
    for (std::vector<Expr>& own : rates) std::fill(own.begin(), own.end(), Expr(0.0));
  }
  for (const auto& [link, ways] : find_ways_through_links()) {
    const auto at = static_cast<std::size_t>(link);
    const auto& pivots = passes_.pivots(at);
    std::vector<Expr> arguments;
    for (const std::size_t c : ways) {
      append(arguments, std::span(lambda).subspan(ways_[c].first_row, ways_[c].count()));
    }
    const int rows = static_cast<int>(arguments.size());
    for (std::size_t f = 0; f < pivots.size(); ++f) {
      if (with_own) arguments.push_back(pivots[f].rate);
      arguments.push_back(pivots[f].inverse);
      for (const std::size_t c : ways) append(arguments, ways_[c].efforts.at(link)[f]);
    }
    rates[at] = call(detail::made_once(detail::make_pivot_change, static_cast<int>(pivots.size()),
                                       rows, static_cast<int>(with_own)),
                     arguments);
  }
  return rates;
}

std::vector<std::vector<Expr>> Loops::calc_accelerations(
    const std::optional<Baumgarte>& baumgarte) {
  std::vector<Expr> b;
  if (method_ == Method::factors) {
    for (const Way& way : ways_) append(b, way.right_side);
  } else {
    for (const Way& way : ways_) {
      for (const Expr& e : way.bias) b.push_back(-e);
    }
  }
  if (baumgarte) {
    std::size_t at = 0;
    for (const Way& way : ways_) {
      for (std::size_t k = 0; k < way.count(); ++k) {
        b[at++] -= 2.0 * baumgarte->alpha * way.velocity[k] +
                   baumgarte->beta * baumgarte->beta * way.position[k];
      }
    }
  }
  if (method_ == Method::augmented) {
    AugmentedSolution solution = solve_augmented(calc_forces(), std::move(b));
    lambda_ = std::move(solution.lambda);
    return std::move(solution.vdot);
  }
  lambda_ = solve_rows(std::move(b));
  return passes_.run_return(calc_rates(lambda_, true));
}

std::vector<std::vector<Expr>> Loops::calc_step(std::vector<Expr> Way::*error) {
  std::vector<Expr> b;
  for (const Way& way : ways_) {
    for (const Expr& e : way.*error) b.push_back(-e);
  }
  if (method_ == Method::augmented) {
    return solve_augmented(std::vector<Expr>(unknowns_, 0.0), std::move(b)).vdot;
  }
  return passes_.run_return(calc_rates(solve_rows(std::move(b)), false));
}

std::vector<std::vector<Expr>> Loops::calc_position_step() { return calc_step(&Way::position); }
std::vector<std::vector<Expr>> Loops::calc_velocity_step() { return calc_step(&Way::velocity); }

}  // namespace holon
