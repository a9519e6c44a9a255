// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// An NMEA log has geodetic positions r(φ, λ, h) and the velocity over ground in the local axes
// there. Both are turned into the axes of the world (east, north, up at its origin).
#include "holon/study/merged_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <limits>
#include <numeric>

#include "holon/base/errors.h"
#include "holon/base/names.h"
#include "holon/base/read_file.h"
#include "holon/earth/ellipsoid.h"
#include "holon/earth/nmea.h"
#include "holon/record/open_results.h"

namespace holon {
namespace {

namespace fs = std::filesystem;

constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

/// One file as a table.
struct LogTable {
  std::string path;
  std::vector<double> time;  ///< [s]
  std::vector<std::string> headings;
  std::vector<std::string> names;  ///< the same without units
  std::vector<std::vector<double>> columns;
};

LogTable read_results_log(const LogSource& log) {
  const std::unique_ptr<ResultsReader> file = open_results(log.path);
  if (file->columns().empty() || file->row_count() == 0)
    throw InputError({}, "'" + log.path + "' has no rows");
  LogTable table{log.path, file->read(0), {}, {}, {}};
  const double shift = log.start ? *log.start - table.time.front() : 0.0;
  for (double& t : table.time) t += shift;
  for (std::size_t k = 1; k < file->columns().size(); ++k) {
    const Column& column = file->columns()[k];
    const bool is_number = column.dimension.is_number();
    table.names.push_back(column.name);
    table.headings.push_back(is_number ? column.name
                                       : column.name + " [" + column.dimension.to_string() + "]");
    std::vector<double>& values = table.columns.emplace_back(file->read(k));
    // Times by the same clock.
    if (column.name == "received" || column.name.ends_with(".time_of_validity"))
      for (double& t : values) t += shift;
  }
  return table;
}

std::vector<std::string> list_receivers(const LoadedModel& model) {
  std::vector<std::string> names;
  for (const PartInstance& part : model.model.parts())
    if (part.type->name == "GnssReceiver") names.push_back(part.name);
  return names;
}

std::string find_receiver(const LogSource& log, const LoadedModel& model) {
  const std::vector<std::string> names = list_receivers(model);
  if (names.empty())
    throw InputError(
        {}, "'" + log.path + "': the model has no GnssReceiver to which this log could belong");
  if (log.receiver.empty()) {
    if (names.size() == 1) return names.front();
    throw InputError({}, "'" + log.path + "' could be the log of " + quote_list(names, "or"),
                     "write '" + names.front() + "=" + log.path + "'");
  }
  if (std::find(names.begin(), names.end(), log.receiver) != names.end()) return log.receiver;
  std::string suggestion = did_you_mean(log.receiver, names);
  if (suggestion.empty()) suggestion = "there is " + quote_list(names, "and");
  throw InputError({}, "'" + log.receiver + "' is not a GnssReceiver of the model", suggestion);
}

earth::LocalFrame<double> find_world(const LogSource& log, const LoadedModel& model) {
  const std::optional<EarthSettings>& place = model.model.world.earth;
  if (!place)
    throw InputError(
        {},
        "'" + log.path +
            "' contains positions on the Earth, but the model's world has no location on it",
        "write 'world: {earth: {latitude: …, longitude: …, height: …}}'");
  for (const Expr e : {place->latitude, place->longitude, place->height})
    if (!e.is_constant())
      throw InputError({}, "the location of the world on Earth must be given by numbers for a log");
  return earth::LocalFrame<double>(
      {place->latitude.value(), place->longitude.value(), place->height.value()});
}

/// The columns of an NMEA log by their names; empty ones are not there.
class NmeaColumns {
 public:
  explicit NmeaColumns(const NmeaLog& log) : log_(log) {}
  bool has(const std::string& name) const { return !find(name).empty(); }
  double at(const std::string& name, std::size_t row) const {
    const std::span<const double> column = find(name);
    return column.empty() ? kNoValue : column[row];
  }

