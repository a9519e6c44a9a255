// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "holon/record/results.h"
#include "holon/simulate/system_rhs.h"

namespace holon {

/// What a row holds: outputs by name, whole ones or components.
struct RowSelection {
  FunctionRef function;
  std::vector<Column> columns;  ///< time, then the outputs' components

  /// Throws InputError for unknown outputs, ModelError.
  RowSelection(const System& system, const std::vector<std::string>& outputs);
};

/// Turns states at recorded times into rows of outputs, eight at once, and hands them to sinks in
/// order. How rows are grouped leaves no trace in their numbers.
class RowWriter {
 public:
  /// System and programs must outlive this.
  RowWriter(const System& system, const Program& indicators, const RowSelection& selection,
            const ProgramOptions& options);

  const std::vector<Column>& columns() const { return columns_; }
  const Program& program() const { return program_; }
  std::int64_t row_count() const { return rows_; }
  void set_parameters(const std::vector<double>& values);
  void add_sink(RowSink& sink) { sinks_.push_back(&sink); }

  void begin();
  /// A row at t and x (nx).
  void row(double t, const double* x);
  /// Hands over and flushes what waits, if it has waited for long.
  void flush_if_due();
  /// Hands over what waits and ends the sinks; all of them, even if one throws.
  void end();

 private:
  void hand_over();

  const System& system_;
  SystemInputs inputs_;
  Program program_;
  Workspace workspace_;
  std::vector<Column> columns_;
  std::vector<RowSink*> sinks_;
  std::vector<double> times_, states_, values_, row_;  // of a group: (… x 8)
  int waiting_ = 0;
  std::int64_t rows_ = 0;
  std::chrono::steady_clock::time_point flushed_;
};

}  // namespace holon
