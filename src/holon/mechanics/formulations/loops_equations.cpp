// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Constraints that are written as formulas: what a unit multiplier does, by exact derivatives.

#include <algorithm>
#include <unordered_map>

#include "holon/mechanics/formulations/loops.h"
#include "holon/mechanics/kernels/loop_kernels.h"
#include "holon/mechanics/kernels/traced.h"
#include "holon/mechanics/kernels/wrench_sum.h"

namespace holon {

using detail::append;
using detail::Triple;

namespace {

/// g with symbols in the place of what it takes from links' poses, and its slopes.
class CutEquation {
 public:
  explicit CutEquation(Expr g) : g_(g) {}

  /// `reported`: the same as g has them, with what formulas stand for in their place. Slopes may be
  /// asked for once all cuts have been made.
  void cut(const std::vector<Expr>& values, std::span<const Expr> reported) {
    for (std::size_t k = 0; k < values.size(); ++k) {
      const Expr& e = reported[k];
      // A symbol is a coordinate, whose slope is asked for as such.
      if (e.is_constant() || e.op() == Op::symbol) continue;
      const auto [symbol, is_new] = symbol_of_reported_.try_emplace(e, 0.0);
      if (is_new) {
        symbol->second = g_.graph()->symbol("pose");
        from_.push_back(e);
        to_.push_back(symbol->second);
      }
      symbol_of_.emplace(values[k], symbol->second);
    }
  }

  void differentiate() {
    const Expr g = substitute(std::span(&g_, 1), from_, to_)[0];
    const std::vector<Expr> symbols = find_symbols(std::span(&g, 1));
    const std::vector<Expr> slopes = substitute(gradient(g, symbols), to_, from_);
    for (std::size_t k = 0; k < symbols.size(); ++k) slopes_.emplace(symbols[k], slopes[k]);
  }

  /// ∂g/∂e of a value that was cut.
  Expr slope(const Expr& e) const {
    const auto symbol = symbol_of_.find(e);
    return symbol == symbol_of_.end() ? Expr(0.0) : slope_of_symbol(symbol->second);
  }
  /// ∂g/∂ of a coordinate, where g takes it as such.
  Expr slope_of_symbol(const Expr& symbol) const {
    const auto found = slopes_.find(symbol);
    return found == slopes_.end() ? Expr(0.0) : found->second;
  }

