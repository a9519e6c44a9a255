// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "holon/expr/graph/function.h"

namespace holon::detail {

/// A value of an algebraic loop: unknown = value, where the value depends on the unknown itself, or
/// an equation 0 = value.
struct LoopUnknown {
  Expr unknown;                 ///< a symbol
  Expr value;                   ///< an expression in it and others
  std::string name;             ///< "pin.torque"
  std::optional<Expr> guess{};  ///< the initial guess of Newton's method
  std::string circle{};         ///< "pin.torque → arm.rate → pin.torque"; empty: unknown
  bool is_equation = false;     ///< 0 = value
  /// The root of the last accepted step, which replaces the guess if `has_last_root` is not 0.
  std::optional<Expr> last_root{};
  Expr has_last_root = 0.0;
};

/// The solutions of the unknowns, as expressions without unknowns.
struct LoopSolution {
  std::vector<Expr> values;        ///< by unknown
  std::vector<std::size_t> roots;  ///< unknowns determined by a Newton iteration
};

/// Sorts the unknowns into strongly connected blocks; a block that is affine in its unknowns
/// becomes a linear solve, any other a Newton iteration that starts at the last roots, else at the
/// guesses, else at the values for zero unknowns. Throws ModelError for a block without a solution
/// or with arbitrary solutions, naming its members and their dependence. `compares` is set, before
/// a solution is attempted, if a comparison that is not a mode depends on the unknowns of its own
/// block.
LoopSolution solve_loops(const std::shared_ptr<Graph>& graph, const std::vector<LoopUnknown>& loops,
                         bool& compares);

}  // namespace holon::detail
