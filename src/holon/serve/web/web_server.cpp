// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/serve/web/web_server.h"

#include <fcntl.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <deque>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "holon/serve/web/web_policy.h"
#include "holon/serve/wire/user_folders.h"
#include "holon/serve/wire/wire_json.h"

namespace holon::serve {

namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

using HttpRequest = http::request<http::string_body>;
using HttpResponse = http::response<http::string_body>;
using Socket = websocket::stream<beast::tcp_stream>;
using ErrorCode = boost::system::error_code;

constexpr std::uint32_t kLargestHeader = 16 * 1024;
constexpr std::uint64_t kLargestBody = 4 * 1024;  // of POST /session
constexpr std::chrono::seconds kHttpTimeout{30};
// A connection that waits for its first request is closed after this time.
constexpr std::size_t kMostHttpConnections = 128;

std::string_view view_of(beast::string_view text) { return {text.data(), text.size()}; }
beast::string_view beast_view(std::string_view text) { return {text.data(), text.size()}; }

}  // namespace

/// The connections and what they share.
struct WebServer::Impl {
  Impl(WebOptions a_options, WebHandler& a_handler)
      : options(std::move(a_options)), handler(a_handler), acceptor(context) {}

  class HttpSession;
  class SocketSession;

  void listen();
  void accept();
  std::string cookie_name() const { return "holon_" + std::to_string(port); }
  bool has_session(const HttpRequest& request) const {
    return is_same_secret(find_cookie(view_of(request[http::field::cookie]), cookie_name()),
                          options.cookie);
  }

  WebOptions options;
  WebHandler& handler;
  std::size_t http_connections = 0;  // outlives the context, whose handlers hold connections
  asio::io_context context{1};
  tcp::acceptor acceptor;
  unsigned short port = 0;
  Client next = 1;
  std::map<Client, std::shared_ptr<SocketSession>> clients;
  std::vector<std::shared_ptr<asio::steady_timer>> timers;
  bool is_stopped = false;
};

/// One browser's WebSocket.
class WebServer::Impl::SocketSession : public std::enable_shared_from_this<SocketSession> {
 public:
  SocketSession(Impl& server, beast::tcp_stream stream, Client client)
      : server_(server), socket_(std::move(stream)), client_(client) {}

  void start(const HttpRequest& request) {
    socket_.set_option(websocket::stream_base::timeout::suggested(beast::role_type::server));
    socket_.set_option(websocket::stream_base::decorator(
        [](websocket::response_type& response) { response.set(http::field::server, "Holon"); }));
    socket_.read_message_max(server_.options.largest_message);
    socket_.auto_fragment(false);
    // The request must live until the handshake is done.
    auto kept = std::make_shared<HttpRequest>(request);
    socket_.async_accept(*kept, [self = shared_from_this(), kept](ErrorCode error) {
      if (error) return self->leave();
      self->is_open_ = true;
      self->server_.handler.connected(self->client_);
      self->read();
    });
  }

  void send(std::shared_ptr<const std::string> message, bool is_binary) {
    if (!is_open_ || is_closing_) return;
    backlog_ += message->size();
    queue_.push_back({std::move(message), is_binary});
    if (backlog_ > server_.options.largest_backlog && queue_.size() > 1)
      return close(websocket::close_code::try_again_later, "too slow");
    if (queue_.size() == 1) write();
  }

  void close(websocket::close_code code, const char* reason) {
    if (is_closing_) return;
    is_closing_ = true;
    socket_.async_close({code, reason}, [self = shared_from_this()](ErrorCode) { self->leave(); });
  }

  std::size_t backlog() const { return backlog_; }

 private:
  struct Message {
    std::shared_ptr<const std::string> text;
    bool is_binary = false;
  };

  void read() {
    socket_.async_read(buffer_, [self = shared_from_this()](ErrorCode error, std::size_t) {
      if (error) return self->leave();
      if (!self->socket_.got_text())
        return self->close(websocket::close_code::unknown_data, "requests are text");
      const std::string text = beast::buffers_to_string(self->buffer_.data());
      self->buffer_.consume(self->buffer_.size());
      self->server_.handler.receive(self->client_, text);
      if (!self->is_closing_) self->read();
    });
  }

  void write() {
    const Message& next = queue_.front();
    socket_.text(!next.is_binary);
    socket_.async_write(asio::buffer(*next.text),
                        [self = shared_from_this()](ErrorCode error, std::size_t) {
                          if (error) return self->leave();
                          self->backlog_ -= self->queue_.front().text->size();
                          self->queue_.pop_front();
                          if (!self->queue_.empty()) return self->write();
                          if (!self->is_closing_) self->server_.handler.drained(self->client_);
                        });
  }

  void leave() {
    is_closing_ = true;
    if (is_gone_) return;
    is_gone_ = true;
    server_.clients.erase(client_);
    if (is_open_) server_.handler.disconnected(client_);
    ErrorCode ignored;
    beast::get_lowest_layer(socket_).socket().close(ignored);
  }

