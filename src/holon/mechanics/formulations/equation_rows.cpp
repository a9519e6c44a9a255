// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "holon/mechanics/formulations/equation_rows.h"
#include "holon/mechanics/kernels/loop_kernels.h"
#include "holon/mechanics/kernels/traced.h"

namespace holon {

using detail::append;

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
      // A symbol is a coordinate, whose slope is requested as such.
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
  /// g with 0 in the place of all that was cut, and of these symbols.
  Expr calc_rest(std::vector<Expr> symbols) const {
    append(symbols, to_);
    const std::vector<Expr> zeros(symbols.size(), 0.0);
    const std::vector<Expr> g = substitute(std::span(&g_, 1), from_, to_);
    return substitute(g, symbols, zeros)[0];
  }

 private:
  const Expr g_;
  std::vector<Expr> from_, to_;
  std::unordered_map<Expr, Expr> symbol_of_, symbol_of_reported_, slopes_;
};

/// What a slope along a quaternion is as a torque, where the quaternion changes by
/// ½ (0, ω) q (`world`) or ½ q (0, ω).
Vector3<Expr> torque_of(const std::array<Expr, 4>& slope, std::span<const Expr> q, bool world) {
  const Vector3<Expr> v(q[1], q[2], q[3]);
  Vector3<Expr> torque;
  for (int i = 0; i < 3; ++i) {
    Vector3<Expr> e;
    e[i] = 1.0;
    const Vector3<Expr> across = world ? cross(e, v) : cross(v, e);
    Expr sum = -(slope[0] * v[i]);
    for (int k = 0; k < 3; ++k) {
      sum += slope[static_cast<std::size_t>(k) + 1] * (q[0] * e[k] + across[k]);
    }
    torque[i] = 0.5 * sum;
  }
  return torque;
}

bool is_zero(std::span<const Expr> list) {
  return std::all_of(list.begin(), list.end(), [](const Expr& e) { return e.is_constant(0.0); });
}
bool is_zero(const Vector3<Expr>& v) { return is_zero(std::span(v.data(), 3)); }

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

/// The same at the velocities of all links.
CutEquation cut_at_velocities(const Expr& formula, Kinematics& kinematics,
                              const std::vector<std::vector<Expr>>& reported) {
  CutEquation g(formula);
  for (std::size_t k = 0; k < reported.size(); ++k) g.cut(kinematics.velocity(k), reported[k]);
  g.differentiate();
  return g;
}

CutEquation cut_at_links(const Expr& formula, bool by_rate, Kinematics& kinematics,
                         const std::vector<std::vector<Expr>>& reported) {
  return by_rate ? cut_at_velocities(formula, kinematics, reported)
                 : cut_at_poses(formula, kinematics, reported);
}

/// The slopes along the poses of the links as wrenches (force, moment about the link's origin, in
/// link axes), by link.
std::map<int, std::vector<Expr>> wrenches_of(const CutEquation& g, bool by_rate,
                                             Kinematics& kinematics, std::size_t count) {
  std::map<int, std::vector<Expr>> wrenches;
  for (std::size_t k = 0; k < count; ++k) {
    if (by_rate) {
      // Those along (ω, v) are the moment and the force.
      const std::vector<Expr>& V = kinematics.velocity(k);
      std::vector<Expr> wrench;
      for (const std::size_t i : {3U, 4U, 5U, 0U, 1U, 2U}) wrench.push_back(g.slope(V[i]));
      if (!is_zero(wrench)) wrenches[static_cast<int>(k)] = std::move(wrench);
      continue;
    }
    const std::vector<Expr>& X = kinematics.pose(k);
    const std::vector<Expr>& q = kinematics.orientation(k);
    // Of a pose: a force at the link's origin and a torque, t = Σ column of R × slope along it.
    ForceMotor<Expr> F;
    for (std::size_t i = 0; i < 3; ++i) coordinate(F, static_cast<int>(i)) = g.slope(X[9 + i]);
    for (std::size_t c = 0; c < 3; ++c) {
      const Vector3<Expr> column(X[c], X[3 + c], X[6 + c]);
      const Vector3<Expr> slope(g.slope(X[c]), g.slope(X[3 + c]), g.slope(X[6 + c]));
      F.moment() += cross(column, slope);
    }
    const std::array<Expr, 4> slope{g.slope(q[0]), g.slope(q[1]), g.slope(q[2]), g.slope(q[3])};
    if (!is_zero(slope)) F.moment() += torque_of(slope, q, true);
    if (!is_zero(F.force()) || !is_zero(F.torque())) {
      wrenches[static_cast<int>(k)] = detail::list_of(F.rotate_back(detail::matrix_by_rows(X)));
    }
  }
  return wrenches;
}

