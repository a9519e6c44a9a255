// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Failures between a function and its native code: the compiler, the cache, the end of the program
// while the compiler still runs, other threads and other processes.

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "holon/expr/graph/function.h"
#include "holon/expr/program/program.h"
#include "holon/expr/test/native_function.h"

namespace holon {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// A private cache of the test.
class NativeTest : public ::testing::Test {
 protected:
  static fs::path make_folder() {
    std::string pattern = (fs::temp_directory_path() / "holon-test-XXXXXX").string();
    return mkdtemp(pattern.data());
  }
  ~NativeTest() override { fs::remove_all(folder_); }

  static bool has(const char* compiler) {
    return std::system((std::string("command -v ") + compiler + " >/dev/null 2>&1").c_str()) == 0;
  }
  static bool has_compiler() { return has("clang") || has("gcc"); }

  std::vector<fs::path> files() const {
    std::vector<fs::path> found;
    if (!fs::exists(folder_ / "holon" / "native")) return found;
    for (const auto& e : fs::directory_iterator(folder_ / "holon" / "native")) found.push_back(e);
    return found;
  }

  fs::path folder_ = make_folder();
  Setting cache_{"XDG_CACHE_HOME", folder_.string()};
};

std::string message_of(const FunctionRef& f) {
  try {
    Program(*f, {Engine::native});
  } catch (const std::runtime_error& e) {
    return e.what();
  }
  return "";
}

TEST_F(NativeTest, AMissingCompilerIsNamedAndTheOtherEnginesCarryOn) {
  const FunctionRef f = make_function(0.25);
  const double expected = run(Program(*f), 0.5);
  {
    const Setting cc("HOLON_CC", "/nonexistent/cc");
    EXPECT_NE(message_of(f).find("HOLON_CC is '/nonexistent/cc'"), std::string::npos);
    const Program program(*f, {Engine::automatic});
    EXPECT_FALSE(program.wait_native());
    EXPECT_NE(program.engine(), Engine::native);
    EXPECT_EQ(run(program, 0.5), expected);
    const std::string_view text = "machine code continues", elsewhere = "the tape continues";
    EXPECT_NE(program.provenance().find(program.engine() == Engine::jit ? text : elsewhere),
              std::string::npos);
  }
  {
    const Setting cc("HOLON_CC", folder_.string());  // a folder is not a program
    EXPECT_NE(message_of(f).find("HOLON_CC"), std::string::npos);
  }
  const Setting cc("HOLON_CC", ""), path("PATH", "");
  EXPECT_NE(message_of(f).find("no C compiler"), std::string::npos);
}

TEST_F(NativeTest, ACompilerThatFailsIsQuoted) {
  const fs::path script = folder_ / "cc";
  std::ofstream(script) << "#!/bin/sh\necho 'no room in the engine' >&2\nexit 1\n";
  chmod(script.c_str(), 0700);
  const Setting cc("HOLON_CC", script.string());
  EXPECT_NE(message_of(make_function(0.5)).find("no room in the engine"), std::string::npos);
  EXPECT_TRUE(files().empty()) << "nothing is left behind";
}

TEST_F(NativeTest, CompiledCodeIsKeptAndFoundAgain) {
  if (!has_compiler()) GTEST_SKIP() << "no C compiler";
  const FunctionRef f = make_function(1.5);
  const double expected = run(Program(*f), 0.5);
  EXPECT_EQ(run(Program(*f, {Engine::native}), 0.5), expected);
  ASSERT_EQ(files().size(), 1u) << "one library and nothing else";
  const auto written = fs::last_write_time(files()[0]);
  EXPECT_EQ(run(Program(*f, {Engine::native}), 0.5), expected);
  EXPECT_EQ(fs::last_write_time(files()[0]), written);
}

TEST_F(NativeTest, ACorruptLibraryIsMadeAnew) {
  if (!has_compiler()) GTEST_SKIP() << "no C compiler";
  const FunctionRef f = make_function(2.5);
  const double expected = run(Program(*f, {Engine::native}), 0.5);
  const fs::path library = files().at(0);
  const auto size = fs::file_size(library);
  for (int damage = 0; damage < 3; ++damage) {
    if (damage == 0) fs::resize_file(library, 0);
    if (damage == 1) fs::resize_file(library, size / 2);
    if (damage == 2) {
      std::fstream file(library, std::ios::in | std::ios::out | std::ios::binary);
      file.seekp(static_cast<std::streamoff>(size / 2));
      file << "damage";
    }
    EXPECT_EQ(run(Program(*f, {Engine::native}), 0.5), expected) << "damage " << damage;
    EXPECT_EQ(fs::file_size(library), size);
  }
}

TEST_F(NativeTest, WithoutACacheCodeIsMadeForThisRunOnly) {
  if (!has_compiler()) GTEST_SKIP() << "no C compiler";
  const Setting cache("XDG_CACHE_HOME", "/dev/null");
  const Setting temporary("TMPDIR", folder_.string());
  const FunctionRef f = make_function(3.5);
  const Program program(*f, {Engine::native});
  EXPECT_EQ(run(program, 0.5), run(Program(*f), 0.5));
  EXPECT_NE(program.provenance().find("not kept"), std::string::npos);
  EXPECT_TRUE(fs::is_empty(folder_)) << "nothing is left behind";
}

TEST_F(NativeTest, ACacheMadeUnderALooseUmaskIsOnesOwn) {
  if (!has_compiler()) GTEST_SKIP() << "no C compiler";
  const mode_t before = umask(0002);
  const Program program(*make_function(4.5), {Engine::native});
  umask(before);
  EXPECT_EQ(files().size(), 1u) << program.provenance();
}

TEST_F(NativeTest, TheEndDoesNotWaitForTheCompiler) {
  // A compiler that takes a minute, in a child process.
  const fs::path script = folder_ / "cc";
  // The file appears with its contents: the shell may end immediately afterwards.
  const std::string started = (folder_ / "started").string();
  std::ofstream(script) << "#!/bin/sh\necho $$ > " << started << ".new\nmv " << started << ".new "
                        << started << "\nsleep 60\n";
  chmod(script.c_str(), 0700);
  const Setting cc("HOLON_CC", script.string());
  const auto begin = Clock::now();
  {
    const Program program(*make_function(5.5), {Engine::automatic});
    while (!fs::exists(folder_ / "started") && Clock::now() - begin < std::chrono::seconds(20)) {
      run(program, 0.5);
      program.expect_runs(1e12);  // the compiler is called because much is to come
    }
  }
  EXPECT_LT(Clock::now() - begin, std::chrono::seconds(30));
  EXPECT_TRUE(files().empty()) << "nothing is left behind";
  pid_t pid = 0;
  std::ifstream(folder_ / "started") >> pid;
  ASSERT_GT(pid, 0);
  EXPECT_NE(kill(pid, 0), 0) << "the compiler is gone";
}

TEST_F(NativeTest, ThreadsRunOneProgramWhileItSwitches) {
  if (!has_compiler()) GTEST_SKIP() << "no C compiler";
  const FunctionRef f = make_function(6.5);
  const double expected = run(Program(*f), 0.5);
  const Program program(*f, {Engine::automatic});
  std::atomic<int> wrong{0}, switched{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      Workspace workspace;
      const std::vector<double> x(Program::kLanes, 0.5);
      std::vector<double> y(Program::kLanes);
      const auto end = Clock::now() + std::chrono::seconds(60);
      for (int after = 0; after < 20 && Clock::now() < end;) {
        program.expect_runs(1e12);
        const bool native = program.engine() == Engine::native;
        t % 2 ? program.run(x.data(), y.data(), workspace)
              : program.run_lanes(x.data(), y.data(), workspace);
        for (std::size_t l = 0; l < (t % 2 ? 1u : y.size()); ++l) wrong += y[l] != expected;
        after += native;
      }
      ++switched;
    });
  }
  for (auto& t : threads) t.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(switched, 4);
  EXPECT_EQ(program.engine(), Engine::native);
}

