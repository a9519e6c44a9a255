// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The methods run.…, and the files that are made of runs and models.
#include <algorithm>
#include <cmath>
#include <limits>

#include "holon/base/read_file.h"
#include "holon/record/compare.h"
#include "holon/record/open_results.h"
#include "holon/serve/desktop/desktop.h"
#include "holon/serve/desktop/gallery.h"
#include "holon/serve/runs/run_reader.h"
#include "holon/serve/web/web_policy.h"
#include "holon/serve/wire/user_folders.h"

namespace holon::serve {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostPoints = 20'000;
constexpr std::size_t kLargestFile = std::size_t{256} << 20;
constexpr const char* kSvg = "image/svg+xml";

std::size_t points_of(const Json& params) {
  return static_cast<std::size_t>(
      std::clamp<std::int64_t>(integer_of(params, "points"), 1, std::int64_t{kMostPoints}));
}

std::string read_bytes(const fs::path& path) {
  std::string reason;
  return read_file(path.string(), kLargestFile, FileSource::regular, reason).value_or("");
}

WebAnswer not_found() { return {404, "text/plain; charset=utf-8", "there is no such file here\n"}; }

/// Until the picture is there.
constexpr const char* kNoPictureYet =
    R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"/>)";

WebAnswer image_answer(std::string svg) {
  WebAnswer made{200, kSvg, std::move(svg), kImagePolicy};
  return made;
}

/// A value of `set` as `--set` takes it: in one line.
std::string setting_text(const std::string& name, const Json& value) {
  if (value.is_number()) return dump(value);
  if (!value.is_string()) throw RequestFault("request", "the value of '" + name + "' is a text");
  const std::string text = value.get<std::string>();
  if (text.empty() || text.find('\n') != std::string::npos)
    throw RequestFault("request", "the value of '" + name + "' is a text in one line");
  return text;
}

}  // namespace

Json Desktop::run_info(const std::string& run) {
  const RunRecord& record = runs_.find(run);
  Json info = record.info();
  std::error_code error;
  if (fs::exists(record.folder() / "report.html", error))
    info["report"] = "/runs/" + run + "/report";
  return info;
}

/// The final state of another run as the start.
void Desktop::begin_from(RunOrder& order, const Json& params) {
  runs_.list(order.file);  // those of an earlier server, too
  const RunRecord& other = runs_.find(text_of(params, "from"));
  order.start = other.final_state();
  if (order.start.is_null())
    throw RequestFault("refused",
                       other.is_over() ? "that run has no state at its end, from which another one "
                                         "could begin"
                                       : "that run is not finished",
                       other.is_over() ? "start from one that was done or stopped"
                                       : "stop it first, or wait for its end");
  const Json info = other.info();
  order.from = {{"run", info["run"]}, {"number", info["number"]}, {"time", order.start["time"]}};
}

void Desktop::start_run(const Call& call) {
  const ModelDocument& d = document();
  const Json& params = call.params;
  refuse_unreadable();
  RunOrder order{d.file().string(), d.shown(), d.text(), d.outline().title};
  if (params.contains("set") && !params["set"].is_null()) {
    if (!params["set"].is_object()) throw RequestFault("request", "'set' is a map");
    for (const auto& [name, value] : params["set"].items())
      order.settings.push_back({{"name", name}, {"value", setting_text(name, value)}});
  }
  if (const std::string until = text_or(params, "until", ""); !until.empty())
    order.settings.push_back({{"name", "simulate.until"}, {"value", setting_text("until", until)}});
  if (params.contains("signals")) {
    if (params["signals"].is_string() && params["signals"] == "all")
      order.signals = "all";
    else
      order.signals = texts_or_none(params, "signals");
  }
  order.inputs = texts_or_none(params, "inputs");
  order.realtime = flag_or(params, "realtime", false);
  if (params.contains("speed") && !params["speed"].is_null()) {
    order.speed = number_of(params, "speed");
    if (!(order.speed > 0 && order.speed <= 1e6))
      throw RequestFault("request", "'speed' is a positive number", "1 is in step with the clock");
  } else if (order.realtime) {
    order.speed = 1;
  }
  if (params.contains("from") && !params["from"].is_null()) begin_from(order, params);
  const std::string run = runs_.start(order);
  answer(call, {{"run", run}});
  server_->send_to_all(dump({{"event", "runs"}}));
}

