// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "holon/record/results.h"

namespace holon {

/// Passes rows on unchanged, and adds aliases to the columns.
class AliasSink final : public RowSink {
 public:
  /// `aliases`: a name, or the beginning of names, and the name that it represents: "blade.tip" for
  /// "blade.edge.tip". The sink must outlive this.
  AliasSink(RowSink& to, std::vector<std::pair<std::string, std::string>> aliases)
      : to_(to), aliases_(std::move(aliases)) {}

  void begin(const std::vector<Column>& columns) override;
  void row(const double* values) override { to_.row(values); }
  void flush() override { to_.flush(); }
  void end() override { to_.end(); }
  void archive(Archive& a) override { to_.archive(a); }
  std::optional<TableEnd> find_end() const override { return to_.find_end(); }
  void conclude(const Provenance& provenance) override { to_.conclude(provenance); }

 private:
  RowSink& to_;
  const std::vector<std::pair<std::string, std::string>> aliases_;
};

}  // namespace holon
