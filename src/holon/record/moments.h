// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/record/results.h"

namespace holon {

/// Stores rows for an animation: equally spaced by the present spacing of the stream, except for
/// the very last row, at the end of the run. For streams whose spacing grows with the run
/// (RowSchedule::Kind::moments), so that there are enough rows wherever the run ends. Never stores
/// much more than twice `count` rows.
class MomentsSink final : public RowSink {
 public:
  explicit MomentsSink(std::size_t count) : most_(2 * count + 2) {}

  void begin(const std::vector<Column>& columns) override { kept_.begin(columns); }
  void row(const double* values) override;
  void end() override;
  void archive(Archive& a) override { kept_.archive(a); }

  /// After `end`.
  const Results& results() const { return kept_; }

 private:
  void keep_spaced(double spacing);

  const std::size_t most_;
  Results kept_;
};

}  // namespace holon
