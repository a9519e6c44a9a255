// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/start/start_branches.h"

#include <algorithm>
#include <cmath>

#include "holon/base/interrupt.h"
#include "holon/base/quasirandom.h"
#include "holon/system/undetermined.h"

namespace holon {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr double kMet = 1e-9;           // of the square of the speeds
constexpr double kSameSolution = 1e-6;  // of the speeds: two solutions that are one
constexpr int kMostBranchSteps = 60;
constexpr int kTrials = 24;
constexpr Index kMostBranchUnknowns = 40;  // beyond them only the nearest is sought

}  // namespace

BranchSearch::BranchSearch(LoopConditions& conditions, std::vector<double> x, std::vector<int> free,
                           double threshold)
    : conditions_(conditions), x_(std::move(x)), free_(std::move(free)) {
  const auto speeds = LoopConditions::Level::speeds;
  const MatrixXd J = conditions_.calc_jacobian(x_, free_, speeds);
  kernel_ = find_left_null_space(J.transpose(), threshold);
  const MatrixXd all =
      conditions_.calc_jacobian(x_, conditions_.states(speeds), speeds).topRows(conditions_.rows());
  left_ = find_left_null_space(all, threshold);
  stiffness_ = all.size() == 0 ? 1 : std::max(all.cwiseAbs().maxCoeff(), 1e-3);
  for (const int s : conditions_.states(speeds)) {
    size_ = std::max(size_, std::abs(x_[static_cast<std::size_t>(s)]));
  }
}

std::vector<double> BranchSearch::state_at(const VectorXd& z) const {
  std::vector<double> x = x_;
  const VectorXd dv = kernel_ * z;
  for (std::size_t k = 0; k < free_.size(); ++k) {
    x[static_cast<std::size_t>(free_[k])] += dv[static_cast<Index>(k)];
  }
  return x;
}

VectorXd BranchSearch::calc_residual(const VectorXd& z) const {
  return left_.transpose() * conditions_.calc_bias(state_at(z));
}

/// Exact but for rounding: the residual is quadratic.
MatrixXd BranchSearch::calc_slopes(const VectorXd& z) const {
  MatrixXd slopes(left_.cols(), z.size());
  for (Index k = 0; k < z.size(); ++k) {
    VectorXd more = z, less = z;
    more[k] += size_;
    less[k] -= size_;
    slopes.col(k) = (calc_residual(more) - calc_residual(less)) / (2 * size_);
  }
  return slopes;
}

double BranchSearch::tolerance_at(const VectorXd& z) const {
  const double speed = std::max(size_, z.size() == 0 ? 0.0 : z.lpNorm<Eigen::Infinity>());
  return kMet * stiffness_ * speed * speed;
}

bool BranchSearch::is_met() const {
  const VectorXd zero = VectorXd::Zero(kernel_.cols());
  const VectorXd r = calc_residual(zero);
  return r.size() == 0 || r.lpNorm<Eigen::Infinity>() <= tolerance_at(zero);
}

/// Gauss–Newton's method with steps of least length, so that the nearest is found.
bool BranchSearch::solve(VectorXd& z) const {
  double error = calc_residual(z).norm();
  for (int k = 0; k < kMostBranchSteps; ++k) {
    throw_if_interrupted();
    const VectorXd r = calc_residual(z);
    if (!r.allFinite()) return false;
    const VectorXd step = solve_least(calc_slopes(z), r);
    double now = error;
    for (double length = 1; length > 1e-3; length /= 2) {
      const VectorXd next = z - length * step;
      now = calc_residual(next).norm();
      if (now < error) {
        z = next;
        break;
      }
    }
    if (!(now < error)) break;
    error = now;
  }
  return calc_residual(z).lpNorm<Eigen::Infinity>() <= tolerance_at(z);
}

/// False where it is one that is known.
bool BranchSearch::add(const VectorXd& z, std::vector<Branch>& branches) const {
  Branch branch{state_at(z), z.norm()};
  for (const Branch& other : branches) {
    double apart = 0, size = size_;
    for (const int s : free_) {
      const auto at = static_cast<std::size_t>(s);
      apart = std::max(apart, std::abs(branch.x[at] - other.x[at]));
      size = std::max(size, std::abs(branch.x[at]));
    }
    if (apart <= kSameSolution * size) return false;
  }
  branches.push_back(std::move(branch));
  return true;
}

std::vector<Branch> BranchSearch::find() {
  std::vector<Branch> branches;
  const Index n = kernel_.cols();
  if (n == 0) {
    if (is_met()) branches.push_back({x_, 0});
    return branches;
  }
  VectorXd z = VectorXd::Zero(n);
  if (solve(z)) add(z, branches);
  for (int trial = 0; trial < kTrials && n <= kMostBranchUnknowns; ++trial) {
    for (Index k = 0; k < n; ++k) {
      z[k] = 3 * size_ * quasirandom(static_cast<double>(k), 1.7 * trial);
    }
    if (solve(z)) add(z, branches);
  }
  std::sort(branches.begin(), branches.end(),
            [](const Branch& a, const Branch& b) { return a.distance < b.distance; });
  return branches;
}

}  // namespace holon
