// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// A text as a file of numbers: inputs of a model, results as CSV, and results as MAT.
#include "fuzz.h"
#include "holon/base/errors.h"
#include "holon/model/elaborate/data_file.h"
#include "holon/record/csv.h"
#include "holon/record/results_reader.h"

namespace holon::fuzz {
namespace {

void try_inputs(const std::string& path) {
  std::string error;
  const std::optional<DataFile> data = read_data_file(path, error);
  require(data.has_value() == error.empty(), "what is refused has a message", error);
  if (!data) return;
  require(data->columns.size() == data->names.size(), "there is a column for each name");
  for (const std::vector<double>& column : data->columns)
    require(column.size() == data->lines.size(), "all columns have as many rows");
}

void try_csv(std::string_view text) {
  try {
    const Results results = parse_csv("text.csv", std::string(text));
    require(results.columns().size() > 0, "a table has columns");
  } catch (const InputError& e) {
    require(e.diagnostics().has_errors(), "what is thrown holds an error");
    e.diagnostics().to_string();
  }
}

void try_mat(const std::string& path) {
  try {
    const std::unique_ptr<ResultsReader> reader = open_mat4(path);
    for (std::size_t k = 0; k < reader->columns().size(); ++k)
      require(reader->read(k).size() == reader->row_count(), "a column has all rows");
  } catch (const InputError& e) {
    require(e.diagnostics().has_errors(), "what is thrown holds an error");
  }
}

}  // namespace

void try_text(std::string_view text) {
  static const MemoryFile file(".mat");
  file.write(text);
  try_inputs(file.path());
  try_csv(text);
  try_mat(file.path());
}

}  // namespace holon::fuzz
