// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/start/loop_conditions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <string_view>

#include "holon/base/interrupt.h"
#include "holon/base/matrices.h"
#include "holon/base/quasirandom.h"
#include "holon/expr/graph/arbitrary.h"

namespace holon {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr double kSpeedsMet = 1e-9;  // of the largest speed
constexpr int kMostNewtonSteps = 100;
constexpr double kWorthReporting = 1e-3;  // of the largest gap
constexpr std::size_t kMostNames = 6;
/// From these many rows on it is tried whether they are independent, by a sparse product …
constexpr Index kManyRows = 60;
/// … which they are where their least singular value is above this part of the largest: the
/// product's condition is then its square.
constexpr double kRegular = 1e-6;

/// The shortest dx with the least |J dx − r| by independent rows of J: in their span it is the
/// shortest, and that it is the best is seen by Jᵀ (J dx − r) = 0. Where redundant rows contradict
/// each other (loops that are open) the others are taken in. Nothing where the rank is not clear.
/// Of what is rounding error of conditions that are met no row can be wrong.
std::optional<VectorXd> find_redundant_step(const SparseRows& J, const VectorXd& r) {
  constexpr double kNothing = 1e-10;
  const std::vector<int> independent = find_independent_rows(J);
  if (independent.empty() || static_cast<Index>(independent.size()) == J.rows) return {};
  const SparseRowFactor factor(J.pick(independent));
  if (!(factor.least_singular() > kRegular)) return {};
  VectorXd chosen(static_cast<Index>(independent.size()));
  for (std::size_t k = 0; k < independent.size(); ++k)
    chosen[static_cast<Index>(k)] = r[independent[k]];
  VectorXd dx = factor.solve_shortest(chosen);
  const double size = J.multiply_transposed(r).lpNorm<Eigen::Infinity>();
  const auto is_best = [&] {
    const VectorXd left = J.multiply_transposed(J.multiply(dx) - r);
    return left.lpNorm<Eigen::Infinity>() <= kNothing * size;
  };
  if (r.lpNorm<Eigen::Infinity>() <= kPlacesMet || is_best()) return dx;
  dx = solve_contradicting(J, independent, factor, r);
  if (is_best()) return dx;
  return {};
}

}  // namespace

LoopConditions::LoopConditions(const System& system, const SystemPrograms& programs, double t,
                               const std::vector<double>& parameters)
    : system_(system),
      programs_(programs),
      inputs_(system, programs.indicators, 1),
      t_(t),
      rows_(static_cast<Index>(system.constraints->names.size())),
      start_rows_(static_cast<Index>(system.constraints->start_names.size())),
      residual_(*system.constraints->residual),
      start_residual_(*system.constraints->start_residual),
      residual_jvp_(*system.constraints->residual->jvp()),
      start_jvp_(*system.constraints->start_residual->jvp()) {
  inputs_.set_parameters(0, parameters);
  for (const StateBlock& block : system.states) {
    for (int k = 0; k < block.size; ++k) {
      if (block.role == StateBlock::Role::coordinate) places_.push_back(block.offset + k);
      if (block.role == StateBlock::Role::rate) speeds_.push_back(block.offset + k);
    }
  }
  find_equation_scales();
}

