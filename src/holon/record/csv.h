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
/// 4180 (with a bare line feed at the end of a line, as everything on this system writes it).
/// Numbers are the shortest text that reads back to the same bits; besides there are nan, inf and
/// -inf. Only whole lines go to the file, at least every half second of a run that makes rows: when
/// the process dies, what has been written reads as a shorter run.
class CsvWriter final : public RowSink {
 public:
  /// Creates the file, and its folder where that is missing. All functions throw
  /// std::runtime_error "cannot write 'x.csv': No space left on device".
  /// With units, a heading is "pin.angle [rad]", and of a pure number the name alone.
  explicit CsvWriter(std::filesystem::path path, OutputFile::Mode mode = OutputFile::Mode::create,
                     bool has_units = false);
  ~CsvWriter() override;

  void begin(const std::vector<Column>& columns) override;
  void row(const double* values) override;
  void flush() override;
  void end() override;
  /// Of a file that it goes on with: takes away what came behind the checkpoint.
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

/// Reads what CsvWriter writes, and what others write in the same form: comma-separated, a line of
/// names first, either kind of line end, numbers only. A heading "force [kN]" has the unit of its
/// numbers, which are converted to SI; without it the dimension is unknown (a pure number).
/// Throws InputError with the places of all lines that are wrong (at most 20).
Results read_csv(const std::filesystem::path& path);
/// The same for text that is already there; `name` stands in messages.
Results parse_csv(const std::string& name, std::string text);

}  // namespace holon
