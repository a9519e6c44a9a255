// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "holon/record/results_reader.h"
#include "holon/serve/runs/run_record.h"

namespace holon::serve {

/// The recorded rows of a run as results, for comparing.
class RunReader final : public ResultsReader {
 public:
  explicit RunReader(std::shared_ptr<const RunRecord> run);
  const std::vector<Column>& columns() const override { return columns_; }
  std::size_t row_count() const override { return run_->row_count("rows"); }
  std::vector<double> read(std::size_t column) override;
  const std::map<std::string, std::string>& provenance() const override { return provenance_; }

 private:
  std::shared_ptr<const RunRecord> run_;
  std::vector<Column> columns_;
  std::map<std::string, std::string> provenance_;
};

}  // namespace holon::serve
