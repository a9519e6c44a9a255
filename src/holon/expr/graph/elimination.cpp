// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/graph/elimination.h"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

namespace holon::detail {

namespace {

using Pattern = Eigen::SparseMatrix<double, Eigen::ColMajor, int>;

Pattern make_pattern(std::span<const int> start, std::span<const int> row) {
  const int n = static_cast<int>(start.size()) - 1;
  std::vector<Eigen::Triplet<double>> entries;
  for (int j = 0; j < n; ++j) {
    for (int e = start[j]; e < start[j + 1]; ++e) entries.emplace_back(row[e], j, 1.0);
  }
  Pattern a(n, n);
  a.setFromTriplets(entries.begin(), entries.end());
  return a;
}

std::vector<int> to_order(const Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int>& p) {
  return {p.indices().data(), p.indices().data() + p.indices().size()};
}

std::vector<int> find_colamd_order(Pattern a) {
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> p;
  Eigen::COLAMDOrdering<int>()(a, p);
  // Eigen returns the position of each column.
  return to_order(p.inverse());
}

std::vector<int> find_amd_order(const Pattern& a) {
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> p;
  Eigen::AMDOrdering<int>()(a, p);
  return to_order(p);
}

struct Room {
  std::size_t lower = 0, upper = 0;
};

/// Merges rows: when column k is eliminated, all rows that may contain it take the union of their
/// structures; one of them becomes the pivot row, the others remain.
Room find_room(const Pattern& a, const std::vector<int>& order) {
  const int n = static_cast<int>(a.cols());
  std::vector<int> position(order.size());
  for (int k = 0; k < n; ++k) position[order[k]] = k;
  std::vector<std::vector<int>> structure(order.size());  // columns by position, per row of A
  for (int j = 0; j < n; ++j) {
    for (Pattern::InnerIterator e(a, j); e; ++e) structure[e.row()].push_back(position[j]);
  }
  struct Bundle {
    std::vector<int> columns;
    std::size_t rows;
  };
  std::vector<std::vector<Bundle>> waiting(order.size());  // by their first column
  for (std::vector<int>& s : structure) {
    if (s.empty()) continue;
    std::sort(s.begin(), s.end());
    const int first = s.front();
    waiting[first].push_back({std::move(s), 1});
  }
  Room room;
  for (int k = 0; k < n; ++k) {
    std::vector<int> merged, next;
    std::size_t rows = 0;
    for (const Bundle& b : waiting[k]) {
      next.clear();
      std::set_union(merged.begin(), merged.end(), b.columns.begin(), b.columns.end(),
                     std::back_inserter(next));
      merged.swap(next);
      rows += b.rows;
    }
    waiting[k].clear();
    if (rows == 0) continue;
    room.upper += merged.size() - 1;
    room.lower += rows - 1;
    merged.erase(merged.begin());
    if (rows > 1 && !merged.empty()) {
      const int first = merged.front();
      waiting[first].push_back({std::move(merged), rows - 1});
    }
  }
  return room;
}

}  // namespace

GeneralPlan plan_general(std::span<const int> start, std::span<const int> row) {
  GeneralPlan plan;
  plan.n = static_cast<int>(start.size()) - 1;
  plan.start.assign(start.begin(), start.end());
  plan.row.assign(row.begin(), row.end());
  const Pattern a = make_pattern(start, row);
  std::size_t best = std::numeric_limits<std::size_t>::max();
  for (std::vector<int>& order : std::array{find_colamd_order(a), find_amd_order(a)}) {
    const Room room = find_room(a, order);
    if (room.lower + room.upper >= best) continue;
    best = room.lower + room.upper;
    plan.order = std::move(order);
    plan.lower_room = static_cast<int>(room.lower);
    plan.upper_room = static_cast<int>(room.upper);
  }
  if (best > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
    throw std::logic_error("a linear system of " + std::to_string(plan.n) +
                           " unknowns has too much fill-in to be solved");
  }
  return plan;
}

PositivePlan plan_positive(std::span<const int> start, std::span<const int> row) {
  PositivePlan plan;
  const int n = plan.n = static_cast<int>(start.size()) - 1;
  plan.order = find_amd_order(make_pattern(start, row));
  std::vector<int> position(static_cast<std::size_t>(n));
  for (int k = 0; k < n; ++k) position[plan.order[k]] = k;
  plan.diagonal.assign(static_cast<std::size_t>(n), -1);
  std::vector<std::vector<std::pair<int, int>>> upper(static_cast<std::size_t>(n));
  for (int j = 0; j < n; ++j) {
    for (int e = start[j]; e < start[j + 1]; ++e) {
      const int i = row[e];
      if (i == j) plan.diagonal[position[i]] = e;
      if (i > j) {
        const auto [a, b] = std::minmax(position[i], position[j]);
        upper[b].emplace_back(a, e);
      }
    }
  }
  plan.start.push_back(0);
  for (int k = 0; k < n; ++k) {
    if (plan.diagonal[k] < 0) {
      throw std::logic_error("a matrix that should be positive definite has no diagonal entry " +
                             std::to_string(plan.order[k]));
    }
    std::sort(upper[k].begin(), upper[k].end());
    for (const auto& [i, e] : upper[k]) {
      plan.row.push_back(i);
      plan.from.push_back(e);
    }
    plan.start.push_back(static_cast<int>(plan.row.size()));
  }
  // The elimination tree, by following each entry to the root of the known part, and with it the
  // number of entries in each column of L.
  std::vector<int> marked(static_cast<std::size_t>(n), -1), count(static_cast<std::size_t>(n), 0);
  plan.parent.assign(static_cast<std::size_t>(n), -1);
  for (int k = 0; k < n; ++k) {
    marked[k] = k;
    for (int e = plan.start[k]; e < plan.start[k + 1]; ++e) {
      for (int i = plan.row[e]; marked[i] != k; i = plan.parent[i]) {
        if (plan.parent[i] < 0) plan.parent[i] = k;
        ++count[i];
        marked[i] = k;
      }
    }
  }
  plan.lower_start.push_back(0);
  for (int k = 0; k < n; ++k) plan.lower_start.push_back(plan.lower_start.back() + count[k]);
  return plan;
}

}  // namespace holon::detail
