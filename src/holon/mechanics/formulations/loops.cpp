// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/formulations/loops.h"

#include "holon/mechanics/kernels/traced.h"

namespace holon {

Loops::Loops(const Mechanism& mechanism, const Tree& tree, const std::vector<LinkState>& states,
             std::vector<Closure> closures, const MakeRowSolver& make_solver,
             Kinematics* kinematics, ConstraintRows::PutInOutputs put_in_outputs,
             std::vector<PartResponse> parts, ConstraintRows::ValueAtParameters value_at_parameters)
    : rows_(mechanism, tree, states, std::move(closures), kinematics, std::move(put_in_outputs),
            std::move(parts), std::move(value_at_parameters)),
      solver_(make_solver(rows_)) {}

std::vector<std::vector<Expr>> Loops::calc_accelerations(
    const std::optional<Baumgarte>& baumgarte) {
  const std::vector<ConstraintPath>& paths = solver_->solved().paths();
  std::vector<Expr> b = solver_->calc_right_side();
  if (baumgarte) {
    std::size_t at = 0;
    for (std::size_t c = 0; c < paths.size(); ++c) {
      const ConstraintPath& path = paths[c];
      if (rows_.closures()[c].is_compliant()) {
        at += path.count();
        continue;
      }
      for (std::size_t k = 0; k < path.count(); ++k) {
        b[at++] -= 2.0 * baumgarte->alpha * path.velocity[k] +
                   baumgarte->beta * baumgarte->beta * path.position[k];
      }
    }
  }
  RowSolution solution = solver_->solve(std::move(b), solver_->solved().activities(), true);
  lambda_ = std::move(solution.lambda);
  return std::move(solution.rates);
}

/// What rows are to change by: those of line bodies by nothing.
LoopStep Loops::calc_step(std::vector<Expr> ConstraintPath::*error,
                          const std::vector<Expr>& activities) {
  const std::vector<ConstraintPath>& paths = solver_->solved().paths();
  std::vector<Expr> b;
  for (std::size_t c = 0; c < paths.size(); ++c) {
    const bool is_compliant = rows_.closures()[c].is_compliant();
    for (const Expr& e : paths[c].*error) b.push_back(is_compliant ? Expr(0.0) : -e);
  }
  RowSolution solution = solver_->solve(std::move(b), activities, false);
  return {std::move(solution.rates), solver_->solved().calc_part_changes(solution.lambda)};
}

/// Rows of rates alone have no part in it.
LoopStep Loops::calc_position_step() {
  std::vector<Expr> activities = solver_->solved().activities();
  for (std::size_t c = 0; c < rows_.closures().size(); ++c) {
    const EquationConstraint* equation = rows_.closures()[c].equation();
    const ConstraintPath& path = solver_->solved().paths()[c];
    if (equation && (equation->flow || equation->of_speeds) && path.count() > 0)
      activities[path.first_row] = 0.0;
  }
  return calc_step(&ConstraintPath::position, activities);
}

LoopStep Loops::calc_velocity_step() {
  return calc_step(&ConstraintPath::velocity, solver_->solved().activities());
}

Loops::LineSums Loops::calc_line_sums() const {
  LineSums sums;
  for (std::size_t c = 0; c < rows_.closures().size(); ++c) {
    const detail::LineTerms* line = rows_.closures()[c].line();
    if (!line) continue;
    const Vector3<Expr> g = detail::vector_of(rows_.all()[c].position);
    const Vector3<Expr> rate = detail::vector_of(rows_.all()[c].velocity);
    const Vector3<Expr> turning = cross(g, rate);
    const Expr lever = line->lever;
    for (std::size_t i = 0; i < 3; ++i) {
      sums.kinetic += 0.5 * square(rate[i]);
      sums.potential -= lever * rows_.mechanism().gravity[static_cast<Eigen::Index>(i)] * g[i];
      sums.momentum[i] += lever * rate[i];
      sums.angular_momentum[i] += turning[i];
    }
  }
  return sums;
}

}  // namespace holon
