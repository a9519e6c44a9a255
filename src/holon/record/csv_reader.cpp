// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <memory>
#include <sstream>

#include "holon/base/errors.h"
#include "holon/base/heading.h"
#include "holon/base/units.h"
#include "holon/record/csv.h"
#include "holon/record/results_reader.h"

namespace holon {
namespace {

constexpr std::size_t kMostErrors = 20;

/// Iterates over the fields of a text, counting lines and columns.
class CsvScanner {
 public:
  CsvScanner(std::shared_ptr<const SourceFile> source, Diagnostics& diagnostics)
      : source_(std::move(source)), text_(source_->text), diagnostics_(diagnostics) {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = line_start_ = 3;
  }

  bool at_end() const { return at_ >= text_.size(); }
  /// Whether the text ends within a line.
  bool is_cut() const { return at_end() && !text_.ends_with('\n') && !text_.ends_with('\r'); }
  int line() const { return line_; }
  Place place() const { return {source_, field_line_, field_column_}; }
  Place line_place() const { return {source_, line_, 0}; }

  /// The next field of the line; `last`: whether the line ends after it.
  std::string_view field(bool& last) {
    field_line_ = line_;
    field_column_ = static_cast<int>(at_ - line_start_) + 1;
    std::string_view value;
    if (!at_end() && text_[at_] == '"') {
      value = quoted();
    } else {
      const std::size_t end = std::min(text_.find_first_of(",\r\n", at_), text_.size());
      value = text_.substr(at_, end - at_);
      at_ = end;
    }
    last = at_end() || text_[at_] != ',';
    if (!last) {
      ++at_;
    } else if (!at_end()) {
      if (text_[at_] == '\r') ++at_;
      if (!at_end() && text_[at_] == '\n') ++at_;
      next_line();
    }
    return value;
  }

 private:
  void next_line() {
    ++line_;
    line_start_ = at_;
  }

  std::string_view quoted() {
    unquoted_.clear();
    for (++at_; !at_end(); ++at_) {
      if (text_[at_] == '\n') {
        ++line_;
        line_start_ = at_ + 1;
      }
      if (text_[at_] != '"') {
        unquoted_ += text_[at_];
      } else if (at_ + 1 < text_.size() && text_[at_ + 1] == '"') {
        unquoted_ += text_[++at_];
      } else {
        break;
      }
    }
    if (at_end())
      diagnostics_.add_error(place(), "this quotation mark is never closed");
    else
      ++at_;
    if (!at_end() && text_[at_] != ',' && text_[at_] != '\r' && text_[at_] != '\n') {
      diagnostics_.add_error(place(), "a comma or the end of the line must follow a closing quote");
      at_ = std::min(text_.find_first_of(",\r\n", at_), text_.size());
    }
    return unquoted_;
  }

  std::shared_ptr<const SourceFile> source_;
  std::string_view text_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0, line_start_ = 0;
  int line_ = 1, field_line_ = 1, field_column_ = 1;
  std::string unquoted_;
};

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

bool parse_number(std::string_view text, double& value) {
  text = trimmed(text);
  // from_chars accepts no plus sign; no other sign may follow one.
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && !text.empty();
}

}  // namespace

Results parse_csv(const std::string& name, std::string text) {
  const auto source = std::make_shared<const SourceFile>(SourceFile{name, std::move(text)});
  Diagnostics diagnostics;
  CsvScanner scanner(source, diagnostics);
  std::vector<Column> columns;
  std::vector<detail::ColumnUnit> units;
  if (scanner.at_end()) diagnostics.add_error({source, 0, 0}, "the file is empty");
  for (bool last = scanner.at_end(); !last;) {
    const std::string heading(trimmed(scanner.field(last)));
    const Heading parts = split_heading(heading);
    const bool has_unit = !parts.unit.empty() && !parts.name.empty() && parse_unit(parts.unit);
    std::string column = has_unit ? parts.name : heading;
    units.push_back(has_unit ? detail::read_unit(parts.unit) : detail::ColumnUnit{});
    if (column.empty()) diagnostics.add_error(scanner.place(), "this column has no name");
    for (const Column& other : columns)
      if (!column.empty() && other.name == column)
        diagnostics.add_error(scanner.place(), "there are two columns '" + column + "'", {},
                              static_cast<int>(column.size()));
    columns.push_back({std::move(column), units.back().dimension, {}});
  }
  Results results;
  results.begin(columns);
  std::vector<double> row(columns.size());
  while (!scanner.at_end() && diagnostics.error_count() < kMostErrors) {
    const Place place = scanner.line_place();
    std::size_t count = 0;
    bool right = true;
    Diagnostics wrong;
    for (bool last = false; !last; ++count) {
      const std::string_view field = scanner.field(last);
      if (count >= row.size()) continue;
      if (parse_number(field, row[count])) {
        if (const detail::ColumnUnit& unit = units[count]; unit.scale != 1 || unit.offset != 0)
          row[count] = row[count] * unit.scale + unit.offset;
      } else {
        if (last && count == 0 && trimmed(field).empty()) break;  // an empty line
        right = false;
        wrong.add_error(scanner.place(), "'" + std::string(field) + "' is not a number", {},
                        std::max(1, static_cast<int>(field.size())));
      }
    }
    if (count == 0) continue;
    if (count != row.size()) {
      right = false;
      wrong.add_error(place, "this line has " + std::to_string(count) + " values, not " +
                                 std::to_string(row.size()));
    }
    // The writing process died within the last line.
    if (!right && count <= row.size() && results.row_count() > 0 && scanner.is_cut()) break;
    diagnostics.append(wrong);
    if (right) results.row(row.data());
  }
  diagnostics.throw_if_errors();
  return results;
}

Results read_csv(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (file) text << file.rdbuf();
  if (!file || file.bad())
    throw InputError({}, "cannot read '" + path.string() + "': " + std::strerror(errno));
  return parse_csv(path.string(), std::move(text).str());
}

}  // namespace holon
