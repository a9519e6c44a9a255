// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "holon/serve/document/model_check.h"
#include "holon/serve/runs/child_process.h"

namespace holon::serve {

/// The child process that checks one text of a model, then shows that model (model_worker.h).
class ModelProcess {
 public:
  /// Called in a thread of this object.
  struct Events {
    std::function<void(ModelCheck)> checked;
    /// `answer`: `"result":…` or `"error":…`.
    std::function<void(std::int64_t id, std::string answer)> answered;
    /// At last, once; negative: the signal that ended it.
    std::function<void(int status)> ended;
  };

  /// As ChildProcess.
  ModelProcess(const std::filesystem::path& program, const std::string& file,
               const std::string& text, std::int64_t revision, Events events);

  std::int64_t revision() const { return revision_; }
  std::chrono::steady_clock::duration age() const {
    return std::chrono::steady_clock::now() - begun_;
  }
  void kill() { child_.kill(); }
  void ask(std::int64_t id, const std::string& view, const Json& params);

 private:
  std::int64_t revision_;
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
  ChildProcess child_;
};

/// What is found where the process ended before it had checked the text.
ModelCheck make_lost_check(const std::string& file, const std::string& text, std::int64_t revision,
                           int status);
/// "was ended by signal 11 (Segmentation fault)", "ended with status 1".
std::string describe_end(int status);

}  // namespace holon::serve