TEST_F(NativeTest, TwoProcessesMayCompileTheSame) {
  if (!has_compiler()) GTEST_SKIP() << "no C compiler";
  const FunctionRef f = make_function(7.5);
  const double expected = run(Program(*f), 0.5);
  std::vector<pid_t> children;
  for (int k = 0; k < 2; ++k) {
    const pid_t child = fork();
    if (child == 0) {
      int status = 1;
      try {
        const Program program(*f, {Engine::native});
        status = run(program, 0.5) == expected ? 0 : 2;
      } catch (const std::exception&) {
      }
      _exit(status);
    }
    children.push_back(child);
  }
  for (pid_t child : children) {
    int status = -1;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(files().size(), 1u);
}

TEST_F(NativeTest, GccAndClangGiveTheSameBits) {
  if (!has("clang") || !has("gcc")) GTEST_SKIP() << "only one compiler";
  const FunctionRef f = make_function(0.1, 60);
  const Program tape(*f);
  for (const char* compiler : {"clang", "gcc"}) {
    const Setting cc("HOLON_CC", compiler);
    const Program native(*f, {Engine::native});
    EXPECT_NE(native.provenance().find(compiler), std::string::npos) << native.provenance();
    for (double x = -3.0; x < 3.0; x += 0.37) EXPECT_EQ(run(native, x), run(tape, x)) << compiler;
  }
}

}  // namespace
}  // namespace holon