 private:
  const Expr g_;
  std::vector<Expr> from_, to_;
  std::unordered_map<Expr, Expr> symbol_of_, symbol_of_reported_, slopes_;
};

/// What a slope along a quaternion is as a torque, where the quaternion changes by
/// ½ (0, ω) q (`world`) or ½ q (0, ω).
Triple<Expr> torque_of(const std::array<Expr, 4>& slope, std::span<const Expr> q, bool world) {
  const Triple<Expr> v{q[1], q[2], q[3]};
  Triple<Expr> torque;
  for (std::size_t i = 0; i < 3; ++i) {
    Triple<Expr> e{};
    e[i] = 1.0;
    const Triple<Expr> across = world ? detail::cross(e, v) : detail::cross(v, e);
    Expr sum = -(slope[0] * v[i]);
    for (std::size_t k = 0; k < 3; ++k) sum += slope[k + 1] * (q[0] * e[k] + across[k]);
    torque[i] = 0.5 * sum;
  }
  return torque;
}

bool is_zero(std::span<const Expr> list) {
  return std::all_of(list.begin(), list.end(), [](const Expr& e) { return e.is_constant(0.0); });
}

/// Cuts a formula at the poses of all links; `reported` by link.
CutEquation cut_at_poses(const Expr& formula, Kinematics& kinematics,
                         const std::vector<std::vector<Expr>>& reported) {
  CutEquation g(formula);
  for (std::size_t k = 0; k < reported.size(); ++k) {
    const std::vector<Expr>& pose = kinematics.pose(k);
    g.cut(pose, std::span(reported[k]).first(pose.size()));
    g.cut(kinematics.orientation(k), std::span(reported[k]).subspan(pose.size()));
  }
  g.differentiate();
  return g;
}

/// The slopes along the poses of the links as wrenches (force, moment about the link's origin, in
/// link axes), by link.
std::map<int, std::vector<Expr>> wrenches_of(const CutEquation& g, Kinematics& kinematics,
                                             std::size_t count) {
  std::map<int, std::vector<Expr>> wrenches;
  for (std::size_t k = 0; k < count; ++k) {
    const std::vector<Expr>& X = kinematics.pose(k);
    const std::vector<Expr>& q = kinematics.orientation(k);
    // Of a pose: a force at the link's origin and a torque, t = Σ column of R × slope along it.
    Triple<Expr> force{}, torque{};
    for (std::size_t i = 0; i < 3; ++i) force[i] = g.slope(X[9 + i]);
    for (std::size_t c = 0; c < 3; ++c) {
      const Triple<Expr> column{X[c], X[3 + c], X[6 + c]};
      const Triple<Expr> slope{g.slope(X[c]), g.slope(X[3 + c]), g.slope(X[6 + c])};
      torque = detail::plus(torque, detail::cross(column, slope));
    }
    const std::array<Expr, 4> slope{g.slope(q[0]), g.slope(q[1]), g.slope(q[2]), g.slope(q[3])};
    if (!is_zero(slope)) torque = detail::plus(torque, torque_of(slope, q, true));
    if (!is_zero(force) || !is_zero(torque)) {
      const detail::Rows R{{{X[0], X[1], X[2]}, {X[3], X[4], X[5]}, {X[6], X[7], X[8]}}};
      const Triple<Expr> f = detail::transposed_times(R, force);
      const Triple<Expr> n = detail::transposed_times(R, torque);
      wrenches[static_cast<int>(k)] = {f[0], f[1], f[2], n[0], n[1], n[2]};
    }
  }
  return wrenches;
}

/// The slopes along a joint's coordinates as efforts along its freedoms; empty where there are
/// none.
std::vector<Expr> efforts_of(const CutEquation& g, const detail::LinkShape& shape,
                             const LinkState& state, const std::vector<Expr>& attitude) {
  if (shape.prescribed) return {};
  std::vector<Expr> slopes;
  for (const Expr& coordinate : state.q) slopes.push_back(g.slope_of_symbol(coordinate));
  if (is_zero(slopes)) return {};
  if (!shape.has_quaternion()) return detail::efforts_along_rates(shape, slopes, attitude);
  const Triple<Expr> turn = torque_of({slopes[0], slopes[1], slopes[2], slopes[3]}, state.q, false);
  std::vector<Expr> by_rates(turn.begin(), turn.end());
  by_rates.insert(by_rates.end(), slopes.begin() + 4, slopes.end());
  return detail::efforts_along_rates(shape, by_rates, attitude);
}

}  // namespace

std::vector<Expr> detail::efforts_along_rates(const LinkShape& shape,
                                              const std::vector<Expr>& slopes,
                                              const std::vector<Expr>& attitude) {
  if (shape.is_straight()) return {shape.sign < 0 ? -slopes[0] : slopes[0]};
  std::vector<Expr> efforts;
  if (shape.has_place()) {
    Triple<Expr> push = triple(std::span(slopes).last(3));
    if (shape.has_quaternion()) {
      const std::vector<Expr>& a = attitude;
      push = transposed_times({{{a[0], a[1], a[2]}, {a[3], a[4], a[5]}, {a[6], a[7], a[8]}}}, push);
    }
    efforts.assign(push.begin(), push.end());
  }
  if (shape.has_quaternion()) efforts.insert(efforts.end(), slopes.begin(), slopes.begin() + 3);
  return efforts;
}

std::vector<Expr> Loops::put_in(std::vector<Expr> expressions) const {
  return put_in_outputs_ ? put_in_outputs_(std::move(expressions)) : expressions;
}

/// Behind a motion that a formula prescribes a pose names the formula, and an equation what it
/// says.
const std::vector<std::vector<Expr>>& Loops::reported_poses() {
  if (!reported_poses_.empty() || tree_.links.empty()) return reported_poses_;
  std::vector<Expr> all;
  for (std::size_t k = 0; k < tree_.links.size(); ++k) {
    append(all, kinematics_.pose(k));
    append(all, kinematics_.orientation(k));
  }
  all = put_in(std::move(all));
  const std::size_t count = all.size() / tree_.links.size();
  for (auto at = all.begin(); at != all.end(); at += static_cast<std::ptrdiff_t>(count))
    reported_poses_.emplace_back(at, at + static_cast<std::ptrdiff_t>(count));
  return reported_poses_;
}

Loops::ConstraintPath Loops::make_equation_path(const Closure& closure, bool kept) {
  ConstraintPath path;
  if (!kept) return path;
  const Mechanism::Motion& equation = *closure.equation;
  path.position = {equation.position};
  path.velocity = {equation.rate};
  path.bias = {equation.acceleration};
  const std::size_t count = tree_.links.size();
  const CutEquation g = cut_at_poses(equation.position, kinematics_, reported_poses());
  for (auto& [link, wrench] : wrenches_of(g, kinematics_, count)) {
    path.acting.push_back({link, {wrench}});
  }
  for (std::size_t k = 0; k < count; ++k) {
    for (const Expr& e : efforts_of(g, passes_.shapes()[k], states_[k], passes_.attitude(k))) {
      path.own_efforts[static_cast<int>(k)].push_back({e});
    }
    if (closure.flow && !is_zero(closure.flow->slopes[k])) {
      std::vector<std::vector<Expr>>& own = path.own_efforts[static_cast<int>(k)];
      const std::vector<Expr> efforts = detail::efforts_along_rates(
          passes_.shapes()[k], closure.flow->slopes[k], passes_.attitude(k));
      own.resize(efforts.size(), {Expr(0.0)});
      for (std::size_t i = 0; i < efforts.size(); ++i) own[i][0] -= efforts[i];
    }
  }
  return path;
}

Expr Loops::calc_equation_power(std::size_t c, const std::vector<std::vector<Expr>>& rates) {
  const std::size_t count = tree_.links.size();
  const CutEquation g =
      cut_at_poses(closures_[c].equation->position, kinematics_, reported_poses());
  Expr sum = 0.0;
  for (const auto& [link, wrench] : wrenches_of(g, kinematics_, count)) {
    const std::vector<Expr>& velocity = kinematics_.velocity(static_cast<std::size_t>(link));
    for (std::size_t i = 0; i < 3; ++i) {
      sum += wrench[i] * velocity[3 + i] + wrench[3 + i] * velocity[i];
    }
  }
  for (std::size_t k = 0; k < count; ++k) {
    for (std::size_t i = 0; i < rates[k].size(); ++i) {
      sum += g.slope_of_symbol(states_[k].q[i]) * rates[k][i];
    }
  }
  return calc_multiplier(c) * sum;
}

std::vector<Kinematics::BodyWrench> Loops::calc_equation_wrenches(std::size_t c) {
  std::vector<Kinematics::BodyWrench> wrenches;
  if (paths_[c].count() == 0) return wrenches;
  CutEquation g(closures_[c].equation->position);
  for (const Closure& closure : closures_) g.cut(closure.coordinates, put_in(closure.coordinates));
  struct Pose {
    std::vector<Expr> position, orientation;
  };
  std::vector<Pose> poses;
  for (std::size_t f = 0; f < mechanism_.frames.size(); ++f) {
    const int frame = static_cast<int>(f);
    poses.push_back({kinematics_.calc_frame_output(frame, FrameOutput::position),
                     kinematics_.calc_frame_output(frame, FrameOutput::orientation)});
    g.cut(poses.back().position, put_in(poses.back().position));
    g.cut(poses.back().orientation, put_in(poses.back().orientation));
  }
  g.differentiate();
  const Expr multiplier = lambda_[paths_[c].first_row];
  for (std::size_t f = 0; f < poses.size(); ++f) {
    const std::vector<Expr>&p = poses[f].position, &q = poses[f].orientation;
    const Triple<Expr> force{g.slope(p[0]), g.slope(p[1]), g.slope(p[2])};
    const std::array<Expr, 4> slope{g.slope(q[0]), g.slope(q[1]), g.slope(q[2]), g.slope(q[3])};
    if (is_zero(force) && is_zero(slope)) continue;
    const Triple<Expr> torque = torque_of(slope, q, true);
    Kinematics::BodyWrench& wrench = wrenches.emplace_back();
    wrench.body = mechanism_.frames[f].body;
    wrench.at = tree_.place_of(mechanism_, static_cast<int>(f));
    for (std::size_t i = 0; i < 3; ++i) {
      wrench.wrench[0].push_back(multiplier * force[i]);
      wrench.wrench[1].push_back(multiplier * torque[i]);
    }
  }
  return wrenches;
}

/// What equations that name a cut joint's coordinates do along them is an effort between its two
/// sides, as a motor's would be: adds that on the link of one side.
void Loops::add_named_efforts(const Closure& closure, int link, std::vector<Expr>& wrench) {
  const auto at = static_cast<std::size_t>(link);
  for (std::size_t e = 0; e < closures_.size(); ++e) {
    if (!closures_[e].equation || paths_[e].count() == 0) continue;
    CutEquation g(closures_[e].equation->position);
    g.cut(closure.coordinates, put_in(closure.coordinates));
    g.differentiate();
    for (const Expr& coordinate : closure.coordinates) {
      const Expr slope = g.slope(coordinate);
      if (slope.is_constant(0.0)) continue;
      const Expr effort = lambda_[paths_[e].first_row] * slope;
      const auto add = [&](const std::vector<Expr>& unit) {
        for (std::size_t i = 0; i < unit.size(); ++i) wrench[i] += effort * unit[i];
      };
      const CutEquation own = cut_at_poses(put_in({coordinate})[0], kinematics_, reported_poses());
      const auto wrenches = wrenches_of(own, kinematics_, tree_.links.size());
      if (const auto found = wrenches.find(link); found != wrenches.end()) add(found->second);
      // Of a link that moves freely the place is a coordinate, and efforts along it are a wrench.
      const detail::LinkShape& shape = passes_.shapes()[at];
      if (shape.has_place()) add(efforts_of(own, shape, states_[at], passes_.attitude(at)));
    }
  }
}

}  // namespace holon
