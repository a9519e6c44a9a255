// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>
#include <sundials/sundials_nvector.h>

#include <vector>

#include "holon/solve/square_pattern.h"

namespace holon::detail {

/// The matrix of an implicit step's linear systems as SUNDIALS wants it, with what factorises it:
/// dense, or by KLU where it is large and sparse.
class NewtonMatrix {
 public:
  /// Square, of the length of `like`, a vector of the solver. Entries off the diagonal are those of
  /// `pattern`, which is smaller only where the vector stands for an empty state; without it the
  /// matrix is dense and the solver fills it with differences.
  NewtonMatrix(const Sparsity* pattern, N_Vector like, SUNContext context);
  ~NewtonMatrix();
  NewtonMatrix(const NewtonMatrix&) = delete;
  NewtonMatrix& operator=(const NewtonMatrix&) = delete;

  SUNMatrix matrix() const { return matrix_; }
  SUNLinearSolver solver() const { return solver_; }
  /// Writes entries in the order of the pattern into `J`, which is of matrix()'s kind.
  void write(const double* entries, SUNMatrix J) const;
  /// Arithmetic operations, about: of a factorisation, and of a solution with it.
  double factorisation_operations() const;
  double solution_operations() const;

 private:
  Sparsity pattern_;
  sunindextype length_;
  bool is_sparse_ = false;
  SUNMatrix matrix_ = nullptr;
  SUNLinearSolver solver_ = nullptr;
  SquarePattern square_;  // of the sparse matrix
};

}  // namespace holon::detail
