// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/serve/runs/run_record.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include "holon/base/names.h"
#include "holon/base/read_file.h"
#include "holon/serve/wire/file_lock.h"
#include "holon/serve/wire/user_folders.h"

namespace holon::serve {
namespace {

namespace fs = std::filesystem;

// A wrong unit of the end would fill the disk.
constexpr std::size_t kMostBytes = std::size_t{8} << 30;
constexpr const char* kLockName = "lock";
constexpr std::size_t kLargestInfo = std::size_t{64} << 20;

bool is_end_state(const std::string& state) {
  return state == "done" || state == "interrupted" || state == "failed";
}

bool has_pyramid(const std::string& stream) { return stream != "poses"; }

Json read_json_file(const fs::path& path) {
  std::string reason;
  const auto text = read_file(path.string(), kLargestInfo, FileSource::regular, reason);
  const Json json = Json::parse(text.value_or(""), nullptr, false);
  if (!json.is_object()) throw std::runtime_error("'" + path.string() + "' is damaged");
  return json;
}

std::string last_line_of(const fs::path& path) {
  std::string reason;
  std::string text =
      read_file(path.string(), kLargestInfo, FileSource::regular, reason).value_or("");
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text.substr(text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1);
}

template <class T>
void append_numbers(std::string& payload, const std::vector<T>& values) {
  payload.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

}  // namespace

RunRecord::RunRecord(fs::path folder, Json info, const Json& request, const fs::path& program,
                     std::function<void()> changed)
    : folder_(std::move(folder)),
      info_(std::move(info)),
      request_(request),
      changed_(std::move(changed)) {
  info_["state"] = "starting";
  int holder = 0;
  lock_ = lock_file(folder_ / kLockName, holder);
  save(false);
  child_ = std::make_unique<ChildProcess>(
      program, folder_ / "errors.txt", dump(request),
      [this](char kind, std::string_view payload) { receive(kind, payload); },
      [this](int status) { end(status); });
}

RunRecord::RunRecord(fs::path folder) : folder_(std::move(folder)), is_over_(true) {
  const Json saved = read_json_file(folder_ / "run.json");
  info_ = saved.at("info");
  request_ = saved.at("request");
  final_ = saved.value("final", Json());
  const std::string state = info_.value("state", "");
  if (state == "starting" || state == "running" || state == "paused") {
    int holder = 0;
    if (!lock_file(folder_ / kLockName, holder))
      throw std::runtime_error("another server continues the run");
    info_["state"] = "crashed";
    info_["failure"] = {{"message", "the server ended while this run was going on"},
                        {"time", info_.value("time", 0.0)},
                        {"step", 0},
                        {"state", ""},
                        {"cause", "the server ended"},
                        {"advice", "run it again"}};
  }
  if (info_.contains("streams")) open_streams(info_["streams"], false);
}

RunRecord::~RunRecord() { child_.reset(); }

Json RunRecord::info() const {
  const std::lock_guard lock(mutex_);
  Json info = info_;
  if (!info.contains("streams")) info["streams"] = Json::array();
  for (Json& stream : info["streams"])
    for (const StreamState& known : streams_)
      if (stream["name"] == known.name) stream["rows"] = known.log->row_count();
  return info;
}

bool RunRecord::is_over() const {
  const std::lock_guard lock(mutex_);
  return is_over_;
}

Json RunRecord::request() const {
  const std::lock_guard lock(mutex_);
  return request_;
}

Json RunRecord::final_state() const {
  const std::lock_guard lock(mutex_);
  return final_;
}

void RunRecord::command(const Json& command) {
  if (child_ && !is_over()) child_->send(dump(command));
}

/// While a run goes on its beginning does not wait for the disk.
void RunRecord::save(bool is_final) const {
  write_whole_file(folder_ / "run.json",
                   dump({{"info", info_}, {"request", request_}, {"final", final_}}), true,
                   is_final);
}

void RunRecord::open_streams(const Json& streams, bool is_new) {
  for (const Json& stream : streams) {
    StreamState state;
    state.name = stream.at("name").get<std::string>();
    for (const Json& column : stream.at("columns"))
      state.columns.push_back(column.at("name").get<std::string>());
    const std::size_t count = state.columns.size();
    const bool has = has_pyramid(state.name);
    state.log = is_new ? std::make_unique<StreamLog>(folder_, state.name, count, has)
                       : StreamLog::open(folder_, state.name, count, has,
                                         stream.value("rows", std::size_t(-1)));
    streams_.push_back(std::move(state));
  }
}

void RunRecord::receive(char kind, std::string_view payload) {
  try {
    if (kind == 'J') take_info(Json::parse(payload));
    if (kind == 'R') take_rows(payload);
  } catch (const std::exception& e) {
    // A full disk, for example: rows that cannot be kept need not be computed.
    {
      const std::lock_guard lock(mutex_);
      info_["failure"] = {{"message", e.what()}, {"time", info_.value("time", 0.0)},
                          {"step", 0},           {"state", ""},
                          {"cause", e.what()},   {"advice", "the rows recorded so far are kept"}};
    }
    if (child_) child_->kill();
  }
  changed_();
}

void RunRecord::take_info(const Json& news) {
  const std::lock_guard lock(mutex_);
  if (news.contains("changes")) {
    for (const Json& change : news["changes"]) request_["live"].push_back(change);
    return;
  }
  if (news.contains("final")) {
    final_ = news["final"];
    info_["continuable"] = true;
    save(true);  // also where the server is killed before the process has ended
    return;
  }
  const bool begins = news.contains("streams") && streams_.empty();
  for (const auto& [key, value] : news.items())
    if (key != "streams" || begins) info_[key] = value;
  // Who hears that a run is over finds its rows in the files, whatever ends the server then.
  if (is_end_state(info_.value("state", ""))) keep_rows();
  if (!begins) return;
  open_streams(news["streams"], true);
  save(false);
}

void RunRecord::take_rows(std::string_view payload) {
  if (payload.empty()) return;
  const auto index = static_cast<unsigned char>(payload[0]);
  payload.remove_prefix(1);
  bytes_ += payload.size();
  if (bytes_ > kMostBytes)
    throw std::runtime_error(
        "the rows of this run take more than 8 GB: it needs a shorter end, or "
        "fewer signals");
  if (index >= streams_.size()) throw std::runtime_error("the run sends rows of no stream");
  const StreamState& stream = streams_[index];
  std::vector<double> numbers(payload.size() / sizeof(double));
  std::memcpy(numbers.data(), payload.data(), numbers.size() * sizeof(double));
  stream.log->append(numbers.data(), numbers.size() / stream.columns.size());
}

/// Writes all rows so far and the record with their number; the caller holds the mutex.
void RunRecord::keep_rows() {
  try {
    for (const StreamState& stream : streams_) stream.log->flush();
  } catch (const std::runtime_error&) {
    // What is no whole chunk stays in memory.
  }
  for (Json& stream : info_["streams"])
    for (const StreamState& known : streams_)
      if (stream["name"] == known.name) stream["rows"] = known.log->row_count();
  try {
    save(true);
  } catch (const std::runtime_error&) {
    // Then it counts as crashed when the server is started again.
  }
}

void RunRecord::end(int status) {
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
    if (!is_end_state(info_.value("state", ""))) {
      info_["state"] = info_.contains("failure") ? "failed" : "crashed";
      const std::string reason = last_line_of(folder_ / "errors.txt");
      if (!info_.contains("failure"))
        info_["failure"] = {{"message", status < 0 ? "the run's process was ended by signal " +
                                                         std::to_string(-status)
                                                   : "the run's process ended early"},
                            {"time", info_.value("time", 0.0)},
                            {"step", 0},
                            {"state", ""},
                            {"cause", reason},
                            {"advice", "the rows recorded so far are kept; run it again"}};
    }
    keep_rows();
  }
  changed_();
}

const RunRecord::StreamState& RunRecord::find_stream(const std::string& name) const {
  const std::lock_guard lock(mutex_);
  for (const StreamState& stream : streams_)
    if (stream.name == name) return stream;
  throw RequestFault("missing", "the run has no stream '" + name + "'",
                     streams_.empty() ? "it has not begun yet" : "");
}

std::size_t RunRecord::find_column(const StreamState& stream, const std::string& signal) {
  const auto found = std::ranges::find(stream.columns, signal);
  if (found == stream.columns.end())
    throw RequestFault("missing", "'" + signal + "' was not recorded in this run",
                       did_you_mean(signal, stream.columns));
  return static_cast<std::size_t>(found - stream.columns.begin());
}

std::size_t RunRecord::row_count(const std::string& stream) const {
  return find_stream(stream).log->row_count();
}

std::vector<double> RunRecord::read_column(const std::string& name, std::size_t column) const {
  const StreamState& stream = find_stream(name);
  return stream.log->read(column, 0, stream.log->row_count());
}

std::pair<std::size_t, std::size_t> RunRecord::find_rows(const std::string& stream, double from,
                                                         double to) const {
  const StreamLog& log = *find_stream(stream).log;
  const std::size_t count = log.row_count();
  const std::size_t first = log.find_row(from), last = log.find_behind(to);
  return {first > 0 ? first - 1 : 0, std::min(last + 1, count)};
}

std::string RunRecord::make_rows_frame(Json header, const std::string& name,
                                       const std::vector<std::string>& signals, std::size_t first,
                                       std::size_t last, std::size_t points) const {
  const StreamState& stream = find_stream(name);
  const std::size_t total = stream.log->row_count();
  last = std::min(last, total);
  first = std::min(first, last);
  const bool is_narrow = !has_pyramid(name);
  std::vector<std::size_t> columns;
  if (signals.size() > stream.columns.size())
    throw RequestFault("request", "more signals than the stream has", "name each of them once");
  for (const std::string& signal : signals) columns.push_back(find_column(stream, signal));
  const bool is_exact = last - first <= points;
  const std::size_t size = is_exact ? 1 : (last - first + points - 1) / points;
  std::string payload;
  std::size_t count = 0;
  if (is_exact || is_narrow) {
    // Of poses every so many rows: extremes of positions would be no pose.
    const auto thin = [&](std::vector<double> values) {
      if (size == 1) return values;
      std::vector<double> kept;
      for (std::size_t k = 0; k < values.size(); k += size) kept.push_back(values[k]);
      return kept;
    };
    const std::vector<double> times = thin(stream.log->read(0, first, last));
    count = times.size();
    append_numbers(payload, times);
    for (const std::size_t column : columns) {
      const std::vector<double> values = thin(stream.log->read(column, first, last));
      if (is_narrow)
        append_numbers(payload, std::vector<float>(values.begin(), values.end()));
      else
        append_numbers(payload, values);
    }
  } else {
    const auto add = [&](const std::vector<Extremes>& blocks, auto member) {
      std::vector<double> values;
      for (const Extremes& block : blocks) values.push_back(block.*member);
      append_numbers(payload, values);
    };
    const std::vector<Extremes> times = stream.log->read_extremes(0, first, last, size);
    count = times.size();
    add(times, &Extremes::first);
    add(times, &Extremes::last);
    for (const std::size_t column : columns) {
      const std::vector<Extremes> blocks = stream.log->read_extremes(column, first, last, size);
      for (const auto member :
           {&Extremes::first, &Extremes::least, &Extremes::greatest, &Extremes::last})
        add(blocks, member);
    }
  }
  header["type"] = "rows";
  header["stream"] = name;
  header["first"] = first;
  header["last"] = last;
  header["total"] = total;
  header["form"] = is_exact || is_narrow ? "exact" : "blocks";
  header["signals"] = signals;
  header["count"] = count;
  header["bits"] = is_narrow ? 32 : 64;
  return make_frame(header, payload);
}

Json RunRecord::read_values(double time, const std::vector<std::string>& signals) const {
  Json values = Json::object();
  double shown = 0;
  const StreamState* chosen = nullptr;
  for (const char* name : {"curves", "rows"}) {
    const std::lock_guard lock(mutex_);
    for (const StreamState& stream : streams_)
      if (!chosen && stream.name == name && stream.log->row_count() > 0) chosen = &stream;
  }
  if (!chosen) throw RequestFault("missing", "the run has no rows yet");
  const std::size_t behind = chosen->log->find_behind(time);
  const std::size_t row = behind > 0 ? behind - 1 : 0;
  shown = chosen->log->read(0, row, row + 1).at(0);
  if (signals.empty()) {
    for (std::size_t c = 1; c < chosen->columns.size(); ++c)
      values[chosen->columns[c]] = chosen->log->read(c, row, row + 1).at(0);
  } else {
    for (const std::string& signal : signals)
      values[signal] = chosen->log->read(find_column(*chosen, signal), row, row + 1).at(0);
  }
  return {{"time", shown}, {"values", std::move(values)}};
}

}  // namespace holon::serve
