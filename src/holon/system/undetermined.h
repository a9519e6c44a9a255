// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <span>
#include <string>
#include <vector>

#include "holon/system/system.h"

namespace holon {

/// A basis (columns, orthonormal) of all w with wᵀ J = 0, pivots below `threshold` of the largest
/// taken for zero.
Eigen::MatrixXd find_left_null_space(const Eigen::MatrixXd& J, double threshold);

/// The outputs that redundant constraints leave open: "pin.reaction.force.y", whole ones as
/// "pin.reaction.force", tensions of rods as "rod.tension"; in the order of the parts. Multipliers
/// that do nothing to the motion, the left null space of the constraints' Jacobian, are loads of
/// the machine against itself; whoever carries some of them has an undetermined reaction.
///   jacobian  of the places' conditions (SystemConstraints::residual) by coordinates (n x any)
///   inputs    of a System's functions, at the same state
std::vector<std::string> find_undetermined(const SystemConstraints& constraints,
                                           const Eigen::MatrixXd& jacobian,
                                           std::span<const double> inputs);

}  // namespace holon
