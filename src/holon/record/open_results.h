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

/// Files of results by the ending of their name: .h5 or .hdf5, .mat, .csv.
namespace holon {

/// What is wrong with the ending of a file of results, with the nearest one: "'.hd5' is no ending
/// of results: there are '.h5', …; did you mean '.h5'?"; empty where it is one.
std::string find_ending_fault(const std::filesystem::path& path);

/// How a table is written where a format has more than one form.
struct TableForm {
  bool has_units = false;            ///< CSV: headings with units, "pin.angle [rad]"
  bool has_plain_variables = false;  ///< MAT: a variable for each column (mat4_plain.h)
};

/// A sink that writes the file. It gets what is known of the run's provenance now; the rest may
/// come by RowSink::conclude, after `end`. Throws InputError for another ending, std::runtime_error
/// "cannot write 'x.h5': …".
/// With Mode::go_on the file is there already, and a checkpoint says up to where
/// (RowSink::archive).
std::unique_ptr<RowSink> open_sink(const std::filesystem::path& path, Provenance provenance,
                                   OutputFile::Mode mode = OutputFile::Mode::create,
                                   TableForm form = {});

/// What a table takes, before it is written.
struct SizeEstimate {
  double bytes = 0;
  bool is_most = false;  ///< it is compressed: smaller, by how much only the numbers tell
};
/// By the ending, as open_sink has it.
SizeEstimate estimate_size(const std::filesystem::path& path, double rows, std::size_t columns);

/// Reads a file that `open_sink` writes, or another program in the same form. Throws InputError.
std::unique_ptr<ResultsReader> open_results(const std::filesystem::path& path);

/// The whole of it in memory.
Results read_results(const std::filesystem::path& path);

}  // namespace holon