void Desktop::publish_runs() {
  published_ = std::chrono::steady_clock::now();
  for (const std::string& run : runs_.take_changed()) {
    try {
      server_->send_to_all(dump({{"event", "run"}, {"info", run_info(run)}}));
    } catch (const RequestFault&) {
      // It was removed meanwhile.
    }
  }
}

void Desktop::follow(const Call& call) {
  Follower follower;
  follower.run = text_of(call.params, "run");
  follower.stream = text_of(call.params, "stream");
  follower.signals = texts_or_none(call.params, "signals");
  follower.next =
      static_cast<std::size_t>(std::max<std::int64_t>(0, integer_of(call.params, "first")));
  follower.points = points_of(call.params);
  runs_.find(follower.run);
  std::vector<Follower>& all = followers_[call.client];
  std::erase_if(all, [&](const Follower& each) {
    return each.run == follower.run && each.stream == follower.stream;
  });
  constexpr std::size_t kMostFollowed = 64;
  if (all.size() >= kMostFollowed) throw RequestFault("busy", "too many streams are followed");
  all.push_back(std::move(follower));
  const bool keeps_up = server_->backlog(call.client) == 0;
  answer(call, Json::object());
  // The rows that are there already.
  if (keeps_up) feed(call.client, all.back());
}

/// New rows go to browsers that have received the ones before: slow ones get fewer and larger
/// frames, which hold no more than they ask for. One after the other of what a browser follows has
/// its turn: where it keeps up with one stream only, the others would get nothing.
void Desktop::feed_followers() {
  for (auto& [client, all] : followers_) {
    for (std::size_t k = 0; k < all.size() && server_->backlog(client) == 0; ++k) {
      std::rotate(all.begin(), all.begin() + 1, all.end());
      feed(client, all.back());
    }
  }
}

void Desktop::feed(Client client, Follower& follower) {
  try {
    const RunRecord& record = runs_.find(follower.run);
    const std::size_t count = record.row_count(follower.stream);
    if (count <= follower.next) return;
    server_->send(client,
                  record.make_rows_frame({{"run", follower.run}}, follower.stream, follower.signals,
                                         follower.next, count, follower.points),
                  true);
    follower.next = count;
  } catch (const std::exception&) {
    // Not begun, or removed: later, or never.
  }
}

void Desktop::answer_rows(const Call& call) {
  const Json& params = call.params;
  const RunRecord& record = runs_.find(text_of(params, "run"));
  const std::string& stream = text_of(params, "stream");
  std::size_t first = 0, last = record.row_count(stream);
  const bool has_from = params.contains("from") && !params["from"].is_null();
  const bool has_to = params.contains("to") && !params["to"].is_null();
  if (has_from || has_to) {
    constexpr double kAny = std::numeric_limits<double>::infinity();
    std::tie(first, last) = record.find_rows(stream, has_from ? number_of(params, "from") : -kAny,
                                             has_to ? number_of(params, "to") : kAny);
  }
  server_->send(
      call.client,
      record.make_rows_frame({{"id", call.id}, {"run", params["run"]}}, stream,
                             texts_or_none(params, "signals"), first, last, points_of(params)),
      true);
}

void Desktop::export_run(const Call& call) {
  const std::string run = text_of(call.params, "run"), path = text_of(call.params, "path");
  if (const std::string fault = find_ending_fault(path); !fault.empty())
    throw RequestFault("refused", "'" + path + "': " + fault);
  const fs::path file = new_file(path);
  runs_.make_file(run, "table", file, [this, call, path](const std::string& error) {
    server_->post([this, call, path, error] {
      if (!error.empty()) return fail(call, {"failed", "'" + path + "': " + error});
      answer(call, {{"path", path}});
      server_->send_to_all(dump({{"event", "folder"}}));
    });
  });
}