/// From slopes at arbitrary states: one that vanishes at a singular place keeps its scale there.
void LoopConditions::find_equation_scales() {
  constexpr int kRounds = 3;
  constexpr int kNear = 16;        // powers of two: slopes that need no scale
  constexpr double kNone = 1e-13;  // of the largest: a slope that may be rounding error
  scales_ = VectorXd::Ones(rows_);
  std::vector<Index> equations;
  for (Index row = 0; row < rows_; ++row)
    if (row_label(row).kind == ConstraintLabel::Kind::equation) equations.push_back(row);
  if (equations.empty()) return;
  std::vector<double> x(static_cast<std::size_t>(system_.state_count()));
  VectorXd largest = VectorXd::Zero(rows_);
  VectorXd smallest = VectorXd::Constant(rows_, std::numeric_limits<double>::infinity());
  for (int round = 0; round < kRounds; ++round) {
    for (std::size_t k = 0; k < x.size(); ++k) x[k] = arbitrary_number(k, round);
    system_.project(x.data());
    const MatrixXd J = calc_jacobian(x, speeds_, Level::speeds).topRows(rows_);
    for (Index row = 0; row < rows_ && J.cols() > 0; ++row) {
      const double here = J.row(row).lpNorm<Eigen::Infinity>();
      if (!std::isfinite(here)) continue;
      largest[row] = std::max(largest[row], here);
      smallest[row] = std::min(smallest[row], here);
    }
  }
  const double most = std::max(1.0, largest.maxCoeff());
  for (const Index row : equations) {
    // Slopes that vary by orders of magnitude (an exponential) have no scale that holds everywhere.
    if (!(largest[row] > kNone * most) || !(smallest[row] > std::ldexp(largest[row], -kNear)))
      continue;
    const int exponent = std::ilogb(largest[row]);
    if (std::abs(exponent) > kNear) scales_[row] = std::ldexp(1.0, -exponent);
  }
}

VectorXd LoopConditions::pick(const VectorXd& all, Level level) const {
  const bool places = level == Level::places;
  VectorXd result(rows_ + start_rows_);
  result.head(rows_) = all.segment(places ? 0 : rows_, rows_).cwiseProduct(scales_);
  result.tail(start_rows_) = all.segment(2 * rows_ + (places ? 0 : start_rows_), start_rows_);
  return result;
}

VectorXd LoopConditions::calc_residual(const std::vector<double>& x, Level level) {
  const double* in = inputs_.fill(&t_, x.data());
  VectorXd all(2 * (rows_ + start_rows_));
  residual_.run(in, all.data(), workspace_);
  start_residual_.run(in, all.data() + 2 * rows_, workspace_);
  return pick(all, level);
}

const LoopConditions::Colors& LoopConditions::find_colors(const std::vector<int>& states,
                                                          Level level) {
  const auto [found, is_new] = colors_.try_emplace({level, states});
  Colors& colors = found->second;
  if (!is_new) return colors;
  const bool places = level == Level::places;
  Sparsity& pattern = colors.pattern;
  pattern.rows = static_cast<int>(rows_ + start_rows_);
  pattern.columns = static_cast<int>(states.size());
  const auto add = [&](const Sparsity& of, int state, Index first, Index count, Index at) {
    const auto column = static_cast<std::size_t>(state) + 1;  // behind the time
    for (int k = of.start[column]; k < of.start[column + 1]; ++k) {
      const Index row = of.row[static_cast<std::size_t>(k)] - first;
      if (row >= 0 && row < count) pattern.row.push_back(static_cast<int>(at + row));
    }
  };
  for (const int state : states) {
    add(system_.constraints->residual->sparsity(), state, places ? 0 : rows_, rows_, 0);
    add(system_.constraints->start_residual->sparsity(), state, places ? 0 : start_rows_,
        start_rows_, rows_);
    pattern.start.push_back(static_cast<int>(pattern.row.size()));
  }
  const std::vector<int> color = color_columns(pattern);
  for (std::size_t k = 0; k < color.size(); ++k) {
    const auto c = static_cast<std::size_t>(color[k]);
    if (colors.columns.size() <= c) colors.columns.resize(c + 1);
    colors.columns[c].push_back(static_cast<int>(k));
  }
  return colors;
}

SparseRows LoopConditions::calc_sparse_jacobian(const std::vector<double>& x,
                                                const std::vector<int>& states, Level level,
                                                Index count) {
  const Colors& colors = find_colors(states, level);
  const auto inputs = static_cast<std::size_t>(system_.function_input_count());
  const double* in = inputs_.fill(&t_, x.data());
  std::vector<double> both(in, in + inputs);
  both.resize(2 * inputs, 0.0);
  SparseRows J{count, static_cast<Index>(states.size()), {}};
  VectorXd all(2 * (rows_ + start_rows_));
  for (const std::vector<int>& columns : colors.columns) {
    const auto seed = [&](double value) {
      for (const int k : columns)
        both[inputs + 1 + static_cast<std::size_t>(states[static_cast<std::size_t>(k)])] = value;
    };
    seed(1.0);
    residual_jvp_.run(both.data(), all.data(), workspace_);
    start_jvp_.run(both.data(), all.data() + 2 * rows_, workspace_);
    seed(0.0);
    const VectorXd of_rows = pick(all, level);
    for (const int k : columns) {
      const auto at = static_cast<std::size_t>(k);
      for (int e = colors.pattern.start[at]; e < colors.pattern.start[at + 1]; ++e) {
        const int row = colors.pattern.row[static_cast<std::size_t>(e)];
        if (row < count) J.entries.push_back({row, k, of_rows[row]});
      }
    }
  }
  return J;
}