 private:
  std::span<const double> find(const std::string& name) const {
    for (std::size_t k = 0; k < log_.names.size(); ++k)
      if (log_.names[k] == name) return log_.columns[k];
    return {};
  }
  const NmeaLog& log_;
};

LogTable read_receiver_log(const LogSource& log, const LoadedModel& model,
                           std::vector<std::string>& notes) {
  std::string error;
  const std::optional<std::string> text =
      read_file(log.path, file_limits::kData, FileSource::regular, error);
  if (!text) throw InputError({}, "'" + log.path + "' cannot be read: " + error);
  const std::optional<NmeaLog> nmea = read_nmea(*text, error);
  if (!nmea) throw InputError({}, "'" + log.path + "': " + error);
  const std::string receiver = find_receiver(log, model);
  const earth::LocalFrame<double> world = find_world(log, model);
  const NmeaColumns columns(*nmea);
  LogTable table{log.path, {}, {}, {}, {}};
  const auto add = [&](const std::string& name, const std::string& unit) {
    table.names.push_back(receiver + "." + name);
    table.headings.push_back(table.names.back() + (unit.empty() ? "" : " [" + unit + "]"));
    table.columns.emplace_back();
  };
  for (const char* axis : {"x", "y", "z"}) add(std::string("position.") + axis, "m");
  add("valid", "");
  add("fix", "");
  add("time_of_validity", "s");
  const bool has_velocity = columns.has("speed") && columns.has("course");
  const bool has_sigma = columns.has("sigma_east");
  for (const char* axis : {"x", "y", "z"}) {
    if (has_velocity) add(std::string("velocity.") + axis, "m/s");
  }
  for (const char* axis : {"x", "y", "z"}) {
    if (has_sigma) add(std::string("sigma.") + axis, "m");
  }
  int unsolved = 0;
  for (std::size_t row = 0; row < nmea->lines.size(); ++row) {
    table.time.push_back(log.start.value_or(nmea->start) + columns.at("time", row));
    const double height = columns.at("height", row);
    const bool has_height = std::isfinite(height);
    const earth::Geodetic<double> place{columns.at("latitude", row), columns.at("longitude", row),
                                        has_height ? height : 0.0};
    const double fix = columns.has("fix") ? columns.at("fix", row) : 1;
    const bool is_valid = fix > 0;
    unsolved += is_valid ? 0 : 1;
    std::size_t at = 0;
    const auto put = [&](double value) {
      table.columns[at++].push_back(is_valid ? value : kNoValue);
    };
    const Vector3<double> r = world.from_geodetic(place);
    for (int i = 0; i < 3; ++i) put(i == 2 && !has_height ? kNoValue : r[i]);
    table.columns[at++].push_back(is_valid ? 1 : 0);
    table.columns[at++].push_back(fix);
    table.columns[at++].push_back(table.time.back());
    if (has_velocity) {
      const double speed = columns.at("speed", row), course = columns.at("course", row);
      const Vector3<double> v =
          world.direction_from_ecef(earth::LocalFrame<double>(place).direction_to_ecef(
              {speed * std::sin(course), speed * std::cos(course), 0.0}));
      put(v[0]), put(v[1]), put(kNoValue);  // none upwards is measured
    }
    for (const char* name : {"sigma_east", "sigma_north", "sigma_up"})
      if (has_sigma) put(columns.at(name, row));
  }
  if (nmea->dropped > 0)
    notes.push_back(fmt::format("'{}': {} sentences were dropped for their checksum or fields",
                                log.path, nmea->dropped));
  if (nmea->heights_above_geoid > 0)
    notes.push_back(
        fmt::format("'{}': {} positions have no height, since the sentences give the height above "
                    "the geoid without the geoid's separation",
                    log.path, nmea->heights_above_geoid));
  if (unsolved > 0)
    notes.push_back(fmt::format("'{}': {} of {} rows have no solution", log.path, unsolved,
                                nmea->lines.size()));
  return table;
}

void check_overlap(const std::vector<LogTable>& tables) {
  const LogTable& first = tables.front();
  const auto [begin, end] = std::minmax_element(first.time.begin(), first.time.end());
  for (const LogTable& other : tables) {
    const auto [low, high] = std::minmax_element(other.time.begin(), other.time.end());
    if (*low <= *end && *begin <= *high) continue;
    throw InputError(
        {},
        fmt::format("'{}' is from {:.10g} to {:.10g} s, '{}' from {:.10g} to {:.10g} s: they have "
                    "no time in common",
                    first.path, *begin, *end, other.path, *low, *high),
        fmt::format("write '{}@…', the time of its first row on the clock of '{}'", other.path,
                    first.path));
  }
}

void check_names(const std::vector<LogTable>& tables) {
  std::vector<std::string> names;
  for (const LogTable& table : tables)
    for (const std::string& name : table.names) {
      if (std::find(names.begin(), names.end(), name) != names.end())
        throw InputError({}, "the logs have two columns '" + name + "'", "leave one of them out");
      names.push_back(name);
    }
}

}  // namespace

LogSource parse_log_source(const std::string& text) {
  LogSource log{text};
  if (const std::size_t mark = text.rfind('@'); mark != std::string::npos) {
    double start = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, failure] = std::from_chars(text.data() + mark + 1, end, start);
    if (failure == std::errc() && stop == end && std::isfinite(start)) {
      log.start = start;
      log.path = text.substr(0, mark);
    }
  }
  const std::size_t equals = log.path.find('=');
  if (equals == std::string::npos || !log.is_nmea() || fs::exists(log.path)) return log;
  log.receiver = log.path.substr(0, equals);
  log.path = log.path.substr(equals + 1);
  return log;
}

std::vector<std::string> merge_logs(const std::vector<LogSource>& logs, const LoadedModel& model,
                                    const fs::path& path) {
  std::vector<std::string> notes;
  std::vector<LogTable> tables;
  for (const LogSource& log : logs)
    tables.push_back(log.is_nmea() ? read_receiver_log(log, model, notes) : read_results_log(log));
  check_overlap(tables);
  check_names(tables);
  struct RowOf {
    double time;
    std::size_t table, row;
  };
  std::vector<RowOf> rows;
  for (std::size_t k = 0; k < tables.size(); ++k)
    for (std::size_t row = 0; row < tables[k].time.size(); ++row)
      rows.push_back({tables[k].time[row], k, row});
  std::stable_sort(rows.begin(), rows.end(),
                   [](const RowOf& a, const RowOf& b) { return a.time < b.time; });
  if (path.has_parent_path()) fs::create_directories(path.parent_path());
  std::ofstream file(path);
  file << "time [s]";
  for (const LogTable& table : tables)
    for (const std::string& heading : table.headings) file << ',' << heading;
  for (const RowOf& row : rows) {
    file << fmt::format("\n{:.17g}", row.time);
    for (std::size_t k = 0; k < tables.size(); ++k)
      for (const std::vector<double>& column : tables[k].columns)
        file << (k == row.table ? fmt::format(",{:.17g}", column[row.row]) : ",nan");
  }
  file << '\n';
  file.close();
  if (!file) throw InputError({}, "cannot write '" + path.string() + "'");
  return notes;
}

}  // namespace holon
