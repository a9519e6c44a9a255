// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/serve/desktop/worker.h"

#include <algorithm>

namespace holon::serve {

Worker::Worker() : thread_([this] { work(); }) {}

Worker::~Worker() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
    tasks_.clear();
  }
  changed_.notify_one();
  thread_.join();
}

void Worker::add(std::function<void()> task, const std::string& key) {
  {
    const std::lock_guard lock(mutex_);
    if (!key.empty()) std::erase_if(tasks_, [&](const Task& each) { return each.key == key; });
    tasks_.push_back({key, std::move(task)});
  }
  changed_.notify_one();
}

std::size_t Worker::waiting() const {
  const std::lock_guard lock(mutex_);
  return tasks_.size();
}

void Worker::work() {
  for (;;) {
    std::function<void()> task;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return ends_ || !tasks_.empty(); });
      if (ends_) return;
      task = std::move(tasks_.front().work);
      tasks_.pop_front();
    }
    try {
      task();
    } catch (...) {
      // Tasks answer what fails themselves; an interrupt ends the server, and nobody waits.
    }
  }
}

}  // namespace holon::serve
