// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/model/data_file.h"

#include <charconv>
#include <cmath>
#include <fstream>

#include "holon/base/units.h"

namespace holon {
namespace {

std::string trimmed(const std::string& text) {
  const char* const kBlank = " \t\r\"";
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

std::vector<std::string> split(const std::string& line, char separator) {
  std::vector<std::string> cells;
  std::size_t from = 0;
  for (std::size_t at = 0; at <= line.size(); ++at) {
    if (at < line.size() && line[at] != separator) continue;
    cells.push_back(trimmed(line.substr(from, at - from)));
    from = at + 1;
  }
  return cells;
}

bool read_number(const std::string& text, double& value) {
  const char* begin = text.data() + (text.starts_with('+') ? 1 : 0);
  const char* end = text.data() + text.size();
  const auto [rest, code] = std::from_chars(begin, end, value);
  return code == std::errc() && rest == end && begin != end && std::isfinite(value);
}

/// "force [kN]" -> "force" and its unit. False with a message where the unit is none.
bool read_heading(const std::string& cell, DataFile& file, std::vector<double>& scales,
                  std::string& error) {
  const std::size_t open = cell.find('[');
  file.names.push_back(trimmed(cell.substr(0, open)));
  file.dimensions.emplace_back();
  scales.push_back(1);
  if (file.names.back().empty()) {
    error = "a column has no name";
    return false;
  }
  if (open == std::string::npos) return true;
  const UnitParse unit = parse_unit(trimmed(cell.substr(open + 1, cell.find(']') - open - 1)));
  if (!unit) {
    error = unit.message;
    return false;
  }
  file.dimensions.back() = unit.unit->dimension;
  scales.back() = unit.unit->to_si(1) - unit.unit->to_si(0);
  return true;
}

}  // namespace

std::optional<DataFile> read_data_file(const std::string& path, std::string& error) {
  std::ifstream in(path);
  if (!in) {
    error = "'" + path + "' cannot be read";
    return std::nullopt;
  }
  DataFile file;
  std::vector<double> scales;
  char separator = ',';
  int number = 0;
  const auto fail = [&](const std::string& what) {
    error = path + ":" + std::to_string(number) + ": " + what;
    return std::nullopt;
  };
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (const std::size_t comment = line.find('#'); comment != std::string::npos) {
      line.resize(comment);
    }
    if (trimmed(line).empty()) continue;
    if (file.names.empty()) {
      separator = line.find(';') != std::string::npos    ? ';'
                  : line.find('\t') != std::string::npos ? '\t'
                                                         : ',';
      double first = 0;
      const std::vector<std::string> cells = split(line, separator);
      if (read_number(cells[0], first)) return fail("the first line must name the columns");
      for (const std::string& cell : cells) {
        std::string what;
        if (!read_heading(cell, file, scales, what)) return fail(what);
      }
      file.columns.resize(cells.size());
      continue;
    }
    const std::vector<std::string> cells = split(line, separator);
    if (cells.size() != file.names.size()) {
      return fail(std::to_string(cells.size()) + " numbers stand here under " +
                  std::to_string(file.names.size()) + " columns");
    }
    for (std::size_t k = 0; k < cells.size(); ++k) {
      double value = 0;
      if (!read_number(cells[k], value)) return fail("'" + cells[k] + "' is not a number");
      file.columns[k].push_back(value * scales[k]);
    }
    file.lines.push_back(number);
  }
  if (file.lines.empty()) {
    error = path + ": there are no numbers";
    return std::nullopt;
  }
  return file;
}

}  // namespace holon
