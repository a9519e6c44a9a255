// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "holon/base/dimension.h"

namespace holon {

/// Columns of numbers from a text file: a line of names, then lines of numbers, with commas,
/// semicolons or tabs between them; what stands behind # is a comment. A name may have its unit
/// behind it, `force [kN]`: the numbers are then in SI.
struct DataFile {
  std::vector<std::string> names;
  std::vector<std::optional<Dimension>> dimensions;  ///< by column, where a unit is given
  std::vector<std::vector<double>> columns;
  std::vector<int> lines;  ///< of the rows
};

/// Reads a regular file of at most file_limits::kData bytes and 10 000 columns; where that fails,
/// `error` says why, with the file and the line, and nothing comes back.
std::optional<DataFile> read_data_file(const std::string& path, std::string& error);
/// The same without the rows: names and dimensions only.
std::optional<DataFile> read_data_headings(const std::string& path, std::string& error);

}  // namespace holon
