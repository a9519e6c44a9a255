// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/newton_matrix.h"

#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include <algorithm>
#include <new>

#include "holon/base/profile.h"

namespace holon::detail {

namespace {

// The library's own functions, with the time that they take.
template <auto kSetup>
int setup_newton_solver(SUNLinearSolver solver, SUNMatrix matrix) {
  const WorkScope work(Work::linear);
  return kSetup(solver, matrix);
}

template <auto kSolve>
int solve_newton_system(SUNLinearSolver solver, SUNMatrix matrix, N_Vector x, N_Vector b,
                        realtype tolerance) {
  const WorkScope work(Work::linear);
  return kSolve(solver, matrix, x, b, tolerance);
}

}  // namespace

NewtonMatrix::NewtonMatrix(const Sparsity* pattern, N_Vector like, SUNContext context)
    : length_(static_cast<sunindextype>(N_VGetLength(like))) {
  if (pattern) {
    pattern_ = *pattern;
    is_sparse_ = is_better_sparse(pattern_);
  }
  if (is_sparse_) {
    square_ = add_diagonal(pattern_);
    const auto count = static_cast<sunindextype>(square_.pattern.count());
    matrix_ = SUNSparseMatrix(length_, length_, count, CSC_MAT, context);
    if (matrix_) solver_ = SUNLinSol_KLU(like, matrix_, context);
  } else {
    matrix_ = SUNDenseMatrix(length_, length_, context);
    if (matrix_) solver_ = SUNLinSol_Dense(like, matrix_, context);
  }
  if (!matrix_ || !solver_) throw std::bad_alloc();
  solver_->ops->setup = is_sparse_ ? setup_newton_solver<SUNLinSolSetup_KLU>
                                   : setup_newton_solver<SUNLinSolSetup_Dense>;
  solver_->ops->solve = is_sparse_ ? solve_newton_system<SUNLinSolSolve_KLU>
                                   : solve_newton_system<SUNLinSolSolve_Dense>;
}

NewtonMatrix::~NewtonMatrix() {
  if (solver_) SUNLinSolFree(solver_);
  if (matrix_) SUNMatDestroy(matrix_);
}

void NewtonMatrix::write(const double* entries, SUNMatrix J) const {
  if (is_sparse_) {
    const Sparsity& full = square_.pattern;
    std::copy(full.start.begin(), full.start.end(), SUNSparseMatrix_IndexPointers(J));
    std::copy(full.row.begin(), full.row.end(), SUNSparseMatrix_IndexValues(J));
    double* values = SUNSparseMatrix_Data(J);
    std::fill_n(values, full.row.size(), 0.0);
    for (std::size_t k = 0; k < square_.place_of_entry.size(); ++k)
      values[square_.place_of_entry[k]] = entries[k];
    return;
  }
  for (int j = 0; j < pattern_.columns; ++j) {
    double* column = SUNDenseMatrix_Column(J, j);
    std::fill_n(column, pattern_.rows, 0.0);
    for (int k = pattern_.start[static_cast<std::size_t>(j)];
         k < pattern_.start[static_cast<std::size_t>(j) + 1]; ++k)
      column[pattern_.row[static_cast<std::size_t>(k)]] = entries[k];
  }
}

double NewtonMatrix::factorisation_operations() const {
  return count_factorisation(is_sparse_, static_cast<double>(length_), square_.pattern.count());
}

double NewtonMatrix::solution_operations() const {
  return count_solution(is_sparse_, static_cast<double>(length_), square_.pattern.count());
}

}  // namespace holon::detail
