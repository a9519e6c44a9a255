// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/record/bounded.h"

#include <algorithm>

namespace holon {

void BoundedSink::begin(const std::vector<Column>& columns) {
  // A bin keeps its first and last row and two for each column: there must be several bins.
  constexpr std::size_t kFewestBins = 100;
  most_rows_ = std::max(most_ / columns.size(), kFewestBins * 4 * columns.size());
  statistics_.assign(columns.size(), {});
  kept_->begin(columns);
}

void BoundedSink::row(const double* values) {
  ++count_;
  for (std::size_t c = 0; c < statistics_.size(); ++c) statistics_[c].add(values[0], values[c]);
  if (thinning_) {
    thinning_->row(values);
  } else {
    kept_->row(values);
  }
  while (kept_->row_count() > most_rows_) thin();
}

void BoundedSink::end() {
  if (thinning_) thinning_->end();
}

void BoundedSink::archive(Archive& a) {
  bool is_thinned = thinning_ != nullptr;
  a.item("rows_in", count_);
  a.item("bin_width", width_);
  a.item("is_thinned", is_thinned);
  std::vector<double> sums;
  for (const ColumnStatistics& s : statistics_) {
    const std::vector<double> packed = s.pack();
    sums.insert(sums.end(), packed.begin(), packed.end());
  }
  a.item("statistics", sums);
  if (a.is_reading()) {
    statistics_.assign(sums.size() / ColumnStatistics::kPacked, {});
    for (std::size_t c = 0; c < statistics_.size(); ++c)
      statistics_[c].unpack(&sums[c * ColumnStatistics::kPacked]);
  }
  kept_->archive(a);
  if (!is_thinned) return;
  if (a.is_reading()) {
    thinning_ = std::make_unique<ThinningSink>(*kept_, width_, 1);
    thinning_->continue_with(kept_->columns().size());
  }
  thinning_->archive(a);
}

// All rows so far are thinned again, with bins so wide that half of the permitted number remains.
void BoundedSink::thin() {
  const std::size_t columns = kept_->columns().size();
  if (thinning_) {
    thinning_->end();
    width_ *= 2;
  } else {
    const std::vector<double>& times = kept_->values(0);
    const double bins = static_cast<double>(most_rows_) / (4.0 * static_cast<double>(columns));
    width_ = (times.back() - times.front()) / bins;
  }
  if (!(width_ > 0)) width_ = 1;
  const std::unique_ptr<Results> before = std::move(kept_);
  kept_ = std::make_unique<Results>();
  thinning_ = std::make_unique<ThinningSink>(*kept_, width_, 1);
  thinning_->begin(before->columns());
  std::vector<double> row(columns);
  for (std::size_t r = 0; r < before->row_count(); ++r) {
    for (std::size_t c = 0; c < columns; ++c) row[c] = before->values(c)[r];
    thinning_->row(row.data());
  }
}

}  // namespace holon
