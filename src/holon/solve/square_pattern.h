// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/expr/derive/jacobian.h"

namespace holon::detail {

/// A square pattern with its whole diagonal, and where the entries of the original stand in it.
struct SquarePattern {
  Sparsity pattern;
  std::vector<std::size_t> place_of_entry;     ///< by entry of the original
  std::vector<std::size_t> place_of_diagonal;  ///< by column
};
SquarePattern add_diagonal(const Sparsity& pattern);

/// image = A v of a matrix with these entries.
void multiply(const Sparsity& pattern, const std::vector<double>& entries, const double* v,
              double* image);

/// Whether a matrix of this pattern (n x n) is large and empty enough for a sparse factorisation.
bool is_better_sparse(const Sparsity& pattern);

/// Arithmetic operations, about: of a real factorisation of a matrix (n x n) with so many entries,
/// and of a solution with it.
double count_factorisation(bool is_sparse, double n, double entries);
double count_solution(bool is_sparse, double n, double entries);

}  // namespace holon::detail
