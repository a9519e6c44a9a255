// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace holon::serve {

/// Does tasks one after the other in a thread of its own.
class Worker {
 public:
  Worker();
  /// Drops what waits and waits for the task that runs.
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// `key`: takes the place of a waiting task with this key; empty: of none. Tasks must not throw.
  void add(std::function<void()> task, const std::string& key = {});
  std::size_t waiting() const;

 private:
  struct Task {
    std::string key;
    std::function<void()> work;
  };
  void work();

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Task> tasks_;
  bool ends_ = false;
  std::thread thread_;
};

}  // namespace holon::serve
