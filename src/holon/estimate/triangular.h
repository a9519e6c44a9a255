// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

namespace holon::detail {

/// The triangular factor of QR: A (r x n, any rows) becomes upper triangular in its first n rows,
/// with non-negative diagonal, by Householder's reflections in place; rows below are left over.
/// AᵀA is kept. Rows from `dense` on, if any, are those of an upper triangular matrix: row dense +
/// i begins at column i. Its zeros are passed over, with the same result.
void triangularise(Eigen::MatrixXd& A, Eigen::Index dense = -1);

/// L (lower triangular) with L Lᵀ = P for P symmetric and positive semidefinite: pivots that vanish
/// up to rounding errors make zero columns. Returns -1, or the index of a negative pivot.
int factor_semidefinite(const Eigen::MatrixXd& P, Eigen::MatrixXd& L);

/// L Lᵀ = S for S positive definite, in place (lower triangle). False where it is not.
bool factor_definite(Eigen::MatrixXd& S);
/// X with X L Lᵀ = B (rows at a time), in place.
void divide_by_factor(const Eigen::MatrixXd& L, Eigen::MatrixXd& B);
/// X with X G Lᵀ = B, in place; L and G are lower triangular.
void divide_by_factors(const Eigen::MatrixXd& L, const Eigen::MatrixXd& G, Eigen::MatrixXd& B);

/// A Fᵀ for F (m x n) with few entries that are not zero, as transitions and measurements have
/// them; A (n' x n) and the product (n' x m) are different matrices.
void multiply_transposed_sparse(const Eigen::MatrixXd& F, const Eigen::MatrixXd& A,
                                Eigen::Ref<Eigen::MatrixXd> product);

}  // namespace holon::detail
