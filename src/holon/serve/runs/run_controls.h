// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "holon/serve/wire/wire_json.h"
#include "holon/simulate/run/run_pace.h"
#include "holon/simulate/simulation.h"

namespace holon::serve {

/// Changed values of a run, each with the simulated time of its effect [s].
struct LiveChange {
  double time = 0;
  std::string name;
  double value = 0;
};

/// Values that a person changes while a run lasts. They take effect at the end of the step that is
/// being made, and are recorded; a record of an earlier run gives the same run again.
class LiveInputs final : public LiveParameters {
 public:
  explicit LiveInputs(const System& system) {
    for (std::size_t k = 0; k < system.parameters.size(); ++k)
      index_[system.parameters[k].name] = k;
  }
  void replay(std::vector<LiveChange> changes) { replayed_ = std::move(changes); }
  bool has(const std::string& name) const { return index_.contains(name); }
  bool empty() const { return index_.empty(); }

  /// From another thread.
  void set(const std::string& name, double value);
  /// The changes that have taken effect since the last call.
  std::vector<LiveChange> take_changes();

  bool update(double t, std::vector<double>& values) override;

 private:
  bool apply(double t, const std::string& name, double value, std::vector<double>& values);

  std::map<std::string, std::size_t> index_;
  std::mutex mutex_;
  std::vector<std::pair<std::string, double>> pending_;
  std::vector<LiveChange> changes_;
  std::vector<LiveChange> replayed_;
  std::size_t next_ = 0;
};

/// Reads the commands of a run, a line of JSON each, in a thread of its own.
class RunControls {
 public:
  RunControls(int file, RunPace& pace) : file_(file), pace_(pace) {}
  ~RunControls();
  /// The first line: what is to be done. Throws std::runtime_error.
  Json read_request();
  void start(LiveInputs* inputs);
  /// Waits for the next line, of a process that reads its commands itself; false at their end.
  bool read_command(Json& command);

 private:
  bool read_line(std::string& line);
  void obey(const Json& command);
  void listen();

  int file_;
  RunPace& pace_;
  LiveInputs* inputs_ = nullptr;
  std::string read_;
  std::thread thread_;
};

}  // namespace holon::serve