MatrixXd LoopConditions::calc_jacobian(const std::vector<double>& x, const std::vector<int>& states,
                                       Level level) {
  const SparseRows sparse = calc_sparse_jacobian(x, states, level, rows_ + start_rows_);
  MatrixXd J = MatrixXd::Zero(sparse.rows, sparse.columns);
  for (const SparseRows::Entry& e : sparse.entries) J(e.row, e.column) = e.value;
  return J;
}

/// Of rows of which some are independent by `threshold`, and the others combinations of them but
/// for rounding, every decomposition finds these two numbers.
std::optional<RowRank> LoopConditions::find_certain_rank(const std::vector<double>& x,
                                                         double threshold) {
  if (rows_ < kManyRows || speeds_.empty()) return {};
  const SparseRows J = calc_sparse_jacobian(x, speeds_, Level::speeds, rows_);
  std::vector<int> independent(static_cast<std::size_t>(rows_));
  std::iota(independent.begin(), independent.end(), 0);
  const auto is_regular = [&](const SparseRows& rows) {
    return rows.rows > 0 && rows.rows <= rows.columns &&
           SparseRowFactor(rows).least_singular() > threshold;
  };
  if (!is_regular(J)) {
    independent = find_independent_rows(J);
    if (static_cast<Index>(independent.size()) == rows_ || !is_regular(J.pick(independent)))
      return {};
  }
  RowRank result{static_cast<int>(independent.size()), {}};
  for (int row = 0; row < static_cast<int>(rows_); ++row)
    if (!std::binary_search(independent.begin(), independent.end(), row))
      result.redundant.push_back(static_cast<std::size_t>(row));
  return result;
}

/// dx of J dx = r for as many rows as r has, by the sparse product where rows are many.
VectorXd LoopConditions::calc_step(const std::vector<double>& x, const std::vector<int>& moved,
                                   Level level, const VectorXd& r) {
  if (r.size() >= kManyRows && !moved.empty()) {
    const SparseRows J = calc_sparse_jacobian(x, moved, level, r.size());
    if (static_cast<Index>(moved.size()) >= r.size()) {
      const SparseRowFactor factor(J);
      if (factor.least_singular() > kRegular) return factor.solve_shortest(r);
    }
    if (const std::optional<VectorXd> dx = find_redundant_step(J, r)) return *dx;
  }
  return solve_least(calc_jacobian(x, moved, level).topRows(r.size()), r);
}

std::vector<double> LoopConditions::calc_derivative(const std::vector<double>& x) {
  std::vector<double> dx(x.size());
  programs_.derivative.run(inputs_.fill(&t_, x.data()), dx.data(), workspace_);
  return dx;
}

VectorXd LoopConditions::calc_bias(const std::vector<double>& x) {
  const std::vector<double> dx = calc_derivative(x);
  const auto inputs = static_cast<std::size_t>(system_.function_input_count());
  const double* in = inputs_.fill(&t_, x.data());
  std::vector<double> both(in, in + inputs);
  both.resize(2 * inputs, 0.0);
  both[inputs] = 1.0;
  for (const int s : places_) {
    both[inputs + 1 + static_cast<std::size_t>(s)] = dx[static_cast<std::size_t>(s)];
  }
  VectorXd all(2 * rows_);
  residual_jvp_.run(both.data(), all.data(), workspace_);
  return all.tail(rows_).cwiseProduct(scales_);
}

