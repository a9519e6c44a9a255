// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "holon/record/column_statistics.h"
#include "holon/record/results.h"

/// The messages that transfer numbers to the front end: docs/design/report.md.
namespace holon {

/// One transferred column of a stream.
struct StreamColumn {
  std::string name, unit, description;
  int bits = 32;  ///< of its numbers: 32 or 64
};

/// A transferred table, column by column; the first column is the time.
struct Stream {
  std::string name;
  std::vector<StreamColumn> columns;
  std::vector<std::vector<double>> values;  ///< by column
  std::size_t reduced_from = 0;             ///< rows of the run if these are fewer; else 0
  /// By column, of all rows of the run where these are fewer; empty: not known.
  std::vector<ColumnStatistics> statistics{};

  std::size_t row_count() const { return values.empty() ? 0 : values[0].size(); }
  /// Index of a column, or -1.
  int find(std::string_view column) const;
};

/// All rows of results as a stream, units as text; the time in 64 bits.
Stream make_stream(std::string name, const Results& results);

/// Every k-th row and the last one, of all columns.
void keep_every(Stream& stream, std::size_t k);

/// Rounds a column to multiples of a power of two that is at most `part` of its range, for better
/// compression. Numbers that are not finite are unchanged.
void round_column(std::vector<double>& values, double part);

/// The payload of a `rows` message in the encoding "columns-shuffled-deflate", as base64.
std::string pack_columns(const Stream& stream);

/// The messages `stream`, `rows` and `end` of a stream, each as JSON text.
std::vector<std::string> write_messages(const Stream& stream);

/// A script element that holds a message; nothing in it can end the element.
std::string embed_message(std::string_view json);

}  // namespace holon
