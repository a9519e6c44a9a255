// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// S = J M⁻¹ Jᵀ, its right sides, and what the multipliers make of the links' motion.

#include <algorithm>
#include <cmath>
#include <map>

#include "holon/mechanics/formulations/base_paths.h"
#include "holon/mechanics/formulations/fusion.h"
#include "holon/mechanics/formulations/row_solver.h"
#include "holon/mechanics/kernels/loop_kernels.h"
#include "holon/mechanics/kernels/traced.h"

namespace holon {

using detail::append;

namespace {

/// S = J M⁻¹ Jᵀ from the pivots of the passes.
class FactorSolver final : public RowSolver {
 public:
  explicit FactorSolver(ConstraintRows& rows);
  std::vector<Expr> calc_right_side() override;
  RowSolution solve(std::vector<Expr> rows, const std::vector<Expr>& activities,
                    bool under_forces) override;

 private:
  /// What a closure's rows have of S and of its right side by themselves.
  struct Share {
    BasePaths::Path base;
    std::vector<Expr> block, right_side;  ///< S's own block: the lower triangle by rows
  };

  std::vector<Expr> calc_block(std::size_t later, std::size_t earlier,
                               const std::vector<int>& links) const;
  std::vector<Expr> calc_right_side(const ConstraintPath& path, const BasePaths::Path& base) const;
  void fuse(ConstraintPath& path, Share& share, const std::string& name);
  std::map<int, std::vector<std::size_t>> find_paths_through_links() const;
  std::vector<Expr> calc_matrix() const;
  void add_inner(std::vector<Expr>& S, std::size_t later, std::size_t earlier) const;
  std::vector<Expr> solve_rows(std::vector<Expr> right_side, const std::vector<Expr>& activities,
                               bool under_forces) const;
  std::vector<std::vector<Expr>> calc_rates(const std::vector<Expr>& lambda, bool with_own) const;
  /// u of a row of a closure's, at one freedom of a link.
  const std::vector<Expr>& efforts(std::size_t closure, int link, std::size_t freedom) const {
    return shares_[closure].base.efforts.at(link)[freedom];
  }
  std::size_t count(std::size_t closure) const { return solved_.paths()[closure].count(); }
  std::size_t first_row(std::size_t closure) const { return solved_.paths()[closure].first_row; }

  detail::Fusion fusion_;
  std::vector<Share> shares_;  ///< by closure
  std::vector<Expr> matrix_;
};

}  // namespace

std::unique_ptr<RowSolver> make_factor_solver(ConstraintRows& rows) {
  return std::make_unique<FactorSolver>(rows);
}

FactorSolver::FactorSolver(ConstraintRows& rows) : RowSolver(rows) {
  BasePaths paths(rows);
  std::vector<std::vector<bool>> kept = paths.find_needed_rows();
  fusion_.add_leaves(rows.passes().results());
  solved_.make(std::move(kept), [&](ConstraintPath& path, std::size_t c) {
    Share& share = shares_.emplace_back();
    share.base = paths.propagate_to_base(path);
    share.block = calc_block(c, c, share.base.links);
    share.right_side = calc_right_side(path, share.base);
    fuse(path, share, "closure " + rows.closures()[c].shape(solved_.kept()[c]).text());
  });
  matrix_ = calc_matrix();
}

std::vector<Expr> FactorSolver::calc_right_side() {
  std::vector<Expr> all;
  for (const Share& share : shares_) append(all, share.right_side);
  return all;
}

RowSolution FactorSolver::solve(std::vector<Expr> rows, const std::vector<Expr>& activities,
                                bool under_forces) {
  RowSolution solution;
  solution.lambda = solve_rows(std::move(rows), activities, under_forces);
  solution.rates = rows_.passes().run_return(calc_rates(solution.lambda, under_forces));
  return solution;
}

/// The block of S that two closures share through the freedoms of some links; of one with itself
/// the lower triangle.
std::vector<Expr> FactorSolver::calc_block(std::size_t later, std::size_t earlier,
                                           const std::vector<int>& links) const {
  if (count(later) == 0 || count(earlier) == 0) return {};
  const bool same = later == earlier;
  std::vector<Expr> arguments;
  int freedoms = 0;
  for (const int link : links) {
    const auto& pivots = rows_.passes().pivots(static_cast<std::size_t>(link));
    for (std::size_t f = 0; f < pivots.size(); ++f, ++freedoms) {
      arguments.push_back(pivots[f].inverse);
      append(arguments, efforts(later, link, f));
      if (!same) append(arguments, efforts(earlier, link, f));
    }
  }
  const int rows = static_cast<int>(count(later));
  const int columns = same ? 0 : static_cast<int>(count(earlier));
  return call(detail::made_once(detail::make_product, freedoms, rows, columns), arguments);
}

std::vector<Expr> FactorSolver::calc_right_side(const ConstraintPath& path,
                                                const BasePaths::Path& base) const {
  if (path.count() == 0) return {};
  std::vector<Expr> arguments = path.bias;
  int freedoms = 0;
  for (const int link : base.links) {
    const auto& pivots = rows_.passes().pivots(static_cast<std::size_t>(link));
    for (std::size_t f = 0; f < pivots.size(); ++f, ++freedoms) {
      arguments.push_back(pivots[f].rate);
      append(arguments, base.efforts.at(link)[f]);
    }
  }
  return call(detail::made_once(detail::make_right_side, freedoms, static_cast<int>(path.count())),
              arguments);
}

/// All of a way by one call, from what the passes found: so a planar mechanism is planar here too.
void FactorSolver::fuse(ConstraintPath& path, Share& share, const std::string& name) {
  std::vector<std::vector<Expr>*> parts{&path.position, &path.velocity, &path.bias, &share.block,
                                        &share.right_side};
  for (ConstraintPath::Acting& acting : path.acting) {
    for (std::vector<Expr>& wrench : acting.wrenches) parts.push_back(&wrench);
  }
  for (auto& [link, efforts] : share.base.efforts) {
    for (std::vector<Expr>& by_row : efforts) parts.push_back(&by_row);
  }
  std::vector<Expr> all;
  for (const std::vector<Expr>* part : parts) append(all, *part);
  const std::vector<Expr> fused = fusion_.fuse(name, all);
  std::span<const Expr> rest = fused;
  for (std::vector<Expr>* part : parts) {
    std::copy_n(rest.begin(), part->size(), part->begin());
    rest = rest.subspan(part->size());
  }
}

/// By link with freedoms the closures whose way leads over it.
std::map<int, std::vector<std::size_t>> FactorSolver::find_paths_through_links() const {
  std::map<int, std::vector<std::size_t>> through;
  for (std::size_t c = 0; c < shares_.size(); ++c) {
    if (count(c) == 0) continue;
    for (const int link : shares_[c].base.links) through[link].push_back(c);
  }
  return through;
}

std::vector<Expr> FactorSolver::calc_matrix() const {
  const std::size_t size = solved_.size();
  std::vector<Expr> S(size * size, 0.0);
  std::map<std::pair<std::size_t, std::size_t>, std::vector<int>> shared;  // later, earlier
  for (const auto& [link, paths] : find_paths_through_links()) {
    for (std::size_t i = 0; i < paths.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) shared[{paths[i], paths[j]}].push_back(link);
    }
  }
  const auto put = [&](std::size_t row, std::size_t column, const Expr& e) {
    S[row * size + column] = S[column * size + row] = e;
  };
  for (std::size_t c = 0; c < shares_.size(); ++c) {
    std::size_t at = 0;
    for (std::size_t i = 0; i < count(c); ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        const double own = i == j && rows_.closures()[c].is_compliant();
        put(first_row(c) + i, first_row(c) + j, shares_[c].block[at++] + own);
      }
    }
  }
  for (const auto& [pair, links] : shared) {
    const auto [a, b] = pair;
    const std::vector<Expr> block = calc_block(a, b, links);
    for (std::size_t i = 0; i < count(a); ++i) {
      for (std::size_t j = 0; j < count(b); ++j)
        put(first_row(a) + i, first_row(b) + j, block[i * count(b) + j]);
    }
  }
  for (std::size_t c = 0; c < shares_.size(); ++c) {
    for (std::size_t d = 0; d <= c; ++d) add_inner(S, c, d);
  }
  return S;
}

