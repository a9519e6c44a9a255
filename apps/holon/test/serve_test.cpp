// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The desktop's server as a process, with browsers that keep the rules and some that do not.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <optional>
#include <tuple>

#include "command_line_fixture.h"
#include "holon/record/open_results.h"
#include "serve_client.h"

namespace holon::test {
namespace {

constexpr const char* kServedPendulum = R"yaml(holon: 1
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

TEST_F(Serve, AnswersOnlyItsOwnNamesAndPages) {
  EXPECT_EQ(http(port_, "GET /").status, 200);
  EXPECT_EQ(http(port_, "GET /", "Host: evil.example\r\n").status, 421);
  EXPECT_EQ(http(port_, "GET /", "Host: evil.example:" + port_text_ + "\r\n").status, 421);
  EXPECT_EQ(http(port_, "GET /", "Host: localhost:" + port_text_ + "\r\n").status, 200);
  EXPECT_EQ(http(port_, "GET /", "Origin: http://evil.example\r\n").status, 403);
  const std::string token = Json({{"token", token_}}).dump();
  EXPECT_EQ(http(port_, "POST /session", "", token).status, 403);  // no Origin
  EXPECT_EQ(http(port_, "POST /session", "Origin: http://evil.example\r\n", token).status, 403);
  EXPECT_EQ(http(port_, "POST /session", origin(), R"({"token": "x"})").status, 403);
  EXPECT_EQ(http(port_, "POST /session", origin(), "{").status, 400);
  const HttpReply session = http(port_, "POST /session", origin(), token);
  EXPECT_TRUE(has(session.header("Set-Cookie"), "HttpOnly; SameSite=Strict")) << session.head;
  const HttpReply page = http(port_, "GET /");
  EXPECT_TRUE(has(page.header("Content-Security-Policy"), "default-src 'none'")) << page.head;
  EXPECT_EQ(page.header("X-Content-Type-Options"), "nosniff");
}

TEST_F(Serve, TheSocketNeedsTheCookieAndTheOrigin) {
  const std::string cookie = log_in();
  EXPECT_EQ(DesktopClient(port_, cookie).status, "101");
  EXPECT_EQ(DesktopClient(port_, "").status, "401");
  EXPECT_EQ(DesktopClient(port_, "holon_" + port_text_ + "=00").status, "401");
  EXPECT_EQ(DesktopClient(port_, cookie, "http://evil.example").status, "403");
  EXPECT_EQ(DesktopClient(port_, cookie, "http://127.0.0.1:1").status, "403");
  EXPECT_EQ(http(port_, "GET /images/example/four_bar.svg").status, 401);
  EXPECT_EQ(http(port_, "GET /runs/x/report").status, 401);
}

TEST_F(Serve, PathsDoNotLeadOutOfTheFolder) {
  write("secret.yaml", "holon: 1\ntitle: secret\n");
  fs::create_symlink("../secret.yaml", at("models/link.yaml"));
  fs::create_directory_symlink("..", at("models/up"));
  fs::create_symlink("/etc/shadow_of_nothing", at("models/dangling.yaml"));
  DesktopClient client = connect();
  for (const char* path : {"../secret.yaml", "/etc/passwd", "link.yaml", "up/secret.yaml", "",
                           "./../models/../secret.yaml", "a/../../secret.yaml"}) {
    const Json reply = client.call("model.open", {{"path", path}});
    EXPECT_TRUE(reply.contains("error")) << path;
    EXPECT_FALSE(has(reply.dump(), "secret\\n")) << path;
  }
  for (const char* path : {"../new.yaml", "/tmp/holon_new.yaml", "up/new.yaml", "dangling.yaml"}) {
    const Json reply = client.call("model.open", {{"template", "pendulum"}, {"as", path}});
    EXPECT_TRUE(reply.contains("error")) << path;
  }
  EXPECT_FALSE(fs::exists(at("new.yaml")));
  const std::string cookie = "Cookie: " + log_in() + "\r\n";
  for (const char* target :
       {"/../secret.yaml", "/%2e%2e/secret.yaml", "/..%2fsecret.yaml", "/runs/../../report",
        "/images/example/..%2f..%2fx.svg", "//etc/passwd", "/%00", "/%zz", "/assets\\..\\x"}) {
    const HttpReply reply = http(port_, std::string("GET ") + target, cookie);
    EXPECT_TRUE(reply.status == 400 || reply.status == 404) << target << reply.head;
  }
}

TEST_F(Serve, SurvivesWhatNoBrowserSends) {
  const std::string cookie = log_in();
  {
    DesktopClient client(port_, cookie);  // not JSON, and JSON that is no request
    for (const char* text :
         {"", "{", "[]", "7", "{\"id\": 1}", "{\"id\": \"a\", \"method\": \"ping\"}",
          "{\"id\": 2, \"method\": 7}", "{\"id\": 3, \"method\": \"nothing\"}",
          "{\"id\": 4, \"method\": \"ping\", \"params\": []}"}) {
      client.send_frame(0x81, text);
      EXPECT_TRUE(client.receive().contains("error")) << text;
    }
    client.send_frame(0x81, std::string(100'000, '['));
    EXPECT_TRUE(client.receive().contains("error"));
    EXPECT_TRUE(client.call("ping").is_object());
  }
  {
    DesktopClient client(port_, cookie);  // not UTF-8
    client.send_frame(0x81, "\xFF\xFE");
    EXPECT_TRUE(client.receive().is_null());
    EXPECT_EQ(client.closed_with, 1007);
  }
  {
    DesktopClient client(port_, cookie);  // reserved bits, an unknown opcode
    client.send_frame(0xF3, "x");
    EXPECT_TRUE(client.receive().is_null());
    EXPECT_EQ(client.closed_with, 1002);
  }
  {
    DesktopClient client(port_, cookie);  // binary
    client.send_frame(0x82, "x");
    EXPECT_TRUE(client.receive().is_null());
    EXPECT_EQ(client.closed_with, 1003);
  }
  {
    DesktopClient client(port_, cookie);  // larger than 8 MB
    try {
      client.send_frame(0x81, std::string(std::size_t{9} << 20, 'a'));
      EXPECT_TRUE(client.receive().is_null());
    } catch (const std::runtime_error&) {
      // Closed while it was being sent.
    }
  }
  {
    LocalConnection garbage(port_);
    garbage.write("\x16\x03\x01 what is this\r\n\r\n");
    EXPECT_FALSE(has(garbage.read(100), "200 OK"));
  }
  EXPECT_EQ(http(port_, "GET /", "X: " + std::string(40'000, 'x') + "\r\n").status, 413);
  EXPECT_TRUE(DesktopClient(port_, cookie).call("ping").is_object());
}

TEST_F(Serve, TooManyRequestsAreRefusedForAWhile) {
  DesktopClient client = connect();
  // 1000 at once, then 500 a second: of these some are refused on every machine.
  constexpr int kRequests = 20'000, kFirstId = 1'000'000;
  for (int k = 0; k < kRequests; ++k)
    client.send_frame(0x81, Json({{"id", kFirstId + k}, {"method", "ping"}}).dump());
  int refused = 0;
  for (int k = 0; k < kRequests; ++k) {
    const Json reply = client.receive();
    ASSERT_TRUE(reply.contains("id")) << reply;
    if (reply.contains("error")) {
      EXPECT_EQ(reply["error"]["kind"], "busy");
      ++refused;
    }
  }
  EXPECT_GT(refused, 0);
  EXPECT_LE(refused, kRequests - 1000);
  ::usleep(100'000);
  EXPECT_EQ(client.call("ping"), Json::object());
}

TEST_F(Serve, EditsAreMinimalAndUndoGivesTheSameBytesOverRestarts) {
  DesktopClient client = open_pendulum();
  const Json edit =
      client.call("model.edit", {{"revision", revision_},
                                 {"label", "Mass"},
                                 {"edits", {{{"set", "parameters.m"}, {"value", "2 kg"}}}}});
  ASSERT_EQ(edit["revision"], revision_ + 1) << edit;
  const Json event = client.wait_for_event("model");
  EXPECT_EQ(event["label"], "Mass");
  EXPECT_EQ(event["state"]["canUndo"], true);
  std::string expected = kServedPendulum;
  expected.replace(expected.find("1 kg "), 5, "2 kg ");
  EXPECT_EQ(read("models/pendulum.yaml"), expected);
  const Json stale =
      client.call("model.edit", {{"revision", revision_},
                                 {"label", "Mass"},
                                 {"edits", {{{"set", "parameters.m"}, {"value", "3 kg"}}}}});
  EXPECT_EQ(stale["error"]["kind"], "stale");
  const Json layout =
      client.call("model.edit", {{"revision", revision_},  // fits any
                                 {"label", "Move"},
                                 {"edits", {{{"layout", {{"link", {{"x", 10.4}, {"y", -20}}}}}}}}});
  EXPECT_EQ(layout["revision"], revision_ + 2) << layout;
  EXPECT_EQ(read("models/pendulum.yaml"), expected + "layout:\n  link: [10, -20]\n");

  EXPECT_EQ(end(SIGKILL), -SIGKILL);
  start();
  DesktopClient again = open_pendulum();
  EXPECT_TRUE(again.call("model.undo").contains("revision"));
  EXPECT_EQ(read("models/pendulum.yaml"), expected);
  EXPECT_TRUE(again.call("model.undo").contains("revision"));
  EXPECT_EQ(read("models/pendulum.yaml"), kServedPendulum);
  EXPECT_EQ(again.call("model.undo")["error"]["kind"], "refused");
  EXPECT_TRUE(again.call("model.redo").contains("revision"));
  EXPECT_EQ(read("models/pendulum.yaml"), expected);
}

TEST_F(Serve, AnEditElsewhereIsOfferedAndNeverWrittenOver) {
  DesktopClient client = open_pendulum();
  std::string other = kServedPendulum;
  other.replace(other.find("1 kg "), 5, "7 kg ");
  write("models/pendulum.yaml", other);
  const Json disk = client.wait_for_event("disk");
  EXPECT_EQ(disk["text"], other);
  const Json refused =
      client.call("model.edit", {{"revision", revision_},
                                 {"label", "x"},
                                 {"edits", {{{"set", "parameters.L"}, {"value", "2 m"}}}}});
  EXPECT_EQ(refused["error"]["kind"], "changed-on-disk") << refused;
  EXPECT_EQ(read("models/pendulum.yaml"), other);
  EXPECT_TRUE(client.call("model.resolve", {{"choice", "take"}}).contains("revision"));
  EXPECT_EQ(client.call("model.state")["text"], other);
  EXPECT_TRUE(client.call("model.undo").contains("revision"));
  EXPECT_EQ(read("models/pendulum.yaml"), kServedPendulum);
}

TEST_F(Serve, FindingsHaveTheirPlaces) {
  DesktopClient client = open_pendulum();
  std::string text = kServedPendulum;
  text.replace(text.find("damping"), 7, "dampng");
  ASSERT_TRUE(
      client.call("model.text", {{"revision", revision_}, {"text", text}}).contains("revision"));
  const Json checked = client.wait_for([&](const Json& event) {
    return event.value("event", "") == "checked" && event["checked"] == revision_ + 1;
  });
  ASSERT_EQ(checked["findings"].size(), 1U) << checked;
  EXPECT_EQ(checked["findings"][0]["range"]["line"], 19);
  EXPECT_EQ(checked["findings"][0]["range"]["column"], 5);
  EXPECT_EQ(checked["findings"][0]["suggestion"], "did you mean 'damping'?");
  const Json broken =
      client.call("model.text", {{"revision", revision_ + 1}, {"text", "a: [1,\n"}});
  ASSERT_TRUE(broken.contains("revision"));
  const Json state = client.call("model.state");
  EXPECT_EQ(state["parsed"], false);
  EXPECT_FALSE(state["findings"].empty());
  EXPECT_EQ(state["parts"].size(), 2U);  // of the last text that could be read
}

TEST_F(Serve, ARunHasTheBitsOfTheCommandLine) {
  DesktopClient client = open_pendulum();
  const Json started = client.call("run.start");
  ASSERT_TRUE(started.contains("run")) << started;
  const std::string run = started["run"];
  const Json info = client.wait_for_run(run);
  EXPECT_EQ(info["state"], "done") << info;
  EXPECT_TRUE(client
                  .call("run.rows", {{"run", run},
                                     {"stream", "rows"},
                                     {"signals", {"pin.angle", "link.tip.position.z"}},
                                     {"points", 1000}})
                  .contains("count"));
  const DesktopClient::Binary frame = client.frames.back();
  ASSERT_EQ(frame.header["form"], "exact");
  const auto count = frame.header["count"].get<std::size_t>();
  ASSERT_EQ(count, 41U);
  ASSERT_EQ(holon("run models/pendulum.yaml -o out.h5 -q").status, 0);
  const auto results = open_results(at("out.h5"));
  const char* const names[] = {"time", "pin.angle", "link.tip.position.z"};
  for (std::size_t c = 0; c < 3; ++c) {
    const std::vector<double> values =
        results->read(static_cast<std::size_t>(results->find(names[c])));
    ASSERT_EQ(values.size(), count);
    for (std::size_t k = 0; k < count; ++k)
      EXPECT_EQ(frame.numbers[c * count + k], values[k]) << names[c] << " row " << k;
  }
  const Json exported = client.call("run.export", {{"run", run}, {"path", "mine.csv"}});
  EXPECT_EQ(exported["path"], "mine.csv") << exported;
  ASSERT_EQ(holon("run models/pendulum.yaml -o out.csv -q").status, 0);
  EXPECT_EQ(read("models/mine.csv"), read("out.csv"));
}

// The bulldozer is in several files: a copy has all of them, or none.
// The link swings between 20 and 160 deg by its weight; a moment of ten times that turns it the
// other way.
TEST_F(Serve, APersonDrivesAValueWhileTheRunLasts) {
  DesktopClient client = open_pendulum();
  const std::string run = client.call(
      "run.start", {{"until", "1000 s"}, {"realtime", true}, {"inputs", {"pin.torque"}}})["run"];
  client.wait_for([&](const Json& event) {
    return event.value("event", "") == "run" && event["info"]["run"] == run &&
           event["info"]["time"].get<double>() > 0.1;
  });
  client.call("run.input", {{"run", run}, {"values", {{"pin.torque", -50}}}});
  const auto angle = [&] {
    return client
        .call("run.values",
              {{"run", run}, {"time", 1e9}, {"signals", {"pin.angle"}}})["values"]["pin.angle"]
        .get<double>();
  };
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (angle() > -0.1 && std::chrono::steady_clock::now() < end) ::usleep(20'000);
  EXPECT_LT(angle(), 0);
  client.call("run.stop", {{"run", run}});
  EXPECT_EQ(client.wait_for_run(run)["state"], "interrupted");
}

// A browser has few connections: none of them waits for a picture to be drawn.
TEST_F(Serve, PicturesAreAnnouncedWhenTheyAreDrawn) {
  const std::string cookie = "Cookie: " + log_in() + "\r\n";
  const std::string image = "/images/example/four_bar.svg";
  DesktopClient client = connect();
  const HttpReply first = http(port_, "GET " + image, cookie);
  EXPECT_EQ(first.status, 200);
  EXPECT_EQ(first.header("Cache-Control"), "no-store");
  EXPECT_FALSE(has(first.body, "<path"));
  EXPECT_EQ(client.wait_for_event("picture")["image"], image);
  EXPECT_TRUE(has(http(port_, "GET " + image + "?v=1", cookie).body, "<path"));
}

TEST_F(Serve, ACopyOfAnExampleHasTheFilesThatItUses) {
  DesktopClient client = connect();
  const Json opened = client.call("model.open", {{"example", "gps_bulldozer"}});
  ASSERT_TRUE(opened.contains("text")) << opened;
  ASSERT_TRUE(client.call("model.saveAs", {{"path", "mine.yaml"}}).contains("text"));
  EXPECT_FALSE(read("models/machine.yaml").empty());
  EXPECT_FALSE(read("models/filter_model.yaml").empty());
  EXPECT_FALSE(fs::exists(at("models/outage.yaml")));  // a model of its own
  EXPECT_EQ(holon("check models/mine.yaml").status, 0);

  write("models/machine.yaml", "holon: 1\n");
  const Json refused =
      client.call("model.open", {{"example", "gps_bulldozer"}, {"as", "second.yaml"}});
  ASSERT_TRUE(refused.contains("error")) << refused;
  EXPECT_TRUE(has(refused["error"]["message"].dump(), "machine.yaml")) << refused;
  EXPECT_FALSE(fs::exists(at("models/second.yaml")));
  EXPECT_EQ(read("models/machine.yaml"), "holon: 1\n");
}

TEST_F(Serve, ARunBeginsWithTheFinalStateOfAnother) {
  constexpr double kSameMotion = 1e-6;  // a hundred times the usual tolerance
  const auto last = [](DesktopClient& client, const std::string& run, double time) {
    return client
        .call("run.values",
              {{"run", run}, {"time", time}, {"signals", {"pin.angle"}}})["values"]["pin.angle"]
        .get<double>();
  };
  std::string whole, first;
  {
    DesktopClient client = open_pendulum();
    whole = client.call("run.start")["run"];
    client.wait_for_run(whole);
    first = client.call("run.start", {{"until", "1.1 s"}})["run"];
    EXPECT_EQ(client.wait_for_run(first)["continuable"], true);
  }
  end(SIGKILL);
  start();
  DesktopClient client = open_pendulum();
  const Json started = client.call("run.start", {{"from", first}, {"until", "0.9 s"}});
  ASSERT_TRUE(started.contains("run")) << started;
  const std::string second = started["run"];
  const Json info = client.wait_for_run(second);
  EXPECT_EQ(info["state"], "done") << info;
  EXPECT_EQ(info["from"]["run"], first);
  EXPECT_EQ(info["from"]["time"], 1.1);
  EXPECT_EQ(last(client, second, 0), last(client, first, 1.1));
  EXPECT_NEAR(last(client, second, 0.9), last(client, whole, 2), kSameMotion);
  // A table of it is made by running it again, from the same state.
  const Json exported = client.call("run.export", {{"run", second}, {"path", "b.csv"}});
  ASSERT_EQ(exported["path"], "b.csv") << exported;
  const auto results = open_results(at("models/b.csv"));
  EXPECT_EQ(results->read(static_cast<std::size_t>(results->find("pin.angle"))).back(),
            last(client, second, 0.9));

  EXPECT_EQ(client.call("run.start", {{"from", "nothing"}})["error"]["kind"], "missing");
  const std::string slow =
      client.call("run.start", {{"until", "1000 s"}, {"realtime", true}})["run"];
  EXPECT_EQ(client.call("run.start", {{"from", slow}})["error"]["kind"], "refused");
  client.call("run.stop", {{"run", slow}});
  EXPECT_EQ(client.wait_for_run(slow)["state"], "interrupted");
}

TEST_F(Serve, FollowersGetAllRowsAndARestartedServerStillHasThem) {
  DesktopClient client = open_pendulum();
  const std::string run = client.call("run.start", {{"until", "5 s"}})["run"];
  client.wait_for_run(run);
  client.call("run.follow", {{"run", run},
                             {"stream", "curves"},
                             {"signals", {"pin.angle"}},
                             {"first", 0},
                             {"points", 20000}});
  while (client.frames.empty()) client.receive();
  const Json header = client.frames.back().header;
  EXPECT_EQ(header["first"], 0);
  EXPECT_EQ(header["last"], header["total"]);
  EXPECT_GT(header["total"].get<int>(), 2000);
  end(SIGKILL);
  start();
  DesktopClient again = open_pendulum();
  const Json runs = again.call("runs.list")["runs"];
  ASSERT_EQ(runs.size(), 1U);
  EXPECT_EQ(runs[0]["state"], "done");
  const Json blocks = again.call(
      "run.rows", {{"run", run}, {"stream", "curves"}, {"signals", {"pin.angle"}}, {"points", 50}});
  EXPECT_EQ(blocks["form"], "blocks");
  EXPECT_EQ(blocks["total"], header["total"]);
  EXPECT_LE(blocks["count"].get<int>(), 50);
}

TEST_F(Serve, KillingARunLeavesTheServerAndTheRows) {
  DesktopClient client = open_pendulum();
  const std::string run = client.call("run.start", {{"until", "1e6 s"}})["run"];
  client.wait_for([&](const Json& event) {
    return event.value("event", "") == "run" && event["info"]["time"].get<double>() > 1;
  });
  const pid_t child = find_child();
  ASSERT_GT(child, 0);
  ::kill(child, SIGKILL);
  const Json info = client.wait_for_run(run);
  EXPECT_EQ(info["state"], "crashed") << info;
  EXPECT_TRUE(has(info["failure"]["message"], "signal 9")) << info;
  EXPECT_GT(client
                .call("run.rows", {{"run", run},
                                   {"stream", "rows"},
                                   {"signals", {"pin.angle"}},
                                   {"points", 10}})["total"]
                .get<int>(),
            0);
}

TEST_F(Serve, RunsPauseContinueStopAndTakeOtherValues) {
  DesktopClient client = open_pendulum();
  const std::string run =
      client.call("run.start", {{"until", "1000 s"}, {"realtime", true}, {"speed", 5}})["run"];
  const auto is_state = [&](const std::string& state) {
    client.wait_for([&](const Json& event) {
      return event.value("event", "") == "run" && event["info"]["state"] == state;
    });
  };
  is_state("running");
  client.call("run.set", {{"run", run}, {"name", "m"}, {"value", 4}});
  client.call("run.pause", {{"run", run}});
  is_state("paused");
  client.call("run.resume", {{"run", run}});
  is_state("running");
  client.call("run.stop", {{"run", run}});
  const Json info = client.wait_for_run(run);
  EXPECT_EQ(info["state"], "interrupted") << info;
  EXPECT_LT(info["time"].get<double>(), 900);
}

TEST_F(Serve, ARunThatReadsNoCommandsDoesNotBlockTheServer) {
  DesktopClient client = open_pendulum();
  const std::string run = client.call("run.start", {{"until", "1e6 s"}, {"realtime", true}})["run"];
  client.wait_for([&](const Json& event) {
    return event.value("event", "") == "run" && event["info"]["state"] == "running";
  });
  const pid_t child = find_child();
  ASSERT_GT(child, 0);
  ::kill(child, SIGSTOP);
  // Many times what a pipe holds (64 KiB), below the limit of the rate of requests.
  const std::string name(20'000, 'x');
  for (int k = 0; k < 50; ++k) client.call("run.set", {{"run", run}, {"name", name}, {"value", k}});
  EXPECT_EQ(client.call("ping"), Json::object());
  ::kill(child, SIGCONT);
  client.call("run.stop", {{"run", run}});
  EXPECT_EQ(client.wait_for_run(run)["state"], "interrupted");
}

TEST_F(Serve, AModelIsOpenInOneServerAtATime) {
  DesktopClient client = open_pendulum();
  const pid_t first = leave_running();
  start();
  DesktopClient other = connect();
  const Json refused = other.call("model.open", {{"path", "pendulum.yaml"}});
  ASSERT_TRUE(refused.contains("error")) << refused;
  EXPECT_EQ(refused["error"]["kind"], "busy");
  EXPECT_TRUE(has(refused["error"]["message"], std::to_string(first))) << refused;
  client.call("model.close");
  EXPECT_TRUE(other.call("model.open", {{"path", "pendulum.yaml"}}).contains("text"));
  end_other(first);
}

TEST_F(Serve, ARunThatGoesOnInAnotherServerIsNotShownAsCrashed) {
  DesktopClient client = connect();
  ASSERT_TRUE(client.call("model.open", {{"example", "stick_slip"}}).contains("text"));
  const std::string run = client.call("run.start", {{"until", "1e7 s"}})["run"];
  client.wait_for([&](const Json& event) {
    return event.value("event", "") == "run" && event["info"]["state"] == "running";
  });
  const pid_t first = leave_running();
  start();
  DesktopClient other = connect();
  ASSERT_TRUE(other.call("model.open", {{"example", "stick_slip"}}).contains("text"));
  EXPECT_EQ(other.call("runs.list")["runs"], Json::array());
  // Its folder is in use, so a run here gets another number.
  const std::string own = other.call("run.start", {{"until", "0.1 s"}})["run"];
  EXPECT_NE(own, run);
  EXPECT_EQ(other.wait_for_run(own)["state"], "done");
  EXPECT_EQ(client.call("run.stop", {{"run", run}})["run"], run);
  EXPECT_EQ(client.wait_for_run(run)["state"], "interrupted");
  // The other server finds it when it is over, and says so.
  const auto is_listed = [&] {
    const Json runs = other.call("runs.list")["runs"];
    return std::ranges::any_of(runs, [&](const Json& each) { return each["run"] == run; });
  };
  do other.wait_for([](const Json& event) { return event.value("event", "") == "runs"; });
  while (!is_listed());
  EXPECT_EQ(other.call("runs.list")["runs"].size(), 2U);
  // What one server removes is gone in the other.
  client.call("run.remove", {{"run", run}});
  do other.wait_for([](const Json& event) { return event.value("event", "") == "runs"; });
  while (is_listed());
  end_other(first);
}

TEST_F(Serve, AFullDiskFailsTheRunAndTheEditAndNothingElse) {
  end(SIGTERM);
  largest_file_ = 256 * 1024;  // every file of this server stands for a disk that fills up
  start();
  DesktopClient client = open_pendulum();
  // 20001 rows of 6 numbers are a megabyte.
  const std::string run = client.call("run.start", {{"until", "1000 s"}})["run"];
  const Json info = client.wait_for_run(run);
  EXPECT_EQ(info["state"], "failed") << info;
  EXPECT_TRUE(has(info["failure"]["message"], "cannot write")) << info;
  EXPECT_EQ(info["failure"]["advice"], "the rows so far are kept");
  const Json rows = client.call(
      "run.rows", {{"run", run}, {"stream", "rows"}, {"signals", {"pin.angle"}}, {"points", 10}});
  EXPECT_GT(rows["total"].get<int>(), 256) << rows;
  const Json refused = client.call(
      "model.text", {{"revision", revision_},
                     {"text", kServedPendulum + ("# " + std::string(400'000, 'x') + "\n")}});
  ASSERT_TRUE(refused.contains("error")) << refused;
  EXPECT_TRUE(has(refused["error"]["message"], "cannot write")) << refused;
  EXPECT_EQ(read("models/pendulum.yaml"), kServedPendulum);
  // What fits is written as before.
  const Json edit =
      client.call("model.edit", {{"revision", revision_},
                                 {"label", "Mass"},
                                 {"edits", {{{"set", "parameters.m"}, {"value", "2 kg"}}}}});
  EXPECT_TRUE(edit.contains("revision")) << edit;
}

TEST_F(Serve, OutputsKnowHowOftenTheyCanBeDifferentiated) {
  // |sin t| has a kink: the acceleration is continuous, the rate has one continuous derivative
  // more, the angle two.
  std::string text = kServedPendulum;
  const std::string damping = "    damping: 0.05 N m s/rad\n";
  text.insert(text.find(damping), "    torque: \"1 [N m]*abs(sin(2 [rad/s]*time))\"\n");
  write("models/kink.yaml", text);
  DesktopClient client = connect();
  ASSERT_TRUE(client.call("model.open", {{"path", "kink.yaml"}}).contains("text"));
  const Json answer = client.call(
      "smoothness", {{"outputs", {"pin.acceleration", "pin.rate", "pin.angle", "pin.nothing"}}});
  ASSERT_TRUE(answer.contains("outputs")) << answer;
  const Json& outputs = answer["outputs"];
  EXPECT_EQ(outputs["pin.acceleration"], (Json{{"continuous", 0}, {"cause", "abs"}}));
  EXPECT_EQ(outputs["pin.rate"], (Json{{"continuous", 1}, {"cause", "abs"}}));
  EXPECT_EQ(outputs["pin.angle"], (Json{{"continuous", 2}, {"cause", "abs"}}));
  EXPECT_FALSE(outputs.contains("pin.nothing"));
}

TEST_F(Serve, TheLibraryKeepsPartsForOtherModels) {
  write("models/crane.yaml", R"yaml(holon: 1
title: Crane
units: strict
parameters: {m: 3 kg}
parts:
  arm:                      # of two bodies
    parameters: {L: 2 m}
    parts:
      boom:                 # the first one
        type: RigidBody
        mass: 5 kg
        inertia: {sphere: L/2}
        frames: {tip: {at: [L, 0, 0]}}
      hook: {type: PointMass, mass: 1 kg}
    interface: {frames: {tip: boom.tip}}
  load:
    parts:
      box: {type: PointMass, mass: m}
  driven:
    parts:
      lift: {type: Integrator, input: arm.boom.velocity.x, initial: 0}
)yaml");
  fs::create_directory(at("models/other"));
  write("models/other/m.yaml", "holon: 1\ntitle: Other\nparts: {}\n");
  DesktopClient client = connect();
  ASSERT_TRUE(client.call("model.open", {{"path", "crane.yaml"}}).contains("text"));
  EXPECT_EQ(client.call("library.keep", {{"part", "arm"}, {"as", "arm"}}), Json::object());
  const std::string kept = read("data/holon/parts/arm.yaml");
  EXPECT_EQ(kept, R"yaml(holon: 1
title: arm
units: strict
parameters: {L: 2 m}
parts:
  boom:                 # the first one
    type: RigidBody
    mass: 5 kg
    inertia: {sphere: L/2}
    frames: {tip: {at: [L, 0, 0]}}
  hook: {type: PointMass, mass: 1 kg}
interface: {frames: {tip: boom.tip}}
)yaml");
  for (const auto& [part, as, why] : {std::tuple{"arm", "arm", "has a part 'arm' already"},
                                      std::tuple{"arm.hook", "hook", "is a single part"},
                                      std::tuple{"load", "load", "does not stand by itself"},
                                      std::tuple{"driven", "driven", "does not stand by itself"},
                                      std::tuple{"arm", "../arm2", "is not a name"}}) {
    const Json refused = client.call("library.keep", {{"part", part}, {"as", as}});
    ASSERT_TRUE(refused.contains("error")) << part;
    EXPECT_TRUE(has(refused["error"]["message"], why)) << refused;
  }
  const Json gallery = client.call("gallery");
  ASSERT_EQ(gallery["library"].size(), 1U) << gallery["library"];
  EXPECT_EQ(gallery["library"][0]["path"], "arm.yaml");
  // Another model, in a folder of its own, gets a copy beside it.
  const Json opened = client.call("model.open", {{"path", "other/m.yaml"}});
  ASSERT_TRUE(opened.contains("text")) << opened;
  EXPECT_EQ(client.call("library.take", {{"name", "arm.yaml"}})["type"], "arm.yaml");
  EXPECT_EQ(client.call("library.take", {{"name", "arm.yaml"}})["type"], "arm.yaml");
  EXPECT_EQ(read("models/other/arm.yaml"), kept);
  EXPECT_EQ(client.call("library.take", {{"name", "../parts/arm.yaml"}})["error"]["kind"],
            "forbidden");
  const Json added =
      client.call("model.edit", {{"revision", opened["revision"]},
                                 {"label", "Add arm"},
                                 {"edits", {{{"addPart", "arm"}, {"type", "arm.yaml"}}}}});
  EXPECT_TRUE(added.contains("revision")) << added;
  EXPECT_EQ(holon("check models/other/m.yaml").status, 0);
  const Json again =
      client.call("model.edit", {{"revision", added["revision"]},
                                 {"label", "Add arm"},
                                 {"edits", {{{"addPart", "second"}, {"type", "arm.yaml"}}}}});
  EXPECT_TRUE(again.contains("revision")) << again;
  EXPECT_TRUE(has(read("models/other/m.yaml"), "\n  second: {type: arm.yaml}\n"))
      << read("models/other/m.yaml");
  write("models/other/arm.yaml", "holon: 1\n");
  EXPECT_TRUE(has(client.call("library.take", {{"name", "arm.yaml"}})["error"]["message"],
                  "another 'arm.yaml'"));
}

TEST_F(Serve, TheLibraryKeepsTheFilesOfAPartAndNoOthers) {
  constexpr const char* kSoil = R"yaml(holon: 1
title: Soil
parts:
  soil:
    parts:
      table: {type: Table, file: FILE}
)yaml";
  const auto soil_of = [&](const std::string& file) {
    std::string text = kSoil;
    return text.replace(text.find("FILE"), 4, file);
  };
  fs::create_directory(at("models/data"));
  write("models/data/depth.csv", "x,y\n0,0\n1,2\n");
  write("depth.csv", "x,y\n0,0\n1,3\n");
  write("models/inside.yaml", soil_of("data/depth.csv"));
  write("models/outside.yaml", soil_of("../depth.csv"));
  DesktopClient client = connect();
  ASSERT_TRUE(client.call("model.open", {{"path", "inside.yaml"}}).contains("text"));
  EXPECT_EQ(client.call("library.keep", {{"part", "soil"}, {"as", "soil"}}), Json::object());
  EXPECT_EQ(read("data/holon/parts/data/depth.csv"), "x,y\n0,0\n1,2\n");
  // Another file of that name is not taken for its own.
  write("models/data/depth.csv", "x,y\n0,0\n1,5\n");
  const Json other = client.call("library.keep", {{"part", "soil"}, {"as", "second"}});
  ASSERT_TRUE(other.contains("error")) << other;
  EXPECT_TRUE(has(other["error"]["message"], "another file of that name")) << other;
  EXPECT_FALSE(fs::exists(at("data/holon/parts/second.yaml")));
  ASSERT_TRUE(client.call("model.open", {{"path", "outside.yaml"}}).contains("text"));
  const Json refused = client.call("library.keep", {{"part", "soil"}, {"as", "third"}});
  ASSERT_TRUE(refused.contains("error")) << refused;
  EXPECT_TRUE(has(refused["error"]["message"], "'../depth.csv', which lies outside")) << refused;
}

TEST_F(Serve, AClosedModelIsClosedForAllAndEveryRequestIsAnswered) {
  DesktopClient first = open_pendulum(), second = connect();
  first.call("model.close");
  EXPECT_EQ(second.wait_for_event("closed")["event"], "closed");
  EXPECT_TRUE(second.call("model.state").is_null());
  EXPECT_EQ(second.call("equations")["error"]["kind"], "missing");
  // Revisions go on: a check of the closed model belongs to none of the next one.
  const Json opened = second.call("model.open", {{"path", "pendulum.yaml"}});
  ASSERT_TRUE(opened.contains("revision")) << opened;
  EXPECT_GT(opened["revision"].get<std::int64_t>(), revision_);
}

TEST_F(Serve, FoldersBelowTmpMustBeTheUsersOwn) {
  // Without a home the server's files would lie in a folder that anybody may have made.
  fs::create_directories(at("tmp"));
  fs::create_directories(at("elsewhere"));
  fs::create_directory_symlink(at("elsewhere"), at("tmp/holon-" + std::to_string(::geteuid())));
  const pid_t child = ::fork();
  if (child == 0) {
    ::unsetenv("HOME");
    ::unsetenv("XDG_STATE_HOME");
    ::unsetenv("XDG_CACHE_HOME");
    ::setenv("TMPDIR", at("tmp").c_str(), 1);
    ::close(STDERR_FILENO);
    ::execl(HOLON_EXECUTABLE, "holon", "serve", nullptr);
    ::_exit(127);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_NE(WEXITSTATUS(status), 0);
  EXPECT_TRUE(fs::is_empty(at("elsewhere")));
}

TEST_F(Serve, ARunThatCannotBeginSaysWhy) {
  DesktopClient client = open_pendulum();
  const std::string run = client.call("run.start", {{"set", {{"m", "1 s"}}}})["run"];
  const Json info = client.wait_for_run(run);
  EXPECT_EQ(info["state"], "failed");
  ASSERT_FALSE(info["findings"].empty()) << info;
  EXPECT_TRUE(has(info["findings"].dump(), "mass")) << info;
}

TEST_F(Serve, WhatIsCheckedIsNotTakenForTheTextAfterAnEdit) {
  DesktopClient client = open_pendulum();
  const auto is_checked = [&](std::int64_t revision) {
    client.wait_for([&](const Json& event) {
      return event.value("event", "") == "checked" && event["checked"] == revision;
    });
  };
  is_checked(revision_);
  client.call("model.edit", {{"revision", revision_},
                             {"label", "Add"},
                             {"edits", {{{"addPart", "other"}, {"type", "Revolute"}}}}});
  // The joint has no ends yet: findings without an error are those of the text before.
  EXPECT_EQ(client.wait_for_event("model")["state"]["checked"], revision_);
  is_checked(revision_ + 1);
  // A text that cannot be read has its findings at once.
  client.call("model.text", {{"revision", revision_ + 1}, {"text", "holon: ["}});
  EXPECT_EQ(client.wait_for_event("model")["state"]["checked"], revision_ + 2);
  client.call("model.undo");
  EXPECT_LT(client.wait_for_event("model")["state"]["checked"], revision_ + 3);
  is_checked(revision_ + 3);
}

TEST_F(Serve, TwoBrowsersSeeOneState) {
  DesktopClient first = open_pendulum(), second = connect();
  EXPECT_EQ(second.call("model.state")["path"], "pendulum.yaml");
  first.call("model.edit", {{"revision", revision_},
                            {"label", "Length"},
                            {"edits", {{{"set", "parameters.L"}, {"value", "2 m"}}}}});
  const Json event = second.wait_for_event("model");
  EXPECT_EQ(event["label"], "Length");
  EXPECT_FALSE(event.contains("cause"));
  EXPECT_TRUE(second.call("model.undo").contains("revision"));
  EXPECT_EQ(first.wait_for(
                [](const Json& e) { return e.value("label", "") == "Undo"; })["state"]["canUndo"],
            false);
}

TEST_F(Serve, AFormulaShowsItsErrorUnderTheCaret) {
  DesktopClient client = open_pendulum();
  client.wait_for_event("checked");
  const Json wrong = client.call("formula.check",
                                 {{"path", "parts.pin.torque"}, {"text", "-5 [N m/rad]*pin.angl"}});
  ASSERT_EQ(wrong["errors"].size(), 1U) << wrong;
  EXPECT_EQ(wrong["errors"][0]["offset"], 17);
  EXPECT_EQ(wrong["errors"][0]["suggestion"], "did you mean 'pin.angle'?");
  const Json unit = client.call("formula.check", {{"path", "parts.link.mass"}, {"text", "3 m"}});
  ASSERT_EQ(unit["errors"].size(), 1U) << unit;
  const Json right =
      client.call("formula.check", {{"path", "parts.pin.damping"}, {"text", "2*0.5 [N m s/rad]"}});
  EXPECT_TRUE(right["errors"].empty()) << right;
  EXPECT_EQ(right["value"], 1.0);
  EXPECT_TRUE(has(right["mathml"], "<mn>0.5</mn>")) << right;
}

TEST_F(Serve, EndsCleanlyOnCtrlC) {
  DesktopClient client = open_pendulum();
  client.call("run.start", {{"until", "1e6 s"}});
  EXPECT_EQ(end(SIGINT), 0);
}

}  // namespace
}  // namespace holon::test
