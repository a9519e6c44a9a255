// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/study/run_table.h"

#include "holon/record/background_sink.h"
#include "holon/study/run_provenance.h"

namespace holon {

// The other formats hold the values of the parameters beside their rows.
RunTable::RunTable(const LoadedModel& loaded, const std::filesystem::path& path, TableForm form,
                   OutputFile::Mode mode, bool in_background)
    : loaded_(loaded),
      provenance_(begin_provenance(loaded, path.extension() != ".csv")),
      file_(in_background
                ? std::make_unique<BackgroundSink>(open_sink(path, provenance_, mode, form))
                : open_sink(path, provenance_, mode, form)),
      named_(*file_, loaded.model.aliases),
      watch_(named_) {}

const std::vector<Column>& RunTable::record(Simulation& simulation) {
  return simulation.record(watch_, loaded_.outputs, RowSchedule::from(loaded_.model.simulate));
}

void RunTable::conclude(const RunSummary& summary, const std::string& error) {
  end_provenance(provenance_, summary, error);
  watch_.conclude(provenance_);
}

void RunTable::conclude_unstarted(const std::string& error) {
  provenance_.status = "failed";
  provenance_.error = error;
  watch_.conclude(provenance_);
}

}  // namespace holon
