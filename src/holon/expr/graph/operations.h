// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "holon/expr/graph/expr.h"

namespace holon::detail {

/// Number of arguments of an operation; 0 for constants and symbols, -1 for nodes with a payload.
int arity(Op op);
/// "add", "sin", "select" …
std::string_view op_name(Op op);
/// The value of an elementary operation, with the same bits as in every engine.
double apply(Op op, double a, double b = 0.0, double c = 0.0);
/// The operation applied to expressions, with the folding of the operators of expr.h.
Expr make(Op op, Expr a, Expr b = 0.0, Expr c = 0.0);
bool has_payload(Op op);
/// Whether it is piecewise constant: sign, floor, comparisons and logic.
bool is_step(Op op);

}  // namespace holon::detail
