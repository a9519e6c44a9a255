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
  std::optional<Expr> guess{};  ///< where Newton's method begins
  std::string circle{};         ///< "pin.torque → arm.rate → pin.torque"; empty: unknown
  bool is_equation = false;     ///< 0 = value
  /// The root of the last accepted step, in place of the guess where `has_last_root` is not 0.
  std::optional<Expr> last_root{};
  Expr has_last_root = 0.0;
};

/// The unknowns as expressions that are free of them.
struct LoopSolution {
  std::vector<Expr> values;        ///< by unknown
  std::vector<std::size_t> roots;  ///< unknowns that a Newton iteration finds
};

/// Sorts the unknowns into blocks that need each other; a block that is affine in its unknowns
/// becomes a linear solve, any other a Newton iteration
/// from their last roots, where there is none from their guesses, or else from what the values are
/// for unknowns of zero. Throws ModelError for a block that no values solve, or any, naming
/// its members and how they need each other. `compares` is set, before anything is solved in vain,
/// where a comparison in place depends on the unknowns of its own block.
LoopSolution solve_loops(const std::shared_ptr<Graph>& graph, const std::vector<LoopUnknown>& loops,
                         bool& compares);

}  // namespace holon::detail
