// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/serve/runs/run_store.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <utility>

#include "holon/serve/wire/user_folders.h"

namespace holon::serve {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostKept = 30;  // runs of one model
constexpr std::size_t kMostAtATime = 8;
constexpr std::size_t kMostJobs = 16;

std::int64_t seconds_since_1970() {
  return std::chrono::duration_cast<std::chrono::seconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

/// 12 of "r12"; 0 of anything else.
int number_of_run(const std::string& name) {
  int number = 0;
  const char* end = name.data() + name.size();
  if (!name.starts_with("r")) return 0;
  const auto [stop, error] = std::from_chars(name.data() + 1, end, number);
  return error == std::errc() && stop == end ? number : 0;
}

/// That of the run "0123abcd-r12".
int number_of_id(const std::string& id) { return number_of_run(id.substr(id.find('-') + 1)); }

}  // namespace

/// A child process that makes a file.
struct RunStore::Job {
  std::string error = "it was interrupted";
  std::atomic<bool> is_done = false;
  std::unique_ptr<ChildProcess> child;
};

RunStore::RunStore(fs::path program, std::function<void()> changed)
    : program_(std::move(program)), changed_(std::move(changed)) {}

RunStore::~RunStore() {
  constexpr auto kPatience = std::chrono::milliseconds(500);
  const auto is_over = [](const auto& each) { return each.second->is_over(); };
  for (const auto& [id, run] : runs_) run->command({{"command", "stop"}});
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (!std::ranges::all_of(runs_, is_over) && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  // Their threads use what is destroyed below.
  jobs_.clear();
  runs_.clear();
}

fs::path RunStore::folder_of(const std::string& file) const {
  return state_folder() / "runs" / short_digest(file);
}

/// What is on disk, and not known yet: another server may have made it.
void RunStore::load_runs(const std::string& file) {
  const bool is_first = !by_model_.contains(file);
  std::vector<std::string>& known = by_model_[file];
  const std::vector<std::string> before = known;
  std::vector<int> numbers;
  std::error_code error;
  const fs::path folder = folder_of(file);
  const auto is_gone = [&](const std::string& id) {
    const RunRecord& run = *runs_.at(id);
    std::error_code ignored;
    return run.is_over() && !fs::exists(run.folder(), ignored);
  };
  std::erase_if(known, [&](const std::string& id) { return is_gone(id) && runs_.erase(id) > 0; });
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error))
    if (const int number = number_of_run(entry->path().filename().string()))
      numbers.push_back(number);
  std::ranges::sort(numbers);
  for (const int number : numbers) {
    const std::string name = "r" + std::to_string(number);
    const std::string id = short_digest(file).substr(0, 8) + "-" + name;
    if (runs_.contains(id)) continue;
    try {
      auto run = std::make_shared<RunRecord>(folder / name);
      runs_.emplace(id, std::move(run));
      known.push_back(id);
    } catch (const std::exception&) {
      // Damaged, or it goes on in another server: nothing of it can be shown.
    }
  }
  std::ranges::stable_sort(known, {}, number_of_id);
  if (!is_first && known != before) is_changed_elsewhere_ = true;
}

bool RunStore::find_others(const std::string& file) {
  if (by_model_.contains(file)) load_runs(file);
  return std::exchange(is_changed_elsewhere_, false);
}

