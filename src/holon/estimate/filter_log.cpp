// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/estimate/filter_log.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "holon/base/errors.h"
#include "holon/base/names.h"
#include "holon/record/open_results.h"

namespace holon {
namespace {

class LogFile {
 public:
  explicit LogFile(const std::filesystem::path& path)
      : path_(path), reader_(open_results(path)), rows_(reader_->row_count()) {}

  std::size_t rows() const { return rows_; }
  bool has(const std::string& name) const { return reader_->find(name) >= 0; }
  std::vector<double> read(int column) { return reader_->read(static_cast<std::size_t>(column)); }
  std::vector<double> read(const std::string& name) { return read(reader_->find(name)); }
  /// That the unit of a column fits what it measures; one without a unit fits anything.
  void check_dimension(const std::string& name, const Dimension& needed) const {
    const Dimension& given =
        reader_->columns()[static_cast<std::size_t>(reader_->find(name))].dimension;
    if (given.is_number() || can_add(given, needed)) return;
    throw InputError({},
                     "the column '" + name + "' of '" + path_.string() + "': " + describe(needed) +
                         " is needed, not " + describe(given),
                     "correct the unit in the heading");
  }
  std::string first_column() const {
    return reader_->columns().empty() ? std::string() : reader_->columns().front().name;
  }
  [[noreturn]] void fail_missing(const std::string& name, const std::string& what) const {
    std::vector<std::string> names;
    for (const Column& column : reader_->columns()) names.push_back(column.name);
    std::string suggestion = did_you_mean(name, names);
    if (suggestion.empty()) suggestion = "it has " + quote_list(names, "and", 8);
    throw InputError({}, "'" + path_.string() + "' has no column '" + name + "', " + what,
                     suggestion);
  }

 private:
  std::filesystem::path path_;
  std::unique_ptr<ResultsReader> reader_;
  std::size_t rows_;
};

/// The columns of a measurement: as named, or the components of a single name.
std::vector<std::string> find_columns(const LogFile& file, const LogRequest::Measured& measured) {
  const std::vector<Manifold::Block>& blocks = measured.manifold.blocks();
  std::vector<std::string> names = measured.columns;
  if (names.empty()) names = {measured.name};
  std::vector<std::string> columns;
  for (std::size_t k = 0; k < names.size(); ++k) {
    const Manifold::Block* block = k < blocks.size() ? &blocks[k] : nullptr;
    const bool is_whole = names.size() == blocks.size() && block && block->size > 1;
    if (!is_whole) {
      columns.push_back(names[k]);
      continue;
    }
    for (const std::string& component : block->components)
      columns.push_back(names[k] + "." + component);
  }
  if (static_cast<int>(columns.size()) != measured.manifold.size())
    throw InputError({},
                     "'" + measured.name + "' measures " +
                         std::to_string(measured.manifold.size()) + " numbers, and " +
                         std::to_string(columns.size()) + " columns are named for it",
                     "write 'columns: […]', one for each");
  for (const std::string& column : columns)
    if (!file.has(column)) file.fail_missing(column, "which '" + measured.name + "' measures");
  std::size_t column = 0;
  for (std::size_t k = 0; k < blocks.size() && k < measured.dimensions.size(); ++k)
    for (int component = 0; component < blocks[k].size; ++component)
      file.check_dimension(columns[column++], measured.dimensions[k]);
  return columns;
}

/// The columns of an output beside a measurement, one or one for each of its numbers; empty where
/// the log has none.
std::vector<std::string> find_beside(const LogFile& file, const LogRequest::Measured& measured,
                                     const std::string& output) {
  if (output.empty()) return {};
  if (file.has(output)) return {output};
  std::vector<std::string> columns;
  for (const Manifold::Block& block : measured.manifold.blocks())
    for (const std::string& component : block.components)
      columns.push_back(output + "." + component);
  for (const std::string& column : columns)
    if (!file.has(column)) return {};
  return columns;
}

using LogRows = std::vector<std::vector<double>>;

LogRows read_rows(LogFile& file, const std::vector<std::string>& columns,
                  const std::vector<std::size_t>& order) {
  LogRows rows(columns.empty() ? 0 : order.size());
  for (const std::string& column : columns) {
    const std::vector<double> values = file.read(column);
    for (std::size_t k = 0; k < order.size(); ++k) rows[k].push_back(values[order[k]]);
  }
  return rows;
}

bool is_same_reading(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i] != b[i] && !(std::isnan(a[i]) && std::isnan(b[i]))) return false;
  return true;
}

/// Takes away the values of rows that are no measurements: invalid ones, and those that a table at
/// equal intervals repeats until the next one.
void keep_new_readings(LogFile& file, const LogRequest::Measured& measured,
                       const std::vector<std::size_t>& order, FilterLog& log) {
  LogRows& rows = log.measured.back();
  const auto take_away = [&](std::size_t k) {
    std::fill(rows[k].begin(), rows[k].end(), std::nan(""));
  };
  if (!measured.valid.empty() && file.has(measured.valid)) {
    const std::vector<double> valid = file.read(measured.valid);
    for (std::size_t k = 0; k < order.size(); ++k)
      if (valid[order[k]] == 0) take_away(k);
  }
  if (!measured.time.empty() && file.has(measured.time)) {
    const std::vector<double> times = file.read(measured.time);
    double last = std::nan("");
    log.delay.back().assign(order.size(), 0.0);
    for (std::size_t k = 0; k < order.size(); ++k) {
      const double valid_at = times[order[k]];
      const bool is_reading =
          std::any_of(rows[k].begin(), rows[k].end(), [](double v) { return !std::isnan(v); });
      if (!is_reading || !std::isfinite(valid_at)) continue;
      if (valid_at == last) take_away(k);
      last = valid_at;
      constexpr double kRounded = 1e-9;  // (t - origin) + origin is t but for its rounding error
      const double delay = log.time[k] + log.origin - valid_at;
      const bool is_none = std::abs(delay) <= kRounded * std::max(1.0, std::abs(valid_at));
      log.delay.back()[k] = is_none ? 0.0 : delay;
    }
    return;
  }
  constexpr double kNextTick = 0.99;  // of a period: times in files are rounded
  std::vector<double> above;
  double counted = -1e300;
  for (std::size_t k = 0; k < order.size() && measured.period > 0; ++k) {
    const std::vector<double> own = rows[k];
    if (std::all_of(own.begin(), own.end(), [](double v) { return std::isnan(v); })) continue;
    const bool is_held =
        is_same_reading(own, above) && log.time[k] - counted < kNextTick * measured.period;
    if (is_held) {
      take_away(k);
    } else {
      counted = log.time[k];
    }
    above = own;
  }
}

