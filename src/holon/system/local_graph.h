// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "holon/expr/graph/graph.h"

namespace holon::detail {

// As find_symbols and derivative of expr/graph/function.h for one expression, at a cost that grows
// with what the expression needs and not with the graph that it is part of: a large model may hold
// thousands of small time derivatives.

/// The symbols that the expression depends on, in the order of their creation.
std::vector<Expr> find_symbols_of(Expr e);

/// The derivative of the expression along d(symbols) = seeds.
Expr derivative_of(Expr e, std::span<const Expr> symbols, std::span<const Expr> seeds);

}  // namespace holon::detail
