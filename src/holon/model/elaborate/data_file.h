// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "holon/base/dimension.h"

namespace holon {

/// Columns of numbers from a text file: a line of names, then lines of numbers, with commas,
/// semicolons or tabs between them; text after # is a comment. A name may be followed by its unit,
/// `force [kN]`: the numbers are then converted to SI, temperatures in degC with their offset. A
/// file whose name ends in .nmea is a log of a satellite receiver (earth/nmea.h).
struct DataFile {
  std::vector<std::string> names;
  std::vector<std::optional<Dimension>> dimensions;  ///< by column, if a unit is given
  std::vector<bool> are_absolute;  ///< by column: temperatures in degC or degF, now in K
  std::vector<std::vector<double>> columns;
  std::vector<int> lines;  ///< of the rows
};

/// Reads a regular file of at most file_limits::kData bytes and 10 000 columns; if that fails,
/// returns nothing and `error` gives the reason, with the file and the line.
std::optional<DataFile> read_data_file(const std::string& path, std::string& error);
/// The same without the rows: names and dimensions only.
std::optional<DataFile> read_data_headings(const std::string& path, std::string& error);

}  // namespace holon