void Desktop::compare_runs(const Call& call) {
  CompareOptions options;
  options.only_common = true;
  for (const auto& [key, value] :
       {std::pair{"tolerance", &options.tolerance}, std::pair{"absolute", &options.absolute}})
    if (call.params.contains(key) && !call.params[key].is_null()) {
      *value = number_of(call.params, key);
      if (*value < 0)
        throw RequestFault("request", std::string("'") + key + "' is a number from 0 up");
    }
  const auto a = runs_.share(text_of(call.params, "a")), b = runs_.share(text_of(call.params, "b"));
  a->row_count("rows"), b->row_count("rows");  // throws where one has none
  answer_later(call, [a, b, options] {
    RunReader first(a), second(b);
    const Comparison found = compare(first, second, options);
    Json rows = Json::array(), notes = Json::array();
    for (const ColumnComparison& column : found.columns) {
      rows.push_back({{"name", column.name},
                      {"unit", column.unit},
                      {"agrees", column.agrees},
                      {"difference", column.difference},
                      {"scale", column.scale},
                      {"at", column.time}});
      if (!column.fault.empty()) notes.push_back(column.name + ": " + column.fault);
    }
    for (const std::string& name : found.only_in_a) notes.push_back("only the first has " + name);
    for (const std::string& name : found.only_in_b) notes.push_back("only the second has " + name);
    return Json{{"agree", found.agrees}, {"rows", std::move(rows)}, {"notes", std::move(notes)}};
  });
}

void Desktop::add_run_methods() {
  methods_["compare"] = [this](const Call& call) { compare_runs(call); };
  methods_["run.start"] = [this](const Call& call) { start_run(call); };
  for (const char* command : {"pause", "resume", "stop"})
    methods_[std::string("run.") + command] = [this, command](const Call& call) {
      const std::string& run = text_of(call.params, "run");
      runs_.find(run).command({{"command", command}});
      answer(call, run_info(run));
    };
  methods_["run.speed"] = [this](const Call& call) {
    const std::string& run = text_of(call.params, "run");
    const bool is_free = !call.params.contains("speed") || call.params["speed"].is_null();
    const double speed = is_free ? 0 : number_of(call.params, "speed");
    if (speed < 0) throw RequestFault("request", "'speed' is a positive number or null");
    runs_.find(run).command({{"command", "speed"}, {"speed", speed}});
    answer(call, run_info(run));
  };
  methods_["run.set"] = [this](const Call& call) {
    RunRecord& record = runs_.find(text_of(call.params, "run"));
    const double value = number_of(call.params, "value");
    record.command({{"command", "set"}, {"values", {{text_of(call.params, "name"), value}}}});
    answer(call, {{"time", record.info()["time"]}});
  };
  methods_["run.input"] = [this](const Call& call) {
    RunRecord& record = runs_.find(text_of(call.params, "run"));
    if (!call.params.contains("values") || !call.params["values"].is_object())
      throw RequestFault("request", "'values' is a map of numbers");
    for (const auto& [name, value] : call.params["values"].items())
      if (!value.is_number()) throw RequestFault("request", "'" + name + "' must be a number");
    record.command({{"command", "set"}, {"values", call.params["values"]}});
    answer(call, {{"time", record.info()["time"]}});
  };
  methods_["run.rows"] = [this](const Call& call) { answer_rows(call); };
  methods_["run.follow"] = [this](const Call& call) { follow(call); };
  methods_["run.unfollow"] = [this](const Call& call) {
    const std::string run = text_of(call.params, "run");
    const std::string stream = text_or(call.params, "stream", "");
    std::erase_if(followers_[call.client], [&](const Follower& each) {
      return each.run == run && (stream.empty() || each.stream == stream);
    });
    answer(call, Json::object());
  };
  methods_["run.values"] = [this](const Call& call) {
    answer(call,
           runs_.find(text_of(call.params, "run"))
               .read_values(number_of(call.params, "time"), texts_or_none(call.params, "signals")));
  };
  methods_["run.report"] = [this](const Call& call) {
    const std::string run = text_of(call.params, "run");
    const fs::path file = runs_.find(run).folder() / "report.html";
    const std::string url = "/runs/" + run + "/report";
    std::error_code error;
    if (fs::exists(file, error)) return answer(call, {{"url", url}});
    if (!runs_.find(run).is_over())
      throw RequestFault("refused", "the run is not finished",
                         "its report is written when it is done");
    runs_.make_file(run, "report", file, [this, call, url](const std::string& fault) {
      server_->post([this, call, url, fault] {
        if (!fault.empty()) return fail(call, {"failed", "no report: " + fault});
        answer(call, {{"url", url}});
      });
    });
  };
  methods_["run.export"] = [this](const Call& call) { export_run(call); };
  methods_["run.remove"] = [this](const Call& call) {
    runs_.remove(text_of(call.params, "run"));
    answer(call, Json::object());
    server_->send_to_all(dump({{"event", "runs"}}));
  };
  methods_["runs.list"] = [this](const Call& call) {
    Json list = Json::array();
    for (const std::string& run : runs_.list(document().file().string()))
      list.push_back(run_info(run));
    answer(call, {{"runs", std::move(list)}});
  };
}

