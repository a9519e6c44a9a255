// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <vector>

#include "holon/system/system.h"

namespace holon::detail {

/// Deviations δ of tangent coordinates that satisfy 0 = G δ + H u: δ = N ξ + K u, where ξ are some
/// of them.
struct Reduction {
  std::vector<int> independent, dependent;  ///< tangent coordinates, ascending
  Eigen::MatrixXd N, K;
};

/// Preferably independent are those that the model prescribes at the start. G and H: rows of
/// positions, then as many of velocities. Positions follow from positions (and states that are
/// neither) alone, then velocities from all.
Reduction reduce_loops(const System& system, const Eigen::MatrixXd& G, const Eigen::MatrixXd& H);

}  // namespace holon::detail
