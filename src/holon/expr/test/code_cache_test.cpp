// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The folder of compiled code: ownership, and sharing by processes.
#include "holon/expr/program/code_cache.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "holon/expr/graph/function.h"
#include "holon/expr/program/program.h"
#include "holon/expr/test/native_function.h"

namespace holon {
namespace {

namespace fs = std::filesystem;
using detail::find_code_cache;
using detail::find_unsafe_folder;
using detail::KeyLock;
using detail::PrivateFolder;
using namespace std::chrono_literals;

class CodeCacheTest : public ::testing::Test {
 protected:
  CodeCacheTest() {
    std::string pattern = (fs::temp_directory_path() / "holon-test-XXXXXX").string();
    folder_ = fs::canonical(mkdtemp(pattern.data()));
  }
  ~CodeCacheTest() override { fs::remove_all(folder_); }

  fs::path make(const std::string& name, mode_t mode = 0700) const {
    fs::create_directories(folder_ / name);
    chmod((folder_ / name).c_str(), mode);
    return folder_ / name;
  }
  static std::vector<std::string> list(const fs::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder))
      names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
  }
  static void make_old(const fs::path& path) {
    fs::last_write_time(path, fs::file_time_type::clock::now() - 1h);
  }

  fs::path folder_;
};

std::string find_compiler() {
  for (const char* name : {"clang", "gcc"})
    if (std::system((std::string("command -v ") + name + " >/dev/null 2>&1").c_str()) == 0)
      return name;
  return {};
}

