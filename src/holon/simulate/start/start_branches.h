// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/simulate/start/loop_conditions.h"

namespace holon {

/// Speeds with which a motion may leave a singular position, and how far they are from those that
/// were sought.
struct Branch {
  std::vector<double> x;
  double distance = 0;
};

/// The motions that leave a singular position. Where the rank of J falls, J v = −∂g/∂t does not
/// determine the speeds: whatever the accelerations are,
///
///   wᵀ (J' v + d/dt ∂g/∂t) = 0   for all w with wᵀ J = 0,
///
/// too, else g'' = 0 has no solution. These are quadratic equations in what J v = −∂g/∂t leaves
/// free; each of their real solutions is the tangent of a motion. At a parallelogram in line they
/// are those of the parallelogram and of the antiparallelogram.
///
/// `x` meets the conditions of first order; `free` are the speeds that may be chosen; pivots of J
/// below `threshold` of the largest are zero.
class BranchSearch {
 public:
  BranchSearch(LoopConditions& conditions, std::vector<double> x, std::vector<int> free,
               double threshold);

  /// Whether the speeds of x are those of a motion.
  bool is_met() const;
  /// The motions, nearest first. Some may be missed where there are very many.
  std::vector<Branch> find();

 private:
  std::vector<double> state_at(const Eigen::VectorXd& z) const;
  Eigen::VectorXd calc_residual(const Eigen::VectorXd& z) const;
  Eigen::MatrixXd calc_slopes(const Eigen::VectorXd& z) const;
  double tolerance_at(const Eigen::VectorXd& z) const;
  bool solve(Eigen::VectorXd& z) const;
  bool add(const Eigen::VectorXd& z, std::vector<Branch>& branches) const;

  LoopConditions& conditions_;
  const std::vector<double> x_;
  const std::vector<int> free_;
  Eigen::MatrixXd kernel_, left_;
  double size_ = 1;       ///< of the speeds at x
  double stiffness_ = 1;  ///< of J
};

}  // namespace holon
