// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "holon/record/output_file.h"
#include "holon/record/provenance.h"
#include "holon/record/results.h"
#include "holon/record/results_reader.h"

/// Results files by the extension of their name: .h5 or .hdf5, .mat, .csv.
namespace holon {

/// An error of the extension of a results file, with the most similar one: "'.hd5' is no ending of
/// results: there are '.h5', …; did you mean '.h5'?"; empty if it is valid.
std::string find_ending_fault(const std::filesystem::path& path);

/// The form of a table, for formats with more than one.
struct TableForm {
  bool has_units = false;            ///< CSV: headings with units, "pin.angle [rad]"
  bool has_plain_variables = false;  ///< MAT: a variable for each column (mat4_plain.h)
};

/// A sink that writes the file. It gets the part of the run's provenance that is known now; the
/// rest may follow by RowSink::conclude, after `end`. Throws InputError for another extension,
/// std::runtime_error "cannot write 'x.h5': …". With Mode::go_on the file exists, and a checkpoint
/// gives its valid length (RowSink::archive).
std::unique_ptr<RowSink> open_sink(const std::filesystem::path& path, Provenance provenance,
                                   OutputFile::Mode mode = OutputFile::Mode::create,
                                   TableForm form = {});

/// The estimated size of a table, before it is written.
struct SizeEstimate {
  double bytes = 0;
  bool is_most = false;  ///< an upper bound: the table is compressed
};
/// By the extension, as for open_sink.
SizeEstimate estimate_size(const std::filesystem::path& path, double rows, std::size_t columns);

/// Reads a file of `open_sink`, or of another program in the same form. Throws InputError.
std::unique_ptr<ResultsReader> open_results(const std::filesystem::path& path);

/// The whole of it in memory.
Results read_results(const std::filesystem::path& path);

}  // namespace holon
