// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "holon/base/archive.h"
#include "holon/base/dimension.h"

namespace holon {

struct Provenance;

/// The end of a table.
struct TableEnd {
  std::int64_t rows = 0;
  double time = 0;  ///< [s] of the last row
};

/// One recorded number per row, in SI units and radians.
struct Column {
  std::string name;  ///< "time", "link.position.x"
  Dimension dimension;
  std::string description;
  std::vector<std::string> aliases{};  ///< other names of the same number
};

/// Receives the rows of a run as they are computed; the first column is the time.
class RowSink {
 public:
  virtual ~RowSink() = default;
  /// Called first, once.
  virtual void begin(const std::vector<Column>& columns) = 0;
  /// One number per column, valid during the call.
  virtual void row(const double* values) = 0;
  /// The rows received so far must now survive the end of the process.
  virtual void flush() {}
  /// Writes or reads the state of a sink after the rows received, for a checkpoint. Reading is done
  /// after `begin` and before any row. A stateless sink has nothing to do.
  virtual void archive(Archive& /*archive*/) {}
  /// After reading an archive: the actual end of the table; nothing for sinks that have no table,
  /// or an empty one.
  virtual std::optional<TableEnd> find_end() const { return {}; }
  /// Called after the last row, also if the run failed or was interrupted.
  virtual void end() {}
  /// May be called after `end`: the final provenance, for sinks that store it.
  virtual void conclude(const Provenance& /*provenance*/) {}
};

/// A table in memory: recorded rows, column by column.
class Results final : public RowSink {
 public:
  Results() = default;
  /// Values by column, all of one length.
  Results(const std::vector<Column>& columns, std::vector<std::vector<double>> values);

  void begin(const std::vector<Column>& columns) override;
  void row(const double* values) override;
  void archive(Archive& a) override;
  std::optional<TableEnd> find_end() const override;

  const std::vector<Column>& columns() const { return columns_; }
  std::size_t row_count() const { return values_.empty() ? 0 : values_.front().size(); }
  /// The values of one column.
  const std::vector<double>& values(std::size_t column) const { return values_[column]; }
  /// The values of a column by name; throws InputError with the most similar name for an unknown
  /// one.
  const std::vector<double>& values(std::string_view name) const;
  /// Index of a column by its name or an alias, or -1.
  int find(std::string_view name) const;
  /// Columns of a quantity: the one of that name, or "name.x", "name.y" … in order.
  std::vector<std::size_t> find_quantity(std::string_view name) const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<double>> values_;
  std::unordered_map<std::string, std::size_t> index_;  // the first column of each name
};

}  // namespace holon