/// The slopes along a joint's coordinates, or its rates, as efforts along its freedoms; empty where
/// there are none.
std::vector<Expr> efforts_of(const CutEquation& g, bool by_rate, const detail::LinkShape& shape,
                             const LinkState& state, const std::vector<Expr>& attitude) {
  if (shape.prescribed) return {};
  std::vector<Expr> slopes;
  for (const Expr& symbol : by_rate ? state.v : state.q)
    slopes.push_back(g.slope_of_symbol(symbol));
  if (is_zero(slopes)) return {};
  if (by_rate || !shape.has_quaternion())
    return detail::efforts_along_rates(shape, slopes, attitude);
  std::vector<Expr> by_rates =
      detail::list_of(torque_of({slopes[0], slopes[1], slopes[2], slopes[3]}, state.q, false));
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
    Vector3<Expr> push = vector_of(std::span(slopes).last(3));
    if (shape.has_quaternion()) push = multiply_transposed(matrix_by_rows(attitude), push);
    efforts = list_of(push);
  }
  if (shape.has_quaternion()) efforts.insert(efforts.end(), slopes.begin(), slopes.begin() + 3);
  return efforts;
}

EquationRows::EquationRows(const Mechanism& mechanism, const Tree& tree,
                           const std::vector<LinkState>& states,
                           const std::vector<Closure>& closures,
                           const detail::RecursivePasses& passes, Kinematics& kinematics,
                           PutInOutputs put_in_outputs)
    : mechanism_(mechanism),
      tree_(tree),
      states_(states),
      closures_(closures),
      passes_(passes),
      kinematics_(kinematics),
      put_in_outputs_(std::move(put_in_outputs)) {}

std::vector<Expr> EquationRows::put_in(std::vector<Expr> expressions) const {
  return put_in_outputs_ ? put_in_outputs_(std::move(expressions)) : expressions;
}

