// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/formulations/constraint_rows.h"

#include <algorithm>
#include <cmath>

#include "holon/base/errors.h"
#include "holon/expr/graph/elimination.h"
#include "holon/mechanics/kernels/line_kernels.h"
#include "holon/mechanics/kernels/rolling_rows.h"
#include "holon/mechanics/kernels/traced.h"
#include "holon/mechanics/tree/trial.h"

namespace holon {

using detail::append;
using detail::CutShape;
using detail::Kinds;
using detail::RecursivePasses;

std::vector<Expr> detail::divide_by_mass(const std::vector<Expr>& M, const std::vector<Expr>& x) {
  const std::size_t n = x.size();
  bool is_diagonal = true;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j)
      is_diagonal = is_diagonal && (i == j || M[i * n + j].is_constant(0.0));
  }
  if (!is_diagonal) return solve(M, x, MatrixKind::positive);
  std::vector<Expr> result;
  for (std::size_t i = 0; i < n; ++i) result.push_back(x[i] / M[i * n + i]);
  return result;
}

ConstraintRows::ConstraintRows(const Mechanism& mechanism, const Tree& tree,
                               const std::vector<LinkState>& states, std::vector<Closure> closures,
                               Kinematics* kinematics, PutInOutputs put_in_outputs,
                               std::vector<PartResponse> parts,
                               ValueAtParameters value_at_parameters)
    : mechanism_(mechanism),
      tree_(tree),
      states_(states),
      closures_(std::move(closures)),
      parts_(std::move(parts)),
      value_at_parameters_(std::move(value_at_parameters)),
      passes_(mechanism, tree, states, find_interests()),
      kinematics_(kinematics ? *kinematics : own_kinematics_.emplace(mechanism, tree, states)),
      equations_(mechanism_, tree_, states_, closures_, passes_, kinematics_,
                 std::move(put_in_outputs)) {
  equations_.set_parts(parts_);
  for (std::size_t c = 0; c < closures_.size(); ++c) {
    if (!closures_[c].is_constraint()) continue;
    for (int k = 0; k < closures_[c].row_count(); ++k) list_.push_back({static_cast<int>(c), k});
  }
  make_all();
}

