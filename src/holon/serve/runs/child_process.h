// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace holon::serve {

/// A child process that does what run_worker.h says: this program, executed once more.
class ChildProcess {
 public:
  /// Called in a thread of this object: for each message of the child, and at last once with its
  /// exit status (negative: the signal that ended it).
  using Receive = std::function<void(char kind, std::string_view payload)>;
  using End = std::function<void(int status)>;

  /// `program`: to be executed; empty: this one. `errors`: file for what it writes to stderr. Must
  /// be made in a thread that lives as long as the server. Throws std::runtime_error.
  ChildProcess(const std::filesystem::path& program, const std::filesystem::path& errors,
               const std::string& request, Receive receive, End end);
  /// Kills it.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// A command, a line of JSON; ignored where the child has gone. Never waits for the child: of one
  /// that reads nothing, further commands are dropped when many wait.
  void send(const std::string& line);
  void kill();

 private:
  void listen(const Receive& receive, const End& end);
  bool wait_for_message();
  void write_commands();
  int reap();

  std::mutex mutex_;  // of the next two
  pid_t process_ = -1;
  std::string waiting_;  // commands that have not been written yet
  // Ends of pipes: its commands, its messages; and what wakes the thread for a command.
  int commands_ = -1, messages_ = -1, wake_ = -1;
  std::thread thread_;
};

}  // namespace holon::serve
