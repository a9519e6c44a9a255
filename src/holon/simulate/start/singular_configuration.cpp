// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/start/singular_configuration.h"

#include <algorithm>
#include <cmath>

#include "holon/base/matrices.h"

namespace holon {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Level = LoopConditions::Level;

constexpr double kLostRank = 1e-10;  // [of J] what counts as a lost rank
constexpr double kThere = 1e-14;     // as well as rounding lets it
constexpr double kNearby = 1e-4;     // [m, rad] the most it goes
constexpr double kForward = 1e-6;    // [m, rad] of differences, which only steer
constexpr int kMostSingularSteps = 12;
constexpr Index kMostSingularUnknowns = 200;

class SingularPlace {
 public:
  SingularPlace(const System& system, LoopConditions& conditions, const std::vector<int>& free,
                const std::vector<std::size_t>& rows)
      : system_(system), conditions_(conditions), free_(free), rows_(rows) {}

  bool find(std::vector<double>& x, int lost) {
    const auto unknowns = static_cast<Index>(free_.size() + rows_.size());
    if (free_.empty() || unknowns * lost > kMostSingularUnknowns) return false;
    const MatrixXd J = calc_rows(x);
    first_ = W_ = calc_left_singular(J).vectors.rightCols(lost);
    x_ = x;
    double error = calc_residual().norm();
    for (int k = 0; k < kMostSingularSteps && error > kThere; ++k) {
      const std::vector<double> before = x_;
      const MatrixXd W = W_;
      step();
      const double now = calc_residual().norm();
      if (!(now < error)) {
        x_ = before;
        W_ = W;
        break;
      }
      error = now;
    }
    const VectorXd g = conditions_.calc_residual(x_, Level::places);
    if (!(g.lpNorm<Eigen::Infinity>() <= kPlacesMet)) return false;
    if (!((calc_rows(x_).transpose() * W_).cwiseAbs().maxCoeff() <= kLostRank)) return false;
    for (const int s : free_) {
      const auto at = static_cast<std::size_t>(s);
      if (!(std::abs(x_[at] - x[at]) <= kNearby)) return false;
    }
    x = x_;
    return true;
  }

 private:
  MatrixXd calc_rows(const std::vector<double>& x) {
    const MatrixXd all =
        conditions_.calc_jacobian(x, conditions_.states(Level::speeds), Level::speeds);
    MatrixXd J(rows_.size(), all.cols());
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      J.row(static_cast<Index>(k)) = all.row(static_cast<Index>(rows_[k]));
    }
    return J;
  }

  /// J_Sᵀ W, column by column.
  VectorXd calc_lost(const std::vector<double>& x) {
    const MatrixXd product = calc_rows(x).transpose() * W_;
    return Eigen::Map<const VectorXd>(product.data(), product.size());
  }

  VectorXd calc_residual() {
    const VectorXd g = conditions_.calc_residual(x_, Level::places), lost = calc_lost(x_);
    const MatrixXd scale = first_.transpose() * W_ - MatrixXd::Identity(W_.cols(), W_.cols());
    VectorXd r(g.size() + lost.size() + scale.size());
    r << g, lost, Eigen::Map<const VectorXd>(scale.data(), scale.size());
    return r;
  }

  void step() {
    const VectorXd r = calc_residual();
    const MatrixXd J = calc_rows(x_),
                   by_places = conditions_.calc_jacobian(x_, free_, Level::places);
    const Index places = by_places.cols(), n = W_.rows(), lost = W_.cols(), speeds = J.cols();
    MatrixXd slopes = MatrixXd::Zero(r.size(), places + n * lost);
    slopes.topLeftCorner(by_places.rows(), places) = by_places;
    for (Index k = 0; k < places; ++k) {
      const auto at = static_cast<std::size_t>(free_[static_cast<std::size_t>(k)]);
      std::vector<double> more = x_, less = x_;
      more[at] += kForward;
      less[at] -= kForward;
      slopes.block(by_places.rows(), k, speeds * lost, 1) =
          (calc_lost(more) - calc_lost(less)) / (2 * kForward);
    }
    for (Index i = 0; i < lost; ++i) {
      slopes.block(by_places.rows() + i * speeds, places + i * n, speeds, n) = J.transpose();
      slopes.block(by_places.rows() + speeds * lost + i * lost, places + i * n, lost, n) =
          first_.transpose();
    }
    const VectorXd d = solve_least(slopes, r);
    for (Index k = 0; k < places; ++k) {
      x_[static_cast<std::size_t>(free_[static_cast<std::size_t>(k)])] -= d[k];
    }
    for (Index i = 0; i < lost; ++i) W_.col(i) -= d.segment(places + i * n, n);
    system_.project(x_.data());
  }

  const System& system_;
  LoopConditions& conditions_;
  const std::vector<int>& free_;
  const std::vector<std::size_t>& rows_;
  std::vector<double> x_;
  MatrixXd first_, W_;
};

}  // namespace

bool find_singular_configuration(const System& system, LoopConditions& conditions,
                                 std::vector<double>& x, const std::vector<int>& free,
                                 const std::vector<std::size_t>& rows, int lost) {
  return SingularPlace(system, conditions, free, rows).find(x, lost);
}

}  // namespace holon
