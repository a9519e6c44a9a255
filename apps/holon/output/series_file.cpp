// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/output/series_file.h"

#include "holon/output/files.h"
#include "holon/record/open_results.h"
#include "holon/study/run_provenance.h"

namespace holon::app {

void write_series(const std::string& path, const LoadedModel& loaded, const Results& rows) {
  check_not_input(path);
  TableForm form;
  form.has_units = true;
  const Provenance provenance = begin_provenance(loaded, true);
  const std::unique_ptr<RowSink> sink = open_sink(path, provenance, OutputFile::Mode::create, form);
  sink->begin(rows.columns());
  std::vector<double> row(rows.columns().size());
  for (std::size_t k = 0; k < rows.row_count(); ++k) {
    for (std::size_t c = 0; c < row.size(); ++c) row[c] = rows.values(c)[k];
    sink->row(row.data());
  }
  sink->end();
  sink->conclude(provenance);
}

}  // namespace holon::app
