// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

/// HTTP and WebSocket on 127.0.0.1: docs/design/desktop.md, Serving.
namespace holon::serve {

struct WebOptions {
  unsigned short port = 0;  ///< 0: any free one
  std::string token;        ///< that a page exchanges for the session's cookie
  std::string cookie;       ///< secret value of the cookie
  std::size_t largest_message = std::size_t{8} << 20;   ///< [bytes] that a client may send
  std::size_t largest_backlog = std::size_t{64} << 20;  ///< [bytes] unsent; then it is disconnected
  std::size_t most_clients = 32;
};

/// A connected browser.
using Client = std::uint64_t;

struct WebAnswer {
  int status = 200;
  std::string type = "text/plain; charset=utf-8";
  std::string body{};
  /// Content-Security-Policy; empty: nothing may be loaded or run.
  std::string policy{};
  bool may_be_kept = false;  ///< by the browser's cache
  std::string download{};    ///< name of the file under which it is saved; empty: it is shown
  /// The same once more, packed: sent to browsers that accept it. Not owned.
  std::string_view bytes{};  ///< in place of `body`, of what lives as long as the server
};

/// Receives what browsers send; all calls come from the thread of WebServer::run.
class WebHandler {
 public:
  virtual ~WebHandler() = default;
  virtual void connected(Client client) = 0;
  virtual void disconnected(Client client) = 0;
  virtual void receive(Client client, const std::string& text) = 0;
  /// Everything that was sent to the client has left.
  virtual void drained(Client client) = 0;
  /// A file of the front end: for everybody.
  virtual WebAnswer get_public(const std::string& path) = 0;
  /// Anything else, for a browser with the session's cookie. `reply` may be called later, in the
  /// same thread, once. `path` begins with '/', `query` follows the question mark.
  virtual void get_private(const std::string& path, const std::string& query,
                           std::function<void(WebAnswer)> reply) = 0;
  /// Whether it is one of the paths of get_private.
  virtual bool is_private(const std::string& path) const = 0;
};

class WebServer {
 public:
  /// Begins to listen. Throws std::runtime_error where the port is in use.
  WebServer(WebOptions options, WebHandler& handler);
  ~WebServer();
  WebServer(const WebServer&) = delete;
  WebServer& operator=(const WebServer&) = delete;

  unsigned short port() const;
  /// Serves until `stop`.
  void run();

  // From any thread.
  void stop();
  void post(std::function<void()> work);  ///< in the thread of `run`

  // In the thread of `run` alone.
  void send(Client client, std::string message, bool is_binary = false);
  /// The same text to all clients.
  void send_to_all(const std::string& message);
  std::size_t backlog(Client client) const;  ///< [bytes] that have not left yet
  void disconnect(Client client, const std::string& reason);
  /// Calls `work` again and again, the first time after one period, until the server is stopped.
  void repeat(std::chrono::milliseconds period, std::function<void()> work);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace holon::serve
