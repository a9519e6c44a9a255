// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "holon/expr/graph/elimination.h"
#include "holon/expr/graph/graph.h"

/// Linear systems [M Jᵀ; J −C] x = b of bodies on a tree: what runtime/nested.h solves.
namespace holon {

/// A body and the rows that hold it to its parent (another branch's body, or what does not move).
struct Branch {
  int first = 0, count = 0;          ///< its unknowns, at most 6
  int first_row = 0, row_count = 0;  ///< its rows, no more than its unknowns
  int parent = -1;                   ///< a later branch, or -1
};

struct MatrixEntry {
  int row = 0, column = 0;
  Expr value;
};

/// As solve with MatrixKind::semidefinite, for the symmetric matrix of these entries of its lower
/// triangle (each place at most once), eliminated along the branches, tips first; unknowns in no
/// branch are cuts, rows that close loops. Of the solutions where the rank falls it is the
/// shortest, of more than 64 unknowns that with the shortest cuts. Throws std::logic_error where an
/// entry joins what branches do not.
std::vector<Expr> solve_nested(std::span<const MatrixEntry> entries,
                               std::span<const Expr> right_side, std::span<const Branch> branches,
                               SolveReport* report = nullptr,
                               double rank_tolerance = kRankTolerance);

namespace detail {

/// The branches of a solve node; none: an ordinary one.
std::vector<Branch> find_branches(const Payload& payload);
/// Which unknowns of a solve node are shortest where the rank falls: all, or its cuts.
std::vector<bool> find_shortest(const Payload& payload);

/// The arrays of h_nested by the same names. A branch is `kBranchNumbers` numbers.
struct NestedPlan {
  static constexpr int kBranchNumbers = 10;
  int n = 0, branches = 0, cuts = 0;
  std::vector<int> branch;
  std::vector<int> unknown, cut, cut_unknown, from, to;
  int room = 0, solutions = 0, last_entries = 0;
  std::vector<int> last_start, last_row, cut_from, cut_to, base;
  bool is_last_sparse = false;
  PositivePlan last;
  std::vector<int> start, row, take;  ///< the whole matrix
  bool is_large = false;
  GeneralPlan irregular;
};

NestedPlan plan_nested(const Payload& payload);

}  // namespace detail
}  // namespace holon
