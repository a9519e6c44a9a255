// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Models that are wrong, or whose run fails: each broken/<name>.yaml with what an engineer is to
// read about it, word by word, in broken/<name>.txt: the command, its exit status, and all that it
// writes to stderr.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>

#include "command_line_fixture.h"

namespace holon::test {
namespace {

const fs::path kFolder = fs::path(HOLON_SOURCE_DIR) / "apps/holon/test/broken";

std::vector<std::string> list_cases() {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(kFolder))
    if (entry.path().extension() == ".txt") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

// How far a step has shrunk when a run gives up hangs on the last bits of what was computed.
std::string rounded(const std::string& text) {
  static const std::regex tiny(R"(\d(\.\d+)?e-1\d)");
  // Where speeds grow without bound, rounding decides which of them errs most, and how far.
  static const std::regex chance(
      R"(state '[^']*'(: no step .*of the constraints )\S+( is left: speeds grow without bound))");
  // Whether there is a checkpoint yet depends on how busy the machine is.
  static const std::regex offer(R"(holon: note: continue from [^\n]*\n)");
  return std::regex_replace(
      std::regex_replace(std::regex_replace(text, tiny, "tiny"), chance, "state$1some$2"), offer,
      "");
}

class BrokenModel : public CommandLine, public testing::WithParamInterface<std::string> {};

TEST_P(BrokenModel, SaysWhatIsWrongAndWhatToDo) {
  for (const fs::directory_entry& entry : fs::directory_iterator(kFolder))
    fs::copy_file(entry.path(), at(entry.path().filename().string()));
  std::ifstream file(kFolder / (GetParam() + ".txt"), std::ios::binary);
  std::string command;
  std::getline(file, command);
  const std::string start = "$ holon ";
  ASSERT_TRUE(command.starts_with(start)) << command;
  const std::string expected{std::istreambuf_iterator<char>(file), {}};
  const Outcome outcome = holon(command.substr(start.size()));
  const std::string reported = "exit status " + std::to_string(outcome.status) + "\n" + outcome.err;
  EXPECT_EQ(rounded(reported), rounded(expected));
}

INSTANTIATE_TEST_SUITE_P(All, BrokenModel, testing::ValuesIn(list_cases()),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace holon::test