  Impl& server_;
  Socket socket_;
  Client client_;
  beast::flat_buffer buffer_;
  std::deque<Message> queue_;
  std::size_t backlog_ = 0;
  bool is_open_ = false, is_closing_ = false, is_gone_ = false;
};

/// One connection for files.
class WebServer::Impl::HttpSession : public std::enable_shared_from_this<HttpSession> {
 public:
  HttpSession(Impl& server, tcp::socket socket) : server_(server), stream_(std::move(socket)) {
    ++server_.http_connections;
  }
  ~HttpSession() { --server_.http_connections; }

  void read() {
    parser_.emplace();
    parser_->header_limit(kLargestHeader);
    parser_->body_limit(kLargestBody);
    stream_.expires_after(kHttpTimeout);
    http::async_read(
        stream_, buffer_, *parser_, [self = shared_from_this()](ErrorCode error, std::size_t) {
          if (error == http::error::header_limit || error == http::error::body_limit)
            return self->answer({413, "text/plain", "the request is too large\n"}, false);
          if (error) return;  // malformed, timed out, or the end of the connection
          self->handle();
        });
  }

 private:
  void refuse(int status, const char* why) {
    answer({status, "text/plain", std::string(why) + "\n"});
  }

  void handle() {
    request_ = parser_->release();
    // First of all: pages of other names never see anything, not even errors.
    if (request_.count(http::field::host) != 1 ||
        !is_own_host(view_of(request_[http::field::host]), server_.port))
      return refuse(421, "this server is not known by that name");
    const auto origin = request_.find(http::field::origin);
    const bool has_origin = origin != request_.end();
    if (has_origin && !is_own_origin(view_of(origin->value()), server_.port))
      return refuse(403, "requests of other pages are refused");
    const std::string_view target = view_of(request_.target());
    const std::size_t mark = target.find('?');
    const std::string path = decode_path(target.substr(0, mark));
    const std::string query(mark == std::string_view::npos ? "" : target.substr(mark + 1));
    if (path.empty()) return refuse(400, "the path is malformed");
    if (websocket::is_upgrade(request_)) return upgrade(path, has_origin);
    if (path == "/session") return handle_session(has_origin);
    if (request_.method() != http::verb::get && request_.method() != http::verb::head)
      return refuse(405, "files are only read here");
    if (!server_.handler.is_private(path)) return answer(server_.handler.get_public(path));
    if (!server_.has_session(request_))
      return refuse(401, "open the URL that 'holon serve' prints");
    stream_.expires_never();  // while the answer is made
    server_.handler.get_private(path, query, [self = shared_from_this()](WebAnswer made) {
      self->answer(std::move(made));
    });
  }

  void upgrade(const std::string& path, bool has_origin) {
    if (path != "/socket") return refuse(404, "there is no socket here");
    if (!has_origin) return refuse(403, "a socket needs the header Origin");
    if (!server_.has_session(request_))
      return refuse(401, "open the URL that 'holon serve' prints");
    if (server_.clients.size() >= server_.options.most_clients)
      return refuse(503, "too many browsers are connected");
    stream_.expires_never();  // the socket has its own
    const Client client = server_.next++;
    auto session = std::make_shared<SocketSession>(server_, std::move(stream_), client);
    server_.clients.emplace(client, session);
    session->start(request_);
  }

  void handle_session(bool has_origin) {
    const std::string name = server_.cookie_name();
    constexpr const char* kAttributes = "; Path=/; HttpOnly; SameSite=Strict";
    if (!has_origin) return refuse(403, "a session needs the header Origin");
    if (request_.method() == http::verb::delete_)
      return answer({204, "text/plain"}, true, name + "=; Max-Age=0" + kAttributes);
    if (request_.method() != http::verb::post) return refuse(405, "post the token here");
    std::string token;
    try {
      token = text_of(parse_message(request_.body()), "token");
    } catch (const RequestFault&) {
      return refuse(400, "post {\"token\": \"…\"} here");
    }
    if (!is_same_secret(token, server_.options.token))
      return refuse(403,
                    "that is not the token of this server; open the URL that 'holon serve' "
                    "prints");
    answer({204, "text/plain"}, true, name + "=" + server_.options.cookie + kAttributes);
  }

  void answer(WebAnswer made, bool keeps = true, const std::string& cookie = {}) {
    auto response = std::make_shared<HttpResponse>(
        static_cast<http::status>(made.status), request_.version() == 0 ? 11 : request_.version());
    response->set(http::field::server, "Holon");
    response->set(http::field::content_type, beast_view(made.type));
    response->set("X-Content-Type-Options", "nosniff");
    response->set("Referrer-Policy", "no-referrer");
    response->set("Cross-Origin-Opener-Policy", "same-origin");
    response->set("Cross-Origin-Resource-Policy", "same-origin");
    response->set("Content-Security-Policy",
                  beast_view(made.policy.empty() ? kEmptyPolicy : std::string_view(made.policy)));
    response->set(http::field::cache_control,
                  made.may_be_kept ? "private, max-age=31536000, immutable" : "no-store");
    if (!made.download.empty())
      response->set(http::field::content_disposition,
                    beast_view("attachment; filename=\"" + made.download + "\""));
    if (!cookie.empty()) response->set(http::field::set_cookie, beast_view(cookie));
    response->keep_alive(keeps && request_.keep_alive());
    response->body() = made.bytes.empty() ? std::move(made.body) : std::string(made.bytes);
    response->prepare_payload();
    if (request_.method() == http::verb::head) response->body().clear();
    stream_.expires_after(kHttpTimeout);
    http::async_write(stream_, *response,
                      [self = shared_from_this(), response](ErrorCode error, std::size_t) {
                        if (error) return;
                        if (response->keep_alive() && !self->server_.is_stopped)
                          return self->read();
                        ErrorCode ignored;
                        self->stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
                      });
  }

