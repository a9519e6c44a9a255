// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/analyse/trim/trim_newton.h"

#include <cmath>

#include "holon/base/matrices.h"

namespace holon::detail {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr int kMostSteps = 80;
constexpr int kFewHalvings = 4, kMostHalvings = 12;
constexpr double kCoarseRanks[] = {1e-5, 1e-3};
constexpr double kRank = 1e-9;        // singular values below it, of scaled equations, are zero
constexpr double kSolved = 1e-10;     // residual relative to its terms
constexpr double kLongestStep = 0.7;  // in nominal values: rad, m, and of rates see scale()

}  // namespace

bool TrimNewton::is_solved(double residual) { return residual <= kSolved; }

double TrimNewton::solve(TrimPoint& trial) {
  double residual = INFINITY;
  for (int step = 0; step < kMostSteps; ++step) {
    if (!trial.J.allFinite() || !trial.r.allFinite()) return INFINITY;
    const ScaledTrimEquations e = equations_.scale(trial);
    residual = e.r.size() > 0 ? e.r.lpNorm<Eigen::Infinity>() : 0.0;
    note_worst(e);
    if (e.columns.empty()) return residual;
    const VectorXd y = solve_least_squares(e.J, -e.r, kRank);
    const double length = y.lpNorm<Eigen::Infinity>();
    if (!std::isfinite(length)) return INFINITY;
    if (residual <= kSolved && length <= 1e-3 * kTrimSame) return residual;
    // Along a narrow valley (a turn of small lean beside straight motion), and where equations
    // are redundant but for what is left of them, directions that hardly matter are better left
    // out.
    std::optional<Step> best = follow(trial, e, y, residual, kFewHalvings);
    for (const double rank : kCoarseRanks) {
      std::optional<Step> other =
          follow(trial, e, solve_least_squares(e.J, -e.r, rank), residual, kFewHalvings);
      if (other && (!best || other->remains < best->remains)) best = std::move(other);
    }
    if (!best) best = follow(trial, e, y, residual, kMostHalvings);
    if (!best) break;
    trial = std::move(best->to);
  }
  return residual;
}

std::optional<TrimNewton::Step> TrimNewton::follow(const TrimPoint& trial,
                                                   const ScaledTrimEquations& e, const VectorXd& y,
                                                   double residual, int halvings) {
  const double length = y.lpNorm<Eigen::Infinity>();
  double factor = length > kLongestStep ? kLongestStep / length : 1.0;
  for (int k = 0; k < halvings; ++k, factor /= 2) {
    TrimPoint next = equations_.step_along(trial, e.columns, y, factor);
    if (!next.r.allFinite()) continue;
    VectorXd scaled = next.r(e.rows);
    for (Index i = 0; i < scaled.size(); ++i) {
      const Index row = e.rows[static_cast<std::size_t>(i)];
      const double unscaled = trial.r[row];
      scaled[i] /= unscaled != 0 && e.r[i] != 0 ? unscaled / e.r[i]
                                                : equations_.row_size(trial, row, e.columns);
    }
    const bool is_better = scaled.norm() < (1 - 1e-4 * factor) * e.r.norm() ||
                           (residual <= kSolved && scaled.lpNorm<Eigen::Infinity>() <= kSolved);
    if (is_better) return Step{std::move(next), scaled.norm()};
  }
  return {};
}

void TrimNewton::turn_to_start(TrimPoint& trial) {
  TrimPoint turned = equations_.turn_to_start(trial);
  const VectorXd r = equations_.scale(turned).r;
  // The rounding errors of the turn come on top of what Newton's method has left.
  if (r.size() == 0 || r.lpNorm<Eigen::Infinity>() <= 10 * kSolved) trial = std::move(turned);
}

void TrimNewton::note_worst(const ScaledTrimEquations& e) {
  if (e.r.size() == 0) return;
  Index at = 0;
  e.r.cwiseAbs().maxCoeff(&at);
  worst_ = equations_.describe(e.rows[static_cast<std::size_t>(at)]);
}

}  // namespace holon::detail
