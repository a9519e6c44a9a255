// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/graph/nested.h"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

#include "holon/expr/graph/producers.h"

namespace holon {

namespace {

// A node keeps its branches behind the starts of its columns, five numbers each.
constexpr int kNumbers = 5;
constexpr int kMostUnknowns = 6;
/// Whole matrices up to this size are solved by minimum_norm.h where branches fail, or the rank
/// falls; larger ones by sparse.h.
constexpr int kLargestFull = 64;
/// From this size on S of the cuts is eliminated as a sparse one where a quarter of it is zero.
constexpr int kSparseCuts = 32;

/// Where unknowns stand: in a branch's front, or among the cuts.
struct NestedPlace {
  int branch = -1;
  int at = 0;
};

std::logic_error wrong_branches(const std::string& what) {
  return std::logic_error("solve_nested: " + what);
}

void check_branches(std::span<const Branch> branches, int n) {
  std::vector<bool> taken(static_cast<std::size_t>(n));
  if (branches.empty()) throw wrong_branches("no branches");
  for (std::size_t f = 0; f < branches.size(); ++f) {
    const Branch& b = branches[f];
    if (b.count < 1 || b.count > kMostUnknowns || b.row_count < 0 || b.row_count > b.count) {
      throw wrong_branches("a branch of " + std::to_string(b.count) + " unknowns and " +
                           std::to_string(b.row_count) + " rows");
    }
    if (b.parent >= 0 &&
        (b.parent <= static_cast<int>(f) || b.parent >= static_cast<int>(branches.size()))) {
      throw wrong_branches("a parent that does not come later");
    }
    const auto take = [&](int first, int count) {
      for (int i = first; i < first + count; ++i) {
        if (i < 0 || i >= n || taken[static_cast<std::size_t>(i)]) {
          throw wrong_branches("unknown " + std::to_string(i) + " in two branches, or in none");
        }
        taken[static_cast<std::size_t>(i)] = true;
      }
    };
    take(b.first, b.count);
    take(b.first_row, b.row_count);
  }
}

}  // namespace

std::vector<Expr> solve_nested(std::span<const MatrixEntry> entries,
                               std::span<const Expr> right_side, std::span<const Branch> branches,
                               SolveReport* report, double rank_tolerance) {
  const std::size_t n = right_side.size();
  check_branches(branches, static_cast<int>(n));
  std::vector<std::map<int, Expr>> columns(n);
  for (std::size_t j = 0; j < n; ++j) columns[j].emplace(static_cast<int>(j), 0.0);
  for (const MatrixEntry& e : entries) {
    if (e.row < e.column || e.column < 0 || e.row >= static_cast<int>(n))
      throw wrong_branches("an entry beyond the lower triangle");
    if (e.value.is_constant(0.0)) continue;
    columns[static_cast<std::size_t>(e.column)].insert_or_assign(e.row, e.value);
  }
  Payload p;
  p.op = Op::solve;
  p.kind = MatrixKind::semidefinite;
  p.size = static_cast<int>(n);
  p.outputs = p.size + 2;
  p.tolerance = rank_tolerance;
  std::vector<Expr> arguments;
  p.column_start.push_back(0);
  for (const std::map<int, Expr>& column : columns) {
    for (const auto& [row, value] : column) {
      p.row_index.push_back(row);
      arguments.push_back(value);
    }
    p.column_start.push_back(static_cast<int>(p.row_index.size()));
  }
  for (const Branch& b : branches) {
    for (const int number : {b.first, b.count, b.first_row, b.row_count, b.parent})
      p.column_start.push_back(number);
  }
  arguments.insert(arguments.end(), right_side.begin(), right_side.end());
  detail::plan_nested(p);  // refuses what does not fit
  std::vector<Expr> x = detail::add_producer(std::move(p), arguments);
  if (report) *report = {x[n], x[n + 1]};
  x.resize(n);
  return x;
}

namespace detail {

std::vector<Branch> find_branches(const Payload& p) {
  std::vector<Branch> branches;
  for (std::size_t k = static_cast<std::size_t>(p.size) + 1; k + kNumbers <= p.column_start.size();
       k += kNumbers) {
    const int* at = p.column_start.data() + k;
    branches.push_back({at[0], at[1], at[2], at[3], at[4]});
  }
  return branches;
}

std::vector<bool> find_shortest(const Payload& p) {
  std::vector<bool> shortest(static_cast<std::size_t>(p.size), true);
  if (p.size <= kLargestFull) return shortest;
  for (const Branch& b : find_branches(p)) {
    std::fill_n(shortest.begin() + b.first, b.count, false);
    std::fill_n(shortest.begin() + b.first_row, b.row_count, false);
  }
  return shortest;
}

namespace {

/// Makes a plan step by step.
class NestedPlanner {
 public:
  explicit NestedPlanner(const Payload& payload)
      : payload_(payload),
        branches_(find_branches(payload)),
        places_(static_cast<std::size_t>(payload.size)),
        cuts_of_(branches_.size()) {
    plan_.n = payload.size;
    plan_.branches = static_cast<int>(branches_.size());
  }