  Impl& server_;
  beast::tcp_stream stream_;
  beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::string_body>> parser_;
  HttpRequest request_;
};

/// Runs and browsers that the server starts do not keep its sockets open.
template <class AnySocket>
void close_in_children(AnySocket& socket) {
  ::fcntl(socket.native_handle(), F_SETFD, FD_CLOEXEC);
}

void WebServer::Impl::listen() {
  const tcp::endpoint endpoint(asio::ip::address_v4::loopback(), options.port);
  ErrorCode error;
  acceptor.open(endpoint.protocol(), error);
  if (!error) acceptor.set_option(asio::socket_base::reuse_address(true), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (error)
    throw std::runtime_error("cannot listen on 127.0.0.1:" + std::to_string(options.port) + ": " +
                             error.message());
  close_in_children(acceptor);
  port = acceptor.local_endpoint().port();
}

void WebServer::Impl::accept() {
  acceptor.async_accept([this](ErrorCode error, tcp::socket socket) {
    if (is_stopped || error == asio::error::operation_aborted) return;
    if (!error && http_connections < kMostHttpConnections) {
      ErrorCode ignored;
      close_in_children(socket);
      socket.set_option(tcp::no_delay(true), ignored);
      std::make_shared<HttpSession>(*this, std::move(socket))->read();
    }
    if (!error) return accept();
    // Out of file descriptors, for example: not again at once.
    auto timer = std::make_shared<asio::steady_timer>(context, std::chrono::milliseconds(200));
    timer->async_wait([this, timer](ErrorCode) {
      if (!is_stopped) accept();
    });
  });
}

WebServer::WebServer(WebOptions options, WebHandler& handler)
    : impl_(std::make_unique<Impl>(std::move(options), handler)) {
  impl_->listen();
}

WebServer::~WebServer() {
  impl_->is_stopped = true;
  impl_->clients.clear();
}

unsigned short WebServer::port() const { return impl_->port; }

void WebServer::run() {
  impl_->accept();
  impl_->context.run();
}

void WebServer::stop() {
  post([this] {
    if (impl_->is_stopped) return;
    impl_->is_stopped = true;
    ErrorCode ignored;
    impl_->acceptor.close(ignored);
    for (const auto& timer : impl_->timers) timer->cancel();
    const auto clients = impl_->clients;
    for (const auto& [client, session] : clients)
      session->close(websocket::close_code::going_away, "the server ends");
    // Browsers that do not answer are not waited for.
    auto timer =
        std::make_shared<asio::steady_timer>(impl_->context, std::chrono::milliseconds(300));
    timer->async_wait([this, timer](ErrorCode) { impl_->context.stop(); });
  });
}

void WebServer::post(std::function<void()> work) { asio::post(impl_->context, std::move(work)); }

void WebServer::send(Client client, std::string message, bool is_binary) {
  const auto found = impl_->clients.find(client);
  if (found == impl_->clients.end()) return;
  const auto session = found->second;  // which may leave by this
  session->send(std::make_shared<const std::string>(std::move(message)), is_binary);
}

void WebServer::send_to_all(const std::string& message) {
  const auto shared = std::make_shared<const std::string>(message);
  const auto clients = impl_->clients;
  for (const auto& [client, session] : clients) session->send(shared, false);
}

std::size_t WebServer::backlog(Client client) const {
  const auto found = impl_->clients.find(client);
  return found == impl_->clients.end() ? 0 : found->second->backlog();
}

void WebServer::disconnect(Client client, const std::string& reason) {
  const auto found = impl_->clients.find(client);
  if (found == impl_->clients.end()) return;
  const auto session = found->second;
  session->close(websocket::close_code::policy_error, reason.c_str());
}

void WebServer::repeat(std::chrono::milliseconds period, std::function<void()> work) {
  auto timer = std::make_shared<asio::steady_timer>(impl_->context);
  impl_->timers.push_back(timer);
  auto again = std::make_shared<std::function<void()>>();
  *again = [this, period, timer, work = std::move(work), weak = std::weak_ptr(again)] {
    timer->expires_after(period);
    timer->async_wait([this, work, keep = weak.lock()](ErrorCode error) {
      if (error || impl_->is_stopped || !keep) return;
      work();
      (*keep)();
    });
  };
  (*again)();
}

}  // namespace holon::serve
