// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <vector>

#include "holon/system/system.h"

namespace holon::detail {

/// What a turn of all free bodies about the vertical through the world's origin does to the states
/// of a System: positions and velocities in world axes turn, orientations too; all else (angular
/// velocities in axes of bodies, angles of joints between bodies) stays as it is.
class HeadingSymmetry {
 public:
  HeadingSymmetry() = default;
  explicit HeadingSymmetry(const System& system);

  bool is_empty() const { return vectors_.empty() && quaternions_.empty(); }
  /// By the tangent coordinate of their first component.
  const std::vector<int>& vectors() const { return vectors_; }

  /// The state x turned by an angle [rad], and rates of tangent coordinates likewise.
  std::vector<double> turn(std::vector<double> x, double angle) const;
  Eigen::VectorXd turn_rates(Eigen::VectorXd rates, double angle) const;
  /// [rad] of the first body: by which a turn of the state by the same angle changes it.
  double find_heading(const std::vector<double>& x) const;

  /// G(x): the rates of the tangent coordinates (n) in a turn at 1 rad/s, and ∂G/∂x (n x n).
  Eigen::VectorXd calc_change(const std::vector<double>& x) const;
  Eigen::MatrixXd calc_slopes(const std::vector<double>& x) const;
  /// Adds ω × δ to the rows of orientations, whose rates (n) are ω [rad/s] in axes of the body.
  void add_spin(const std::vector<double>& rates, Eigen::MatrixXd& J) const;

 private:
  /// The vertical in the axes of a body.
  static Eigen::Vector3d find_vertical(const double* q);
  static Eigen::Matrix3d make_cross_matrix(const Eigen::Vector3d& u);  ///< of u ×

  int count_ = 0;                                // tangent coordinates
  std::vector<int> vectors_, vector_places_;     // tangent coordinate, place in x
  std::vector<int> quaternions_, orientations_;  // the same of orientations
};

}  // namespace holon::detail
