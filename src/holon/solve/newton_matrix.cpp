// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/newton_matrix.h"

#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include <algorithm>
#include <new>

namespace holon::detail {
namespace {

// From so many unknowns on, and with so few entries, a matrix is factorised sparse.
constexpr int kLarge = 32;
constexpr double kFewEntries = 0.25;

}  // namespace

NewtonMatrix::NewtonMatrix(const Sparsity* pattern, N_Vector like, SUNContext context)
    : length_(static_cast<sunindextype>(N_VGetLength(like))) {
  if (pattern) {
    pattern_ = *pattern;
    const auto n = static_cast<double>(length_);
    is_sparse_ = length_ >= kLarge && pattern_.count() < kFewEntries * n * n;
  }
  if (is_sparse_) {
    add_diagonal();
    matrix_ =
        SUNSparseMatrix(length_, length_, static_cast<sunindextype>(row_.size()), CSC_MAT, context);
    if (matrix_) solver_ = SUNLinSol_KLU(like, matrix_, context);
  } else {
    matrix_ = SUNDenseMatrix(length_, length_, context);
    if (matrix_) solver_ = SUNLinSol_Dense(like, matrix_, context);
  }
  if (!matrix_ || !solver_) throw std::bad_alloc();
}

NewtonMatrix::~NewtonMatrix() {
  if (solver_) SUNLinSolFree(solver_);
  if (matrix_) SUNMatDestroy(matrix_);
}

// The pattern with its diagonal, and where the entries stand in it.
void NewtonMatrix::add_diagonal() {
  start_.push_back(0);
  for (int j = 0; j < pattern_.columns; ++j) {
    bool has_diagonal = false;
    for (int k = pattern_.start[static_cast<std::size_t>(j)];
         k < pattern_.start[static_cast<std::size_t>(j) + 1]; ++k) {
      const int row = pattern_.row[static_cast<std::size_t>(k)];
      if (!has_diagonal && row > j) row_.push_back(j);
      has_diagonal |= row >= j;
      place_of_entry_.push_back(row_.size());
      row_.push_back(row);
    }
    if (!has_diagonal) row_.push_back(j);
    start_.push_back(static_cast<sunindextype>(row_.size()));
  }
}

void NewtonMatrix::write(const double* entries, SUNMatrix J) const {
  if (is_sparse_) {
    std::copy(start_.begin(), start_.end(), SUNSparseMatrix_IndexPointers(J));
    std::copy(row_.begin(), row_.end(), SUNSparseMatrix_IndexValues(J));
    double* values = SUNSparseMatrix_Data(J);
    std::fill_n(values, row_.size(), 0.0);
    for (std::size_t k = 0; k < place_of_entry_.size(); ++k)
      values[place_of_entry_[k]] = entries[k];
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

// Of a sparse matrix as of one that fills in about twice.
double NewtonMatrix::factorisation_operations() const {
  const auto n = static_cast<double>(length_);
  return is_sparse_ ? 20.0 * static_cast<double>(row_.size()) : n * n * n / 3;
}

double NewtonMatrix::solution_operations() const {
  const auto n = static_cast<double>(length_);
  return is_sparse_ ? 4.0 * static_cast<double>(row_.size()) : 2 * n * n;
}

}  // namespace holon::detail
