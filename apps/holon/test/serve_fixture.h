// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/resource.h>
#include <sys/wait.h>

#include <algorithm>
#include <csignal>

#include "command_line_fixture.h"
#include "serve_client.h"

namespace holon::test {

inline constexpr const char* kServedPendulum = R"yaml(holon: 1
title: Pendulum <script>alert(1)</script>
units: strict
parameters:
  m: 1 kg        # mass
  L: 1 m
tunable: [m]
parts:
  link:
    type: RigidBody
    mass: m
    inertia: {rod: {length: L, axis: x}}
    center_of_mass: [L/2, 0, 0]
    frames: {tip: {at: [L, 0, 0]}}
  pin:
    type: Revolute
    between: [world, link]
    axis: [0, 1, 0]
    damping: 0.05 N m s/rad
    initial: {angle: 20 deg}
simulate: {until: 2 s, interval: 0.05 s}
outputs: [pin.angle, link.tip.position]
plots: [{title: Swing, y: [pin.angle]}]
)yaml";

/// The desktop's server as a process, in a folder with one model.
class Serve : public CommandLine {
 protected:
  void SetUp() override {
    CommandLine::SetUp();
    fs::create_directories(at("models"));
    write("models/pendulum.yaml", kServedPendulum);
    start();
  }
  void TearDown() override {
    end(SIGTERM);
    if (output_ >= 0) ::close(output_);
    CommandLine::TearDown();
  }

  /// A port of this test's own, so that a server that is started again finds it free: tests run
  /// side by side, and all would begin with the usual one. Below those of outgoing connections.
  static std::string find_port() {
    for (int port = 10'000 + ::getpid() % 20'000;; ++port) {
      const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
      sockaddr_in address{};
      address.sin_family = AF_INET;
      address.sin_port = htons(static_cast<std::uint16_t>(port));
      address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
      const bool is_free =
          ::bind(socket, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
      ::close(socket);
      if (is_free) return std::to_string(port);
    }
  }

  /// Begins the server in the folder `models`, and reads its URL.
  void start() {
    if (port_text_.empty()) port_text_ = find_port();
    int lines[2];
    ASSERT_EQ(::pipe(lines), 0);
    server_ = ::fork();
    if (server_ == 0) {
      ::dup2(lines[1], STDOUT_FILENO);
      ::setenv("XDG_STATE_HOME", at("state").c_str(), 1);
      ::setenv("XDG_CACHE_HOME", at("cache").c_str(), 1);
      ::setenv("XDG_DATA_HOME", at("data").c_str(), 1);
      if (largest_file_ > 0) {
        const rlimit limit{largest_file_, largest_file_};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        std::signal(SIGXFSZ, SIG_IGN);
      }
      if (::chdir(at("models").c_str()) != 0) ::_exit(126);
      ::execl(HOLON_EXECUTABLE, "holon", "serve", "--port", port_text_.c_str(), nullptr);
      ::_exit(127);
    }
    ::close(lines[1]);
    std::string text;
    char c = 0;
    while (text.find("#token=") == std::string::npos || c != '\n')
      if (::read(lines[0], &c, 1) == 1)
        text += c;
      else
        break;
    if (output_ >= 0) ::close(output_);
    output_ = lines[0];  // a server whose output nobody reads any more would end
    const std::size_t colon = text.find("127.0.0.1:"), mark = text.find("/#token=");
    ASSERT_NE(mark, std::string::npos) << text;
    port_text_ = text.substr(colon + 10, mark - colon - 10);
    port_ = std::stoi(port_text_);
    token_ = text.substr(mark + 8, text.find('\n', mark) - mark - 8);
  }
  /// Its exit status, or minus the signal that ended it.
  int end(int signal) {
    if (server_ <= 0) return 0;
    ::kill(server_, signal);
    int status = 0;
    ::waitpid(server_, &status, 0);
    server_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }

  std::string origin() const { return "Origin: http://127.0.0.1:" + port_text_ + "\r\n"; }
  std::string log_in() const {
    const HttpReply reply =
        http(port_, "POST /session", origin(), Json({{"token", token_}}).dump());
    EXPECT_EQ(reply.status, 204) << reply.head;
    const std::string cookie = reply.header("Set-Cookie");
    return cookie.substr(0, cookie.find(';'));
  }
  DesktopClient connect() { return {port_, log_in()}; }
  DesktopClient open_pendulum() {
    DesktopClient client = connect();
    const Json state = client.call("model.open", {{"path", "pendulum.yaml"}});
    EXPECT_TRUE(state.contains("text")) << state;
    revision_ = state.value("revision", 0);
    return client;
  }

  /// The process that the server has started last; -1 where there is none. Another one shows the
  /// model.
  pid_t find_child() const {
    pid_t last = -1;
    for (const fs::directory_entry& entry : fs::directory_iterator("/proc")) {
      std::string stat;
      std::getline(std::ifstream(entry.path() / "stat"), stat);
      const std::size_t behind = stat.rfind(')');  // of the program's name
      if (behind == std::string::npos || behind + 4 > stat.size()) continue;
      if (std::atoi(stat.c_str() + behind + 4) == server_)
        last = std::max(last, std::atoi(stat.c_str()));
    }
    return last;
  }

  /// The process of the server of a test that begins another one with `start`.
  pid_t leave_running() {
    other_output_ = std::exchange(output_, -1);
    port_text_.clear();
    return std::exchange(server_, -1);
  }
  void end_other(pid_t other) {
    ::kill(other, SIGTERM);
    ::waitpid(other, nullptr, 0);
    ::close(other_output_);
  }

  rlim_t largest_file_ = 0;  ///< [bytes] that the server may write into a file; 0: any number
  int other_output_ = -1;
  pid_t server_ = -1;
  int port_ = 0, revision_ = 0, output_ = -1;
  std::string port_text_, token_;
};

}  // namespace holon::test
