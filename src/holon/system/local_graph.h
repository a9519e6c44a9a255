// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "holon/expr/graph/graph.h"

namespace holon::detail {

// As find_symbols and derivative of expr/graph/function.h for one expression, at a cost
// proportional to the expression and not to the graph that contains it: a large model may have
// thousands of small time derivatives.

/// The symbols that the expression depends on, in the order of their creation.
std::vector<Expr> find_symbols_of(Expr e);

/// The derivative of the expression along d(symbols) = seeds.
Expr derivative_of(Expr e, std::span<const Expr> symbols, std::span<const Expr> seeds);

}  // namespace holon::detail