bool LoopConditions::close_places(std::vector<double>& x, const std::vector<int>& moved,
                                  bool with_start) {
  const Index count = rows_ + (with_start ? start_rows_ : 0);
  if (count == 0) return true;
  const auto residual = [&]() -> VectorXd { return calc_residual(x, Level::places).head(count); };
  double error = residual().lpNorm<Eigen::Infinity>();
  // To the end of rounding: where the rank is about to fall a small g is still far from it.
  for (int k = 0; k < kMostNewtonSteps && error > 0; ++k) {
    throw_if_interrupted();
    const VectorXd r = residual();
    const VectorXd dx = calc_step(x, moved, Level::places, r);
    const std::vector<double> before = x;
    double now = error;
    for (double length = 1; length > 1e-3; length /= 2) {  // halved while it does not help
      for (std::size_t i = 0; i < moved.size(); ++i) {
        const auto at = static_cast<std::size_t>(moved[i]);
        x[at] = before[at] - length * dx[static_cast<Index>(i)];
      }
      system_.project(x.data());
      const VectorXd next = residual();
      now = next.allFinite() ? next.lpNorm<Eigen::Infinity>() : 2 * error;
      if (next.allFinite() && next.norm() < r.norm()) break;
      x = before;
      now = error;
    }
    if (x == before || (!(now < error) && error <= kPlacesMet)) break;
    error = now;
  }
  return error <= kPlacesMet;
}

bool LoopConditions::close_speeds(std::vector<double>& x, const std::vector<int>& moved,
                                  bool with_start) {
  const Index count = rows_ + (with_start ? start_rows_ : 0);
  if (count == 0) return true;
  const auto residual = [&]() -> VectorXd { return calc_residual(x, Level::speeds).head(count); };
  if (!(residual().lpNorm<Eigen::Infinity>() > 0)) return true;
  for (int round = 0; round < 2; ++round) {  // the second takes away what rounding left
    const VectorXd dx = calc_step(x, moved, Level::speeds, residual());
    for (std::size_t i = 0; i < moved.size(); ++i) {
      x[static_cast<std::size_t>(moved[i])] -= dx[static_cast<Index>(i)];
    }
  }
  double size = 1;
  for (const int s : speeds_) size = std::max(size, std::abs(x[static_cast<std::size_t>(s)]));
  return residual().lpNorm<Eigen::Infinity>() <= kSpeedsMet * size;
}

void LoopConditions::displace(std::vector<double>& x) const {
  constexpr double kLittle = 0.01;  // [m, rad]
  for (std::size_t k = 0; k < places_.size(); ++k) {
    x[static_cast<std::size_t>(places_[k])] += kLittle * quasirandom(static_cast<double>(k));
  }
  system_.project(x.data());
}

bool LoopConditions::move_beside(std::vector<double>& x) {
  displace(x);
  return close_places(x, places_, false);
}

bool LoopConditions::move_beside(std::vector<double>& x,
                                 const std::vector<std::size_t>& redundant) {
  constexpr int kMostSteps = 12;  // quadratic convergence from a little gap
  std::vector<int> independent;
  for (int row = 0; row < static_cast<int>(rows_); ++row)
    if (!std::binary_search(redundant.begin(), redundant.end(), static_cast<std::size_t>(row)))
      independent.push_back(row);
  const std::vector<double> before = x;
  displace(x);
  VectorXd r = calc_residual(x, Level::places).head(rows_);
  double error = r.lpNorm<Eigen::Infinity>();
  for (int step = 0; step < kMostSteps; ++step) {
    throw_if_interrupted();
    const SparseRowFactor factor(
        calc_sparse_jacobian(x, places_, Level::places, rows_).pick(independent));
    if (!(factor.least_singular() > kRegular)) break;
    const VectorXd dx = factor.solve_shortest(r(independent));
    for (std::size_t i = 0; i < places_.size(); ++i)
      x[static_cast<std::size_t>(places_[i])] -= dx[static_cast<Index>(i)];
    system_.project(x.data());
    r = calc_residual(x, Level::places).head(rows_);
    const double now = r.lpNorm<Eigen::Infinity>();
    const bool is_rounding = now <= kPlacesMet && !(now < error);
    error = now;
    if (is_rounding || !std::isfinite(now)) break;
  }
  if (error <= kPlacesMet) return true;
  x = before;
  return false;
}

