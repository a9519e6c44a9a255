// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace holon::test {

namespace fs = std::filesystem;

struct Outcome {
  int status = -1;
  std::string out, err;
};

/// Runs the built executable in a folder of its own.
class CommandLine : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::path(testing::TempDir()) / (std::string("holon_app_") + test->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path at(const std::string& name) const { return folder_ / name; }
  std::string read(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(at(name)).rdbuf();
    return std::move(text).str();
  }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(at(name)) << text;
  }
  Outcome holon(const std::string& arguments, const std::string& before = {}) const {
    const std::string command =
        "cd '" + folder_.string() + "' && NO_COLOR=1 HOLON_CALLED_AS=holon " + before +
        " '" HOLON_EXECUTABLE "' " + arguments + " >out.txt 2>err.txt </dev/null";
    const int raw = std::system(command.c_str());
    return {WIFEXITED(raw) ? WEXITSTATUS(raw) : -1, read("out.txt"), read("err.txt")};
  }
  static bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  }

  fs::path folder_;
};

}  // namespace holon::test