std::string RunStore::start(const RunOrder& order) {
  load_runs(order.file);
  const auto running = static_cast<std::size_t>(
      std::ranges::count_if(runs_, [](const auto& each) { return !each.second->is_over(); }));
  if (running >= kMostAtATime)
    throw RequestFault("busy", "there are " + std::to_string(running) + " runs already",
                       "stop one of them first");
  forget_old(order.file);
  const fs::path folder = folder_of(order.file);
  int number = 0;
  for (const std::string& id : by_model_[order.file]) number = std::max(number, number_of_id(id));
  std::error_code error;
  fs::create_directories(folder, error);
  fs::path place;
  // Another server may run the same example: whoever makes the folder has the number.
  bool is_made = false;
  while (!is_made && !error) {
    place = folder / ("r" + std::to_string(++number));
    is_made = fs::create_directory(place, error);
  }
  if (error)
    throw RequestFault("failed",
                       "cannot make the folder '" + place.string() + "': " + error.message());
  const std::string id = short_digest(order.file).substr(0, 8) + "-r" + std::to_string(number);
  Json settings = Json::object();
  for (const Json& each : order.settings) settings[each["name"].get<std::string>()] = each["value"];
  Json info = {{"run", id},
               {"number", number},
               {"model", order.shown},
               {"title", order.title},
               {"state", "starting"},
               {"time", 0},
               {"until", 0},
               {"wallSeconds", 0},
               {"steps", 0},
               {"realtime", order.realtime},
               {"settings", std::move(settings)},
               {"notes", Json::array()},
               {"begun", seconds_since_1970()},
               {"digest", ""}};
  if (order.speed > 0) info["speed"] = order.speed;
  if (!order.from.is_null()) info["from"] = order.from;
  Json request = {{"path", order.file},
                  {"text", order.text},
                  {"settings", order.settings},
                  {"realtime", order.realtime}};
  if (!order.signals.is_null()) request["signals"] = order.signals;
  if (!order.inputs.empty()) request["inputs"] = order.inputs;
  if (order.speed > 0) request["speed"] = order.speed;
  if (!order.start.is_null()) request["start"] = order.start;
  runs_[id] = std::make_shared<RunRecord>(place, std::move(info), request, program_, [this, id] {
    {
      const std::lock_guard lock(mutex_);
      news_.insert(id);
    }
    changed_();
  });
  by_model_[order.file].push_back(id);
  return id;
}

void RunStore::forget_old(const std::string& file) {
  std::vector<std::string>& known = by_model_[file];
  for (std::size_t k = 0; known.size() >= kMostKept && k < known.size();) {
    if (runs_.at(known[k])->is_over())
      remove(known[k]);
    else
      ++k;
  }
}

RunRecord& RunStore::find(const std::string& run) {
  const auto found = runs_.find(run);
  if (found == runs_.end()) throw RequestFault("missing", "there is no run '" + run + "'");
  return *found->second;
}

std::shared_ptr<const RunRecord> RunStore::share(const std::string& run) {
  find(run);
  return runs_.at(run);
}

std::vector<std::string> RunStore::list(const std::string& file) {
  load_runs(file);
  std::vector<std::string> ids = by_model_[file];
  std::ranges::reverse(ids);
  return ids;
}

void RunStore::remove(const std::string& run) {
  const fs::path folder = find(run).folder();
  runs_.erase(run);
  for (auto& [file, ids] : by_model_) std::erase(ids, run);
  std::error_code ignored;
  fs::remove_all(folder, ignored);
}

std::set<std::string> RunStore::take_changed() {
  const std::lock_guard lock(mutex_);
  return std::exchange(news_, {});
}

void RunStore::start_job(const Json& request, std::function<void(std::string)> done) {
  tidy();
  if (jobs_.size() >= kMostJobs) return done("too many files are being made");
  auto job = std::make_shared<Job>();
  jobs_.push_back(job);
  Job* made = job.get();
  try {
    job->child = std::make_unique<ChildProcess>(
        program_, "/dev/null", dump(request),
        [made](char kind, std::string_view payload) {
          const Json news = kind == 'J' ? Json::parse(payload, nullptr, false) : Json();
          if (!news.is_object()) return;
          if (news.value("state", "") == "done") made->error.clear();
          if (news.contains("failure")) made->error = news["failure"].value("message", "it failed");
        },
        [made, done](int status) {
          done(status == 0           ? made->error
               : made->error.empty() ? "its process ended early"
                                     : made->error);
          made->is_done = true;
        });
  } catch (const std::exception& e) {
    jobs_.pop_back();
    done(e.what());
  }
}

void RunStore::tidy() {
  std::erase_if(jobs_, [](const auto& job) { return job->is_done.load(); });
}

void RunStore::make_file(const std::string& run, const std::string& key, const fs::path& file,
                         std::function<void(std::string)> done) {
  const RunRecord& record = find(run);
  Json request = record.request();
  request[key] = file.string();
  // It ends where the run that is shown ended.
  const Json info = record.info();
  if (info["state"] == "interrupted" && info["time"].get<double>() > 0)
    request["settings"].push_back(
        {{"name", "simulate.until"}, {"value", dump(info["time"]) + " s"}});
  start_job(request, std::move(done));
}

void RunStore::make_picture(const fs::path& model, const std::string& text, const fs::path& file,
                            std::function<void(std::string)> done) {
  start_job({{"path", model.string()}, {"text", text}, {"picture", file.string()}},
            std::move(done));
}

}  // namespace holon::serve
