// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/graph/solve_plan.h"

#include <algorithm>

#undef HOLON_LANES
#define HOLON_LANES 1
#include "holon/expr/runtime/lanes.h"
//
#include "holon/expr/runtime/linear.h"
#include "holon/expr/runtime/sparse.h"
//
#include "holon/expr/runtime/minimum_norm.h"
#include "holon/expr/runtime/nested.h"

namespace holon::detail {

namespace {

/// From this size on a matrix with at most a quarter nonzero entries is treated as sparse.
constexpr int kSparseSize = 32;

/// Both triangles from the lower one, by columns.
void mirror(const Payload& p, SolvePlan& plan) {
  const auto n = static_cast<std::size_t>(p.size);
  std::vector<std::vector<std::pair<int, int>>> columns(n);  // (row, entry)
  for (std::size_t j = 0; j < n; ++j) {
    for (int e = p.column_start[j]; e < p.column_start[j + 1]; ++e) {
      const int i = p.row_index[static_cast<std::size_t>(e)];
      columns[j].emplace_back(i, e);
      if (i != static_cast<int>(j))
        columns[static_cast<std::size_t>(i)].emplace_back(static_cast<int>(j), e);
    }
  }
  plan.start = {0};
  plan.row.clear();
  for (const auto& column : columns) {
    for (const auto& [i, e] : column) {
      plan.row.push_back(i);
      plan.take.push_back(e);
    }
    plan.start.push_back(static_cast<int>(plan.row.size()));
  }
}

std::size_t nested_size(int n) { return static_cast<std::size_t>(n); }

/// What branches need, or the whole matrix in their place.
void find_nested_scratch(SolvePlan& plan) {
  const NestedPlan& g = plan.nested;
  const std::size_t n = nested_size(g.n), cuts = nested_size(g.cuts), entries = g.row.size();
  std::size_t last = HOLON_MINIMUM_NORM_WORK(cuts), last_ints = HOLON_MINIMUM_NORM_INTS(cuts);
  if (g.is_last_sparse) {
    const std::size_t lower = nested_size(g.last.lower_count());
    last = std::max(last, HOLON_SPARSE_POSITIVE_WORK(cuts, lower));
    last_ints = std::max(last_ints, HOLON_SPARSE_POSITIVE_INTS(cuts, lower));
  }
  std::size_t whole = HOLON_MINIMUM_NORM_WORK(n), whole_ints = HOLON_MINIMUM_NORM_INTS(n);
  if (g.is_large) {
    const std::size_t lower = nested_size(g.irregular.lower_room);
    const std::size_t upper = nested_size(g.irregular.upper_room);
    whole = entries + HOLON_SPARSE_GENERAL_WORK(n, lower, upper);
    whole_ints = HOLON_SPARSE_GENERAL_INTS(n, lower, upper);
  }
  plan.work_doubles = std::max(HOLON_NESTED_WORK(n, nested_size(g.room), nested_size(g.solutions),
                                                 nested_size(g.last_entries), cuts) +
                                   last,
                               entries + 2 * n + whole);
  plan.work_ints = std::max(last_ints, whole_ints);
}

}  // namespace

SolvePlan make_solve_plan(const Payload& p) {
  SolvePlan plan;
  plan.n = p.size;
  plan.kind = p.kind;
  plan.tolerance = p.tolerance;
  plan.start = p.column_start;
  plan.row = p.row_index;
  const std::size_t n = static_cast<std::size_t>(p.size), entries = p.row_index.size();
  const std::size_t stored = is_symmetric(p.kind) ? 2 * entries - n : entries;
  const bool dense = p.size < kSparseSize || 4 * stored > n * n;
  if (!find_branches(p).empty()) {
    plan.method = SolvePlan::Elimination::nested;
    plan.nested = plan_nested(p);
    find_nested_scratch(plan);
    return plan;
  }
  if (has_any_rank(p.kind)) {
    plan.method = SolvePlan::Elimination::minimum_norm;
    plan.work_doubles = HOLON_MINIMUM_NORM_WORK(n);
    plan.work_ints = HOLON_MINIMUM_NORM_INTS(n);
    if (dense || p.kind == MatrixKind::minimum_norm) return plan;
    plan.method = SolvePlan::Elimination::semidefinite;
    plan.positive = plan_positive(plan.start, plan.row);
    const auto lower = static_cast<std::size_t>(plan.positive.lower_count());
    plan.work_doubles = std::max(plan.work_doubles, HOLON_SPARSE_POSITIVE_WORK(n, lower));
    plan.work_ints = std::max(plan.work_ints, HOLON_SPARSE_POSITIVE_INTS(n, lower));
  } else if (dense) {
    plan.work_doubles = HOLON_DENSE_WORK(n);
    plan.work_ints = n;
  } else if (p.kind == MatrixKind::positive) {
    plan.method = SolvePlan::Elimination::positive;
    plan.positive = plan_positive(plan.start, plan.row);
    const auto lower = static_cast<std::size_t>(plan.positive.lower_count());
    plan.work_doubles = HOLON_SPARSE_POSITIVE_WORK(n, lower);
    plan.work_ints = HOLON_SPARSE_POSITIVE_INTS(n, lower);
  } else {
    plan.method = SolvePlan::Elimination::general;
    if (p.kind == MatrixKind::symmetric) mirror(p, plan);
    plan.general = plan_general(plan.start, plan.row);
    const auto lower = static_cast<std::size_t>(plan.general.lower_room);
    const auto upper = static_cast<std::size_t>(plan.general.upper_room);
    plan.work_doubles = HOLON_SPARSE_GENERAL_WORK(n, lower, upper);
    plan.work_ints = HOLON_SPARSE_GENERAL_INTS(n, lower, upper);
  }
  return plan;
}

}  // namespace holon::detail
