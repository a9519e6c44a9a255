// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "holon/record/open_results.h"

namespace holon {
namespace {

namespace fs = std::filesystem;

/// Runs `holon compare` in a folder with two tables that differ by 0.5 of a range of 2.
class CompareCommand : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::path(testing::TempDir()) / (std::string("holon_compare_") + test->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    write("a.csv", "time,x,y\n0,0,1\n1,1,1\n2,2,1\n");
    write("b.csv", "time,x,y\n0,0,1\n1,1.5,1\n2,2,1\n");
  }
  void TearDown() override { fs::remove_all(folder_); }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }
  std::string read(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(folder_ / name).rdbuf();
    return std::move(text).str();
  }
  int compare(const std::string& arguments) {
    const std::string command = "cd '" + folder_.string() +
                                "' && NO_COLOR=1 HOLON_CALLED_AS=holon '" HOLON_EXECUTABLE
                                "' compare " +
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

TEST_F(CompareCommand, ItsStatusShowsWhetherTwoResultsAgree) {
  EXPECT_EQ(compare("a.csv a.csv"), 0) << err_;
  EXPECT_TRUE(has(out_, "agree: 2 columns at 3 times")) << out_;
  EXPECT_EQ(compare("a.csv b.csv"), 4) << err_;
  EXPECT_TRUE(has(out_, "disagree: 1 of 2 columns")) << out_;
  EXPECT_EQ(compare("a.csv b.csv --tolerance 0.3"), 0);
  EXPECT_EQ(compare("a.csv b.csv --absolute 0.6"), 0);
}

TEST_F(CompareCommand, APageHasBothRunsOverEachOther) {
  EXPECT_EQ(compare("a.csv b.csv --report out.html"), 4) << err_;
  const std::string page = read("out.html");
  if (has(err_, "front end")) GTEST_SKIP() << err_;
  EXPECT_TRUE(has(page, "\"title\":\"a.csv and b.csv\"")) << page.substr(0, 300);
  EXPECT_TRUE(has(page, "Disagree"));
  EXPECT_TRUE(has(page, "\"stream\":\"A\"")) << "the curves of A";
  EXPECT_TRUE(has(page, "\"stream\":\"B\""));
  // What differs comes first.
  EXPECT_LT(page.find("\"title\":\"x\""), page.find("\"title\":\"y\""));
  EXPECT_EQ(compare("a.csv b.csv --report out.pdf"), 2);
}

TEST_F(CompareCommand, ComparesFilesOfDifferentFormats) {
  const Results a = read_results(folder_ / "a.csv");
  for (const char* name : {"a.h5", "a.mat"}) {
    const auto sink = open_sink(folder_ / name, {});
    sink->begin(a.columns());
    for (std::size_t r = 0; r < a.row_count(); ++r) {
      const double row[] = {a.values(0)[r], a.values(1)[r], a.values(2)[r]};
      sink->row(row);
    }
    sink->end();
    Provenance provenance;
    provenance.status = "interrupted";
    sink->conclude(provenance);
    EXPECT_EQ(compare(std::string("a.csv ") + name), 0) << name << out_ << err_;
    EXPECT_TRUE(has(err_, "is of a run that was interrupted")) << err_;
    EXPECT_EQ(compare(std::string(name) + " b.csv"), 4) << name;
  }
}

TEST_F(CompareCommand, WritesJson) {
  EXPECT_EQ(compare("a.csv b.csv --json"), 4);
  EXPECT_TRUE(has(out_, "\"agrees\": false")) << out_;
  EXPECT_TRUE(has(out_, "\"difference\": 0.5")) << out_;
  EXPECT_TRUE(has(out_, "\"relative\": 0.25")) << out_;
}

TEST_F(CompareCommand, AcceptsAFolderOfResultsForItsTable) {
  fs::create_directories(folder_ / "results/run");
  fs::copy(folder_ / "a.csv", folder_ / "results/run/run.csv");
  EXPECT_EQ(compare("a.csv results/run/"), 0) << err_;
}

TEST_F(CompareCommand, ExplainsWhatItCannotCompare) {
  write("model.yaml", "holon: 1\n");
  write("wrong.csv", "time,x\n0,one\n");
  write("a.csb", "");
  const struct {
    const char *arguments, *error;
    int status;
  } cases[] = {{"a.csv", "needs two files of results", 2},
               {"a.csv c.csv --common", "there is no file 'c.csv'", 2},
               {"a.csv model.yaml", "is a model; 'holon run model.yaml'", 2},
               {"a.csv a.csb", "did you mean '.csv'?", 2},
               {"a.csv b.csv --tolerance -1", "a number from 0 up", 2},
               {"a.csv wrong.csv", "wrong.csv:2:3: error: 'one' is not a number", 1}};
  EXPECT_EQ(compare("c.csv c.csv"), 2);
  const std::string missing = "there is no file 'c.csv'";
  EXPECT_EQ(err_.find(missing), err_.rfind(missing)) << err_;
  for (const auto& c : cases) {
    EXPECT_EQ(compare(c.arguments), c.status) << c.arguments;
    EXPECT_TRUE(has(err_, c.error)) << err_;
  }
}

}  // namespace
}  // namespace holon
