// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/record/thinning.h"

#include <algorithm>
#include <cmath>

namespace holon {

void ThinningSink::begin(const std::vector<Column>& columns) {
  columns_ = columns.size();
  to_.begin(columns);
}

void ThinningSink::row(const double* values) {
  const double bin = std::floor(values[0] / width_);
  if (bin != bin_) hand_on();
  bin_ = bin;
  ++count_;
  rows_.insert(rows_.end(), values, values + columns_);
  // Pruning costs a pass over the rows; done at twice the remaining number it costs little per row.
  const std::size_t most = 2 * (2 * columns_ + 2);
  if (rows_.size() > most * columns_) prune();
}

// Keeps the extreme rows, and the last one.
void ThinningSink::prune() {
  const std::size_t count = rows_.size() / columns_;
  std::vector<std::size_t> keep{0, count - 1};
  for (std::size_t c = 1; c < columns_; ++c) {
    std::size_t least = 0, most = 0;
    for (std::size_t r = 0; r < count; ++r) {
      const double value = rows_[r * columns_ + c];
      const double low = rows_[least * columns_ + c], high = rows_[most * columns_ + c];
      if (value < low || (std::isnan(low) && !std::isnan(value))) least = r;
      if (value > high || (std::isnan(high) && !std::isnan(value))) most = r;
    }
    keep.push_back(least);
    keep.push_back(most);
  }
  std::sort(keep.begin(), keep.end());
  keep.erase(std::unique(keep.begin(), keep.end()), keep.end());
  for (std::size_t k = 0; k < keep.size(); ++k)
    std::copy_n(rows_.begin() + static_cast<std::ptrdiff_t>(keep[k] * columns_), columns_,
                rows_.begin() + static_cast<std::ptrdiff_t>(k * columns_));
  rows_.resize(keep.size() * columns_);
}

void ThinningSink::hand_on() {
  if (rows_.empty()) return;
  prune();
  for (std::size_t at = 0; at < rows_.size(); at += columns_) to_.row(rows_.data() + at);
  rows_.clear();
}

void ThinningSink::end() {
  hand_on();
  to_.end();
}

void ThinningSink::archive(Archive& a) {
  a.item("bin", bin_);
  a.item("rows_thinned", count_);
  a.item("rows_of_bin", rows_);
}

Results thin(const Results& table, int bins) {
  Results kept;
  if (table.row_count() == 0) return table;
  ThinningSink sink(kept, table.values(0).back(), bins);
  sink.begin(table.columns());
  std::vector<double> row(table.columns().size());
  for (std::size_t r = 0; r < table.row_count(); ++r) {
    for (std::size_t c = 0; c < row.size(); ++c) row[c] = table.values(c)[r];
    sink.row(row.data());
  }
  sink.end();
  return kept;
}

}  // namespace holon
