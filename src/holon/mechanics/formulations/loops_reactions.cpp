// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// What closures carry, and what cut joints measure.

#include "holon/mechanics/formulations/loops.h"
#include "holon/mechanics/kernels/loop_kernels.h"

namespace holon {

using detail::append;

namespace {

/// A Function of one closure's own.
template <class Make>
std::vector<Expr> call_for(const Loops::Closure& closure, Make make, std::vector<Expr> arguments) {
  detail::Kinds kinds;
  kinds.add("", detail::cut_constants(closure.sides[0].place, closure.sides[1].place, closure.joint,
                                      Vector3<Expr>(0.0, 0.0, 0.0)));
  kinds.classify();
  const FunctionRef function = make(closure.shape(), kinds, 0);
  kinds.append_arguments(0, arguments);
  return call(function, arguments);
}

}  // namespace

std::vector<std::vector<Expr>> Loops::calc_loads() {
  std::vector<std::vector<Expr>> loads(tree_.links.size());
  for (std::size_t c = 0; c < paths_.size(); ++c) {
    const ConstraintPath& path = paths_[c];
    if (path.count() == 0) continue;
    for (const ConstraintPath::Acting& acting : path.acting) {
      const auto own = std::span(lambda_).subspan(path.first_row, path.count());
      std::vector<Expr> arguments(own.begin(), own.end());
      for (const std::vector<Expr>& wrench : acting.wrenches) append(arguments, wrench);
      const std::vector<Expr> sum = call(
          detail::made_once(detail::make_wrench_sum, static_cast<int>(path.count())), arguments);
      std::vector<Expr>& load = loads[static_cast<std::size_t>(acting.link)];
      load.resize(6, 0.0);
      for (std::size_t i = 0; i < 6; ++i) load[i] += sum[i];
    }
  }
  return loads;
}

std::array<std::vector<Expr>, 2> Loops::calc_reaction(std::size_t c) {
  const ConstraintPath& path = paths_[c];
  const Closure& closure = closures_[c];
  // From the child's side, or the opposite from the parent's where the child is at rest.
  const bool from_child = closure.sides[1].link != kWorld;
  const std::size_t side = from_child ? 1 : 0;
  const ConstraintPath::Acting& acting = from_child ? path.acting.back() : path.acting.front();
  std::vector<Expr> wrench = closure.effort_loads[side];  // on the link, about its origin
  wrench.resize(6, 0.0);
  for (std::size_t k = 0; k < path.count(); ++k) {
    for (std::size_t i = 0; i < 6; ++i) {
      wrench[i] += lambda_[path.first_row + k] * acting.wrenches[k][i];
    }
  }
  add_named_efforts(closure, closure.sides[side].link, wrench);
  const std::span<const Expr> pose =
      kinematics_.pose(static_cast<std::size_t>(closure.sides[side].link));
  const Transform<Expr> X(detail::matrix_by_rows(pose), detail::vector_of(pose.last(3)));
  const Vector3<Expr>& place = closure.sides[1].place.position;
  const Vector3<Expr> point = from_child ? X.apply_to_point(place) : place;
  const auto F = detail::motor_of<ForceMotor<Expr>>(wrench)
                     .rotate(X.matrix())
                     .shift_back(X.translation() - point);
  return detail::lists_of(from_child ? F : -F);
}

Expr Loops::calc_tension(std::size_t c) { return -lambda_[paths_[c].first_row]; }

std::vector<Expr> Loops::calc_sides(const Closure& closure, Kinematics& kinematics, Level level) {
  const std::vector<Expr> none(6, 0.0);
  std::vector<Expr> arguments;
  for (const Tree::BodyPlace& side : closure.sides) {
    if (side.link == kWorld) continue;
    const auto link = static_cast<std::size_t>(side.link);
    append(arguments, kinematics.pose(link));
    append(arguments, level == Level::places ? none : kinematics.velocity(link));
    append(arguments, level == Level::accelerations
                          ? kinematics.calc_point_acceleration(link, side.place.position)
                          : none);
  }
  return arguments;
}

std::vector<Expr> Loops::calc_state(const Closure& closure, Kinematics& kinematics, Level level) {
  using detail::CutStatePart;
  std::vector<Expr> arguments = calc_sides(closure, kinematics, level);
  append(arguments, closure.near);
  std::vector<Expr> all;
  for (const CutStatePart part :
       {CutStatePart::coordinates, CutStatePart::rates, CutStatePart::accelerations}) {
    const auto make = [part](const detail::CutShape& shape, const detail::Kinds& kinds,
                             std::size_t piece) {
      return detail::make_cut_state(shape, part, kinds, piece);
    };
    append(all, call_for(closure, make, arguments));
  }
  return all;
}

std::array<std::vector<Expr>, 2> Loops::calc_effort_loads(const Closure& closure,
                                                          Kinematics& kinematics,
                                                          const std::vector<Expr>& efforts) {
  std::vector<Expr> arguments = calc_sides(closure, kinematics, Level::places);
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