  NestedPlan make() {
    place_unknowns();
    find_cuts_of_branches();
    make_fronts();
    place_entries();
    make_last();
    make_whole();
    return std::move(plan_);
  }

 private:
  template <class F>
  void for_entries(F f) const {
    for (int j = 0; j < plan_.n; ++j) {
      for (int e = payload_.column_start[static_cast<std::size_t>(j)];
           e < payload_.column_start[static_cast<std::size_t>(j) + 1]; ++e) {
        f(e, payload_.row_index[static_cast<std::size_t>(e)], j);
      }
    }
  }
  NestedPlace place(int unknown) const { return places_[static_cast<std::size_t>(unknown)]; }
  const Branch& branch(int f) const { return branches_[static_cast<std::size_t>(f)]; }
  const int* front(int f) const {
    return plan_.branch.data() + static_cast<std::ptrdiff_t>(f) * NestedPlan::kBranchNumbers;
  }
  int height(int f) const { return front(f)[5]; }
  int start_of_front(int f) const { return front(f)[6]; }
  int own_count(int f) const { return branch(f).count + branch(f).row_count; }
  int row_of_cut(int f, int cut) const {
    const std::set<int>& cuts = cuts_of_[static_cast<std::size_t>(f)];
    return own_count(f) + static_cast<int>(std::distance(cuts.begin(), cuts.find(cut)));
  }

  void place_unknowns() {
    for (std::size_t f = 0; f < branches_.size(); ++f) {
      const Branch& b = branches_[f];
      for (int i = 0; i < b.count; ++i)
        places_[static_cast<std::size_t>(b.first + i)] = {static_cast<int>(f), i};
      for (int i = 0; i < b.row_count; ++i)
        places_[static_cast<std::size_t>(b.first_row + i)] = {static_cast<int>(f), b.count + i};
    }
    for (int i = 0; i < plan_.n; ++i) {
      if (place(i).branch >= 0) continue;
      places_[static_cast<std::size_t>(i)].at = plan_.cuts++;
      plan_.cut_unknown.push_back(i);
    }
  }

  /// A cut acts on the bodies that it names, and through the rows of branches on all below these.
  void find_cuts_of_branches() {
    for_entries([&](int, int i, int j) {
      const NestedPlace a = place(i), b = place(j);
      if ((a.branch < 0) == (b.branch < 0)) return;
      const int cut = a.branch < 0 ? a.at : b.at;
      for (int f = std::max(a.branch, b.branch); f >= 0; f = branch(f).parent) {
        if (!cuts_of_[static_cast<std::size_t>(f)].insert(cut).second) break;
      }
    });
  }

  void make_fronts() {
    int cut_list = 0;
    for (int f = 0; f < plan_.branches; ++f) {
      const Branch& b = branch(f);
      const std::set<int>& cuts = cuts_of_[static_cast<std::size_t>(f)];
      const int count = static_cast<int>(cuts.size());
      const int parent_count = b.parent < 0 ? 0 : branch(b.parent).count;
      const int height = (own_count(f) + count + 1 + parent_count + 3) / 4 * 4;
      const int list = static_cast<int>(plan_.unknown.size());
      for (const int number : {b.count, b.row_count, count, b.parent, parent_count, height,
                               plan_.room, plan_.solutions, list, cut_list}) {
        plan_.branch.push_back(number);
      }
      for (int i = 0; i < b.count; ++i) plan_.unknown.push_back(b.first + i);
      for (int i = 0; i < b.row_count; ++i) plan_.unknown.push_back(b.first_row + i);
      for (const int cut : cuts) {
        plan_.cut.push_back(cut);
        plan_.cut.push_back(b.parent < 0 ? 0 : row_of_cut(b.parent, cut));
      }
      cut_list = static_cast<int>(plan_.cut.size());
      plan_.room += height * height;
      plan_.solutions += height;
    }
  }