const std::string& LoopConditions::row_name(Index row) const {
  const SystemConstraints& c = *system_.constraints;
  return row < rows_ ? c.names[static_cast<std::size_t>(row)]
                     : c.start_names[static_cast<std::size_t>(row - rows_)];
}

const ConstraintLabel& LoopConditions::row_label(Index row) const {
  const SystemConstraints& c = *system_.constraints;
  return row < rows_ ? c.labels[static_cast<std::size_t>(row)]
                     : c.start_labels[static_cast<std::size_t>(row - rows_)];
}

std::string LoopConditions::list_gaps(const VectorXd& residual, Level level, Index included) const {
  struct Gap {
    std::string owner, unit;
    double size = 0;
  };
  std::vector<Gap> gaps;
  std::map<std::pair<std::string, std::string>, std::size_t> index_of;
  for (Index row = 0; row < included; ++row) {
    const ConstraintLabel& label = row_label(row);
    const bool is_equation = label.kind == ConstraintLabel::Kind::equation;
    const std::string& owner = is_equation ? row_name(row) : label.owner;
    // That of an equation is not known everywhere; of a pure number there is none.
    std::string unit = is_equation ? label.dimension.to_string() : "m";
    if (is_equation && unit == "1") unit.clear();
    if (label.dimension == dimensions::kAngle) unit = "rad";
    const auto [it, is_new] = index_of.emplace(std::pair(owner, unit), gaps.size());
    if (is_new) gaps.push_back({owner, unit});
    double& size = gaps[it->second].size;
    size = std::hypot(size, row < rows_ ? residual[row] / scales_[row] : residual[row]);
  }
  // What is no number is the worst.
  const auto rank = [](const Gap& gap) { return std::isfinite(gap.size) ? gap.size : 1e300; };
  std::stable_sort(gaps.begin(), gaps.end(),
                   [&](const Gap& a, const Gap& b) { return rank(a) > rank(b); });
  std::size_t reported = 0;
  while (reported < gaps.size() && gaps[reported].size > kWorthReporting * gaps[0].size) ++reported;
  std::string text;
  const char* per = level == Level::speeds ? "/s" : "";
  for (std::size_t k = 0; k < std::min(reported, kMostNames); ++k) {
    const std::string& unit = gaps[k].unit;
    text += fmt::format("{}a gap of {:.6g}{}{}{} at {}", text.empty() ? "" : ", ", gaps[k].size,
                        unit.empty() ? "" : " ", unit, unit.empty() ? "" : per, gaps[k].owner);
  }
  if (reported > kMostNames) text += fmt::format(" and {} more", reported - kMostNames);
  return text;
}

VectorXd solve_least(const MatrixXd& J, const VectorXd& r) {
  if (J.cols() == 0 || J.rows() == 0) return VectorXd::Zero(J.cols());  // Eigen wants some of both
  return solve_least_squares(J, r, kRank);
}

std::vector<RowRank> find_row_ranks(const MatrixXd& J, const std::vector<double>& thresholds) {
  std::vector<RowRank> results;
  if (J.size() == 0) {
    RowRank none;
    for (Index k = 0; k < J.rows(); ++k) none.redundant.push_back(static_cast<std::size_t>(k));
    results.assign(thresholds.size(), none);
    return results;
  }
  const PivotedQr qr(J.transpose());
  for (const double threshold : thresholds) {
    RowRank& result = results.emplace_back();
    result.rank = static_cast<int>(qr.rank(threshold));
    for (Index k = result.rank; k < J.rows(); ++k)
      result.redundant.push_back(static_cast<std::size_t>(qr.columns()[k]));
    std::sort(result.redundant.begin(), result.redundant.end());
  }
  return results;
}

RowRank find_row_rank(const MatrixXd& J, double threshold) {
  return find_row_ranks(J, {threshold})[0];
}

}  // namespace holon
