// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

/// A browser's side of the desktop's protocol, by hand, so that it can also break the rules.
namespace holon::test {

using Json = nlohmann::ordered_json;

/// A TCP connection to 127.0.0.1; every wait is bounded.
class LocalConnection {
 public:
  explicit LocalConnection(int port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
      throw std::runtime_error("cannot connect");
  }
  ~LocalConnection() {
    if (socket_ >= 0) ::close(socket_);
  }
  LocalConnection(LocalConnection&& other) noexcept
      : socket_(std::exchange(other.socket_, -1)), buffer_(std::move(other.buffer_)) {}
  LocalConnection(const LocalConnection&) = delete;
  LocalConnection& operator=(const LocalConnection&) = delete;

  void write(const std::string& bytes) {
    for (std::size_t done = 0; done < bytes.size();) {
      const ssize_t n = ::send(socket_, bytes.data() + done, bytes.size() - done, MSG_NOSIGNAL);
      if (n <= 0) throw std::runtime_error("the connection is closed");
      done += static_cast<std::size_t>(n);
    }
  }
  /// So many bytes, or fewer at the end of the connection.
  std::string read(std::size_t count) {
    while (buffer_.size() < count && fill()) {
    }
    const std::string result = buffer_.substr(0, count);
    buffer_.erase(0, count);
    return result;
  }
  std::string read_to(const std::string& mark) {
    while (buffer_.find(mark) == std::string::npos && fill()) {
    }
    const std::size_t at = buffer_.find(mark);
    return read(at == std::string::npos ? buffer_.size() : at + mark.size());
  }

 private:
  bool fill() {
    constexpr int kPatience = 60'000;  // [ms]
    pollfd waits{socket_, POLLIN, 0};
    if (::poll(&waits, 1, kPatience) != 1) throw std::runtime_error("no answer in a minute");
    char bytes[65536];
    const ssize_t n = ::recv(socket_, bytes, sizeof bytes, 0);
    if (n <= 0) return false;
    buffer_.append(bytes, static_cast<std::size_t>(n));
    return true;
  }

  int socket_;
  std::string buffer_;
};

struct HttpReply {
  int status = 0;
  std::string head, body;
  std::string header(const std::string& name) const {
    const std::size_t at = head.find("\r\n" + name + ": ");
    if (at == std::string::npos) return {};
    const std::size_t begin = at + name.size() + 4;
    return head.substr(begin, head.find("\r\n", begin) - begin);
  }
};

/// One request with exactly these lines of header; `Host` is added unless they have one.
inline HttpReply http(int port, const std::string& request_line, std::string headers = {},
                      const std::string& body = {}) {
  LocalConnection connection(port);
  if (headers.find("Host:") == std::string::npos)
    headers = "Host: 127.0.0.1:" + std::to_string(port) + "\r\n" + headers;
  if (!body.empty()) headers += "Content-Length: " + std::to_string(body.size()) + "\r\n";
  connection.write(request_line + " HTTP/1.1\r\n" + headers + "Connection: close\r\n\r\n" + body);
  HttpReply reply;
  reply.head = connection.read_to("\r\n\r\n");
  if (reply.head.size() > 12) reply.status = std::stoi(reply.head.substr(9, 3));
  reply.body = connection.read(std::size_t{1} << 28);
  return reply;
}

/// The protocol on a WebSocket.
class DesktopClient {
 public:
  DesktopClient(int port, const std::string& cookie, std::string origin = {}) : connection_(port) {
    if (origin.empty()) origin = "http://127.0.0.1:" + std::to_string(port);
    connection_.write("GET /socket HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) +
                      "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: "
                      "AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\nOrigin: " +
                      origin + "\r\nCookie: " + cookie + "\r\n\r\n");
    status = connection_.read_to("\r\n\r\n").substr(9, 3);
  }

