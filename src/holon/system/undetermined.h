// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <span>
#include <string>
#include <vector>

#include "holon/base/sparse_rows.h"
#include "holon/system/system.h"

namespace holon {

/// A basis (columns, orthonormal) of all w with wᵀ J = 0, pivots below `threshold` times the
/// largest count as zero.
Eigen::MatrixXd find_left_null_space(const Eigen::MatrixXd& J, double threshold);

/// The outputs that redundant constraints leave undetermined: "pin.reaction.force.y", complete
/// vectors as "pin.reaction.force", tensions of rods as "rod.tension"; in the order of the parts.
/// Multipliers without effect on the motion, the left null space of the constraints' Jacobian, are
/// internal loads of the machine; a part that carries them has an undetermined reaction.
///   jacobian  of the position constraints (SystemConstraints::residual) by coordinates (n x any)
///             each row multiplied by its scale
///   scales    (n) so that the rank of the rows does not depend on their units
///   inputs    of a System's functions, at the same state
std::vector<std::string> find_undetermined(const SystemConstraints& constraints,
                                           const SparseRows& jacobian,
                                           const Eigen::VectorXd& scales,
                                           std::span<const double> inputs);
std::vector<std::string> find_undetermined(const SystemConstraints& constraints,
                                           const Eigen::MatrixXd& jacobian,
                                           const Eigen::VectorXd& scales,
                                           std::span<const double> inputs);

}  // namespace holon
