// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "holon/expr/graph/graph.h"

namespace holon::detail {

/// Slopes at the breakpoints of a table with cubic interpolation, along x and along y (empty for a
/// linear or 1-D table), as used by runtime/table.h.
struct TableSlopes {
  std::vector<double> along_x, along_y;
};
TableSlopes calc_slopes(const TableData& table);
/// The orders in x and y of a Payload::derivative: 0 the value, 1 ∂/∂x, 2 ∂/∂y, 3 ∂²/∂x², 4
/// ∂²/∂x∂y, 5 ∂²/∂y², and so on by the sum of both.
std::array<int, 2> find_table_orders(int derivative);
/// The inverse.
int find_table_derivative(const std::array<int, 2>& orders);
/// Value or a derivative of a table; y is unused for a 1-D table.
double interpolate(const TableData& table, const TableSlopes& slopes, int derivative, double x,
                   double y);

}  // namespace holon::detail
