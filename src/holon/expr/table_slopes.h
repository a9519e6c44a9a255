// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/expr/graph.h"

namespace holon::detail {

/// Slopes at the breakpoints of a table with cubic interpolation, along x and along y (empty for a
/// linear or 1-D table), as runtime/table.h reads them.
struct TableSlopes {
  std::vector<double> along_x, along_y;
};
TableSlopes calc_slopes(const TableData& table);
/// Value (derivative 0), ∂/∂x (1) or ∂/∂y (2); y is not read for a 1-D table.
double interpolate(const TableData& table, const TableSlopes& slopes, int derivative, double x,
                   double y);

}  // namespace holon::detail
