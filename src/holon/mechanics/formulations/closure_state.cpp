// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/formulations/closure_state.h"

#include "holon/mechanics/kernels/loop_kernels.h"

namespace holon {

using detail::append;

namespace {

/// A Function of one closure's own.
template <class Make>
std::vector<Expr> call_for(const Closure& closure, Make make, std::vector<Expr> arguments) {
  detail::Kinds kinds;
  kinds.add("", closure.constants(Vector3<Expr>(0.0, 0.0, 0.0)));
  kinds.classify();
  const FunctionRef function = make(closure.shape(), kinds, 0);
  kinds.append_arguments(0, arguments);
  return call(function, arguments);
}

std::vector<Expr> list_sides(const Closure& closure, Kinematics& kinematics, MotionLevel level) {
  const std::vector<Expr> none(6, 0.0);
  std::vector<Expr> arguments;
  for (const Tree::BodyPlace& side : closure.sides) {
    if (side.link == Mechanism::kWorld) continue;
    const auto link = static_cast<std::size_t>(side.link);
    append(arguments, kinematics.pose(link));
    append(arguments, level == MotionLevel::places ? none : kinematics.velocity(link));
    append(arguments, level == MotionLevel::accelerations
                          ? kinematics.calc_point_acceleration(link, side.place.position)
                          : none);
  }
  return arguments;
}

}  // namespace

std::vector<Expr> calc_joint_state(const Closure& closure, Kinematics& kinematics,
                                   MotionLevel level) {
  using detail::CutStatePart;
  std::vector<Expr> arguments = list_sides(closure, kinematics, level);
  append(arguments, closure.joint()->near);
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

std::array<std::vector<Expr>, 2> calc_effort_loads(const Closure& closure, Kinematics& kinematics,
                                                   const std::vector<Expr>& efforts) {
  std::vector<Expr> arguments = list_sides(closure, kinematics, MotionLevel::places);
  append(arguments, efforts);
  const std::vector<Expr> results =
      call_for(closure, detail::make_cut_efforts, std::move(arguments));
  std::array<std::vector<Expr>, 2> loads;
  std::size_t at = 0;
  for (std::size_t side = 0; side < 2; ++side) {
    if (closure.sides[side].link == Mechanism::kWorld) continue;
    loads[side].assign(results.begin() + static_cast<std::ptrdiff_t>(at),
                       results.begin() + static_cast<std::ptrdiff_t>(at + 6));
    at += 6;
  }
  return loads;
}

}  // namespace holon