/// Behind a motion that a formula prescribes a pose names the formula, and an equation what it
/// says.
const std::vector<std::vector<Expr>>& EquationRows::reported_poses() {
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

const std::vector<std::vector<Expr>>& EquationRows::reported_velocities() {
  if (!reported_velocities_.empty()) return reported_velocities_;
  for (std::size_t k = 0; k < tree_.links.size(); ++k)
    reported_velocities_.push_back(put_in(kinematics_.velocity(k)));
  return reported_velocities_;
}

ConstraintPath EquationRows::make_path(const EquationConstraint& equation, bool kept) {
  ConstraintPath path;
  if (!kept) return path;
  path.position = {equation.motion.position};
  path.velocity = {equation.motion.rate};
  path.bias = {equation.motion.acceleration};
  const std::size_t count = tree_.links.size();
  const bool by_rate = equation.by_rate;
  const CutEquation g = cut_at_links(equation.formula(), by_rate, kinematics_, reported(equation));
  for (auto& [link, wrench] : wrenches_of(g, by_rate, kinematics_, count)) {
    path.acting.push_back({link, {wrench}});
  }
  for (std::size_t k = 0; k < count; ++k) {
    for (const Expr& e :
         efforts_of(g, by_rate, passes_.shapes()[k], states_[k], passes_.attitude(k))) {
      path.own_efforts[static_cast<int>(k)].push_back({e});
    }
    if (equation.flow && !is_zero(equation.flow->slopes[k])) {
      std::vector<std::vector<Expr>>& own = path.own_efforts[static_cast<int>(k)];
      const std::vector<Expr> efforts = detail::efforts_along_rates(
          passes_.shapes()[k], equation.flow->slopes[k], passes_.attitude(k));
      own.resize(efforts.size(), {Expr(0.0)});
      for (std::size_t i = 0; i < efforts.size(); ++i) own[i][0] -= efforts[i];
    }
  }
  return path;
}

std::vector<Expr> EquationRows::calc_part_efforts(const EquationConstraint& equation,
                                                  const PartResponse& part) {
  std::vector<Expr> efforts(part.rates.size(), 0.0);
  const std::vector<Expr>& named = equation.by_rate ? part.rates : part.coordinates;
  const Expr formula = equation.formula();
  const std::vector<Expr> symbols = find_symbols(std::span(&formula, 1));
  const bool is_named = std::any_of(symbols.begin(), symbols.end(), [&](const Expr& symbol) {
    return std::find(named.begin(), named.end(), symbol) != named.end();
  });
  if (!is_named) return efforts;
  const CutEquation g = cut_at_links(formula, equation.by_rate, kinematics_, reported(equation));
  if (equation.by_rate) {
    for (std::size_t a = 0; a < efforts.size(); ++a) efforts[a] = g.slope_of_symbol(named[a]);
    return efforts;
  }
  std::size_t at = 0, rate = 0;
  for (const bool is_orientation : part.orientations) {
    if (!is_orientation) {
      efforts[rate++] = g.slope_of_symbol(named[at++]);
      continue;
    }
    const std::span<const Expr> q = std::span(named).subspan(at, 4);
    std::array<Expr, 4> slope;
    for (std::size_t i = 0; i < 4; ++i) slope[i] = g.slope_of_symbol(q[i]);
    const Vector3<Expr> torque = torque_of(slope, q, false);
    for (int i = 0; i < 3; ++i) efforts[rate++] = torque[i];
    at += 4;
  }
  return efforts;
}

Expr EquationRows::calc_power(const EquationConstraint& equation,
                              const std::vector<std::vector<Expr>>& rates) {
  const std::size_t count = tree_.links.size();
  const CutEquation g =
      cut_at_links(equation.formula(), equation.by_rate, kinematics_, reported(equation));
  if (equation.by_rate) {
    std::vector<Expr> speeds;
    for (const LinkState& state : states_) {
      for (const Expr& v : state.v)
        if (!v.is_constant() && v.op() == Op::symbol) speeds.push_back(v);
    }
    for (std::size_t p = 0; parts_ && p < parts_->size(); ++p) append(speeds, (*parts_)[p].rates);
    const Expr rest = g.calc_rest(std::move(speeds));
    return -rest;
  }
  Expr sum = 0.0;
  for (const auto& [link, wrench] : wrenches_of(g, false, kinematics_, count)) {
    const std::vector<Expr>& velocity = kinematics_.velocity(static_cast<std::size_t>(link));
    sum += dot(detail::motor_of<ForceMotor<Expr>>(wrench),
               detail::motor_of<VelocityMotor<Expr>>(velocity));
  }
  for (std::size_t k = 0; k < count; ++k) {
    for (std::size_t i = 0; i < rates[k].size(); ++i) {
      sum += g.slope_of_symbol(states_[k].q[i]) * rates[k][i];
    }
  }
  for (std::size_t p = 0; parts_ && p < parts_->size(); ++p) {
    const PartResponse& part = (*parts_)[p];
    for (std::size_t i = 0; i < part.coordinates.size(); ++i)
      sum += g.slope_of_symbol(part.coordinates[i]) * part.coordinate_rates[i];
  }
  return sum;
}

Expr EquationRows::calc_power_along_motions(const EquationConstraint& equation) const {
  const auto named = [&](const CutJoint& cut) -> const std::vector<Expr>& {
    return equation.by_rate ? cut.rates : cut.coordinates;
  };
  CutEquation g(equation.formula());
  for (const Closure& closure : closures_) {
    if (const CutJoint* cut = closure.joint()) g.cut(named(*cut), put_in(named(*cut)));
  }
  g.differentiate();
  Expr sum = 0.0;
  for (const Closure& closure : closures_) {
    const CutJoint* cut = closure.joint();
    if (!cut || named(*cut).empty()) continue;
    const std::size_t count = joint_info(cut->joint.type).freedoms.size();
    for (std::size_t f = 0; f < count; ++f) {
      const auto& motion = cut->joint.freedoms[f].motion;
      if (motion) sum += g.slope(named(*cut)[f]) * motion->rate;
    }
  }
  return sum;
}

std::vector<Kinematics::BodyWrench> EquationRows::calc_wrenches(const EquationConstraint& equation,
                                                                const Expr& multiplier) {
  std::vector<Kinematics::BodyWrench> wrenches;
  const bool by_rate = equation.by_rate;
  CutEquation g(equation.formula());
  for (const Closure& closure : closures_) {
    const CutJoint* cut = closure.joint();
    if (!cut) continue;
    const std::vector<Expr>& own = by_rate ? cut->rates : cut->coordinates;
    g.cut(own, put_in(own));
  }
  using enum FrameOutput;
  const std::vector<FrameOutput> named =
      by_rate ? std::vector{velocity, angular_velocity, angular_velocity_body}
              : std::vector{position, orientation};
  std::vector<std::vector<std::vector<Expr>>> outputs(mechanism_.frames.size());
  for (std::size_t f = 0; f < outputs.size(); ++f) {
    for (const FrameOutput which : named) {
      outputs[f].push_back(kinematics_.calc_frame_output(static_cast<int>(f), which));
      g.cut(outputs[f].back(), put_in(outputs[f].back()));
    }
  }
  g.differentiate();
  // Frames at one place (a body's own and that of its centre of mass) have the same outputs, which
  // count once.
  std::unordered_set<Expr> counted;
  const auto slope_of = [&](const Expr& value) {
    return counted.insert(value).second ? g.slope(value) : Expr(0.0);
  };
  const auto slopes = [&](const std::vector<Expr>& values) {
    return Vector3<Expr>(slope_of(values[0]), slope_of(values[1]), slope_of(values[2]));
  };
  for (std::size_t f = 0; f < outputs.size(); ++f) {
    const int frame = static_cast<int>(f);
    const Vector3<Expr> force = slopes(outputs[f][0]);
    Vector3<Expr> torque;
    if (by_rate) {
      torque = slopes(outputs[f][1]);
      if (const Vector3<Expr> in_body = slopes(outputs[f][2]); !is_zero(in_body)) {
        const std::vector<Expr> q = kinematics_.calc_frame_output(frame, orientation);
        torque += Rotation<Expr>(q[0], q[1], q[2], q[3]).apply(in_body);
      }
    } else {
      const std::vector<Expr>& q = outputs[f][1];
      const std::array<Expr, 4> slope{slope_of(q[0]), slope_of(q[1]), slope_of(q[2]),
                                      slope_of(q[3])};
      if (!is_zero(slope)) torque = torque_of(slope, q, true);
    }
    if (is_zero(force) && is_zero(torque)) continue;
    Kinematics::BodyWrench& wrench = wrenches.emplace_back();
    wrench.body = mechanism_.frames[f].body;
    wrench.at = tree_.place_of(mechanism_, frame);
    wrench.wrench = detail::lists_of(multiplier * ForceMotor<Expr>(force, torque));
  }
  return wrenches;
}

void EquationRows::add_named_efforts(const EquationConstraint& equation, const Expr& multiplier,
                                     const CutJoint& joint, int link, std::vector<Expr>& wrench) {
  const auto at = static_cast<std::size_t>(link);
  const bool by_rate = equation.by_rate;
  const std::vector<Expr>& named = by_rate ? joint.rates : joint.coordinates;
  CutEquation g(equation.formula());
  g.cut(named, put_in(named));
  g.differentiate();
  for (const Expr& coordinate : named) {
    const Expr slope = g.slope(coordinate);
    if (slope.is_constant(0.0)) continue;
    const Expr effort = multiplier * slope;
    const auto add = [&](const std::vector<Expr>& unit) {
      for (std::size_t i = 0; i < unit.size(); ++i) wrench[i] += effort * unit[i];
    };
    const CutEquation own =
        cut_at_links(put_in({coordinate})[0], by_rate, kinematics_, reported(equation));
    const auto wrenches = wrenches_of(own, by_rate, kinematics_, tree_.links.size());
    if (const auto found = wrenches.find(link); found != wrenches.end()) add(found->second);
    // Of a link that moves freely the place is a coordinate, and efforts along it are a wrench.
    const detail::LinkShape& shape = passes_.shapes()[at];
    if (shape.has_place()) {
      add(efforts_of(own, by_rate, shape, states_[at], passes_.attitude(at)));
    }
  }
}

}  // namespace holon