void read_measured(LogFile& file, const LogRequest::Measured& measured,
                   const std::vector<std::size_t>& order, FilterLog& log) {
  log.sigma.emplace_back();
  log.delay.emplace_back();
  const std::vector<std::string>& own = measured.columns;
  const bool is_missing = measured.is_optional && own.size() == 1 && !file.has(own[0]) &&
                          find_beside(file, measured, own[0]).empty();
  if (is_missing) {
    log.missing.push_back(measured.name);
    log.measured.emplace_back(
        order.size(),
        std::vector<double>(static_cast<std::size_t>(measured.manifold.size()), std::nan("")));
    return;
  }
  log.measured.push_back(read_rows(file, find_columns(file, measured), order));
  log.sigma.back() = read_rows(file, find_beside(file, measured, measured.sigma), order);
  keep_new_readings(file, measured, order, log);
  for (const LogRows* rows : {&log.measured.back(), &log.sigma.back()})
    for (const std::vector<double>& row : *rows)
      for (const double value : row)
        if (std::isfinite(value)) log.sum += value;
}

void check_times(const std::vector<double>& times, const std::string& name, bool ascends) {
  for (std::size_t k = 0; k < times.size(); ++k) {
    const bool is_good =
        std::isfinite(times[k]) && (!ascends || k == 0 || times[k] >= times[k - 1]);
    if (is_good) continue;
    throw InputError(
        {},
        "row " + std::to_string(k + 1) + " of the log: '" + name +
            (std::isfinite(times[k]) ? "' is before that of the row above" : "' is not a number"),
        ascends ? "a log whose rows arrive out of order has a column 'received'" : "");
  }
}

/// Gives the rows without a value the one that holds there.
void fill_gaps(std::vector<double>& values, const std::vector<double>& time,
               const LogRequest::Known& known, const std::string& file) {
  std::vector<std::size_t> order(values.size()), rows;
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return time[a] < time[b]; });
  for (const std::size_t k : order)
    if (std::isfinite(values[k])) rows.push_back(k);
  if (rows.empty())
    throw InputError({}, "the column '" + known.name + "' of '" + file + "' has no numbers");
  // The first row with a value that is not before, or of a held one that is behind: at equal times
  // the last one that arrived holds.
  std::size_t next = 0;
  for (const std::size_t k : order) {
    while (next < rows.size() &&
           (known.is_linear ? time[rows[next]] < time[k] : time[rows[next]] <= time[k]))
      ++next;
    if (std::isfinite(values[k])) continue;
    const std::size_t after = rows[std::min(next, rows.size() - 1)];
    const std::size_t before = rows[next == 0 ? 0 : next - 1];
    const double length = time[after] - time[before];
    const double s =
        known.is_linear && length > 0 ? std::min((time[k] - time[before]) / length, 1.0) : 0.0;
    values[k] = values[before] + s * (values[after] - values[before]);
  }
}

}  // namespace

std::shared_ptr<const FilterLog> read_filter_log(const std::filesystem::path& path,
                                                 const LogRequest& request) {
  LogFile file(path);
  if (file.rows() == 0) throw InputError({}, "'" + path.string() + "' has no rows");
  const auto log = std::make_shared<FilterLog>();
  const std::vector<double> time = file.read(0);
  const bool has_received = file.has("received");
  const std::vector<double> received = has_received ? file.read("received") : time;
  check_times(time, file.first_column(), !has_received);
  check_times(received, "received", false);
  std::vector<std::size_t> order(time.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return received[a] < received[b]; });
  log->origin = *std::min_element(time.begin(), time.end());
  for (const std::size_t k : order) {
    if (received[k] < time[k])
      throw InputError({}, "row " + std::to_string(k + 1) +
                               " of the log was received before its "
                               "time");
    log->time.push_back(time[k] - log->origin);
    log->received.push_back(received[k] - log->origin);
    log->sum += time[k] + received[k];
  }
  for (const LogRequest::Measured& measured : request.measured)
    read_measured(file, measured, order, *log);
  if (!request.measured.empty() && log->missing.size() == request.measured.size())
    file.fail_missing(request.measured.front().columns.front(), "nor any other that is measured");
  if (request.known.empty()) return log;
  log->known.resize(order.size());
  for (const LogRequest::Known& known : request.known) {
    if (!file.has(known.name))
      file.fail_missing(known.name, "a signal that the filter's model takes");
    if (known.dimension) file.check_dimension(known.name, *known.dimension);
    std::vector<double> values = file.read(known.name);
    fill_gaps(values, time, known, path.string());
    for (std::size_t k = 0; k < order.size(); ++k) {
      log->known[k].push_back(values[order[k]]);
      log->sum += values[order[k]];
    }
  }
  return log;
}

}  // namespace holon
