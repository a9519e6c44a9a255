// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/expr/program/tape_run.h"

/// The runtime's linear solvers and Newton's method, compiled for each level of the instruction set
/// (block_functions.inc). Plain pointers only: these sources must not share inline code with
/// others.
namespace holon::detail {

struct BlockFunctions {
  int (*solve_dense)(int kind, int n, const int* start, const int* row, const double* values,
                     const double* b, double* x, int stride, double* work, int* ints,
                     double* quality);
  int (*solve_minimum_norm)(int kind, int n, const int* start, const int* row, const double* values,
                            const double* b, double* x, int stride, double tolerance, double* work,
                            int* ints, double* quality);
  // `plan` points to h_sparse_general, h_sparse_positive, h_nested.
  int (*solve_sparse_general)(const void* plan, const double* values, const double* b, double* x,
                              int stride, double* work, int* ints, double* quality);
  int (*solve_sparse_positive)(const void* plan, const double* values, const double* b, double* x,
                               int stride, double* work, int* ints, double* quality);
  int (*solve_sparse_semidefinite)(const void* plan, const int* start, const int* row,
                                   const double* values, const double* b, double* x, int stride,
                                   double tolerance, double* work, int* ints, double* quality);
  int (*solve_nested)(const void* plan, const double* values, const double* b, double* x,
                      int stride, double tolerance, double* work, int* ints, double* quality);
};

/// Of the best level that this processor has.
const BlockFunctions& find_block_functions();

}  // namespace holon::detail
