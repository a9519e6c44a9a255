// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/serve/runs/child_process.h"

#include <fcntl.h>
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
  if (pipe2(commands.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe for a run");
  if (pipe2(messages.data(), O_CLOEXEC) != 0) {
    close(commands[0]);
    close(commands[1]);
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
    close(commands[1]);
    close(messages[0]);
    throw std::runtime_error("the system starts no further process");
  }
  commands_ = commands[1];
  send(request);
  thread_ = std::thread([this, file = messages[0], receive = std::move(receive),
                         end = std::move(end)] { listen(file, receive, end); });
}

ChildProcess::~ChildProcess() {
  kill();
  if (thread_.joinable()) thread_.join();
  if (commands_ >= 0) close(commands_);
}

void ChildProcess::send(const std::string& line) {
  // A pipe without a reader is an error here, not a signal for the whole server.
  struct sigaction ignore {
  }, before{};
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &ignore, &before);
  const std::string bytes = line + "\n";
  std::string_view left = bytes;
  while (!left.empty()) {
    const ssize_t count = write(commands_, left.data(), left.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) break;
    left.remove_prefix(static_cast<std::size_t>(count));
  }
  sigaction(SIGPIPE, &before, nullptr);
}

void ChildProcess::kill() {
  if (process_ > 0) ::kill(process_, SIGKILL);
}

void ChildProcess::listen(int file, const Receive& receive, const End& end) {
  std::vector<char> payload;
  for (;;) {
    std::array<unsigned char, 4> head{};
    if (!read_exactly(file, reinterpret_cast<char*>(head.data()), head.size())) break;
    const std::uint32_t length =
        head[0] | (head[1] << 8) | (head[2] << 16) | (static_cast<std::uint32_t>(head[3]) << 24);
    if (length == 0 || length > kLargestWorkerMessage) break;
    payload.resize(length);
    if (!read_exactly(file, payload.data(), length)) break;
    receive(payload[0], {payload.data() + 1, length - 1});
  }
  close(file);
  int status = 0;
  const pid_t process = process_;
  // Until it is waited for its number is not given to another process.
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
  end(WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status));
}

}  // namespace holon::serve
