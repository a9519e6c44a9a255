// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "holon/analyse/linearise/linear_model.h"
#include "holon/estimate/transition.h"

namespace holon {

/// A direction of the state, by what the measurements say of it.
struct ObservedDirection {
  double singular_value = 0;  ///< of the scaled observability matrix; 0: not observable
  struct Share {
    std::string name;  ///< of a state (tangent coordinate)
    double share = 0;  ///< of the unit vector in scaled coordinates, signed
  };
  std::vector<Share> shares;  ///< by decreasing modulus, those that matter
};

struct ObservabilityAnalysis {
  int states = 0, rank = 0;
  /// [s] of the trajectory or horizon.
  double horizon = 0;
  /// All directions, the weakest first; the first `states - rank` are not observable.
  std::vector<ObservedDirection> directions;
  /// Those with rank that are weak: below `weak` of the strongest one.
  int weak_count = 0;
  std::vector<double> scales;  ///< of the states, which the unit vectors are measured by
};

struct ObservabilityOptions {
  std::vector<double> scales{};  ///< of the states of a linear model; empty: 1 each
  double rank_tolerance = 1e-9;  ///< of the largest singular value
  double weak = 1e-4;            ///< likewise: what is reported as weak
};

/// O = [C; C Φ(t₁); C Φ(t₂); …], Φ(t) = exp(A t) at times that cover the fastest and the slowest
/// mode (powers of A for a sampled model), its rows divided by the largest value of their output,
/// its columns multiplied by the states' scales.
ObservabilityAnalysis analyse_observability(const LinearModel& model,
                                            const ObservabilityOptions& options = {});

/// Along a trajectory: O = [H₀; H₁ Φ₁; …] with Φ products of the transitions' exact Jacobians: the
/// sum of its squares is the information matrix of all measurements about the initial state.
class TrajectoryObservability {
 public:
  /// `scales` of the tangent coordinates (n), `sigma` of the measured values (m).
  TrajectoryObservability(Manifold manifold, std::vector<double> scales);
  /// Rows of a measurement in the present state: H (m x n), sigma (m).
  void add(const Eigen::MatrixXd& H, const Eigen::VectorXd& sigma);
  /// Proceeds by F (n x n), h [s].
  void advance(const Eigen::MatrixXd& F, double h);
  ObservabilityAnalysis analyse(const ObservabilityOptions& options = {}) const;

 private:
  Manifold manifold_;
  std::vector<double> scales_;
  Eigen::MatrixXd phi_, rows_;  // rows_: triangular factor of all rows so far
  double horizon_ = 0;
};

}  // namespace holon
