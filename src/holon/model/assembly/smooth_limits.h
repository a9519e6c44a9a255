// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/expr/graph/expr.h"

/// Limits with rounded corners, so that no events are necessary.
namespace holon::detail {

/// max(0, x), rounded between −width and width: (x + width)²/(4 width) there. Exactly zero and x
/// outside; its derivative is continuous.
inline Expr smooth_ramp(Expr x, Expr width) {
  return select(less(x, width), square(max(x + width, 0.0)) / (4.0 * width), x);
}
/// Its integral from −∞.
inline Expr smooth_ramp_integral(Expr x, Expr width) {
  const Expr above = max(x + width, 0.0);
  return select(less(x, width), above * square(above) / (12.0 * width),
                0.5 * square(x) + square(width) / 6.0);
}
/// x limited to 0 … 1, rounded in the same way.
inline Expr smooth_unit(Expr x, Expr width) {
  return smooth_ramp(x, width) - smooth_ramp(x - 1.0, width);
}

}  // namespace holon::detail
