// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "holon/mechanics/formulations/impacts.h"
#include "holon/mechanics/formulations/loop_reactions.h"
#include "holon/mechanics/formulations/row_solver.h"

namespace holon {

/// What closes the loops of a tree: cut joints and rods, as constraints with multipliers, for the
/// formulation `recursive`. With S = J M⁻¹ Jᵀ, which the passes over the tree give without
/// ever forming M or J:
///
///   S λ = −(J vdot₀ + J' v …),   vdot = vdot₀ + M⁻¹ Jᵀ λ
///
/// and likewise the shortest way (in the norm of M) back onto the constraints. S is semidefinite;
/// where its rank falls, λ is the shortest that does (see MatrixKind::semidefinite), and vdot is
/// what it was.
///
/// The formulations `augmented` and `aggregate` are the same over a flat tree, where every joint is
/// a closure and M has a block for each body: there the equations are solved as they stand,
///
///   [M Jᵀ; J 0] [vdot; −λ] = [forces; −J' v …]
///
/// Which of both is the formulation's choice (formulation.h). The rows are `ConstraintRows`, those
/// that are solved for `SolvedRows` of the solver, what they carry `LoopReactions`.
/// docs/design/loops.md.
class Loops {
 public:
  /// [1/s] J. Baumgarte, Comput. Methods Appl. Mech. Eng. 1 (1972) 1.
  struct Baumgarte {
    Expr alpha, beta;
  };

  /// As ConstraintRows.
  Loops(const Mechanism& mechanism, const Tree& tree, const std::vector<LinkState>& states,
        std::vector<Closure> closures, const MakeRowSolver& make_solver,
        Kinematics* kinematics = nullptr, ConstraintRows::PutInOutputs put_in_outputs = {},
        std::vector<PartResponse> parts = {},
        ConstraintRows::ValueAtParameters value_at_parameters = {});

  const ConstraintRows& rows() const { return rows_; }
  /// Of the solver's matrix, where it has one by bodies.
  std::optional<MatrixPattern> find_pattern() const { return solver_->find_pattern(); }
  /// Which rows do not hold whatever the coordinates are, by closure: of the factor solver.
  const std::vector<std::vector<bool>>& needed() const { return solver_->solved().kept(); }

  /// vdot of every link; with Baumgarte's terms g'' = −2 α g' − β² g, else g'' = 0.
  std::vector<std::vector<Expr>> calc_accelerations(const std::optional<Baumgarte>& baumgarte);
  /// What the multipliers of these accelerations add to those of parts with inner states: by part.
  std::vector<std::vector<Expr>> calc_part_accelerations() const {
    return solver_->solved().calc_part_changes(lambda_);
  }
  /// What closures carry under these accelerations.
  LoopReactions reactions() { return {rows_, solver_->solved(), lambda_}; }

  /// The change of all coordinates, as rates that last for one second, that takes the positions
  /// back onto the constraints (one step of Newton's method) …
  LoopStep calc_position_step();
  /// … and that of the rates (exact).
  LoopStep calc_velocity_step();
  Impact calc_impact(const Hits& hits, const std::vector<ImpactGrip>& grips = {}) {
    return holon::calc_impact(rows_, *solver_, hits, grips);
  }

  /// What line bodies have beside their masses at the pins.
  struct LineSums {
    Expr kinetic = 0.0, potential = 0.0;                   ///< [J]
    std::vector<Expr> momentum = {0.0, 0.0, 0.0};          ///< [kg m/s]
    std::vector<Expr> angular_momentum = {0.0, 0.0, 0.0};  ///< [kg m²/s] about the world's origin
  };
  LineSums calc_line_sums() const;

 private:
  LoopStep calc_step(std::vector<Expr> ConstraintPath::*error, const std::vector<Expr>& activities);

  ConstraintRows rows_;
  std::unique_ptr<RowSolver> solver_;
  std::vector<Expr> lambda_;
};

}  // namespace holon
