// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/estimate/row_kernels.h"

#include <algorithm>
#include <cmath>

namespace holon::detail {
namespace {

/// Four numbers at any address.
typedef double Quad __attribute__((vector_size(32), aligned(8), may_alias));

}  // namespace

#define HOLON_KERNEL
namespace filter_kernels_base {
#include "holon/estimate/row_kernels.inc"
}  // namespace filter_kernels_base
#undef HOLON_KERNEL

#ifdef __x86_64__
#define HOLON_KERNEL __attribute__((target("avx2")))
namespace filter_kernels_avx2 {
#include "holon/estimate/row_kernels.inc"
}  // namespace filter_kernels_avx2
#undef HOLON_KERNEL
#endif

namespace {

#define HOLON_ROW_KERNELS(level)                                                                  \
  {                                                                                               \
    level::multiply_sparse, level::add_scaled, level::add_runge_kutta, level::dot_all,            \
        level::combine_all, level::triangularise_rows, level::factor_rows, level::divide_forward, \
        level::divide_backward, level::make_noise_powers, level::add_noise_node                   \
  }
constexpr RowKernels kBaseRowKernels = HOLON_ROW_KERNELS(filter_kernels_base);
#ifdef __x86_64__
constexpr RowKernels kWideRowKernels = HOLON_ROW_KERNELS(filter_kernels_avx2);
#endif
#undef HOLON_ROW_KERNELS

}  // namespace

std::vector<const RowKernels*> list_row_kernels() {
  std::vector<const RowKernels*> all{&kBaseRowKernels};
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx2")) all.push_back(&kWideRowKernels);
#endif
  return all;
}

const RowKernels& row_kernels() {
  static const RowKernels* const best = list_row_kernels().back();
  return *best;
}

SparseRowIndex::SparseRowIndex(const Sparsity& pattern) {
  start.assign(static_cast<std::size_t>(pattern.rows) + 1, 0);
  for (const int row : pattern.row) ++start[static_cast<std::size_t>(row) + 1];
  for (std::size_t i = 1; i < start.size(); ++i) start[i] += start[i - 1];
  std::vector<int> next(start.begin(), start.end() - 1);
  column.resize(pattern.row.size());
  place.resize(pattern.row.size());
  for (int j = 0; j < pattern.columns; ++j)
    for (int k = pattern.start[static_cast<std::size_t>(j)];
         k < pattern.start[static_cast<std::size_t>(j) + 1]; ++k) {
      const auto at = static_cast<std::size_t>(
          next[static_cast<std::size_t>(pattern.row[static_cast<std::size_t>(k)])]++);
      column[at] = j;
      place[at] = k;
    }
}

}  // namespace holon::detail
