// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "holon/record/output_file.h"
#include "holon/record/provenance.h"
#include "holon/record/results.h"

namespace holon {

/// Writes rows as MATLAB's format of level 4 in the layout of simulation results that Dymola and
/// OpenModelica share, which DyMat, OMPlot, scipy, Octave and MATLAB read: Aclass, name,
/// description, dataInfo, data_1 (constants), data_2 (a column per row), transposed, in doubles.
/// Readers know only these six matrices in this order, so parameters are constants by their names,
/// and facts of the provenance as constants "provenance.solver" whose description is their text,
/// the model line by line (docs/design/results.md). Data written by a flush is readable even if the
/// process is killed; until the run has ended a seventh matrix, "unused", reserves space for
/// further rows. All functions throw std::runtime_error "cannot write 'x.mat': …".
class Mat4Writer final : public RowSink {
 public:
  /// Creates the file, and its folder if necessary.
  Mat4Writer(std::filesystem::path path, Provenance provenance,
             OutputFile::Mode mode = OutputFile::Mode::create);
  ~Mat4Writer() override;

  void begin(const std::vector<Column>& columns) override;
  void row(const double* values) override;
  void flush() override;
  void end() override;
  void conclude(const Provenance& provenance) override;
  /// When continuing a file: truncates it at the checkpoint.
  void archive(Archive& a) override;
  std::optional<TableEnd> find_end() const override;

 private:
  struct Entry;
  std::vector<Entry> list_entries(const std::vector<Column>& columns) const;
  void write_matrices(const std::vector<Entry>& entries);
  void write_items();
  void write_rows(std::string_view bytes);
  void make_room(std::int64_t end);
  void take_room_away();

  std::int64_t rows_at() const;
  bool has_this_layout() const;

  OutputFile file_;
  const OutputFile::Mode mode_;
  Provenance provenance_;
  std::size_t columns_ = 0;
  std::size_t first_item_ = 0, first_item_value_ = 0;  // among the names, and in data_1
  std::size_t constants_ = 0, description_width_ = 0;
  std::int64_t descriptions_at_ = 0, constants_at_ = 0, row_count_at_ = 0;  // [byte]
  std::int64_t rows_end_ = 0, room_end_ = 0;  // [byte] of the file; equal: no space is reserved
  std::int64_t rows_ = 0;                     // in the file or in the buffer
  double time_ = 0;                           // of the last row
  bool has_layout_ = false;                   // otherwise nothing can be written yet
  bool is_broken_ = false;                    // a part of some row may be in the file
  std::vector<double> buffer_;
  std::chrono::steady_clock::time_point flushed_;
};

}  // namespace holon
