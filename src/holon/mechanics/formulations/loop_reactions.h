// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "holon/mechanics/formulations/solved_rows.h"

namespace holon {

/// What closures carry with given multipliers.
class LoopReactions {
 public:
  /// All must live as long as this; `lambda` by row of `solved`.
  LoopReactions(ConstraintRows& rows, const SolvedRows& solved, const std::vector<Expr>& lambda)
      : rows_(rows), solved_(solved), lambda_(lambda) {}

  /// Force and moment about the origins of the links, in link axes, of all closures: by link, empty
  /// where there is none.
  std::vector<std::vector<Expr>> calc_loads() const;
  /// Force and torque on the child's side at its joint frame, in world axes, efforts included.
  std::array<std::vector<Expr>, 2> calc_reaction(std::size_t closure) const;
  Expr calc_tension(std::size_t closure) const;     ///< [N] of a rod
  Expr calc_multiplier(std::size_t closure) const;  ///< of an equation; 0 while it does not hold
  std::vector<Expr> calc_line_multipliers(std::size_t closure) const;  ///< of a line body (3)
  /// [W] that an equation gives to what it names; see EquationRows.
  Expr calc_equation_power(std::size_t closure, const std::vector<std::vector<Expr>>& rates) const;
  Expr calc_power_along_motions(std::size_t closure) const;
  std::vector<Kinematics::BodyWrench> calc_equation_wrenches(std::size_t closure) const;

 private:
  ConstraintRows& rows_;
  const SolvedRows& solved_;
  const std::vector<Expr>& lambda_;
};

}  // namespace holon
