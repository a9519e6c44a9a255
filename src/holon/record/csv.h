// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <string>

#include "holon/record/output_file.h"
#include "holon/record/results.h"

namespace holon {

/// Writes rows as comma-separated values: a line of names, then a line per row, quoted as in RFC
/// 4180 (with a bare line feed at the end of a line). Numbers are the shortest text that reads back
/// to the same bits; and nan, inf and -inf. Only whole lines are written to the file, at least
/// every half second while rows are recorded: after the death of the process the file is that of a
/// shorter run.
class CsvWriter final : public RowSink {
 public:
  /// Creates the file, and its folder if necessary. All functions throw std::runtime_error "cannot
  /// write 'x.csv': No space left on device". With units, a heading is "pin.angle [rad]", and for a
  /// pure number the name alone.
  explicit CsvWriter(std::filesystem::path path, OutputFile::Mode mode = OutputFile::Mode::create,
                     bool has_units = false);
  ~CsvWriter() override;

  void begin(const std::vector<Column>& columns) override;
  void row(const double* values) override;
  void flush() override;
  void end() override;
  /// When continuing a file: truncates it at the checkpoint.
  void archive(Archive& a) override;
  std::optional<TableEnd> find_end() const override;

 private:
  OutputFile file_;
  const OutputFile::Mode mode_;
  const bool has_units_;
  std::size_t columns_ = 0;
  std::int64_t whole_ = 0;  // [byte] of the file that are whole lines
  bool is_broken_ = false;  // a write has failed
  std::string buffer_;
  std::chrono::steady_clock::time_point flushed_;
};

/// Appends the shortest text that reads back to the same number.
void append_number(std::string& text, double value);

/// Reads files of CsvWriter, and of others in the same form: comma-separated, a line of names
/// first, either kind of line end, numbers only. A heading "force [kN]" has the unit of its
/// numbers, which are converted to SI; without it the dimension is unknown (a pure number). Throws
/// InputError with the locations of all invalid lines (at most 20).
Results read_csv(const std::filesystem::path& path);
/// The same for a text in memory; `name` is used in messages.
Results parse_csv(const std::string& name, std::string text);

}  // namespace holon
