// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>
#include <sundials/sundials_nvector.h>

#include <vector>

#include "holon/base/archive.h"
#include "holon/solve/rhs.h"

namespace holon::detail {

/// The matrix 1 - γ ∂f/∂x of an implicit step as SUNDIALS wants it, with what factorises it: dense,
/// or by KLU where it is large and sparse.
class NewtonMatrix {
 public:
  /// `like`: a vector of the solver; it may be longer than the state, where that is empty.
  NewtonMatrix(Rhs& rhs, N_Vector like, SUNContext context);
  ~NewtonMatrix();
  NewtonMatrix(const NewtonMatrix&) = delete;
  NewtonMatrix& operator=(const NewtonMatrix&) = delete;

  SUNMatrix matrix() const { return matrix_; }
  SUNLinearSolver solver() const { return solver_; }
  /// Whether the right side has a Jacobian; else differences have to do.
  bool is_exact() const { return pattern_ != nullptr; }
  /// Writes ∂f/∂x at (t, x) into `J`, which is of matrix()'s kind; false where it is not finite.
  bool calc_jacobian(double t, const double* x, SUNMatrix J);
  /// The last Jacobian's entries in the order of the right side's pattern.
  const std::vector<double>& entries() const { return entries_; }
  /// Writes or reads the last Jacobian's entries.
  void archive(Archive& a) { a.fixed("jacobian", entries_); }
  /// Arithmetic operations, about: of a factorisation, and of a solution with it.
  double factorisation_operations() const;
  double solution_operations() const;

 private:
  void add_diagonal();

  Rhs& rhs_;
  const Sparsity* pattern_;
  bool is_sparse_ = false;
  SUNMatrix matrix_ = nullptr;
  SUNLinearSolver solver_ = nullptr;
  std::vector<sunindextype> start_, row_;    // of the sparse matrix, its diagonal included
  std::vector<std::size_t> place_of_entry_;  // of the pattern, in the sparse matrix
  std::vector<double> entries_;
};

}  // namespace holon::detail
