// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "holon/record/results.h"

namespace holon {

/// Passes rows on unchanged, and records which columns were not finite.
class FiniteWatch final : public RowSink {
 public:
  /// The sink must outlive this.
  explicit FiniteWatch(RowSink& to) : to_(to) {}

  void begin(const std::vector<Column>& columns) override;
  void row(const double* values) override;
  void flush() override { to_.flush(); }
  void end() override { to_.end(); }
  void archive(Archive& a) override;
  std::optional<TableEnd> find_end() const override { return to_.find_end(); }
  void conclude(const Provenance& provenance) override { to_.conclude(provenance); }

  /// "'pin.force' is not finite in 1 of 301 rows, at first inf at t = 0 s": a sentence for each
  /// column, the last one with the number of the others.
  std::vector<std::string> describe() const;

 private:
  struct Trouble {
    std::int64_t rows = 0;
    double time = 0, value = 0;  // of the first one
  };
  RowSink& to_;
  std::vector<Column> columns_;
  std::vector<Trouble> troubles_;
  std::int64_t rows_ = 0;
};

}  // namespace holon
