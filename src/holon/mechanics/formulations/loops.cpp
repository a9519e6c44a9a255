// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/formulations/loops.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "holon/expr/graph/arbitrary.h"
#include "holon/expr/graph/traverse.h"
#include "holon/mechanics/kernels/line_kernels.h"
#include "holon/mechanics/kernels/loop_kernels.h"
#include "holon/mechanics/kernels/traced.h"

namespace holon {

using detail::CutShape;
using detail::Kinds;
using detail::RecursivePasses;

namespace {

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

/// [m] The longest of the lengths in links and joints; at least 1.
double find_reach(const Tree& tree, const std::vector<Loops::Closure>& closures) {
  double reach = 1;
  const auto add = [&](const Vector3<Expr>& position) {
    for (const Expr& e : position)
      if (e.is_constant()) reach = std::max(reach, std::abs(e.value()));
  };
  for (const Link& link : tree.links) add(link.position);
  for (const Loops::Closure& closure : closures)
    for (const Tree::BodyPlace& side : closure.sides) add(side.place.position);
  return reach;
}

bool has_branches(Expr e) {
  if (e.is_constant()) return false;
  const Graph& graph = *e.graph();
  for (const std::uint32_t node : detail::find_reachable(graph, std::span(&e, 1))) {
    const Op op = graph.node(node).op;
    if (op == Op::select || op == Op::relation || op == Op::min || op == Op::max || op == Op::abs)
      return true;
  }
  return false;
}

int row_count(const Loops::Closure& closure) {
  if (closure.line) return 3;
  if (!closure.is_joint()) return 1;
  return detail::cut_row_count(closure.joint.type) +
         static_cast<int>(closure.shape().driven.size());
}

}  // namespace

double detail::find_row_scale(const std::vector<Expr>& entries) {
  constexpr int kRounds = 3;
  constexpr int kNear = 16;  // powers of two: squares of rows stay well above what counts as zero
  double largest = 0, smallest = std::numeric_limits<double>::infinity();
  for (int round = 0; round < kRounds; ++round) {
    double here = 0;
    for (const double v : evaluate_somewhere(entries, round))
      if (std::isfinite(v)) here = std::max(here, std::abs(v));
    largest = std::max(largest, here);
    smallest = std::min(smallest, here);
  }
  // Slopes that vary by orders of magnitude (an exponential) have no scale that holds everywhere.
  if (!(largest > 0) || !(smallest > std::ldexp(largest, -kNear))) return 1;
  const int exponent = std::ilogb(largest);
  return std::abs(exponent) <= kNear ? 1.0 : std::ldexp(1.0, -exponent);
}

CutShape Loops::Closure::shape(std::vector<bool> kept) const {
  CutShape result;
  result.type = joint.type;
  result.is_length = length || equation;  // has no joint
  result.is_line = line.has_value();
  result.parent_moves = sides[0].link != kWorld;
  result.child_moves = sides[1].link != kWorld;
  if (is_joint()) {
    for (std::size_t f = 0; f < joint_info(joint.type).freedoms.size(); ++f) {
      if (joint.freedoms[f].motion) result.driven.push_back(static_cast<int>(f));
    }
  }
  result.kept = std::move(kept);
  return result;
}

namespace {

Loops::Closure make_line(const Mechanism& mechanism, const Tree& tree, const std::string& name,
                         const std::array<std::string, 2>& ends) {
  Loops::Closure closure{.name = name, .joint = {}, .sides = {}};
  for (std::size_t side = 0; side < 2; ++side) {
    closure.sides[side] = tree.place_of(mechanism, mechanism.find_frame(ends[side]));
    closure.bodies[side] = mechanism.find_body(ends[side]);
  }
  return closure;
}

}  // namespace

Loops::Closure Loops::Closure::of(const Mechanism& mechanism, const Tree& tree,
                                  const Mechanism::Rod& rod) {
  Closure closure = make_line(mechanism, tree, rod.name, rod.between);
  closure.joint.report = rod.report;
  closure.length = rod.length;
  return closure;
}

std::optional<Loops::Closure> Loops::Closure::of(const Mechanism& mechanism, const Tree& tree,
                                                 const Mechanism::LineBody& body) {
  Closure closure = make_line(mechanism, tree, body.name, body.between);
  closure.line = detail::calc_line_terms(body);
  const bool moves = closure.sides[0].link != kWorld || closure.sides[1].link != kWorld;
  if (!moves || closure.line->reach.is_constant(0.0)) return {};
  return closure;
}

Loops::Loops(const Mechanism& mechanism, const Tree& tree, const std::vector<LinkState>& states,
             std::vector<Closure> closures, const MakeSolver& make_solver, Kinematics* kinematics,
             PutInOutputs put_in_outputs, std::vector<PartResponse> parts)
    : mechanism_(mechanism),
      tree_(tree),
      states_(states),
      closures_(std::move(closures)),
      passes_(mechanism, tree, states, find_interests()),
      kinematics_(kinematics ? *kinematics : own_kinematics_.emplace(mechanism, tree, states)),
      put_in_outputs_(std::move(put_in_outputs)),
      parts_(std::move(parts)) {
  for (std::size_t c = 0; c < closures_.size(); ++c) {
    if (!closures_[c].is_constraint()) continue;
    for (int k = 0; k < row_count(closures_[c]); ++k) rows_.push_back({static_cast<int>(c), k});
  }
  for (std::size_t k = 0; k < tree_.links.size(); ++k) {
    step_kinds_.add(passes_.shapes()[k].text(), detail::wrench_step_constants(tree_.links[k]));
  }
  step_kinds_.classify();
  make_all_rows();
  solver_ = make_solver(*this);
}

Loops::~Loops() = default;

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

ConstraintLabel Loops::row_label(std::size_t row) const {
  using Kind = ConstraintLabel::Kind;
  const Closure& closure = closures_[static_cast<std::size_t>(rows_[row].closure)];
  if (closure.equation && closure.dimension)
    return {closure.owner, Kind::joint, *closure.dimension};
  if (closure.equation)
    return {closure.owner.empty() ? closure.name : closure.owner, Kind::equation};
  if (closure.length) return {closure.name, Kind::length, dimensions::kLength};
  const int index = rows_[row].index;
  const int holding = detail::cut_row_count(closure.joint.type);
  bool turns = false;
  if (index < holding) {
    turns = detail::cut_row_turns(closure.joint.type, index);
  } else {
    const int freedom = closure.shape().driven[static_cast<std::size_t>(index - holding)];
    turns = joint_info(closure.joint.type).freedoms[static_cast<std::size_t>(freedom)].turns;
  }
  return {closure.name, index < holding ? Kind::joint : Kind::motion,
          turns ? dimensions::kAngle : dimensions::kLength};
}

// --- rows ----------------------------------------------------------------------------------------

std::vector<Expr> Loops::calc_side(std::size_t closure, int side, Level level) {
  const int at = closures_[closure].sides[static_cast<std::size_t>(side)].link;
  if (at == kWorld) return {};
  const auto link = static_cast<std::size_t>(at);
  const std::vector<Expr> none(6, 0.0);
  std::vector<Expr> list = kinematics_.pose(link);
  append(list, level == Level::places ? none : kinematics_.velocity(link));
  const int point = points_[closure][static_cast<std::size_t>(side)];
  append(list, level == Level::accelerations
                   ? passes_.bias_acceleration(link, static_cast<std::size_t>(point))
                   : none);
  return list;
}

/// One part of a closure's rows, from what it needs of the motion (the rest is zero).
std::vector<Expr> Loops::call_rows(std::size_t c, const CutShape& shape, std::size_t part,
                                   Level level, Kinds& kinds) {
  const Closure& closure = closures_[c];
  std::vector<Expr> arguments = calc_side(c, 0, level);
  append(arguments, calc_side(c, 1, level));
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
  FunctionRef& function = kinds.function(c, part);
  if (!function) {
    function = closure.line
                   ? detail::make_line_rows(shape, kinds, c)
                   : detail::make_cut_rows(shape, static_cast<detail::CutRowPart>(part), kinds, c);
  }
  kinds.append_arguments(c, arguments);
  return call(function, arguments);
}

Loops::ConstraintPath Loops::make_path(std::size_t c, std::vector<bool> kept, Kinds& kinds) {
  const Closure& closure = closures_[c];
  if (closure.equation) return make_equation_path(closure, kept[0]);
  const CutShape shape = closure.shape(std::move(kept));
  const auto count = static_cast<std::size_t>(shape.kept_count());
  std::vector<Expr> results;
  if (closure.line) {
    results = call_rows(c, shape, 0, Level::accelerations, kinds);
  } else {
    // What is not asked for is not computed: so the parts one by one.
    const std::array<Level, 4> levels{Level::places, Level::speeds, Level::accelerations,
                                      Level::places};
    for (std::size_t part = 0; part < levels.size(); ++part)
      append(results, call_rows(c, shape, part, levels[part], kinds));
  }
  std::span<const Expr> rest = results;
  const auto take = [&](std::size_t size) {
    std::vector<Expr> taken(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(size));
    rest = rest.subspan(size);
    return taken;
  };
  ConstraintPath path;
  path.position = take(count);
  path.velocity = take(count);
  path.bias = take(count);
  for (const Tree::BodyPlace& side : closure.sides) {
    if (side.link != kWorld) path.acting.push_back({side.link, {}});
  }
  for (std::size_t k = 0; k < count; ++k) {
    for (ConstraintPath::Acting& acting : path.acting) acting.wrenches.push_back(take(6));
  }
  return path;
}

// What every row's unit wrenches do to the freedoms between them and the world.
void Loops::propagate_to_base(ConstraintPath& path) {
  // By link, from the farthest on: by row.
  std::map<int, std::vector<std::vector<Expr>>, std::greater<>> lacking;
  const auto lacking_of = [&](int link) -> std::vector<std::vector<Expr>>& {
    std::vector<std::vector<Expr>>& rows = lacking[link];
    if (rows.empty()) rows.assign(path.count(), std::vector<Expr>(6, 0.0));
    return rows;
  };
  for (const ConstraintPath::Acting& acting : path.acting) {
    std::vector<std::vector<Expr>>& rows = lacking_of(acting.link);
    for (std::size_t k = 0; k < path.count(); ++k) {
      for (std::size_t i = 0; i < 6; ++i) rows[k][i] -= acting.wrenches[k][i];
    }
  }
  for (const auto& [link, efforts] : path.own_efforts) lacking_of(link);
  while (!lacking.empty() && path.count() > 0) {
    const int link = lacking.begin()->first;
    const std::vector<std::vector<Expr>> rows = std::move(lacking.begin()->second);
    lacking.erase(lacking.begin());
    const auto at = static_cast<std::size_t>(link);
    const detail::LinkShape& shape = passes_.shapes()[at];
    const std::size_t freedoms = passes_.pivots(at).size();
    const auto own = path.own_efforts.find(link);
    const bool has_efforts = own != path.own_efforts.end();
    const bool goes_on = !shape.at_rest && (has_efforts || detail::hands_on(shape));
    if (freedoms > 0) {
      path.links.push_back(link);
      path.efforts[link].assign(freedoms, {});
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
      for (std::size_t f = 0; f < freedoms; ++f) path.efforts[link][f].push_back(results[f]);
      if (!goes_on) continue;
      std::vector<Expr>& sum = lacking_of(tree_.links[at].parent)[k];
      for (std::size_t i = 0; i < 6; ++i) sum[i] += results[freedoms + i];
    }
  }
  std::reverse(path.links.begin(), path.links.end());
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
    if (closure.line) {
      kinds.add(closure.shape(kept[c]).text(),
                detail::line_constants(closure.sides[0].place, closure.sides[1].place,
                                       *closure.line, mechanism_.gravity));
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
  for (std::size_t c = 0; c < closures_.size(); ++c) all_.push_back(make_path(c, all[c], kinds));
}

/// Some rows hold whatever the coordinates are: a planar mechanism never leaves its plane. They ask
/// for no effort, wherever the links are; that is tried with a few random states. Each row is
/// measured by its own wrenches and by the lengths in the machine; that of an equation, whose slope
/// may be of any size, by its own wrenches and efforts alone. A formula may be flat where it is
/// tried and steep elsewhere (branches, tables): where all of it is zero, it stays.
void Loops::find_needed_rows() {
  std::vector<Expr> efforts, wrenches;
  using Place = std::pair<std::size_t, std::size_t>;  // closure, row
  std::vector<Place> asks, sizes;                     // of each effort and wrench
  std::set<Place> varies;                             // rows with an effort that is no constant 0
  for (std::size_t c = 0; c < closures_.size(); ++c) {
    ConstraintPath path = all_[c];
    propagate_to_base(path);
    const bool is_known = !closures_[c].needed.empty();
    kept_.emplace_back(is_known ? closures_[c].needed
                                : std::vector<bool>(path.count(), closures_[c].line.has_value()));
    if (is_known) continue;
    const bool branches = closures_[c].equation && has_branches(closures_[c].formula());
    for (const ConstraintPath::Acting& acting : path.acting) {
      for (std::size_t k = 0; k < acting.wrenches.size(); ++k) {
        append(wrenches, acting.wrenches[k]);
        sizes.insert(sizes.end(), acting.wrenches[k].size(), {c, k});
      }
    }
    for (const auto& [link, by_freedom] : path.efforts) {
      for (const std::vector<Expr>& by_row : by_freedom) {
        for (std::size_t k = 0; k < by_row.size(); ++k) {
          if (!by_row[k].is_constant(0.0)) {
            varies.insert({c, k});
            if (branches) kept_[c][k] = true;
          }
          efforts.push_back(by_row[k]);
          asks.emplace_back(c, k);
        }
      }
    }
  }
  constexpr int kRounds = 3;
  constexpr double kNothing = 1e-12;  // rounding, of what a row's wrenches make over these lengths
  const double reach = find_reach(tree_, closures_);
  std::vector<Expr> all = efforts;
  append(all, wrenches);
  for (int round = 0; round < kRounds; ++round) {
    const std::vector<double> values = evaluate_somewhere(all, round);
    std::map<Place, double> largest;
    for (const Place& place : asks) largest[place] = closures_[place.first].equation ? 0.0 : 1.0;
    const auto widen = [&](const Place& place, double value) {
      const double v = std::abs(value);
      if (std::isfinite(v)) largest[place] = std::max(largest[place], v);
    };
    for (std::size_t at = 0; at < sizes.size(); ++at) widen(sizes[at], values[efforts.size() + at]);
    for (std::size_t at = 0; at < asks.size(); ++at)
      if (closures_[asks[at].first].equation) widen(asks[at], values[at]);
    for (const Place& place : varies)
      if (largest[place] == 0) kept_[place.first][place.second] = true;
    // A value that is not finite says nothing, and the row stays.
    for (std::size_t at = 0; at < asks.size(); ++at) {
      const auto [c, k] = asks[at];
      if (!(std::abs(values[at]) <= kNothing * reach * largest[asks[at]])) kept_[c][k] = true;
    }
  }
}

void Loops::make_paths(
    const std::function<void(ConstraintPath& path, std::size_t closure)>& complete) {
  Kinds kinds = sort_closures(kept_);
  for (std::size_t c = 0; c < closures_.size(); ++c) {
    paths_.push_back(make_path(c, kept_[c], kinds));
    ConstraintPath& path = paths_.back();
    complete(path, c);
    find_inner(path);
    path.first_row = size_;
    size_ += path.count();
    activities_.resize(size_, closures_[c].activity.value_or(1.0));
  }
}

void Loops::find_inner(ConstraintPath& path) const {
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    ConstraintPath::Inner inner{p, {}, {}};
    const std::vector<Expr> none(parts_[p].rates.size(), 0.0);
    for (const PartResponse::Connection& connection : parts_[p].connections) {
      for (const ConstraintPath::Acting& acting : path.acting) {
        if (acting.link != connection.link) continue;
        inner.efforts.resize(path.count(), none);
        inner.accelerations.resize(path.count(), none);
        for (std::size_t k = 0; k < path.count(); ++k) {
          for (std::size_t i = 0; i < 6; ++i) {
            for (std::size_t a = 0; a < none.size(); ++a) {
              const Expr& w = acting.wrenches[k][i];
              inner.efforts[k][a] += connection.efforts[i][a] * w;
              inner.accelerations[k][a] += connection.accelerations[i][a] * w;
            }
          }
        }
      }
    }
    if (!inner.efforts.empty()) path.inner.push_back(std::move(inner));
  }
}

bool Loops::share_inner(const ConstraintPath& a, const ConstraintPath& b) {
  return std::any_of(a.inner.begin(), a.inner.end(), [&](const ConstraintPath::Inner& one) {
    return std::any_of(b.inner.begin(), b.inner.end(),
                       [&](const ConstraintPath::Inner& other) { return one.part == other.part; });
  });
}

Expr Loops::calc_inner(const ConstraintPath& a, std::size_t row, const ConstraintPath& b,
                       std::size_t column) {
  Expr sum = 0.0;
  for (const ConstraintPath::Inner& one : a.inner) {
    for (const ConstraintPath::Inner& other : b.inner) {
      if (one.part != other.part) continue;
      for (std::size_t k = 0; k < one.efforts[row].size(); ++k)
        sum += one.efforts[row][k] * other.accelerations[column][k];
    }
  }
  return sum;
}

std::vector<std::vector<Expr>> Loops::calc_part_changes(const std::vector<Expr>& lambda) const {
  std::vector<std::vector<Expr>> changes;
  for (const PartResponse& part : parts_) changes.emplace_back(part.rates.size(), 0.0);
  for (const ConstraintPath& path : paths_) {
    for (const ConstraintPath::Inner& inner : path.inner) {
      for (std::size_t k = 0; k < path.count(); ++k) {
        std::vector<Expr>& own = changes[inner.part];
        for (std::size_t a = 0; a < own.size(); ++a)
          own[a] += inner.accelerations[k][a] * lambda[path.first_row + k];
      }
    }
  }
  return changes;
}

std::vector<Expr> Loops::collect(std::vector<Expr> ConstraintPath::*which, bool conditional) const {
  std::vector<Expr> list;
  for (std::size_t c = 0; c < all_.size(); ++c) {
    const std::optional<Expr>& activity = closures_[c].activity;
    if (conditional ? !closures_[c].is_conditional() : !closures_[c].is_constraint()) continue;
    for (const Expr& e : all_[c].*which) list.push_back(activity ? *activity * e : e);
  }
  return list;
}

std::vector<Expr> Loops::calc_positions() { return collect(&ConstraintPath::position, false); }
std::vector<Expr> Loops::calc_velocities() { return collect(&ConstraintPath::velocity, false); }
std::vector<Expr> Loops::calc_conditional_positions() {
  return collect(&ConstraintPath::position, true);
}
std::vector<Expr> Loops::calc_conditional_velocities() {
  return collect(&ConstraintPath::velocity, true);
}

}  // namespace holon
