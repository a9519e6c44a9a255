// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>

#include "holon/serve/runs/run_controls.h"
#include "holon/serve/web/bundle.h"
#include "holon/serve/web/web_policy.h"
#include "holon/serve/wire/user_folders.h"
#include "holon/serve/wire/wire_json.h"

namespace holon::serve {
namespace {

TEST(WebPolicy, KnowsItsOwnNames) {
  for (const char* host : {"127.0.0.1:7373", "localhost:7373", "[::1]:7373"})
    EXPECT_TRUE(is_own_host(host, 7373)) << host;
  for (const char* host : {"", "127.0.0.1", "127.0.0.1:7374", "evil.example:7373",
                           "127.0.0.1.evil.example:7373", "localhost:7373x"})
    EXPECT_FALSE(is_own_host(host, 7373)) << host;
  EXPECT_TRUE(is_own_origin("http://127.0.0.1:7373", 7373));
  for (const char* origin : {"null", "https://127.0.0.1:7373", "http://evil.example", "file://"})
    EXPECT_FALSE(is_own_origin(origin, 7373)) << origin;
}

TEST(WebPolicy, DecodesPathsAndRefusesThoseThatClimb) {
  EXPECT_EQ(decode_path("/a%20b/c"), "/a b/c");
  EXPECT_EQ(decode_path("/..a"), "/..a");
  for (const char* path : {"", "a", "/..", "/../a", "/a/..", "/%2e%2e/a", "/%2E./a", "/a%", "/%0",
                           "/%00", "/a\\b", "/%5c"})
    EXPECT_EQ(decode_path(path), "") << path;
}

TEST(WebPolicy, FindsCookies) {
  EXPECT_EQ(find_cookie("a=1; holon_7=x=y ;b", "holon_7"), "x=y");
  EXPECT_EQ(find_cookie("holon_77=1", "holon_7"), "");
}

TEST(Bundle, IsAPackOfFiles) {
  const std::string pack = "5 index.html\n3 assets/a-1.js\n\n<p>a\nabc";
  const Bundle bundle = Bundle::of_pack(pack);
  EXPECT_EQ(bundle.find("/")->bytes, "<p>a\n");
  EXPECT_EQ(bundle.find("/assets/a-1.js")->bytes, "abc");
  EXPECT_EQ(bundle.find("/assets/a-1.js")->type, "text/javascript; charset=utf-8");
  EXPECT_TRUE(bundle.find("/assets/a-1.js")->is_versioned);
  EXPECT_FALSE(bundle.find("/x"));
  EXPECT_THROW(Bundle::of_pack("9 a\n\nabc"), std::runtime_error);
  EXPECT_THROW(Bundle::of_pack("x"), std::runtime_error);
}

TEST(ResolveWithin, StaysInTheFolder) {
  namespace fs = std::filesystem;
  const fs::path base = fs::path(testing::TempDir()) / "holon_resolve";
  fs::remove_all(base);
  fs::create_directories(base / "in/sub");
  fs::create_directory_symlink(base, base / "in/up");
  fs::create_directory_symlink("sub", base / "in/same");
  EXPECT_EQ(resolve_within(base / "in", "sub/a.yaml"), fs::canonical(base) / "in/sub/a.yaml");
  EXPECT_EQ(resolve_within(base / "in", "same/a.yaml"), fs::canonical(base) / "in/sub/a.yaml");
  for (const char* path : {"", ".", "..", "../x", "sub/../../x", "/etc/passwd", "up/x", "up"})
    EXPECT_THROW(resolve_within(base / "in", path), RequestFault) << path;
  fs::remove_all(base);
}

TEST(WireJson, RefusesWhatIsTooDeep) {
  EXPECT_THROW(parse_message(std::string(200, '[')), RequestFault);
  EXPECT_THROW(parse_message("{"), RequestFault);
  EXPECT_EQ(parse_message("{\"a\": \"[[[[\"}")["a"], "[[[[");
}

TEST(WireJson, FramesAreAligned) {
  for (const char* text : {"", "a", "abcdefg"}) {
    const std::string frame = make_frame({{"x", text}}, "12345678");
    EXPECT_EQ(frame.size() % 8, 0U);
    EXPECT_TRUE(frame.ends_with("12345678"));
  }
}

TEST(LiveInputs, AReplayMakesTheSameChangesAtTheSameTimes) {
  System system;
  system.parameters = {{"m", {}, 1}, {"L", {}, 2}};
  LiveInputs live(system);
  std::vector<double> values{1, 2};
  EXPECT_FALSE(live.update(0, values));
  live.set("m", 3);
  live.set("nothing", 7);
  EXPECT_TRUE(live.update(0.25, values));
  EXPECT_EQ(values[0], 3);
  live.set("m", 3);  // no change
  EXPECT_FALSE(live.update(0.5, values));
  const std::vector<LiveChange> changes = live.take_changes();
  ASSERT_EQ(changes.size(), 1U);
  LiveInputs again(system);
  again.replay(changes);
  values = {1, 2};
  EXPECT_FALSE(again.update(0.2, values));
  EXPECT_TRUE(again.update(0.25, values));
  EXPECT_EQ(values[0], 3);
}

}  // namespace
}  // namespace holon::serve