  void place_entries() {
    for_entries([&](int e, int i, int j) {
      NestedPlace a = place(i), b = place(j);
      if (a.branch < 0 && b.branch < 0) {
        cut_pairs_.emplace_back(std::max(a.at, b.at), std::min(a.at, b.at), e);
        return;
      }
      if (a.branch < 0) std::swap(a, b);  // a in a branch
      int row = 0;
      if (b.branch < 0) {
        row = row_of_cut(a.branch, b.at);
      } else if (a.branch == b.branch) {
        if (a.at > b.at) std::swap(a, b);
        row = b.at;
      } else {
        if (branch(b.branch).parent == a.branch) std::swap(a, b);  // a in the child
        const bool is_row = a.at >= branch(a.branch).count;
        if (branch(a.branch).parent != b.branch || !is_row || b.at >= branch(b.branch).count)
          throw wrong_branches("entry (" + std::to_string(i) + ", " + std::to_string(j) +
                               ") joins two branches that are not parent and child");
        row = own_count(a.branch) +
              static_cast<int>(cuts_of_[static_cast<std::size_t>(a.branch)].size()) + 1 + b.at;
      }
      plan_.from.push_back(e);
      plan_.to.push_back(start_of_front(a.branch) + a.at * height(a.branch) + row);
    });
  }

  /// S of the cuts: what meets in a branch at the base, and own entries.
  void make_last() {
    std::vector<std::set<int>> columns(static_cast<std::size_t>(plan_.cuts));
    for (int c = 0; c < plan_.cuts; ++c) columns[static_cast<std::size_t>(c)].insert(c);
    for (const auto& [i, j, e] : cut_pairs_) columns[static_cast<std::size_t>(j)].insert(i);
    const auto for_pairs_at_base = [&](auto f) {
      for (int k = 0; k < plan_.branches; ++k) {
        if (branch(k).parent >= 0) continue;
        const std::set<int>& cuts = cuts_of_[static_cast<std::size_t>(k)];
        for (auto j = cuts.begin(); j != cuts.end(); ++j)
          for (auto i = j; i != cuts.end(); ++i) f(*i, *j);
      }
    };
    for_pairs_at_base([&](int i, int j) { columns[static_cast<std::size_t>(j)].insert(i); });
    std::map<std::pair<int, int>, int> at;
    plan_.last_start.push_back(0);
    for (int j = 0; j < plan_.cuts; ++j) {
      for (const int i : columns[static_cast<std::size_t>(j)]) {
        at[{i, j}] = plan_.last_entries++;
        plan_.last_row.push_back(i);
      }
      plan_.last_start.push_back(plan_.last_entries);
    }
    for (const auto& [i, j, e] : cut_pairs_) {
      plan_.cut_from.push_back(e);
      plan_.cut_to.push_back(at.at({i, j}));
    }
    for_pairs_at_base([&](int i, int j) { plan_.base.push_back(at.at({i, j})); });
    const std::size_t n = static_cast<std::size_t>(plan_.cuts);
    const std::size_t stored = 2 * plan_.last_row.size() - n;
    plan_.is_last_sparse = plan_.cuts >= kSparseCuts && 4 * stored <= n * n;
    if (plan_.is_last_sparse) plan_.last = plan_positive(plan_.last_start, plan_.last_row);
  }

  void make_whole() {
    std::vector<std::vector<std::pair<int, int>>> columns(static_cast<std::size_t>(plan_.n));
    for_entries([&](int e, int i, int j) {
      columns[static_cast<std::size_t>(j)].emplace_back(i, e);
      if (i != j) columns[static_cast<std::size_t>(i)].emplace_back(j, e);
    });
    plan_.start.push_back(0);
    for (const auto& column : columns) {
      for (const auto& [row, e] : column) {
        plan_.row.push_back(row);
        plan_.take.push_back(e);
      }
      plan_.start.push_back(static_cast<int>(plan_.row.size()));
    }
    plan_.is_large = plan_.n > kLargestFull;
    if (plan_.is_large) plan_.irregular = plan_general(plan_.start, plan_.row);
  }

  const Payload& payload_;
  const std::vector<Branch> branches_;
  NestedPlan plan_;
  std::vector<NestedPlace> places_;
  std::vector<std::set<int>> cuts_of_;  ///< by branch: those that act in its subtree
  std::vector<std::tuple<int, int, int>> cut_pairs_;
};

}  // namespace

NestedPlan plan_nested(const Payload& payload) { return NestedPlanner(payload).make(); }

}  // namespace detail
}  // namespace holon