/// What two closures share through parts with inner states.
void FactorSolver::add_inner(std::vector<Expr>& S, std::size_t later, std::size_t earlier) const {
  const ConstraintPath &a = solved_.paths()[later], &b = solved_.paths()[earlier];
  if (!a.shares_inner(b)) return;
  for (std::size_t i = 0; i < a.count(); ++i) {
    for (std::size_t j = 0; j < (later == earlier ? i + 1 : b.count()); ++j) {
      const std::size_t row = a.first_row + i, column = b.first_row + j;
      S[row * solved_.size() + column] += a.calc_inner(i, b, j);
      S[column * solved_.size() + row] = S[row * solved_.size() + column];
    }
  }
}

std::vector<Expr> FactorSolver::solve_rows(std::vector<Expr> right_side,
                                           const std::vector<Expr>& activities,
                                           bool under_forces) const {
  if (solved_.size() == 0) return {};
  return solve_multipliers(matrix_, std::move(right_side), activities, solved_.scales(),
                           under_forces ? solved_.find_dependences() : SolvedRows::Dependences());
}

std::vector<std::vector<Expr>> FactorSolver::calc_rates(const std::vector<Expr>& lambda,
                                                        bool with_own) const {
  std::vector<std::vector<Expr>> rates = rows_.passes().rates();
  if (!with_own) {
    for (std::vector<Expr>& own : rates) std::fill(own.begin(), own.end(), Expr(0.0));
  }
  for (const auto& [link, paths] : find_paths_through_links()) {
    const auto at = static_cast<std::size_t>(link);
    const auto& pivots = rows_.passes().pivots(at);
    std::vector<Expr> arguments;
    for (const std::size_t c : paths) {
      append(arguments, std::span(lambda).subspan(first_row(c), count(c)));
    }
    const int rows = static_cast<int>(arguments.size());
    for (std::size_t f = 0; f < pivots.size(); ++f) {
      if (with_own) arguments.push_back(pivots[f].rate);
      arguments.push_back(pivots[f].inverse);
      for (const std::size_t c : paths) append(arguments, efforts(c, link, f));
    }
    rates[at] = call(detail::made_once(detail::make_pivot_change, static_cast<int>(pivots.size()),
                                       rows, static_cast<int>(with_own)),
                     arguments);
  }
  return rates;
}

}  // namespace holon
