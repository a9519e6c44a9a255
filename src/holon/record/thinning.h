// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "holon/record/results.h"

namespace holon {

/// Selects the rows that are necessary to draw curves over time: time is divided into equal bins,
/// and the first and last row of each bin and those in which some column has its minimum or maximum
/// are passed on, in their order. So the number of rows is bounded, and no peak is lost.
class ThinningSink final : public RowSink {
 public:
  /// `to` must outlive this. Times (the first column) run from 0 to `end`.
  ThinningSink(RowSink& to, double end, int bins) : to_(to), width_(end / bins) {}

  void begin(const std::vector<Column>& columns) override;
  void row(const double* values) override;
  void flush() override { to_.flush(); }
  void end() override;
  /// Without the rows of `to`, which archives its own.
  void archive(Archive& a) override;
  /// Instead of `begin`, if `to` has begun already.
  void continue_with(std::size_t columns) { columns_ = columns; }

  /// Number of rows received.
  std::int64_t row_count() const { return count_; }

 private:
  void prune();
  void hand_on();

  RowSink& to_;
  const double width_;
  double bin_ = -1;
  std::int64_t count_ = 0;
  std::size_t columns_ = 0;
  std::vector<double> rows_;  // of the bin, row by row
};

/// The rows of a table that ThinningSink selects with this number of bins from 0 to its last row.
Results thin(const Results& table, int bins);

}  // namespace holon
