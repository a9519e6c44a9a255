// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "holon/record/column_statistics.h"
#include "holon/record/results.h"
#include "holon/record/thinning.h"

namespace holon {

/// Stores rows in memory, all of them while they are few. Beyond `most_numbers` they are thinned as
/// by ThinningSink, in bins of time that grow with the run: so memory is bounded, for any duration
/// of the run.
class BoundedSink final : public RowSink {
 public:
  explicit BoundedSink(std::size_t most_numbers) : most_(most_numbers) {}

  void begin(const std::vector<Column>& columns) override;
  void row(const double* values) override;
  void end() override;
  void archive(Archive& a) override;

  /// After `end`.
  const Results& results() const { return *kept_; }
  /// Number of rows received.
  std::int64_t row_count() const { return count_; }
  /// By column, of all rows received.
  const std::vector<ColumnStatistics>& statistics() const { return statistics_; }

 private:
  void thin();

  const std::size_t most_;
  std::size_t most_rows_ = 0;
  double width_ = 0;  // of a bin [s]; 0: all rows are kept
  std::int64_t count_ = 0;
  std::vector<ColumnStatistics> statistics_;
  std::unique_ptr<Results> kept_ = std::make_unique<Results>();
  std::unique_ptr<ThinningSink> thinning_;  // into kept_
};

}  // namespace holon
