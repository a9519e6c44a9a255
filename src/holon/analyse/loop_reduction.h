// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <vector>

#include "holon/system/system.h"

namespace holon::detail {

/// Deviations δ of tangent coordinates that keep 0 = G δ + H u: δ = N ξ + K u with ξ some of them.
struct Reduction {
  std::vector<int> independent, dependent;  ///< tangent coordinates, rising
  Eigen::MatrixXd N, K;
};

/// Independent are those that the model holds at the start, where others can follow from them. G
/// and H: rows of places, then as many of speeds. Places follow from places (and states that are
/// neither) alone, then speeds from all.
Reduction reduce_loops(const System& system, const Eigen::MatrixXd& G, const Eigen::MatrixXd& H);

}  // namespace holon::detail
