// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/report/compare/runs_page.h"

#include <gtest/gtest.h>

#include <cmath>

#include <filesystem>
#include <fstream>

#include "holon/base/errors.h"

namespace holon {
namespace {

namespace fs = std::filesystem;

/// Three runs as CSV files in a folder of their own.
class RunsPage : public testing::Test {
 protected:
  RunsPage() {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    write("calm", "time,score.rms,score.mean,speed\n0,0,0,1\n1,0.004,0.001,2\n");
    write("rough", "time,score.rms,score.mean,speed\n0,0,0,1\n2,0.012,-0.003,3\n");
    write("other", "time,score.rms,speed\n0,0,1\n1.5,0.25,4\n");
  }
  ~RunsPage() override { fs::remove_all(folder_); }
  void write(const std::string& name, const std::string& text) {
    paths_.push_back(folder_ / (name + ".csv"));
    std::ofstream(paths_.back()) << text;
  }
  const fs::path folder_ = fs::path(testing::TempDir()) / "holon_runs_page";
  std::vector<fs::path> paths_;
};

TEST_F(RunsPage, ShowsTheLastValuesOfEachRun) {
  const RunsTable table = read_runs(paths_, {"score"});
  ASSERT_EQ(table.columns.size(), 2U);
  EXPECT_EQ(table.columns[1].name, "score.mean");
  ASSERT_EQ(table.runs.size(), 3U);
  EXPECT_EQ(table.runs[1].name, "rough");
  EXPECT_EQ(table.runs[1].until, 2.0);
  EXPECT_EQ(table.runs[1].final_values[0], 0.012);
  EXPECT_TRUE(std::isnan(table.runs[2].final_values[1]));
  EXPECT_EQ(table.common, (std::vector<std::string>{"score.rms", "speed"}));
  const std::string text = write_runs_text(table);
  EXPECT_NE(text.find("rough  2          0.012"), std::string::npos) << text;
  EXPECT_NE(text.find("–"), std::string::npos) << text;
}

TEST_F(RunsPage, IsAPageWithACurveForEachRun) {
  const std::string page = write_runs_page(read_runs(paths_, {}));
  for (const char* name : {"calm", "rough", "other", "3 runs"})
    EXPECT_NE(page.find(name), std::string::npos) << name;
}

TEST_F(RunsPage, NamesAColumnThatNoRunHas) {
  try {
    read_runs(paths_, {"scor.rms"});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(error.diagnostics().to_string().find("no run has a column 'scor.rms'"),
              std::string::npos);
  }
}

}  // namespace
}  // namespace holon
