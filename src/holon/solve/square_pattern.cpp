// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/square_pattern.h"

#include <algorithm>

namespace holon::detail {

SquarePattern add_diagonal(const Sparsity& pattern) {
  SquarePattern square;
  Sparsity& full = square.pattern;
  full.rows = full.columns = pattern.columns;
  for (int j = 0; j < pattern.columns; ++j) {
    bool has_diagonal = false;
    const auto add_own = [&] {
      square.place_of_diagonal.push_back(full.row.size());
      full.row.push_back(j);
      has_diagonal = true;
    };
    const auto last = static_cast<std::size_t>(pattern.start[static_cast<std::size_t>(j) + 1]);
    for (auto k = static_cast<std::size_t>(pattern.start[static_cast<std::size_t>(j)]); k < last;
         ++k) {
      const int row = pattern.row[k];
      if (!has_diagonal && row >= j) add_own();
      square.place_of_entry.push_back(row == j ? full.row.size() - 1 : full.row.size());
      if (row != j) full.row.push_back(row);
    }
    if (!has_diagonal) add_own();
    full.start.push_back(full.count());
  }
  return square;
}

void multiply(const Sparsity& pattern, const std::vector<double>& entries, const double* v,
              double* image) {
  std::fill_n(image, pattern.rows, 0.0);
  for (std::size_t j = 0; j < static_cast<std::size_t>(pattern.columns); ++j) {
    for (int k = pattern.start[j]; k < pattern.start[j + 1]; ++k)
      image[static_cast<std::size_t>(pattern.row[static_cast<std::size_t>(k)])] +=
          entries[static_cast<std::size_t>(k)] * v[j];
  }
}

bool is_better_sparse(const Sparsity& pattern) {
  constexpr int kLarge = 32;
  constexpr double kFewEntries = 0.25;
  const double n = pattern.columns;
  return pattern.columns >= kLarge && pattern.count() < kFewEntries * n * n;
}

// Of a sparse matrix as of one that fills in about twice.
double count_factorisation(bool is_sparse, double n, double entries) {
  return is_sparse ? 20 * entries : n * n * n / 3;
}

double count_solution(bool is_sparse, double n, double entries) {
  return is_sparse ? 4 * entries : 2 * n * n;
}

}  // namespace holon::detail
