// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "holon/simulate/rhs/system_rhs.h"
#include "holon/system/system.h"

namespace holon::detail {

/// Pivots of the conditions of closed loops, on positions and on speeds, that are zero: this share
/// of the largest.
constexpr double kLoopRank = 1e-9;

/// The states that follow from given ones by closed loops: positions by Newton's method, speeds by
/// the linear equations.
class LoopClosure {
 public:
  /// `inputs` must outlive this.
  LoopClosure(const System& system, SystemInputs& inputs);

  /// Number of conditions on positions, and of those on speeds.
  Eigen::Index rows() const { return rows_; }

  /// Determines what follows from the states `given`, at an instant. Modes are integrated; other
  /// speeds follow from the loops, and the positions too, but for those of which conditions on
  /// speeds determine only the speeds. Throws ModelError if positions neither are given nor follow.
  void sort_states(const std::vector<int>& given, double t, const std::vector<double>& x);
  /// States that neither are given nor follow.
  const std::vector<int>& integrated() const { return integrated_; }

  /// Sets the positions, then the speeds, that follow.
  void close(double t, std::vector<double>& x);

  /// The conditions, those on positions first, and their slopes by the states.
  Eigen::MatrixXd calc_slopes(double t, const std::vector<double>& x, Eigen::VectorXd& residual);

 private:
  void close(double t, bool speeds, std::vector<double>& x);

  const System& system_;
  SystemInputs& inputs_;
  Eigen::Index rows_ = 0;
  Program residual_, slopes_;
  Workspace workspace_;
  Sparsity pattern_;
  std::vector<int> open_places_, open_speeds_, integrated_;
  std::vector<std::string> open_names_;
};

}  // namespace holon::detail
