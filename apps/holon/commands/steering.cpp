// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/commands/steering.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <map>
#include <memory>

#include "holon/base/errors.h"
#include "holon/base/read_file.h"
#include "holon/record/open_results.h"
#include "holon/serve/runs/run_worker.h"

namespace holon::app {
namespace {

using serve::Json;

constexpr const char* kOption = "--inputs";

[[noreturn]] void refuse(const std::string& message, const std::string& suggestion = {}) {
  Place place;
  place.source = std::make_shared<const SourceFile>(SourceFile{kOption, {}});
  throw InputError(place, message, suggestion);
}

ValueToOpen make_value(const std::string& name) { return {.name = name, .option = kOption}; }

void read_record(Steering& steering) {
  std::string reason;
  const auto text =
      read_file(steering.file, file_limits::kData, FileSource::regular_or_pipe, reason);
  if (!text) refuse(fmt::format("cannot read '{}': {}", steering.file, reason));
  const Json record = Json::parse(*text, nullptr, false);
  const bool is_run = record.is_object() && record.contains("request");
  if (!is_run)
    refuse(fmt::format("'{}' is not the record of a run of the desktop", steering.file),
           "such a record is the file run.json in the folder of a run; a table of values is a "
           ".csv, .h5 or .mat file");
  const Json& request = record["request"];
  if (request.contains("start"))
    refuse(
        fmt::format("the run of '{}' continues another run, whose final state is not in this file",
                    steering.file),
        "replay a run that began at the model's start");
  try {
    if (request.contains("inputs"))
      for (const Json& name : request["inputs"])
        steering.values.push_back(make_value(name.get<std::string>()));
    if (request.contains("settings"))
      for (const Json& one : request["settings"])
        steering.settings.push_back(
            {one.at("name").get<std::string>(), one.at("value").get<std::string>(), "--set"});
    if (request.contains("live"))
      for (const Json& one : request["live"])
        steering.changes.push_back(
            {one.at(0).get<double>(), one.at(1).get<std::string>(), one.at(2).get<double>()});
    if (record.contains("info")) steering.digest = record["info"].value("digest", "");
    if (request.value("realtime", false)) steering.speed = request.value("speed", 1.0);
  } catch (const Json::exception& error) {
    refuse(fmt::format("'{}' is damaged: {}", steering.file, error.what()));
  }
}

void read_table(Steering& steering) {
  Results table;
  try {
    table = read_results(steering.file);
  } catch (const InputError& error) {
    refuse(error.what());
  }
  const std::vector<Column>& columns = table.columns();
  if (columns.size() < 2 || columns[0].name != "time")
    refuse(fmt::format("'{}' is not a table of values over time", steering.file),
           "its first column is the time, the others have the names of the values");
  for (std::size_t c = 1; c < columns.size(); ++c) {
    steering.values.push_back(make_value(columns[c].name));
    steering.dimensions[columns[c].name] = columns[c].dimension;
  }
  const std::vector<double>& time = table.values(0);
  for (std::size_t k = 0; k < time.size(); ++k) {
    if (!std::isfinite(time[k]))
      refuse(fmt::format("row {} of '{}' has no finite time", k + 1, steering.file));
    if (k > 0 && time[k] < time[k - 1])
      refuse(fmt::format(
          "row {} of '{}' has the time {:g} s, which is less than that of the row before it", k + 1,
          steering.file, time[k]));
    for (std::size_t c = 1; c < columns.size(); ++c) {
      const double value = table.values(c)[k];
      if (std::isnan(value)) continue;  // there is none in this row
      steering.changes.push_back({time[k], columns[c].name, value});
    }
  }
}

}  // namespace

Steering read_steering(const std::string& file) {
  Steering steering;
  steering.file = file;
  if (std::filesystem::path(file).extension() == ".json")
    read_record(steering);
  else
    read_table(steering);
  if (steering.values.empty() && steering.changes.empty())
    refuse(fmt::format("no value was changed in the run of '{}'", file), "run it without --inputs");
  return steering;
}

void check_steering(const Steering& steering, const System& system) {
  std::map<std::string, Dimension> known;
  for (const auto& parameter : system.parameters) known[parameter.name] = parameter.dimension;
  for (const serve::LiveChange& change : steering.changes) {
    const auto found = known.find(change.name);
    if (found == known.end())
      refuse(fmt::format("'{}' changes '{}', which the model does not let change during a run",
                         steering.file, change.name),
             "list it in 'tunable' or 'inputs'");
    const auto given = steering.dimensions.find(change.name);
    if (given != steering.dimensions.end() && !given->second.is_number() &&
        !can_add(given->second, found->second))
      refuse(fmt::format("'{}' of '{}' is in {}, not in {}", change.name, steering.file,
                         given->second.to_string(), found->second.to_string()));
  }
}

void limit_steps(SimulateSettings& settings, const Steering& steering) {
  if (steering.speed > 0) serve::limit_real_time_steps(settings, steering.speed);
}

}  // namespace holon::app
