// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/loops.h"

#include <algorithm>
#include <cmath>

#include "holon/base/errors.h"
#include "holon/mechanics/loop_kernels.h"
#include "holon/mechanics/traced.h"

namespace holon {

using detail::CutShape;
using detail::Kinds;
using detail::RecursivePasses;

namespace {

constexpr int kWorld = Mechanism::kWorld;

void append(std::vector<Expr>& list, std::span<const Expr> more) {
  list.insert(list.end(), more.begin(), more.end());
}

/// Functions that depend on a few numbers only are made once.
template <class... N>
const FunctionRef& made_once(FunctionRef (*make)(N...), N... numbers) {
  thread_local std::map<std::tuple<FunctionRef (*)(N...), N...>, FunctionRef> functions;
  FunctionRef& function = functions[{make, numbers...}];
  if (!function) function = make(numbers...);
  return function;
}

CutShape shape_of(const Loops::Closure& closure, std::vector<bool> kept) {
  CutShape shape;
  shape.type = closure.joint.type;
  shape.is_length = closure.length || closure.equation;  // has no joint
  shape.parent_moves = closure.sides[0].link != kWorld;
  shape.child_moves = closure.sides[1].link != kWorld;
  if (!shape.is_length) {
    for (std::size_t f = 0; f < joint_info(closure.joint.type).freedoms.size(); ++f) {
      if (closure.joint.freedoms[f].motion) shape.driven.push_back(static_cast<int>(f));
    }
  }
  shape.kept = std::move(kept);
  return shape;
}

/// A Function of one closure's own.
std::vector<Expr> call_for(const Loops::Closure& closure,
                           FunctionRef (*make)(const CutShape&, const Kinds&, std::size_t),
                           std::vector<Expr> arguments) {
  Kinds kinds;
  kinds.add("", detail::cut_constants(closure.sides[0].place, closure.sides[1].place, closure.joint,
                                      Vector3<Expr>(0.0, 0.0, 0.0)));
  kinds.classify();
  const FunctionRef function = make(shape_of(closure, {}), kinds, 0);
  kinds.append_arguments(0, arguments);
  return call(function, arguments);
}

int row_count(const Loops::Closure& closure) {
  return closure.length || closure.equation
             ? 1
             : detail::cut_row_count(closure.joint.type) +
                   static_cast<int>(shape_of(closure, {}).driven.size());
}

}  // namespace

Loops::Loops(const Mechanism& mechanism, const Tree& tree, const std::vector<LinkState>& states,
             std::vector<Closure> closures, Method method)
    : mechanism_(mechanism),
      tree_(tree),
      states_(states),
      closures_(std::move(closures)),
      method_(method),
      passes_(mechanism, tree, states, find_interests()),
      kinematics_(mechanism, tree, states) {
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
  const int freedom = shape_of(closure, {}).driven[static_cast<std::size_t>(index - holding)];
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
  const CutShape shape = shape_of(closure, std::move(kept));
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

void Loops::make_all_rows() {
  Kinds kinds;
  for (const Closure& closure : closures_) {
    if (closure.equation) {
      kinds.add("", {});
      continue;
    }
    const CutShape shape =
        shape_of(closure, std::vector<bool>(static_cast<std::size_t>(row_count(closure)), true));
    kinds.add(shape.text(), detail::cut_constants(closure.sides[0].place, closure.sides[1].place,
                                                  closure.joint, mechanism_.gravity));
  }
  kinds.classify();
  for (std::size_t c = 0; c < closures_.size(); ++c) {
    const auto count = static_cast<std::size_t>(row_count(closures_[c]));
    all_.push_back(make_way(c, std::vector<bool>(count, true), kinds));
  }
}

/// Some rows hold whatever the coordinates are: a planar mechanism never leaves its plane. They ask
/// for no effort, wherever the links are; that is tried with a few random states.
void Loops::find_needed_rows() {
  std::vector<Expr> efforts;
  for (std::size_t c = 0; c < closures_.size(); ++c) {
    const std::size_t count = all_[c].count();
    Way way = all_[c];
    lead_to_world(way);
    for (const auto& [link, by_freedom] : way.efforts) {
      for (const std::vector<Expr>& by_row : by_freedom) append(efforts, by_row);
    }
    kept_.emplace_back(count, false);
  }
  std::vector<double> values;
  const std::vector<Expr> symbols = find_symbols(efforts);
  const auto look = [&](int round) {
    std::vector<double> where;
    for (std::size_t k = 0; k < symbols.size(); ++k) {
      // Anywhere, but always the same: fractions of multiples of the golden section.
      const double x = 0.6180339887498949 * static_cast<double>(k + 1) + 0.37 * round;
      where.push_back(0.3 + 0.9 * (x - std::floor(x)));
    }
    if (symbols.empty()) {
      for (const Expr& e : efforts) values.push_back(e.value());
      return;
    }
    const FunctionRef probe = Function::make(
        "probe", std::shared_ptr<Graph>(std::shared_ptr<Graph>(), symbols[0].graph()),
        {{"x", symbols}}, {{"u", efforts}});
    const std::vector<double> found = probe->evaluate(where);
    values.insert(values.end(), found.begin(), found.end());
  };
  constexpr int kRounds = 2;
  for (int round = 0; round < kRounds; ++round) look(round);
  // Efforts are of the size of the lengths in the machine; what is this much less is rounding.
  constexpr double kNothing = 1e-12;
  double largest = 0;
  for (const double v : values) {
    if (std::isfinite(v)) largest = std::max(largest, std::abs(v));
  }
  std::size_t at = 0;
  for (int round = 0; round < kRounds; ++round) {
    for (std::size_t c = 0; c < closures_.size(); ++c) {
      Way& way = all_[c];
      lead_to_world(way);
      for (const auto& [link, by_freedom] : way.efforts) {
        for (std::size_t f = 0; f < by_freedom.size(); ++f) {
          for (std::size_t k = 0; k < way.count(); ++k) {
            // A value that is not finite says nothing, and the row stays.
            const double v = values[at++];
            if (!(std::abs(v) <= kNothing * largest)) kept_[c][k] = true;
          }
        }
      }
      way.links.clear();
      way.efforts.clear();
    }
  }
}

void Loops::make_ways() {
  Kinds kinds;
  for (std::size_t c = 0; c < closures_.size(); ++c) {
    const Closure& closure = closures_[c];
    if (closure.equation) {
      kinds.add("", {});
      continue;
    }
    kinds.add(shape_of(closure, kept_[c]).text(),
              detail::cut_constants(closure.sides[0].place, closure.sides[1].place, closure.joint,
                                    mechanism_.gravity));
  }
  kinds.classify();
  for (std::size_t c = 0; c < closures_.size(); ++c) {
    ways_.push_back(make_way(c, kept_[c], kinds));
    Way& way = ways_.back();
    if (method_ == Method::factors) {
      lead_to_world(way);
      way.own_block = calc_block(way, way, way.links);
      way.right_side = calc_right_side(way);
      fuse(way, "closure " + shape_of(closures_[c], kept_[c]).text());
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
  return call(made_once(detail::make_product, freedoms, rows, columns), arguments);
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
  return call(made_once(detail::make_right_side, freedoms, static_cast<int>(way.count())),
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

std::vector<Expr> Loops::calc_matrix() {
  std::vector<Expr> S(size_ * size_, 0.0);
  std::map<int, std::vector<std::size_t>> through;  // link -> ways
  for (std::size_t c = 0; c < ways_.size(); ++c) {
    if (ways_[c].count() == 0) continue;
    for (const int link : ways_[c].links) through[link].push_back(c);
  }
  std::map<std::pair<std::size_t, std::size_t>, std::vector<int>> shared;  // later, earlier
  for (const auto& [link, ways] : through) {
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

std::vector<Expr> Loops::solve_rows(std::vector<Expr> right_side) {
  if (size_ == 0) return {};
  return solve(matrix_, right_side, MatrixKind::semidefinite);
}

std::vector<std::vector<Expr>> Loops::calc_rates(const std::vector<Expr>& lambda, bool with_own) {
  std::vector<std::vector<Expr>> rates = passes_.rates();
  if (!with_own) {
    for (std::vector<Expr>& own : rates) std::fill(own.begin(), own.end(), Expr(0.0));
  }
  std::map<int, std::vector<std::size_t>> through;
  for (std::size_t c = 0; c < ways_.size(); ++c) {
    if (ways_[c].count() == 0) continue;
    for (const int link : ways_[c].links) through[link].push_back(c);
  }
  for (const auto& [link, ways] : through) {
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
    rates[at] = call(made_once(detail::make_pivot_change, static_cast<int>(pivots.size()), rows,
                               static_cast<int>(with_own)),
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
  if (method_ == Method::augmented) return solve_augmented(calc_forces(), std::move(b));
  lambda_ = solve_rows(std::move(b));
  return passes_.run_return(calc_rates(lambda_, true));
}

std::vector<std::vector<Expr>> Loops::calc_step(std::vector<Expr> Way::*error) {
  std::vector<Expr> b;
  for (const Way& way : ways_) {
    for (const Expr& e : way.*error) b.push_back(-e);
  }
  if (method_ == Method::augmented) {
    const std::vector<Expr> lambda = lambda_;
    std::vector<std::vector<Expr>> step =
        solve_augmented(std::vector<Expr>(unknowns_, 0.0), std::move(b));
    lambda_ = lambda;  // the reactions' are those of the accelerations
    return step;
  }
  return passes_.run_return(calc_rates(solve_rows(std::move(b)), false));
}

std::vector<std::vector<Expr>> Loops::calc_position_step() { return calc_step(&Way::position); }
std::vector<std::vector<Expr>> Loops::calc_velocity_step() { return calc_step(&Way::velocity); }

// --- what the closures carry ---------------------------------------------------------------------

std::vector<std::vector<Expr>> Loops::calc_loads() {
  std::vector<std::vector<Expr>> loads(tree_.links.size());
  for (std::size_t c = 0; c < ways_.size(); ++c) {
    const Way& way = ways_[c];
    if (way.count() == 0) continue;
    for (const Way::Acting& acting : way.acting) {
      const auto own = std::span(lambda_).subspan(way.first_row, way.count());
      std::vector<Expr> arguments(own.begin(), own.end());
      for (const std::vector<Expr>& wrench : acting.wrenches) append(arguments, wrench);
      const std::vector<Expr> sum =
          call(made_once(detail::make_wrench_sum, static_cast<int>(way.count())), arguments);
      std::vector<Expr>& load = loads[static_cast<std::size_t>(acting.link)];
      load.resize(6, 0.0);
      for (std::size_t i = 0; i < 6; ++i) load[i] += sum[i];
    }
  }
  return loads;
}

std::array<std::vector<Expr>, 2> Loops::calc_reaction(std::size_t c) {
  const Way& way = ways_[c];
  // The child's side, or the opposite on the parent's where the child is at rest.
  const std::size_t side = closures_[c].sides[1].link != kWorld ? 1 : 0;
  const Expr sign = side == 1 ? 1.0 : -1.0;
  std::vector<Expr> sum(6, 0.0);
  const Way::Acting& acting = side == 1 ? way.acting.back() : way.acting.front();
  const std::vector<Expr>& efforts = closures_[c].effort_loads[side];
  for (std::size_t i = 0; i < efforts.size(); ++i) sum[i] = sign * efforts[i];
  for (std::size_t k = 0; k < way.count(); ++k) {
    const Expr lambda = sign * lambda_[way.first_row + k];
    for (std::size_t i = 0; i < 6; ++i) sum[i] += lambda * acting.wrenches[k][i];
  }
  const Closure& closure = closures_[c];
  const auto link = static_cast<std::size_t>(closure.sides[side].link);
  const std::vector<Expr>& pose = kinematics_.pose(link);
  const auto turned = [&](const detail::Triple<Expr>& v) {
    std::vector<Expr> world;
    for (std::size_t i = 0; i < 3; ++i) {
      world.push_back((pose[3 * i] * v[0] + pose[3 * i + 1] * v[1]) + pose[3 * i + 2] * v[2]);
    }
    return world;
  };
  const detail::Triple<Expr> force{sum[0], sum[1], sum[2]}, moment{sum[3], sum[4], sum[5]};
  // About the child's joint frame.
  detail::Triple<Expr> r;
  if (side == 1) {
    for (int i = 0; i < 3; ++i) r[static_cast<std::size_t>(i)] = closure.sides[1].place.position[i];
  } else {
    detail::Triple<Expr> way_there;
    for (std::size_t i = 0; i < 3; ++i) {
      way_there[i] = closure.sides[1].place.position[static_cast<int>(i)] - pose[9 + i];
    }
    for (std::size_t i = 0; i < 3; ++i) {
      r[i] = (pose[i] * way_there[0] + pose[3 + i] * way_there[1]) + pose[6 + i] * way_there[2];
    }
  }
  const detail::Triple<Expr> lever = detail::cross(r, force);
  return {turned(force),
          turned({moment[0] - lever[0], moment[1] - lever[1], moment[2] - lever[2]})};
}

Expr Loops::calc_tension(std::size_t c) { return -lambda_[ways_[c].first_row]; }

std::vector<Expr> Loops::calc_sides(const Closure& closure, Kinematics& kinematics,
                                    bool with_accelerations) {
  std::vector<Expr> arguments;
  for (const Tree::BodyPlace& side : closure.sides) {
    if (side.link == kWorld) continue;
    const auto link = static_cast<std::size_t>(side.link);
    append(arguments, kinematics.pose(link));
    append(arguments, kinematics.velocity(link));
    append(arguments, with_accelerations
                          ? kinematics.calc_point_acceleration(link, side.place.position)
                          : std::vector<Expr>(6, 0.0));
  }
  return arguments;
}

std::vector<Expr> Loops::calc_state(const Closure& closure, Kinematics& kinematics,
                                    bool with_accelerations) {
  std::vector<Expr> arguments = calc_sides(closure, kinematics, with_accelerations);
  append(arguments, closure.near);
  return call_for(closure, detail::make_cut_state, std::move(arguments));
}

std::array<std::vector<Expr>, 2> Loops::calc_effort_loads(const Closure& closure,
                                                          Kinematics& kinematics,
                                                          const std::vector<Expr>& efforts) {
  std::vector<Expr> arguments = calc_sides(closure, kinematics, false);
  append(arguments, efforts);
  const std::vector<Expr> results =
      call_for(closure, detail::make_cut_efforts, std::move(arguments));
  std::array<std::vector<Expr>, 2> loads;
  std::size_t at = 0;
  for (std::size_t side = 0; side < 2; ++side) {
    if (closure.sides[side].link == kWorld) continue;
    loads[side].assign(results.begin() + static_cast<std::ptrdiff_t>(at),
                       results.begin() + static_cast<std::ptrdiff_t>(at + 6));
    at += 6;
  }
  return loads;
}

}  // namespace holon
