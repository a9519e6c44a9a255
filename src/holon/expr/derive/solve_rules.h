// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "holon/expr/graph/graph.h"

/// Derivatives of linear solves, forward and reverse: further solves with the same matrix, or its
/// transpose if it is not symmetric.
namespace holon::detail {

/// d(solution) (n) from the derivatives of the node's arguments (the matrix's entries as stored,
/// then the right-hand side).
std::vector<Expr> differentiate_solve(Graph& graph, std::uint32_t id, std::span<const Expr> d);

/// Adjoints of the node's arguments from those of the solution (n).
std::vector<Expr> reverse_solve(Graph& graph, std::uint32_t id, std::span<const Expr> adjoint);

}  // namespace holon::detail
