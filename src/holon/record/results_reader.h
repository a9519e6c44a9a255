// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "holon/record/results.h"

namespace holon {

/// A results file, read column by column: it may be larger than the memory.
class ResultsReader {
 public:
  virtual ~ResultsReader() = default;
  /// The time first, if there is one.
  virtual const std::vector<Column>& columns() const = 0;
  virtual std::size_t row_count() const = 0;
  /// One number per row, in SI units. Throws InputError if the file cannot be read.
  virtual std::vector<double> read(std::size_t column) = 0;
  /// The facts of the run in the file, as text: "solver", "status", "model_text", …; empty for CSV.
  virtual const std::map<std::string, std::string>& provenance() const = 0;

  /// Index of a column by its name or an alias, or -1.
  int find(const std::string& name) const;
};

std::unique_ptr<ResultsReader> open_hdf5(const std::filesystem::path& path);
std::unique_ptr<ResultsReader> open_mat4(const std::filesystem::path& path);

namespace detail {

/// Scale and dimension of a unit given as text; a pure number if it is not a unit.
struct ColumnUnit {
  Dimension dimension;
  double scale = 1, offset = 0;
  void apply(std::vector<double>& values) const;
};
ColumnUnit read_unit(const std::string& text);

}  // namespace detail
}  // namespace holon
