// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/formulations/loop_reactions.h"

#include <algorithm>

#include "holon/mechanics/kernels/loop_kernels.h"

namespace holon {

using detail::append;

std::vector<std::vector<Expr>> LoopReactions::calc_loads() const {
  std::vector<std::vector<Expr>> loads(rows_.tree().links.size());
  for (const ConstraintPath& path : solved_.paths()) {
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

std::array<std::vector<Expr>, 2> LoopReactions::calc_reaction(std::size_t c) const {
  const ConstraintPath& path = solved_.paths()[c];
  const std::vector<Closure>& closures = rows_.closures();
  const Closure& closure = closures[c];
  // From the child's side, or the opposite from the parent's where the child is at rest.
  const bool from_child = closure.sides[1].link != Mechanism::kWorld;
  const std::size_t side = from_child ? 1 : 0;
  const ConstraintPath::Acting& acting = *std::find_if(
      path.acting.begin(), path.acting.end(),
      [&](const ConstraintPath::Acting& one) { return one.link == closure.sides[side].link; });
  std::vector<Expr> wrench;  // on the link, about its origin
  if (closure.joint()) wrench = closure.joint()->effort_loads[side];
  wrench.resize(6, 0.0);
  for (std::size_t k = 0; k < path.count(); ++k) {
    for (std::size_t i = 0; i < 6; ++i) {
      wrench[i] += lambda_[path.first_row + k] * acting.wrenches[k][i];
    }
  }
  for (std::size_t e = 0; e < closures.size() && closure.joint(); ++e) {
    const EquationConstraint* equation = closures[e].equation();
    if (!equation || solved_.paths()[e].count() == 0) continue;
    rows_.equations().add_named_efforts(*equation, calc_multiplier(e), *closure.joint(),
                                        closure.sides[side].link, wrench);
  }
  const std::span<const Expr> pose =
      rows_.kinematics().pose(static_cast<std::size_t>(closure.sides[side].link));
  const Transform<Expr> X(detail::matrix_by_rows(pose), detail::vector_of(pose.last(3)));
  const Vector3<Expr>& place = closure.sides[1].place.position;
  const Vector3<Expr> point = from_child ? X.apply_to_point(place) : place;
  const auto F = detail::motor_of<ForceMotor<Expr>>(wrench)
                     .rotate(X.matrix())
                     .shift_back(X.translation() - point);
  return detail::lists_of(from_child ? F : -F);
}

Expr LoopReactions::calc_tension(std::size_t c) const {
  return -lambda_[solved_.paths()[c].first_row];
}

Expr LoopReactions::calc_multiplier(std::size_t c) const {
  const ConstraintPath& path = solved_.paths()[c];
  return path.count() == 0 ? Expr(0.0) : lambda_[path.first_row];
}

std::vector<Expr> LoopReactions::calc_line_multipliers(std::size_t c) const {
  const ConstraintPath& path = solved_.paths()[c];
  const auto own = std::span(lambda_).subspan(path.first_row, path.count());
  return {own.begin(), own.end()};
}

Expr LoopReactions::calc_equation_power(std::size_t c,
                                        const std::vector<std::vector<Expr>>& rates) const {
  const EquationConstraint& equation = *rows_.closures()[c].equation();
  const Expr power = rows_.equations().calc_power(equation, rates);
  if (equation.by_rate && power.is_constant(0.0)) return 0.0;
  return calc_multiplier(c) * power;
}

Expr LoopReactions::calc_power_along_motions(std::size_t c) const {
  return calc_multiplier(c) *
         rows_.equations().calc_power_along_motions(*rows_.closures()[c].equation());
}

std::vector<Kinematics::BodyWrench> LoopReactions::calc_equation_wrenches(std::size_t c) const {
  if (solved_.paths()[c].count() == 0) return {};
  return rows_.equations().calc_wrenches(*rows_.closures()[c].equation(), calc_multiplier(c));
}

}  // namespace holon
