// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/signals/block.h"

#include <cmath>

namespace holon {

bool is_none(Expr limit) { return limit.is_constant() && std::isinf(limit.value()); }

Expr limited(Expr x, Expr low, Expr high) {
  const Expr raised = is_none(low) ? x : select(relation(low - x), low, x);
  return is_none(high) ? raised : select(relation(x - high), high, raised);
}

bool check_limits(PartBuilder& b, const std::vector<Expr>& limits) {
  if (limits.empty()) return true;
  if (limits.size() != 2) {
    b.error("limits", "'limits' requires two numbers, the lower and the upper one");
    return false;
  }
  if (!limits[0].is_constant() || !limits[1].is_constant()) return true;
  if (limits[0].value() < limits[1].value()) return true;
  b.error("limits", "the lower limit must be below the upper one", "write [lower, upper]");
  return false;
}

}  // namespace holon
