// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/expr/graph/elimination.h"
#include "holon/expr/graph/graph.h"

namespace holon::detail {

/// How a solve node is eliminated: by runtime/linear.h where it is small or full, else by
/// runtime/sparse.h; where any rank will do, by runtime/minimum_norm.h (`semidefinite`: sparse, by
/// the dense way where the rank falls).
struct SolvePlan {
  enum class Elimination : std::uint8_t { dense, general, positive, minimum_norm, semidefinite };
  Elimination method = Elimination::dense;
  int n = 0;
  MatrixKind kind = MatrixKind::general;
  double tolerance = 0;
  std::vector<int> start, row;  ///< the pattern that is eliminated, by columns
  /// Which of the node's entries stands at each place of the pattern; empty: as they come. (Sparse
  /// symmetric matrices are eliminated with both triangles.)
  std::vector<int> take;
  GeneralPlan general;
  PositivePlan positive;
  std::size_t work_doubles = 0, work_ints = 0;  ///< scratch
};

SolvePlan make_solve_plan(const Payload& payload);

}  // namespace holon::detail