void Desktop::send_picture(const std::string& path, std::function<void(WebAnswer)> reply) {
  constexpr std::string_view kExamples = "/images/example/", kEnding = ".svg";
  if (!path.starts_with(kExamples) || !path.ends_with(kEnding)) return reply(not_found());
  const std::string name =
      path.substr(kExamples.size(), path.size() - kExamples.size() - kEnding.size());
  const fs::path model = find_example(name);
  if (model.empty()) return reply(not_found());
  const std::string text = read_bytes(model);
  const fs::path folder = cache_folder() / "images";
  std::error_code error;
  fs::create_directories(folder, error);
  const fs::path file = folder / (short_digest(text) + ".svg");
  if (std::string svg = read_bytes(file); !svg.empty()) return reply(image_answer(std::move(svg)));
  // Browsers have few connections to a server: one that waited for each picture would keep out
  // everything else. They hear of it when it is there.
  reply(image_answer(kNoPictureYet));
  if (std::ranges::find(pictures_, file, &Picture::file) == pictures_.end())
    pictures_.push_back({model, file, text, path});
  make_next_picture();
}

/// One after the other: a gallery has many.
void Desktop::make_next_picture() {
  if (is_drawing_ || pictures_.empty()) return;
  is_drawing_ = true;
  const Picture& next = pictures_.front();
  runs_.make_picture(next.model, next.text, next.file, [this](const std::string& error) {
    server_->post([this, error] {
      const Picture made = std::move(pictures_.front());
      pictures_.erase(pictures_.begin());
      is_drawing_ = false;
      Json event = {{"event", "picture"}, {"image", made.request}};
      if (!error.empty()) event["failed"] = true;
      server_->send_to_all(dump(event));
      make_next_picture();
    });
  });
}

void Desktop::get_private(const std::string& path, const std::string& /*query*/,
                          std::function<void(WebAnswer)> reply) {
  try {
    if (path.starts_with("/images/")) return send_picture(path, std::move(reply));
    constexpr std::string_view kRuns = "/runs/", kReport = "/report";
    if (path.starts_with(kRuns) && path.ends_with(kReport)) {
      const std::string run =
          path.substr(kRuns.size(), path.size() - kRuns.size() - kReport.size());
      const std::string page = read_bytes(runs_.find(run).folder() / "report.html");
      if (page.empty()) return reply(not_found());
      return reply({200, "text/html; charset=utf-8", page, kReportPolicy});
    }
    reply(not_found());
  } catch (const std::exception&) {
    reply(not_found());
  }
}

}  // namespace holon::serve
