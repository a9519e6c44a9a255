// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "holon/mechanics/formulations/solved_rows.h"

namespace holon {

/// What multipliers do: accelerations of every link, or changes of its rates, with them.
struct RowSolution {
  std::vector<std::vector<Expr>> rates;  ///< by link
  std::vector<Expr> lambda;              ///< by needed row
};

/// The matrix [M Jᵀ; J 0], as far as it follows from the structure.
struct MatrixPattern {
  int size = 0, accelerations = 0;
  std::vector<std::pair<int, int>> entries;  ///< (row, column) that are not zero
  /// What its rows and columns stand for, in order: name of a body or closure, and how many.
  std::vector<std::pair<std::string, int>> groups;
};

/// How a formulation solves for the multipliers of the rows that are needed, and which these are.
class RowSolver {
 public:
  explicit RowSolver(ConstraintRows& rows) : rows_(rows), solved_(rows) {}
  RowSolver(const RowSolver&) = delete;
  RowSolver& operator=(const RowSolver&) = delete;
  virtual ~RowSolver() = default;

  const SolvedRows& solved() const { return solved_; }
  /// What `solve` takes as rows, under the forces, for g'' = 0.
  virtual std::vector<Expr> calc_right_side() = 0;
  /// `under_forces`: with all that acts on the links; else rows alone make the motion, as of
  /// steps and impulses. Rows whose activity is 0 have no part in it.
  virtual RowSolution solve(std::vector<Expr> rows, const std::vector<Expr>& activities,
                            bool under_forces) = 0;
  virtual std::optional<MatrixPattern> find_pattern() const { return {}; }

 protected:
  ConstraintRows& rows_;
  SolvedRows solved_;
};

using MakeRowSolver = std::function<std::unique_ptr<RowSolver>(ConstraintRows&)>;
/// S, along the passes over the tree.
std::unique_ptr<RowSolver> make_factor_solver(ConstraintRows& rows);
/// [M Jᵀ; J 0] of a flat tree.
std::unique_ptr<RowSolver> make_body_solver(ConstraintRows& rows);

}  // namespace holon
