// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "holon/record/alias_sink.h"
#include "holon/record/finite_watch.h"
#include "holon/record/open_results.h"
#include "holon/simulate/simulation.h"
#include "holon/study/loading.h"

namespace holon {

/// The results file of a run (CSV, HDF5 or MAT, by its ending): the outputs that the model records
/// and their aliases, with the provenance of the run.
///
///   Simulation simulation(loaded.system, loaded.model.simulate);
///   RunTable table(loaded, "pendulum.h5");
///   table.record(simulation);
///   simulation.run();
///   table.conclude(simulation.summary());
class RunTable {
 public:
  /// Begins the file, or continues that of the run that is resumed. Throws std::runtime_error
  /// where it cannot be written. The model must outlive the table. `in_background`: a thread of its
  /// own writes the rows, so that the run does not wait for the file.
  RunTable(const LoadedModel& loaded, const std::filesystem::path& path, TableForm form = {},
           OutputFile::Mode mode = OutputFile::Mode::create, bool in_background = false);

  /// Adds its rows to a run that has not begun; its columns, time first. The table must outlive
  /// the run.
  const std::vector<Column>& record(Simulation& simulation);
  /// Completes the file behind the run; `error`: why it failed, or empty.
  void conclude(const RunSummary& summary, const std::string& error = {});
  /// The same of a run that could not begin.
  void conclude_unstarted(const std::string& error);

  const Provenance& provenance() const { return provenance_; }
  /// Columns with numbers that are not finite, a sentence for each.
  std::vector<std::string> describe_faults() const { return watch_.describe(); }

 private:
  const LoadedModel& loaded_;
  Provenance provenance_;
  std::unique_ptr<RowSink> file_;
  AliasSink named_;
  FiniteWatch watch_;
};

}  // namespace holon