  /// A frame with this first byte (0x81: text) and payload, masked as browsers do.
  void send_frame(unsigned char first, const std::string& payload) {
    std::string frame(1, static_cast<char>(first));
    const std::size_t size = payload.size();
    if (size < 126) {
      frame += static_cast<char>(0x80 | size);
    } else if (size < 65536) {
      frame += static_cast<char>(0x80 | 126);
      for (int k = 1; k >= 0; --k) frame += static_cast<char>((size >> (8 * k)) & 0xFF);
    } else {
      frame += static_cast<char>(0x80 | 127);
      for (int k = 7; k >= 0; --k) frame += static_cast<char>((size >> (8 * k)) & 0xFF);
    }
    constexpr unsigned char kMask[4] = {0x12, 0x34, 0x56, 0x78};
    frame.append(reinterpret_cast<const char*>(kMask), 4);
    for (std::size_t k = 0; k < size; ++k)
      frame += static_cast<char>(static_cast<unsigned char>(payload[k]) ^ kMask[k % 4]);
    connection_.write(frame);
  }

  struct Binary {
    Json header;
    std::vector<double> numbers;  ///< of a payload of 64-bit numbers
  };
  std::vector<Json> events;
  std::vector<Binary> frames;
  std::string status;
  int closed_with = 0;  ///< status of the server's closing frame

  /// The result, or {"error": …}; frames and events that come before are kept.
  Json call(const std::string& method, Json params = Json::object()) {
    const int id = ++last_id_;
    send_frame(0x81, Json({{"id", id}, {"method", method}, {"params", params}}).dump());
    for (;;) {
      const Json message = receive();
      if (message.is_null()) throw std::runtime_error("closed while waiting for " + method);
      if (message.contains("binary")) {
        if (frames.back().header.value("id", -1) == id) return frames.back().header;
        continue;
      }
      if (!message.contains("id") || message["id"] != id) {
        events.push_back(message);
        continue;
      }
      return message.contains("result") ? message["result"] : Json{{"error", message["error"]}};
    }
  }

  /// The next event for which `fits` is true, also of those that have come already.
  template <class F>
  Json wait_for(const F& fits) {
    for (std::size_t k = 0; k < events.size(); ++k)
      if (fits(events[k])) {
        const Json found = events[k];
        events.erase(events.begin() + static_cast<std::ptrdiff_t>(k));
        return found;
      }
    for (;;) {
      const Json message = receive();
      if (message.is_null()) throw std::runtime_error("closed while waiting for an event");
      if (message.contains("binary")) continue;
      if (fits(message)) return message;
      events.push_back(message);
    }
  }
  Json wait_for_event(const std::string& name) {
    return wait_for([&](const Json& event) { return event.value("event", "") == name; });
  }
  /// The end of a run.
  Json wait_for_run(const std::string& run) {
    return wait_for([&](const Json& event) {
      if (event.value("event", "") != "run" || event["info"]["run"] != run) return false;
      const std::string state = event["info"]["state"];
      return state != "starting" && state != "running" && state != "paused";
    })["info"];
  }

  /// A message; {"binary": true} for a frame of numbers, null where the server has closed.
  Json receive() {
    const std::string head = connection_.read(2);
    if (head.size() < 2) return nullptr;
    const int kind = head[0] & 0x0F;
    std::uint64_t size = head[1] & 0x7F;
    if (size >= 126) {
      const std::string longer = connection_.read(size == 126 ? 2 : 8);
      size = 0;
      for (const char c : longer) size = size << 8 | static_cast<unsigned char>(c);
    }
    const std::string payload = connection_.read(size);
    if (kind == 8) {
      if (payload.size() >= 2)
        closed_with =
            static_cast<unsigned char>(payload[0]) * 256 + static_cast<unsigned char>(payload[1]);
      return nullptr;
    }
    if (kind == 9) {
      send_frame(0x8A, payload);
      return receive();
    }
    if (kind == 1) return Json::parse(payload);
    std::uint32_t length = 0;
    std::memcpy(&length, payload.data(), 4);
    Binary frame{Json::parse(payload.substr(4, length)), {}};
    const std::size_t begin = 4 + length;
    if (begin % 8 != 0) throw std::runtime_error("the payload is not aligned");
    frame.numbers.resize((payload.size() - begin) / sizeof(double));
    std::memcpy(frame.numbers.data(), payload.data() + begin,
                frame.numbers.size() * sizeof(double));
    frames.push_back(std::move(frame));
    return {{"binary", true}};
  }

 private:
  LocalConnection connection_;
  int last_id_ = 0;
};

}  // namespace holon::test
