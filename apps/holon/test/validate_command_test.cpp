// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

namespace holon {
namespace {

namespace fs = std::filesystem;

/// Runs `holon validate` in a folder with a model x' = -x, x(0) = 1.
class ValidateCommand : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::path(testing::TempDir()) / (std::string("holon_validate_") + test->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    write("decay.yaml",
          "holon: 1\nparts:\n  d: {type: Equations, states: {x: {initial: 1, der: \"-x/1 [s]\"}}}\n"
          "simulate: {until: 1 s}\n");
  }
  void TearDown() override { fs::remove_all(folder_); }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }
  void write_case(const std::string& value, const std::string& more = {}) const {
    write("case.yaml", "title: Decay\nsource: exponential function\nmodel: decay.yaml\n" + more +
                           "references: [{output: d.x, times: [1, 2], values: " + value + "}]\n");
  }
  std::string read(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(folder_ / name).rdbuf();
    return std::move(text).str();
  }
  int validate(const std::string& arguments) {
    const std::string command = "cd '" + folder_.string() +
                                "' && NO_COLOR=1 HOLON_CALLED_AS=holon '" HOLON_EXECUTABLE
                                "' validate " +
                                arguments + " >out.txt 2>err.txt </dev/null";
    const int raw = std::system(command.c_str());
    out_ = read("out.txt");
    err_ = read("err.txt");
    return WIFEXITED(raw) ? WEXITSTATUS(raw) : -1;
  }
  static bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  }

  fs::path folder_;
  std::string out_, err_;
};

// exp(-1), exp(-2) with 16 digits.
constexpr const char* kValues = "[0.36787944117144233, 0.13533528323661270]";

TEST_F(ValidateCommand, AgreesWithTheExponentialFunctionBeyondTheModelsOwnEnd) {
  write_case(kValues);
  EXPECT_EQ(validate("case.yaml --json"), 0) << out_ << err_;
  const nlohmann::json cases = nlohmann::json::parse(out_)["cases"];
  ASSERT_EQ(cases.size(), 1u);
  EXPECT_EQ(cases[0]["verdict"], "agrees");
  ASSERT_EQ(cases[0]["runs"].size(), 3u);
  for (const auto& run : cases[0]["runs"]) {
    const double tolerance = run["tolerance"];
    EXPECT_LE(run["error"].get<double>(), 100 * tolerance);  // what docs/models.md promises
    EXPECT_GT(run["error"].get<double>(), 0);
  }
}

TEST_F(ValidateCommand, NamesTheOutputAndTheTimeThatDisagree) {
  write_case("[0.36787944117144233, 0.1354]");
  EXPECT_EQ(validate("case.yaml"), 4) << out_ << err_;
  // (0.1354 - exp(-2))/exp(-1) = 1.76e-4.
  EXPECT_TRUE(has(out_, "DISAGREES  dopri5: error 0.00018 (d.x at 2 s) exceeds 1e-08")) << out_;
  EXPECT_TRUE(has(out_, "the error does not fall from 0.00018 at tolerance 1e-06")) << out_;
  EXPECT_TRUE(has(out_, "0 cases agree, 1 disagrees")) << out_;
}

TEST_F(ValidateCommand, TheAccuracyOfTheReferenceIsAllowed) {
  write("case.yaml",
        "title: Decay\nsource: exponential function\nmodel: decay.yaml\n"
        "references: [{output: d.x, times: 1, values: 0.367879, accuracy: 5e-7}]\n");
  EXPECT_EQ(validate("case.yaml"), 0) << out_ << err_;
}

TEST_F(ValidateCommand, NamesWhatIsWrongWithACase) {
  write("case.yaml",
        "title: Decay\nsorce: exponential function\nmodel: decy.yaml\ntolerances: [1e-8, 1e-6]\n"
        "references:\n  - {output: d.x, times: [1, 2], values: [1], acuracy: 1}\n");
  EXPECT_EQ(validate("case.yaml"), 1) << out_ << err_;
  for (const char* part :
       {"case.yaml:2:1: error: 'sorce' is not a key; did you mean 'source'?",
        "there is no model 'decy.yaml'",
        "case.yaml:4:13: error: tolerances are positive, and each is smaller than the one before",
        "'times' [s] and 'values' need equally many numbers; there are 2 and 1",
        "did you mean 'accuracy'?"})
    EXPECT_TRUE(has(err_, part)) << part << "\n" << err_;
  write_case(kValues, "settings: {simulate.tolerance: high}\n");
  EXPECT_EQ(validate("case.yaml"), 1) << out_ << err_;
  EXPECT_TRUE(has(err_, "tolerance")) << err_;
  EXPECT_EQ(validate("robertso"), 2);
  EXPECT_TRUE(has(err_, "there is no case 'robertso'; did you mean 'robertson'?")) << err_;
}

TEST_F(ValidateCommand, NamesAnOutputThatIsNotThere) {
  write("case.yaml",
        "title: Decay\nsource: exponential function\nmodel: decay.yaml\n"
        "references: [{output: d.y, times: 1, values: 1}]\n");
  EXPECT_EQ(validate("case.yaml"), 1) << out_ << err_;
  EXPECT_TRUE(has(err_, "d.y")) << err_;
}

TEST_F(ValidateCommand, RunsThePublishedOrientationInBothFormulations) {
  EXPECT_EQ(validate("free_rigid_body_published"), 0) << out_ << err_;
  EXPECT_TRUE(has(out_, "recursive")) << out_;
  EXPECT_TRUE(has(out_, "augmented")) << out_;
  EXPECT_TRUE(has(out_, "1 case agrees, 0 disagree")) << out_;
}

}  // namespace
}  // namespace holon
