// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "holon/expr/derive/jacobian.h"

namespace holon::detail {

/// Numbers in a row of n, so that rows are whole quads.
inline std::ptrdiff_t row_width(std::ptrdiff_t n) { return (n + 3) / 4 * 4; }

/// The pattern of a sparse matrix by rows, whose values stand elsewhere.
struct SparseRows {
  int rows = 0;
  const int* start = nullptr;   ///< by row, and the end (rows + 1)
  const int* column = nullptr;  ///< by entry
  const int* place = nullptr;   ///< of its value
};
/// Its memory, of a pattern by columns.
struct SparseRowIndex {
  std::vector<int> start, column, place;

  SparseRowIndex() = default;
  explicit SparseRowIndex(const Sparsity& pattern);
  SparseRows view() const {
    return {static_cast<int>(start.size()) - 1, start.data(), column.data(), place.data()};
  }
};

/// An entry of h A, for noise.
struct NoiseEntry {
  std::ptrdiff_t row, column;
  double value;
};

/// The inner loops of filters (row_kernels.inc), over matrices whose rows have row_width(n)
/// numbers, the last ones zeros. They are compiled for several levels of the instruction set, which
/// give the same bits.
struct RowKernels {
  void (*multiply_sparse)(const SparseRows& J, const double* values, const double* rows,
                          std::ptrdiff_t width, double* out);
  void (*add_scaled)(const double* a, double factor, const double* b, double* out,
                     std::ptrdiff_t size);
  void (*add_runge_kutta)(double h, const double* a, const double* b, const double* c,
                          const double* d, double* out, std::ptrdiff_t size);
  void (*dot_all)(const double* A, int a_count, const double* B, int b_count, std::ptrdiff_t width,
                  bool is_symmetric, double* out, std::ptrdiff_t out_width);
  void (*combine_all)(double* out, std::ptrdiff_t out_step, const double* begin, int rows_out,
                      const double* factors, std::ptrdiff_t row_step, std::ptrdiff_t stride,
                      const double* rows, std::ptrdiff_t width, int count);
  void (*triangularise)(double* A, int rows, int n, std::ptrdiff_t width, int dense, double* v);
  int (*factor)(double* U, int n, std::ptrdiff_t width, const double* variances);
  void (*divide_forward)(const double* L, int m, double* rows, std::ptrdiff_t width);
  void (*divide_backward)(const double* G, int m, double* rows, std::ptrdiff_t width);
  void (*make_noise_powers)(const NoiseEntry* entries, std::size_t count, double* power, int terms,
                            std::ptrdiff_t all, std::ptrdiff_t width);
  void (*add_noise_node)(const double* power, int terms, std::ptrdiff_t all, int n,
                         std::ptrdiff_t width, double node, double size, double* B,
                         std::ptrdiff_t step);
};
/// Of this processor.
const RowKernels& row_kernels();
/// Of all that this processor has, for tests.
std::vector<const RowKernels*> list_row_kernels();

}  // namespace holon::detail
