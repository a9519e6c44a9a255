// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "holon/record/results.h"
#include "holon/simulate/rhs/system_rhs.h"

namespace holon {

/// What a row holds: outputs by name, whole ones or components.
struct RowSelection {
  FunctionRef function;
  std::vector<Column> columns;  ///< time, then the outputs' components
  /// `function` compiled, where several runs share it; else each run compiles its own.
  std::optional<Program> program{};

  /// Throws InputError for unknown outputs, ModelError.
  RowSelection(const System& system, const std::vector<std::string>& outputs);
  /// The states (nx), discrete states (nd) and modes (nm) themselves.
  static RowSelection of_states(const System& system);

 private:
  RowSelection() = default;
};

/// Turns states at recorded times into rows of outputs, eight at once, and hands them to a sink in
/// order. How rows are grouped leaves no trace in their numbers.
class RowWriter {
 public:
  /// System, programs and sink must outlive this.
  RowWriter(const System& system, const Program& indicators, const RowSelection& selection,
            const ProgramOptions& options, RowSink& sink);

  std::int64_t row_count() const { return rows_; }
  const RowSink& sink() const { return sink_; }
  void set_parameters(const std::vector<double>& values);

  void begin() { sink_.begin(columns_); }
  /// A row at t and x (nx), with inputs (nu), discrete states (nd) and modes (nm); `shown`: the
  /// time that it has in the table.
  void row(double t, double shown, const double* x, const double* u, const double* d,
           const double* modes);
  /// Hands over what waits; its sink's rows and their number, for a checkpoint. And the outputs at
  /// the instant of the checkpoint: those that are read must come out of what else was read.
  void archive(Archive& a, double t, const double* x, const double* u, const double* d,
               const double* modes);
  /// Hands over what waits, and lets the sink flush.
  void flush();
  /// Hands over what waits and ends the sink; also where that fails.
  void end();

 private:
  void hand_over();
  const double* calc(std::size_t count);

  SystemInputs inputs_;
  Program program_;
  Workspace workspace_;
  std::vector<Column> columns_;
  RowSink& sink_;
  std::vector<double> times_, shown_, states_, values_, row_;  // of a group: (… x 8)
  int waiting_ = 0;
  std::int64_t rows_ = 0;
};

}  // namespace holon
