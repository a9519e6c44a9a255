// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/formulations/branch_tree.h"
#include "holon/mechanics/formulations/carried_rotors.h"
#include "holon/mechanics/formulations/row_solver.h"
#include "holon/mechanics/kernels/branch_kernels.h"

namespace holon {

/// The augmented equations of bodies on a tree by the null spaces of the joints' rows
/// (branch_kernels.h), from the tips to the base; rows that close loops ("cuts") have S of what the
/// pivots leave, as in `recursive`.
class BranchElimination {
 public:
  /// All but the tree must live as long as this.
  BranchElimination(ConstraintRows& rows, const SolvedRows& solved, const CarriedRotors& rotors,
                    const std::vector<CarriedRotors::Effect>& effects, BranchTree tree)
      : rows_(rows), solved_(solved), rotors_(rotors), effects_(effects), tree_(std::move(tree)) {}

  /// As Solver::solve.
  RowSolution solve(const std::vector<Expr>& rows, const std::vector<Expr>& activities,
                    bool under_forces);

 private:
  /// What is known of the bodies for one right side.
  struct State {
    bool under_forces = false;
    std::vector<detail::BranchShape> shapes;
    std::vector<detail::BranchPivots> pivots;
  };
  /// The wrenches of a closure's rows along the branches to the base.
  struct BasePath {
    std::size_t closure = 0;
    std::map<int, std::vector<std::vector<Expr>>> efforts;  ///< by body, by freedom and row
    std::vector<Expr> works;                                ///< by row: J of what is particular
  };

  std::vector<Expr> list_sides(std::size_t body, bool follows_motion) const;
  std::vector<Expr> list_forces(std::size_t body, bool under_forces) const;
  std::vector<Expr> list_inertia(std::size_t body) const;
  State go_inward(const std::vector<Expr>& rows, bool under_forces);
  BasePath propagate_to_base(const State& state, std::size_t closure);
  std::vector<Expr> solve_cuts(State& state, const std::vector<Expr>& rows,
                               const std::vector<Expr>& activities);
  std::vector<Expr> calc_gap(const State& state, const BasePath& base_path,
                             const std::vector<Expr>& rows) const;
  Expr calc_free_share(std::size_t closure, std::size_t row) const;
  std::vector<Expr> calc_matrix(const State& state, const std::vector<BasePath>& base_paths,
                                const std::vector<std::size_t>& first, std::size_t size) const;
  std::vector<std::vector<Expr>> go_outward(const State& state, RowSolution& solution);
  void add_multipliers(const State& state, const std::vector<std::vector<Expr>>& accelerations,
                       std::vector<Expr>& lambda);
  std::vector<Expr> call_kernel(const std::string& name, const detail::BranchShape& shape,
                                const std::vector<Expr>& arguments,
                                void (*write)(const detail::BranchShape&, detail::Reader&,
                                              detail::KernelBuilder&));

  ConstraintRows& rows_;
  const SolvedRows& solved_;
  const CarriedRotors& rotors_;
  const std::vector<CarriedRotors::Effect>& effects_;  ///< by closure
  const BranchTree tree_;
  detail::FoldedCalls calls_;
};

}  // namespace holon
