// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "holon/serve/runs/run_record.h"

namespace holon::serve {

/// The parameters of `run.start`.
struct RunOrder {
  std::string file, shown, text, title;  ///< of the model
  Json settings = Json::array();         ///< [{name, value}]
  Json signals = nullptr;                ///< a list of names, or "all"
  std::vector<std::string> inputs{};     ///< values that may change while it runs
  bool realtime = false;
  Json start = nullptr;  ///< the state with which it begins: RunRecord::final_state
  Json from = nullptr;   ///< {run, number, time} that it is of
  double speed = 0;      ///< simulated seconds per second; 0: as fast as possible
};

/// The runs of the models that have been open, on disk: of each model a folder, in it a folder for
/// each run. All calls in the server's thread.
class RunStore {
 public:
  /// `changed` is called in any thread when something about a run is new.
  RunStore(std::filesystem::path program, std::function<void()> changed);

  /// Stops all runs, and kills those that do not stop at once.
  ~RunStore();
  RunStore(const RunStore&) = delete;
  RunStore& operator=(const RunStore&) = delete;

  std::string start(const RunOrder& order);
  /// Throws RequestFault where there is none.
  RunRecord& find(const std::string& run);
  std::shared_ptr<const RunRecord> share(const std::string& run);
  /// Of one model, the last one first.
  std::vector<std::string> list(const std::string& file);
  /// Looks for runs that other servers have ended or removed, of a model that was listed before.
  /// Whether there were any since the last call.
  bool find_others(const std::string& file);
  void remove(const std::string& run);
  /// Those about which something was new since the last call.
  std::set<std::string> take_changed();
  /// Has a file made of a run, by running it again: `key` is "report" or "table". `done` is called
  /// in another thread, with an error or nothing.
  void make_file(const std::string& run, const std::string& key, const std::filesystem::path& file,
                 std::function<void(std::string error)> done);
  /// The image of a model for the gallery; likewise.
  void make_picture(const std::filesystem::path& model, const std::string& text,
                    const std::filesystem::path& file, std::function<void(std::string error)> done);
  /// Forgets jobs that are done. In the server's thread, now and then.
  void tidy();

 private:
  struct Job;
  std::filesystem::path folder_of(const std::string& file) const;
  void load_runs(const std::string& file);
  void start_job(const Json& request, std::function<void(std::string error)> done);
  void forget_old(const std::string& file);

  std::filesystem::path program_;
  std::function<void()> changed_;
  std::map<std::string, std::shared_ptr<RunRecord>> runs_;
  std::map<std::string, std::vector<std::string>> by_model_;  ///< oldest first
  bool is_changed_elsewhere_ = false;
  std::mutex mutex_;
  std::set<std::string> news_;
  std::vector<std::shared_ptr<Job>> jobs_;
};

}  // namespace holon::serve
