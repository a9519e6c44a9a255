// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "holon/record/mat4_writer.h"

namespace holon {

/// Writes rows as MATLAB's format of level 4 with a variable for each column of the table, which
/// `load` in MATLAB and Octave and scipy.io.loadmat show by name: `pin_angle` (rows x 1) for
/// pin.angle, and the parameters as single numbers. holon_variables, holon_names and holon_units
/// (text, a row each) describe them, holon_is_parameter marks the parameters; holon_provenance and
/// holon_model_text give their origin. A column is written as a whole, so that the file has the
/// layout of Mat4Writer until the run is done: after a kill, an interrupt or a failure it has that
/// layout, and the run can be resumed.
class PlainMatWriter final : public RowSink {
 public:
  /// As of Mat4Writer.
  PlainMatWriter(std::filesystem::path path, Provenance provenance,
                 OutputFile::Mode mode = OutputFile::Mode::create)
      : path_(path), parameters_(provenance.parameters), rows_(path, std::move(provenance), mode) {}

  void begin(const std::vector<Column>& columns) override { rows_.begin(columns); }
  void row(const double* values) override { rows_.row(values); }
  void flush() override { rows_.flush(); }
  void end() override { rows_.end(); }
  void archive(Archive& a) override { rows_.archive(a); }
  std::optional<TableEnd> find_end() const override { return rows_.find_end(); }
  /// After a completed run: creates the variables.
  void conclude(const Provenance& provenance) override;

 private:
  const std::filesystem::path path_;
  const std::vector<RecordedParameter> parameters_;
  Mat4Writer rows_;
};

}  // namespace holon