std::vector<RecursivePasses::Interest> ConstraintRows::find_interests() {
  std::vector<RecursivePasses::Interest> interests(tree_.links.size());
  for (const Closure& closure : closures_) {
    std::array<int, 2> points{-1, -1};
    if (closure.equation()) {  // may name any link
      for (RecursivePasses::Interest& interest : interests) interest.inverses = true;
    }
    for (std::size_t side = 0; side < 2 && (!closure.equation() || closure.rolling()); ++side) {
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

std::vector<double> ConstraintRows::calc_typical_values(const std::vector<Expr>& list) const {
  std::vector<double> values = detail::evaluate_somewhere(list, 0);
  for (std::size_t k = 0; k < list.size() && value_at_parameters_; ++k)
    if (const double at = value_at_parameters_(list[k]); !std::isnan(at)) values[k] = at;
  return values;
}

void ConstraintRows::make_all() {
  std::vector<std::vector<bool>> every;
  for (const Closure& closure : closures_)
    every.emplace_back(static_cast<std::size_t>(closure.row_count()), true);
  Kinds kinds = sort_closures(every);
  for (std::size_t c = 0; c < closures_.size(); ++c) all_.push_back(make_path(c, every[c], kinds));
}

Kinds ConstraintRows::sort_closures(const std::vector<std::vector<bool>>& kept) const {
  Kinds kinds;
  for (std::size_t c = 0; c < closures_.size(); ++c) {
    const Closure& closure = closures_[c];
    if (closure.equation() && !closure.rolling()) {
      kinds.add("", {});
    } else {
      kinds.add(closure.kind_name(kept[c]), closure.constants(mechanism_.gravity));
    }
  }
  kinds.classify();
  return kinds;
}

double ConstraintRows::find_mean_mass() const {
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

std::string ConstraintRows::name(std::size_t row) const {
  const Closure& closure = closures_[static_cast<std::size_t>(list_[row].closure)];
  if (closure.equation()) return closure.name;
  if (closure.rod()) return closure.name + ": length";
  const Mechanism::Joint& joint = closure.joint()->joint;
  const int index = list_[row].index;
  const int holding = detail::cut_row_count(joint.type);
  if (index < holding) return closure.name + ": " + detail::cut_row_name(joint, index);
  const int freedom = closure.shape().driven[static_cast<std::size_t>(index - holding)];
  return closure.name + ": motion of the " +
         joint_info(joint.type).freedoms[static_cast<std::size_t>(freedom)].coordinate;
}

ConstraintLabel ConstraintRows::label(std::size_t row) const {
  using Kind = ConstraintLabel::Kind;
  const Closure& closure = closures_[static_cast<std::size_t>(list_[row].closure)];
  if (const EquationConstraint* equation = closure.equation()) {
    if (equation->dimension) return {equation->owner, Kind::joint, *equation->dimension};
    return {equation->owner.empty() ? closure.name : equation->owner, Kind::equation};
  }
  if (closure.rod()) return {closure.name, Kind::length, dimensions::kLength};
  const Mechanism::Joint& joint = closure.joint()->joint;
  const int index = list_[row].index;
  const int holding = detail::cut_row_count(joint.type);
  bool turns = false;
  if (index < holding) {
    turns = detail::cut_row_turns(joint.type, index);
  } else {
    const int freedom = closure.shape().driven[static_cast<std::size_t>(index - holding)];
    turns = joint_info(joint.type).freedoms[static_cast<std::size_t>(freedom)].turns;
  }
  return {closure.name, index < holding ? Kind::joint : Kind::motion,
          turns ? dimensions::kAngle : dimensions::kLength};
}

std::vector<Expr> ConstraintRows::calc_side(std::size_t closure, int side, MotionLevel level) {
  const int at = closures_[closure].sides[static_cast<std::size_t>(side)].link;
  if (at == kWorld) return {};
  const auto link = static_cast<std::size_t>(at);
  const std::vector<Expr> none(6, 0.0);
  std::vector<Expr> list = kinematics_.pose(link);
  append(list, level == MotionLevel::places ? none : kinematics_.velocity(link));
  const int point = points_[closure][static_cast<std::size_t>(side)];
  append(list, level == MotionLevel::accelerations
                   ? passes_.bias_acceleration(link, static_cast<std::size_t>(point))
                   : none);
  return list;
}

/// One part of a closure's rows, from what it needs of the motion (the rest is zero).
std::vector<Expr> ConstraintRows::call_rows(std::size_t c, const CutShape& shape, std::size_t part,
                                            MotionLevel level, Kinds& kinds) {
  const Closure& closure = closures_[c];
  std::vector<Expr> arguments = calc_side(c, 0, level);
  append(arguments, calc_side(c, 1, level));
  if (const RodConstraint* rod = closure.rod()) {
    append(arguments,
           std::array<Expr, 3>{rod->length.position, rod->length.rate, rod->length.acceleration});
  } else if (shape.needs_angles()) {
    append(arguments, closure.joint()->near);
    for (const int f : shape.driven) {
      const Mechanism::Motion& motion =
          *closure.joint()->joint.freedoms[static_cast<std::size_t>(f)].motion;
      append(arguments, std::array<Expr, 3>{motion.position, motion.rate, motion.acceleration});
    }
  }
  FunctionRef& function = kinds.function(c, part);
  if (!function) {
    const auto which = static_cast<detail::CutRowPart>(part);
    function = closure.line()      ? detail::make_line_rows(shape, kinds, c)
               : closure.rolling() ? detail::make_rolling_rows(shape, which, kinds, c)
                                   : detail::make_cut_rows(shape, which, kinds, c);
  }
  kinds.append_arguments(c, arguments);
  return call(function, arguments);
}

ConstraintPath ConstraintRows::make_path(std::size_t c, std::vector<bool> kept, Kinds& kinds) {
  const Closure& closure = closures_[c];
  if (closure.rolling()) return kept[0] ? make_rolling_path(c, kinds) : ConstraintPath();
  if (const EquationConstraint* equation = closure.equation())
    return equations_.make_path(*equation, kept[0]);
  const CutShape shape = closure.shape(std::move(kept));
  const auto count = static_cast<std::size_t>(shape.kept_count());
  std::vector<Expr> results;
  if (closure.line()) {
    results = call_rows(c, shape, 0, MotionLevel::accelerations, kinds);
  } else {
    // What is not asked for is not computed: so the parts one by one.
    const std::array<MotionLevel, 4> levels{MotionLevel::places, MotionLevel::speeds,
                                            MotionLevel::accelerations, MotionLevel::places};
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

/// The kernels have all three rows of the contact; they are called alike for each of its closures.
ConstraintPath ConstraintRows::make_rolling_path(std::size_t c, Kinds& kinds) {
  const Closure& closure = closures_[c];
  const CutShape shape = closure.shape({true});
  const auto row = static_cast<std::size_t>(closure.rolling()->row);
  const auto call_part = [&](detail::CutRowPart part, MotionLevel level) {
    return call_rows(c, shape, static_cast<std::size_t>(part), level, kinds);
  };
  ConstraintPath path;
  path.position = {call_part(detail::CutRowPart::position, MotionLevel::places)[row]};
  path.velocity = {call_part(detail::CutRowPart::velocity, MotionLevel::speeds)[row]};
  path.bias = {call_part(detail::CutRowPart::bias, MotionLevel::accelerations)[row]};
  const std::vector<Expr> wrenches = call_part(detail::CutRowPart::wrenches, MotionLevel::places);
  for (const Tree::BodyPlace& side : closure.sides)
    if (side.link != kWorld) path.acting.push_back({side.link, {}});
  for (std::size_t side = 0; side < path.acting.size(); ++side) {
    const auto first =
        wrenches.begin() + static_cast<std::ptrdiff_t>(6 * (row * path.acting.size() + side));
    path.acting[side].wrenches.emplace_back(first, first + 6);
  }
  return path;
}

/// What the rows of a closure do to one part; without efforts where they do nothing.
ConstraintPath::Inner ConstraintRows::find_inner_of(std::size_t index, const ConstraintPath& path,
                                                    std::size_t c) {
  const PartResponse& part = parts_[index];
  ConstraintPath::Inner inner{index, {}, {}};
  const std::vector<Expr> none(part.rates.size(), 0.0);
  const auto begin = [&] {
    inner.efforts.resize(path.count(), none);
    inner.accelerations.resize(path.count(), none);
  };
  for (const PartResponse::Connection& connection : part.connections) {
    for (const ConstraintPath::Acting& acting : path.acting) {
      if (acting.link != connection.link) continue;
      begin();
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
  const EquationConstraint* equation = closures_[c].equation();
  if (!equation || path.count() == 0) return inner;
  const std::vector<Expr> own = equations_.calc_part_efforts(*equation, part);
  if (detail::is_all_zero(own)) return inner;
  if (part.mass.empty())
    throw ModelError("'" + closures_[c].name +
                         "' names a coordinate of a part with inner states that gives no mass "
                         "matrix",
                     "name positions of its connections, or give the matrix by set_equations");
  begin();
  const std::vector<Expr> more = detail::divide_by_mass(part.mass, own);
  for (std::size_t a = 0; a < own.size(); ++a) {
    inner.efforts[0][a] += own[a];
    inner.accelerations[0][a] += more[a];
  }
  return inner;
}

void ConstraintRows::find_inner(ConstraintPath& path, std::size_t c) {
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    ConstraintPath::Inner inner = find_inner_of(p, path, c);
    if (!inner.efforts.empty()) path.inner.push_back(std::move(inner));
  }
}

bool ConstraintRows::acts_on_parts(const ConstraintPath& path, std::size_t c) {
  for (std::size_t p = 0; p < parts_.size(); ++p)
    if (!find_inner_of(p, path, c).efforts.empty()) return true;
  return false;
}

// With M v' + Gᵀ-terms eliminated, v' = v'₀ − G a + M⁻¹ u λ has −u·G a of the row J a + u·v', and λ
// acts on the carrier by J − u·G.
void ConstraintRows::add_carried(ConstraintPath& path, std::size_t c) {
  const bool is_equation = closures_[c].equation() != nullptr;
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    const PartResponse& part = parts_[p];
    if (!part.carrier && !is_equation) continue;
    const ConstraintPath::Inner inner = find_inner_of(p, path, c);
    if (inner.efforts.empty()) continue;
    for (std::size_t k = 0; k < path.count() && is_equation; ++k) {
      for (std::size_t a = 0; a < part.rates.size(); ++a)
        path.bias[k] += inner.efforts[k][a] * part.accelerations[a];
    }
    if (!part.carrier) continue;
    ConstraintPath::Acting& acting = path.acting.emplace_back();
    acting.link = part.carrier->link;
    for (std::size_t k = 0; k < path.count(); ++k) {
      std::vector<Expr>& wrench = acting.wrenches.emplace_back(6, 0.0);
      for (std::size_t a = 0; a < part.rates.size(); ++a) {
        for (std::size_t i = 0; i < 6; ++i)
          wrench[i] -= inner.efforts[k][a] * part.carrier->participation[a][i];
      }
    }
  }
}

std::vector<Expr> ConstraintRows::collect(std::vector<Expr> ConstraintPath::*which,
                                          bool conditional) const {
  std::vector<Expr> list;
  for (std::size_t c = 0; c < all_.size(); ++c) {
    const std::optional<Expr>& activity = closures_[c].activity();
    if (conditional ? !closures_[c].is_conditional() : !closures_[c].is_constraint()) continue;
    for (const Expr& e : all_[c].*which) list.push_back(activity ? *activity * e : e);
  }
  return list;
}

std::vector<Expr> ConstraintRows::calc_positions() const {
  return collect(&ConstraintPath::position, false);
}
std::vector<Expr> ConstraintRows::calc_velocities() const {
  return collect(&ConstraintPath::velocity, false);
}
std::vector<Expr> ConstraintRows::calc_conditional_positions() const {
  return collect(&ConstraintPath::position, true);
}
std::vector<Expr> ConstraintRows::calc_conditional_velocities() const {
  return collect(&ConstraintPath::velocity, true);
}

}  // namespace holon
