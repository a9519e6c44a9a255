// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "holon/expr/graph/graph.h"

/// The rules of differentiation, node by node, used by both modes.
namespace holon::detail {

/// Throws std::logic_error if e is not a symbol: derivatives are with respect to symbols.
void check_symbol(Expr e);

/// ∂y/∂x_k times d for argument k of a plain or table node y; 0 for discontinuous operations and
/// conditions.
Expr slope_times(Graph& graph, std::uint32_t id, std::size_t k, Expr d);

/// The condition by which a node chooses between two arguments, and these arguments: for `select`,
/// and for `min` and `max` in terms of it. False for other nodes.
struct Choice {
  Expr condition;
  std::size_t if_true = 0, if_false = 0;  ///< positions among the arguments
};
bool find_choice(Graph& graph, std::uint32_t id, Choice& choice);

/// d(root) (n) of a newton node from the derivatives of its arguments (guess, then parameters):
/// (∂r/∂z) dz = −(∂r/∂p) dp.
std::vector<Expr> differentiate_newton(Graph& graph, std::uint32_t id, std::span<const Expr> d);
/// Adjoints of a newton node's arguments from those of the root (n): p̄ = −(∂r/∂p)ᵀ (∂r/∂z)⁻ᵀ z̄.
std::vector<Expr> reverse_newton(Graph& graph, std::uint32_t id, std::span<const Expr> adjoint);

}  // namespace holon::detail
