// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/model/elaborate/data_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>

#include "holon/base/heading.h"
#include "holon/base/input_files.h"
#include "holon/base/read_file.h"
#include "holon/base/units.h"
#include "holon/earth/nmea.h"

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

constexpr std::ptrdiff_t kMostColumns = 10'000;

/// A short text is shown. A long one may be a line of any file, which must not appear in a message.
std::string describe_cell(const std::string& cell, std::size_t column) {
  constexpr std::size_t kLongest = 12;
  if (!cell.empty() && cell.size() <= kLongest) return "'" + cell + "'";
  return "the content of column " + std::to_string(column + 1);
}

/// "force [kN]" -> "force" and its unit. False with a message if the unit is invalid.
bool read_heading(const std::string& cell, DataFile& file, std::vector<Unit>& units,
                  std::string& error) {
  const Heading heading = split_heading(cell);
  file.names.push_back(heading.name);
  file.dimensions.emplace_back();
  file.are_absolute.push_back(false);
  units.emplace_back();
  if (heading.name.empty()) {
    error = "a column has no name";
    return false;
  }
  if (const std::size_t apart = heading.name.find_first_of(" \t");
      apart != std::string::npos && heading.name.find('[', apart) != std::string::npos) {
    error = "the unit of '" + heading.name + "' must stand in brackets at the end, 'force [kN]'";
    return false;
  }
  if (heading.unit.empty()) return true;
  const UnitParse unit = parse_unit(heading.unit);
  if (!unit) {
    error = unit.message;
    return false;
  }
  file.dimensions.back() = unit.unit->dimension;
  file.are_absolute.back() = unit.unit->offset != 0;
  units.back() = *unit.unit;
  return true;
}

/// The rows of a receiver's log, so that lines between them are what they mean: the fix and numbers
/// of satellites keep their value until the next row, and angles go the shorter way and jump where
/// a turn is full. Two rows at one time are a jump.
class LogRows {
 public:
  LogRows(const NmeaLog& log, DataFile& file) : log_(log), file_(file) {
    for (const std::string& name : log.names) {
      is_held_.push_back(name == "fix" || name == "satellites" || name == "dropped");
      ends_.push_back(name == "course" || name == "heading" ? kFullTurn
                      : name == "longitude"                 ? kFullTurn / 2
                                                            : 0);
    }
    file_.columns.resize(log.names.size());
  }

  void add_all() {
    for (std::size_t row = 0; row < log_.lines.size(); ++row) {
      if (row > 0) add_between(row);
      for (std::size_t c = 0; c < log_.columns.size(); ++c)
        file_.columns[c].push_back(log_.columns[c][row]);
      file_.lines.push_back(log_.lines[row]);
    }
  }

 private:
  static constexpr double kFullTurn = 6.283185307179586;
  static constexpr double kSoonest = 1e-9;  // of an interval: after its first row

  /// Where in the interval before a row an angle passes its end; above 1: nowhere.
  double find_passage(std::size_t column, std::size_t row) const {
    const double from = log_.columns[column][row - 1], step = step_of(column, row);
    const double change = log_.columns[column][row] - from;
    if (ends_[column] == 0 || std::abs(change) <= kFullTurn / 2) return 2;
    const double end = step > 0 ? ends_[column] : ends_[column] - kFullTurn;
    return std::clamp((end - from) / step, kSoonest, 1.0);
  }
  /// The shorter way from the row before.
  double step_of(std::size_t column, std::size_t row) const {
    const double change = log_.columns[column][row] - log_.columns[column][row - 1];
    if (ends_[column] == 0 || std::abs(change) <= kFullTurn / 2) return change;
    return change > 0 ? change - kFullTurn : change + kFullTurn;
  }
  /// Before the jump at this part of the interval, or after it.
  void add_row(std::size_t row, double part, bool is_after) {
    for (std::size_t c = 0; c < log_.columns.size(); ++c) {
      const double from = log_.columns[c][row - 1], step = step_of(c, row);
      const double passage = find_passage(c, row);
      double value = is_held_[c] ? from : from + part * step;
      if (passage < part || (passage == part && is_after))
        value += step > 0 ? -kFullTurn : kFullTurn;
      file_.columns[c].push_back(value);
    }
    file_.lines.push_back(log_.lines[row]);
  }
  void add_between(std::size_t row) {
    std::vector<double> passages;
    bool has_end = false;
    for (std::size_t c = 0; c < log_.columns.size(); ++c) {
      if (const double passage = find_passage(c, row); passage < 1)
        passages.push_back(passage);
      else if (passage == 1)
        has_end = true;
      has_end = has_end || (is_held_[c] && log_.columns[c][row] != log_.columns[c][row - 1]);
    }
    std::sort(passages.begin(), passages.end());
    passages.erase(std::unique(passages.begin(), passages.end()), passages.end());
    for (const double part : passages)
      for (const bool is_after : {false, true}) add_row(row, part, is_after);
    if (has_end) add_row(row, 1, false);
  }

