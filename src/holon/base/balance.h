// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <vector>

namespace holon {

/// The states of x' = A x in groups whose eigenvalues are those of their own diagonal blocks: in
/// the order of the groups A is block lower triangular, by its exact zeros.
std::vector<std::vector<Eigen::Index>> find_blocks(const Eigen::MatrixXd& A);

/// Powers of two, so that x = diag(scale) x_balanced has rows and columns of similar size in each
/// of find_blocks (E. E. Osborne, J. ACM 7 (1960) 338; B. N. Parlett, C. Reinsch, Numer. Math. 13
/// (1969) 293), and what one block receives from earlier ones is not larger than the largest block:
/// states in units of different size (m beside Pa) lose no digits to each other.
Eigen::VectorXd find_balance(const Eigen::MatrixXd& A);

}  // namespace holon
