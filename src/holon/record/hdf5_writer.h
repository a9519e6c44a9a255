// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>

#include "holon/record/output_file.h"
#include "holon/record/provenance.h"
#include "holon/record/results.h"

namespace holon {

/// Writes rows to an HDF5 file: a dataset for each quantity in a group for each segment of its path
/// (/link/position is (rows x 3)), with its unit, description and components as attributes, aliases
/// as soft links, the provenance as attributes of the root, parameters below /parameters.
/// docs/design/results.md has the layout. Data written by a flush is readable even if the process
/// is killed. All functions throw std::runtime_error "cannot write 'x.h5': …".
class Hdf5Writer final : public RowSink {
 public:
  /// Creates the file, and its folder if necessary. To continue a file, a new one is written beside
  /// it, which replaces it once it has the same rows.
  Hdf5Writer(std::filesystem::path path, Provenance provenance,
             OutputFile::Mode mode = OutputFile::Mode::create);
  ~Hdf5Writer() override;

  void begin(const std::vector<Column>& columns) override;
  void row(const double* values) override;
  void flush() override;
  void end() override;
  void conclude(const Provenance& provenance) override;
  /// When continuing a file: copies the rows up to the checkpoint.
  void archive(Archive& a) override;
  std::optional<TableEnd> find_end() const override;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace holon
