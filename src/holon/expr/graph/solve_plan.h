// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/expr/graph/elimination.h"
#include "holon/expr/graph/graph.h"
#include "holon/expr/graph/nested.h"

namespace holon::detail {

/// The method of a solve node: runtime/linear.h for small or full matrices, else runtime/sparse.h;
/// for kinds of any rank runtime/minimum_norm.h (`semidefinite`: sparse, dense if the rank is
/// deficient; `nested`: along branches, by runtime/nested.h).
struct SolvePlan {
  enum class Elimination : std::uint8_t {
    dense,
    general,
    positive,
    minimum_norm,
    semidefinite,
    nested
  };
  Elimination method = Elimination::dense;
  int n = 0;
  MatrixKind kind = MatrixKind::general;
  double tolerance = 0;
  std::vector<int> start, row;  ///< the pattern of the elimination, by columns
  /// The index of the node's entry at each position of the pattern; empty: in the same order.
  /// (Sparse symmetric matrices are eliminated with both triangles.)
  std::vector<int> take;
  GeneralPlan general;
  PositivePlan positive;
  NestedPlan nested;
  std::size_t work_doubles = 0, work_ints = 0;  ///< scratch
};

SolvePlan make_solve_plan(const Payload& payload);

}  // namespace holon::detail
