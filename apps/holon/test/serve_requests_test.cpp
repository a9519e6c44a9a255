// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Who may ask the desktop's server, and for what: browsers that keep the rules and some that do
// not.
#include <sys/wait.h>

#include <csignal>

#include "serve_fixture.h"

namespace holon::test {
namespace {

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

TEST_F(Serve, EndsCleanlyOnCtrlC) {
  DesktopClient client = open_pendulum();
  client.call("run.start", {{"until", "1e6 s"}});
  EXPECT_EQ(end(SIGINT), 0);
}

}  // namespace
}  // namespace holon::test
