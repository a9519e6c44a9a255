// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "holon/expr/derive/jacobian.h"

namespace holon {

/// Where expressions (rows) may change with symbols (columns) at all, whatever the numbers: unlike
/// find_sparsity through steps, conditions and reports too. Of a Newton iteration the guess does
/// not count, as it only selects among roots and changes their rounding errors.
Sparsity find_dependence(std::span<const Expr> expressions, std::span<const Expr> symbols);

}  // namespace holon
