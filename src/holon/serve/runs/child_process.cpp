// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/serve/runs/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace holon::serve {
namespace {

constexpr std::uint32_t kLargestWorkerMessage = 64U << 20;
// Commands that a child has not read, beside its request.
constexpr std::size_t kMostWaitingCommands = std::size_t{64} << 20;

bool read_exactly(int file, char* bytes, std::size_t size) {
  while (size > 0) {
    const ssize_t count = read(file, bytes, size);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

}  // namespace

ChildProcess::ChildProcess(const std::filesystem::path& program,
                           const std::filesystem::path& errors, const std::string& request,
                           Receive receive, End end) {
  std::array<int, 2> commands{}, messages{};
  wake_ = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (wake_ < 0 || pipe2(commands.data(), O_CLOEXEC) != 0) {
    if (wake_ >= 0) close(wake_);
    throw std::runtime_error("no pipe for a run");
  }
  if (pipe2(messages.data(), O_CLOEXEC) != 0) {
    for (const int each : {wake_, commands[0], commands[1]}) close(each);
    throw std::runtime_error("no pipe for a run");
  }
  // Everything that needs memory is made before the fork.
  const std::string path = program.empty() ? "/proc/self/exe" : program.string();
  const std::string error_file = errors.string();
  std::array<char*, 3> words{const_cast<char*>("holon"), const_cast<char*>("run-worker"), nullptr};
  process_ = fork();
  if (process_ == 0) {
    dup2(commands[0], STDIN_FILENO);
    dup2(messages[1], STDOUT_FILENO);
    const int log = open(error_file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (log >= 0) dup2(log, STDERR_FILENO);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    setpgid(0, 0);  // ctrl-C in the server's terminal is for the server
    execv(path.c_str(), words.data());
    _exit(127);
  }
  close(commands[0]);
  close(messages[1]);
  if (process_ < 0) {
    for (const int each : {wake_, commands[1], messages[0]}) close(each);
    throw std::runtime_error("the system starts no further process");
  }
  commands_ = commands[1];
  messages_ = messages[0];
  fcntl(commands_, F_SETFL, O_NONBLOCK);
  waiting_ = request + '\n';  // the thread writes it first
  thread_ = std::thread(
      [this, receive = std::move(receive), end = std::move(end)] { listen(receive, end); });
}

ChildProcess::~ChildProcess() {
  kill();
  if (thread_.joinable()) thread_.join();
  for (const int each : {commands_, messages_, wake_}) close(each);
}

void ChildProcess::send(const std::string& line) {
  {
    const std::lock_guard lock(mutex_);
    if (waiting_.size() + line.size() >= kMostWaitingCommands) return;
    waiting_ += line;
    waiting_ += '\n';
  }
  const std::uint64_t one = 1;
  // Full only where the thread is woken anyway.
  [[maybe_unused]] const ssize_t written = write(wake_, &one, sizeof one);
}

void ChildProcess::kill() {
  const std::lock_guard lock(mutex_);
  if (process_ <= 0) return;
  ::kill(-process_, SIGKILL);  // with those that it has started, as a compiler
  ::kill(process_, SIGKILL);   // alone, where it has not yet a group of its own
}

/// As much as the pipe takes.
void ChildProcess::write_commands() {
  const std::lock_guard lock(mutex_);
  std::size_t done = 0;
  while (done < waiting_.size()) {
    const ssize_t count = write(commands_, waiting_.data() + done, waiting_.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno != EAGAIN) done = waiting_.size();  // nobody reads it any more
    if (count < 0) break;
    done += static_cast<std::size_t>(count);
  }
  waiting_.erase(0, done);
}

/// Writes commands meanwhile; false where no message can come.
bool ChildProcess::wait_for_message() {
  for (;;) {
    bool has_commands = false;
    {
      const std::lock_guard lock(mutex_);
      has_commands = !waiting_.empty();
    }
    std::array<pollfd, 3> files{pollfd{messages_, POLLIN, 0}, pollfd{wake_, POLLIN, 0},
                                pollfd{has_commands ? commands_ : -1, POLLOUT, 0}};
    if (poll(files.data(), files.size(), -1) < 0) {
      if (errno == EINTR) continue;
      return false;
    }
    if (files[1].revents != 0) {
      std::uint64_t count = 0;
      [[maybe_unused]] const ssize_t taken = read(wake_, &count, sizeof count);
      write_commands();
    }
    if (files[2].revents != 0) write_commands();
    if (files[0].revents != 0) return true;
  }
}

/// Waits for its end; its status.
int ChildProcess::reap() {
  pid_t process = -1;
  {
    const std::lock_guard lock(mutex_);
    process = process_;
  }
  siginfo_t ended{};
  while (waitid(P_PID, static_cast<id_t>(process), &ended, WEXITED | WNOWAIT) < 0 &&
         errno == EINTR) {
  }
  // Until it is waited for its number is not given to another process, which `kill` would hit.
  const std::lock_guard lock(mutex_);
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
  return status;
}

void ChildProcess::listen(const Receive& receive, const End& end) {
  // A pipe without a reader is an error here, not a signal for the whole server.
  sigset_t pipe_signal;
  sigemptyset(&pipe_signal);
  sigaddset(&pipe_signal, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe_signal, nullptr);
  std::vector<char> payload;
  while (wait_for_message()) {
    std::array<unsigned char, 4> head{};
    if (!read_exactly(messages_, reinterpret_cast<char*>(head.data()), head.size())) break;
    const std::uint32_t length =
        head[0] | (head[1] << 8) | (head[2] << 16) | (static_cast<std::uint32_t>(head[3]) << 24);
    if (length == 0 || length > kLargestWorkerMessage) break;
    payload.resize(length);
    if (!read_exactly(messages_, payload.data(), length)) break;
    receive(payload[0], {payload.data() + 1, length - 1});
  }
  // One that closed its messages, or sent what is none, is of no use; nobody waits for it.
  kill();
  const int status = reap();
  end(WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status));
}

}  // namespace holon::serve
