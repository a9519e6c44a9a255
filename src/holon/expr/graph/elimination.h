// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

/// Symbolic factorisations of sparse matrices: the data of a pattern that runtime/sparse.h
/// requires. The members are the arrays of h_sparse_general and h_sparse_positive with the same
/// names.
namespace holon::detail {

/// For any square pattern, by columns: the rows of column j are row[start[j]] … row[start[j+1]-1].
struct GeneralPlan {
  int n = 0;
  std::vector<int> start, row, order;
  /// Upper bounds for the entries of L and U, whatever rows are chosen as pivots (A. George and
  /// E. Ng, SIAM J. Sci. Stat. Comput. 8 (1987) 877).
  int lower_room = 0, upper_room = 0;
};

/// For a positive definite matrix.
struct PositivePlan {
  int n = 0;
  std::vector<int> order, diagonal, start, row, from, parent, lower_start;
  int lower_count() const { return lower_start.empty() ? 0 : lower_start.back(); }
};

/// Orders the columns for little fill: COLAMD, or AMD of the symmetrised pattern if that gives less
/// fill. Rows within a column in any order, each at most once.
GeneralPlan plan_general(std::span<const int> start, std::span<const int> row);

/// Reads the entries of the lower triangle; others are ignored. Orders by AMD. Throws
/// std::logic_error if a diagonal entry is missing: such a matrix is not positive definite.
PositivePlan plan_positive(std::span<const int> start, std::span<const int> row);

}  // namespace holon::detail
