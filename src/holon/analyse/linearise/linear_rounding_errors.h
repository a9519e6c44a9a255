// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <vector>

#include "holon/expr/derive/jacobian.h"
#include "holon/system/system.h"

namespace holon::detail {

/// The inputs of a System's functions, and the same with perturbations of rounding-error size.
struct InputsWithNeighbours {
  std::vector<double> in;
  std::vector<std::vector<double>> neighbours;
};
/// A state is perturbed relative to its nominal value, other inputs relative to themselves.
InputsWithNeighbours find_neighbours(const System& system, const std::vector<double>& in);

/// A Jacobian as a matrix. Entries that change by their own magnitude under these perturbations are
/// set to zero, such as a lever of cos(90°) m.
Eigen::MatrixXd evaluate(const FunctionJacobian& jacobian, const InputsWithNeighbours& in);

/// Rounding errors of cancelling terms are set to zero.
Eigen::MatrixXd product(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b);
Eigen::MatrixXd sum(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b);

/// Rows with the same number are of one kind: entries of rounding-error size relative to the
/// largest of their kind in a column are set to zero. For components of a rotated vector, and for
/// accelerations that follow from the same equations. Not those on the diagonal of rows of rates:
/// of two quantities in different units without dimensions (m and Pa) the one's own rate constant
/// may be 1e-17 of what it receives from the other.
void drop_rounding_errors_by_kind(Eigen::MatrixXd& M, const std::vector<int>& kinds,
                                  bool has_rates);
/// By tangent coordinate: those of the same dimension are of one kind.
std::vector<int> find_kinds(const System& system);
/// For rows of rates or outputs, with each term scaled by its state: entries that are small
/// relative to the others are rounding errors of cancelling terms. Not those on the diagonal of A.
void drop_rounding_errors_of(Eigen::MatrixXd& A, const std::vector<double>& sizes, bool has_rates);

}  // namespace holon::detail
