// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/serve/runs/run_reader.h"

#include "holon/base/units.h"

namespace holon::serve {

RunReader::RunReader(std::shared_ptr<const RunRecord> run) : run_(std::move(run)) {
  const Json info = run_->info();
  for (const Json& stream : info.at("streams")) {
    if (stream["name"] != "rows") continue;
    for (const Json& column : stream["columns"]) {
      const UnitParse unit = parse_unit(column["unit"].get<std::string>());
      columns_.push_back(
          {column["name"].get<std::string>(), unit ? unit.unit->dimension : Dimension{}, ""});
    }
  }
}

std::vector<double> RunReader::read(std::size_t column) {
  return run_->read_column("rows", column);
}

}  // namespace holon::serve
