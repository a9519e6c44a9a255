// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/expr/graph/expr.h"

namespace holon::detail {

/// The expressions with arbitrary numbers between 0.2 and 1.2 in the place of all symbols, always
/// the same; `round` selects them. For trying whether something holds whatever the symbols are.
std::vector<double> evaluate_somewhere(const std::vector<Expr>& expressions, int round);

}  // namespace holon::detail
