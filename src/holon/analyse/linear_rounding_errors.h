// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <vector>

#include "holon/expr/derive/jacobian.h"
#include "holon/system/system.h"

namespace holon::detail {

/// The inputs of a System's functions, and the same with every number off by some roundings.
struct InputsWithNeighbours {
  std::vector<double> in;
  std::vector<std::vector<double>> neighbours;
};
/// A state is known to the rounding of its nominal value, anything else to its own.
InputsWithNeighbours find_neighbours(const System& system, const std::vector<double>& in);

/// A Jacobian as a matrix. Entries that change as much as they are worth where the inputs change by
/// roundings are zero: a lever of cos(90°) m is none.
Eigen::MatrixXd evaluate(const FunctionJacobian& jacobian, const InputsWithNeighbours& in);

/// What a sum leaves of terms that cancel is zero.
Eigen::MatrixXd product(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b);
Eigen::MatrixXd sum(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b);

/// Rows with the same number are of one kind: what is a rounding of the largest of its kind in a
/// column is zero. So are components of a vector that is rotated, and accelerations that follow
/// from the same equations.
void drop_rounding_errors_by_kind(Eigen::MatrixXd& M, const std::vector<int>& kinds);
/// By tangent coordinate: those of the same dimension are of one kind.
std::vector<int> find_kinds(const System& system);
/// Of rows of rates, each term in the size of its state: what is small beside the others is the
/// rounding of terms that cancel.
void drop_rounding_errors_of(Eigen::MatrixXd& A, const std::vector<double>& sizes);

}  // namespace holon::detail
