// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "holon/expr/function.h"

namespace holon::detail {

/// A value of an algebraic loop: unknown = value, where the value depends on the unknown itself.
struct LoopUnknown {
  Expr unknown;                 ///< a symbol
  Expr value;                   ///< an expression in it and others
  std::string name;             ///< "pin.torque"
  std::optional<Expr> guess{};  ///< where Newton's method begins
  std::string circle{};         ///< "pin.torque → arm.rate → pin.torque"; empty: unknown
};

/// The unknowns as expressions that are free of them. They are sorted into blocks that need each
/// other; a block that is affine in its unknowns becomes a linear solve, any other a Newton
/// iteration from their guesses, or else from what the values are for unknowns of zero. Throws
/// ModelError for a block that no values solve, or any, naming its members and how they need each
/// other.
std::vector<Expr> solve_loops(const std::shared_ptr<Graph>& graph,
                              const std::vector<LoopUnknown>& loops);

}  // namespace holon::detail