TEST_F(CodeCacheTest, OfTwentyProcessesAtOnceOneCompiles) {
  const std::string compiler = find_compiler();
  if (compiler.empty()) GTEST_SKIP() << "no C compiler";
  const fs::path script = folder_ / "cc", calls = folder_ / "calls";
  std::ofstream(script) << "#!/bin/sh\necho call >> " << calls.string() << "\nsleep 0.5\nexec "
                        << compiler << " \"$@\"\n";
  chmod(script.c_str(), 0700);
  const Setting cc("HOLON_CC", script.string()), cache("XDG_CACHE_HOME", make("cache").string());
  const FunctionRef f = make_function(11.5);
  const double expected = run(Program(*f), 0.5);
  std::vector<pid_t> children;
  for (int k = 0; k < 20; ++k) {
    const pid_t child = fork();
    if (child == 0) {
      int status = 1;
      try {
        status = run(Program(*f, {Engine::native}), 0.5) == expected ? 0 : 2;
      } catch (const std::exception&) {
      }
      _exit(status);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = -1;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  std::ifstream lines(calls);
  int count = 0;
  for (std::string line; std::getline(lines, line);) ++count;
  EXPECT_EQ(count, 1);
  EXPECT_EQ(list(folder_ / "cache/holon/native").size(), 1U) << "the library, and no lock";
}

TEST_F(CodeCacheTest, ALockEndsWithTheProcessThatHoldsIt) {
  int pipes[2];
  ASSERT_EQ(pipe(pipes), 0);
  const pid_t child = fork();
  if (child == 0) {
    const KeyLock lock(folder_, "key", {}, 10s);
    const char held = lock.is_held() ? 'y' : 'n';
    if (write(pipes[1], &held, 1) != 1) _exit(1);
    pause();
    _exit(0);
  }
  char held = 0;
  ASSERT_EQ(read(pipes[0], &held, 1), 1);
  ASSERT_EQ(held, 'y');
  EXPECT_FALSE(KeyLock(folder_, "key", {}, 50ms).is_held());
  EXPECT_TRUE(KeyLock(folder_, "other", {}, 50ms).is_held());
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  EXPECT_TRUE(KeyLock(folder_, "key", {}, 10s).is_held());
  EXPECT_TRUE(list(folder_).empty()) << "no lock is left";
  close(pipes[0]), close(pipes[1]);
}

TEST_F(CodeCacheTest, WhoeverWaitsForALockHeedsAStop) {
  const KeyLock held(folder_, "key", {}, 1s);
  std::stop_source source;
  source.request_stop();
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_FALSE(KeyLock(folder_, "key", source.get_token(), 60s).is_held());
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 30s);
}

// XDG Base Directory Specification: "All paths set in these environment variables must be absolute.
// If an implementation encounters a relative path […] it should consider the path invalid and
// ignore it."
TEST_F(CodeCacheTest, ARelativeCacheHomeIsIgnoredAndNamed) {
  const Setting home("HOME", folder_.string()), cache("XDG_CACHE_HOME", "holon_test_relative");
  const auto found = find_code_cache();
  EXPECT_EQ(found.folder, folder_ / ".cache/holon/native");
  EXPECT_NE(found.reason.find("'holon_test_relative' is a relative path"), std::string::npos);
  EXPECT_FALSE(fs::exists("holon_test_relative"));
  const Setting nowhere("HOME", "also/relative");
  EXPECT_TRUE(find_code_cache().folder.empty());
}

TEST_F(CodeCacheTest, AFolderBelowOneThatOthersWriteIsRefused) {
  make("open", 0777);
  const Setting cache("XDG_CACHE_HOME", (folder_ / "open/cache").string());
  const auto found = find_code_cache();
  EXPECT_TRUE(found.folder.empty());
  EXPECT_EQ(found.reason, "other users can write in '" + (folder_ / "open").string() + "'");
  chmod((folder_ / "open").c_str(), 0770);
  EXPECT_TRUE(find_code_cache().folder.empty()) << "nor for a group";
  chmod((folder_ / "open").c_str(), 01777);
  EXPECT_FALSE(find_code_cache().folder.empty()) << "with the sticky bit, as /tmp";
  if (!find_compiler().empty()) {
    chmod((folder_ / "open").c_str(), 0777);
    const Program program(*make_function(12.5), {Engine::native});
    EXPECT_NE(program.provenance().find("not kept"), std::string::npos) << program.provenance();
    EXPECT_NE(program.provenance().find("other users can write"), std::string::npos);
  }
}

TEST_F(CodeCacheTest, TheCacheItselfIsOfTheUserAlone) {
  const Setting cache("XDG_CACHE_HOME", folder_.string());
  ASSERT_FALSE(find_code_cache().folder.empty());
  chmod((folder_ / "holon/native").c_str(), 01777);
  EXPECT_TRUE(find_code_cache().folder.empty());
  fs::remove(folder_ / "holon/native");
  fs::create_symlink(make("elsewhere"), folder_ / "holon/native");
  EXPECT_TRUE(find_code_cache().folder.empty());
}

TEST_F(CodeCacheTest, LinksOnTheWayAreFollowedAndJudged) {
  make("real/inner");
  make("open", 0777);
  fs::create_directory_symlink("real/../real", folder_ / "link");
  EXPECT_EQ(find_unsafe_folder(folder_ / "link/inner"), "");
  fs::create_directory_symlink(folder_ / "open", folder_ / "to_open");
  EXPECT_NE(find_unsafe_folder(folder_ / "to_open"), "");
  fs::create_directory_symlink(folder_ / "circle", folder_ / "circle");
  EXPECT_NE(find_unsafe_folder(folder_ / "circle/a"), "");
  if (geteuid() != 0) return;  // only root can give files away
  constexpr uid_t kOther = 54321;
  ASSERT_EQ(lchown((folder_ / "link").c_str(), kOther, kOther), 0);
  EXPECT_EQ(find_unsafe_folder(folder_ / "link/inner"),
            "'" + (folder_ / "link").string() + "' belongs to another user");
  ASSERT_EQ(chown((folder_ / "real").c_str(), kOther, kOther), 0);
  EXPECT_NE(find_unsafe_folder(folder_ / "real/inner"), "");
}

TEST_F(CodeCacheTest, ALibraryThatOthersMayHaveWrittenIsNotLoaded) {
  const fs::path file = folder_ / "key.so";
  std::ofstream(file) << "code";
  chmod(file.c_str(), 0600);
  EXPECT_EQ(detail::read_own_file(file), "code");
  chmod(file.c_str(), 0660);
  EXPECT_EQ(detail::read_own_file(file), "");
  chmod(file.c_str(), 0600);
  fs::create_symlink(file, folder_ / "link.so");
  EXPECT_EQ(detail::read_own_file(folder_ / "link.so"), "");
  ASSERT_EQ(mkfifo((folder_ / "fifo.so").c_str(), 0600), 0);
  EXPECT_EQ(detail::read_own_file(folder_ / "fifo.so"), "");
  EXPECT_EQ(detail::read_own_file(folder_ / "none.so"), "");
  if (geteuid() == 0 && chown(file.c_str(), 54321, 54321) == 0)
    EXPECT_EQ(detail::read_own_file(file), "");
}

TEST_F(CodeCacheTest, WhatKilledProcessesLeftIsRemoved) {
  for (const char* name : {"making-abc123", "holon-making-abc123", "other"}) {
    std::ofstream(make(name) / "code.c") << "text";
    make_old(folder_ / name);
  }
  std::ofstream(folder_ / "0123.lock").close();
  make_old(folder_ / "0123.lock");
  std::ofstream(folder_ / "4567.so") << "library";
  make_old(folder_ / "4567.so");
  make("holon-making-young1");
  const PrivateFolder used(folder_);
  make_old(used.path());
  const KeyLock held(folder_, "held", {}, 1s);
  make_old(folder_ / "held.lock");
  detail::remove_leftovers(folder_);
  EXPECT_EQ(list(folder_),
            (std::vector<std::string>{"4567.so", "held.lock", used.path().filename().string(),
                                      "holon-making-young1", "other"}))
      << "what is in use, what is new, and the state of is no leftover stay";
}

}  // namespace
}  // namespace holon