  const NmeaLog& log_;
  DataFile& file_;
  std::vector<bool> is_held_;
  std::vector<double> ends_;  // of angles: the largest value; 0: no angle
};

/// A log of a satellite receiver.
std::optional<DataFile> take_nmea(const std::string& path, const std::string& text,
                                  std::string& error) {
  const auto log = read_nmea(text, error);
  if (!log) {
    error = path + ": " + error;
    return std::nullopt;
  }
  DataFile file;
  file.names = log->names;
  for (const char* unit : log->units) {
    file.dimensions.emplace_back(std::string_view(unit).empty() ? Dimension{}
                                                                : make_unit(unit).dimension);
  }
  file.are_absolute.assign(file.names.size(), false);
  LogRows(*log, file).add_all();
  return file;
}

/// With at most this number of rows.
std::optional<DataFile> read_rows(const std::string& path, std::size_t most, std::string& error) {
  std::string reason;
  const auto text = read_file(path, file_limits::kData, FileSource::regular, reason);
  if (!text) {
    error = "cannot read '" + path + "': " + reason;
    return std::nullopt;
  }
  note_input_file(path, "data");
  if (path.ends_with(".nmea")) return take_nmea(path, *text, error);
  DataFile file;
  std::vector<Unit> units;
  char separator = ',';
  int number = 0;
  const auto fail = [&](const std::string& what) {
    error = path + ":" + std::to_string(number) + ": " + what;
    return std::nullopt;
  };
  std::string line;
  for (std::size_t at = 0, end = 0; at < text->size(); at = end + 1) {
    end = std::min(text->find('\n', at), text->size());
    line.assign(*text, at, end - at);
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
      const auto columns = std::count(line.begin(), line.end(), separator) + 1;
      if (columns > kMostColumns) {
        return fail(std::to_string(columns) + " columns, of which there may be at most " +
                    std::to_string(kMostColumns));
      }
      const std::vector<std::string> cells = split(line, separator);
      if (read_number(cells[0], first)) return fail("the first line must name the columns");
      for (const std::string& cell : cells) {
        std::string what;
        if (!read_heading(cell, file, units, what)) return fail(what);
      }
      file.columns.resize(cells.size());
      if (most == 0) return file;
      continue;
    }
    const std::vector<std::string> cells = split(line, separator);
    if (cells.size() != file.names.size()) {
      return fail(std::to_string(cells.size()) + " numbers in this row, for " +
                  std::to_string(file.names.size()) + " columns");
    }
    for (std::size_t k = 0; k < cells.size(); ++k) {
      double value = 0;
      if (!read_number(cells[k], value))
        return fail(describe_cell(cells[k], k) + " is not a number");
      const Unit& unit = units[k];
      const double si = unit.offset == 0 ? value * unit.factor() : unit.to_si(value);
      if (unit.offset != 0 && si < 0)
        return fail(cells[k] + " " + unit.text + " is below absolute zero");
      file.columns[k].push_back(si);
    }
    file.lines.push_back(number);
  }
  if (file.lines.empty()) {
    error = path + ": there are no numbers";
    return std::nullopt;
  }
  return file;
}

}  // namespace

std::optional<DataFile> read_data_file(const std::string& path, std::string& error) {
  return read_rows(path, std::numeric_limits<std::size_t>::max(), error);
}

std::optional<DataFile> read_data_headings(const std::string& path, std::string& error) {
  return read_rows(path, 0, error);
}

}  // namespace holon
