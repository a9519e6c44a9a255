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

/// The titles of a page's plots, in order.
std::vector<std::string> list_titles(const std::string& page) {
  std::vector<std::string> titles;
  const std::string key = "{\"title\":\"";
  for (std::size_t at = page.find("\"plots\":["); (at = page.find(key, at)) != std::string::npos;) {
    at += key.size();
    titles.push_back(page.substr(at, page.find('"', at) - at));
  }
  return titles;
}

TEST_F(RunsPage, BeginsWithThePlotsOfTheModel) {
  std::ofstream(paths_[0].string() + ".json") << R"({"runs": [{"plots": [
    {"title": "RMS over speed", "x": "speed", "y": ["score.rms"], "unit": "mm", "style": "points"},
    {"title": "Of others", "x": "time", "y": ["nothing"], "unit": "", "style": "lines"}]}]})";
  const std::string page = write_runs_page(read_runs(paths_, {}));
  const std::vector<std::string> titles = list_titles(page);
  ASSERT_GE(titles.size(), 2u);
  EXPECT_EQ(titles[0], "RMS over speed");
  EXPECT_EQ(titles[1], "speed");
  EXPECT_NE(page.find("\"scale\":1000.0"), std::string::npos);
  EXPECT_NE(page.find("\"changes\":true"), std::string::npos);
}

TEST_F(RunsPage, LeavesOutPlotsOfWhatIsTheSameInAllRuns) {
  paths_.clear();
  write("one", "time,x,mass\n0,0,5\n1,1,5\n");
  write("two", "time,x,mass\n0,0,5\n2,3,5\n");
  const std::string page = write_runs_page(read_runs(paths_, {}));
  EXPECT_EQ(list_titles(page)[0], "x");
  EXPECT_NE(page.find("are not plotted: 'mass'"), std::string::npos);
}

TEST_F(RunsPage, HasStatisticsOfAllRowsWhereCurvesAreThinned) {
  // cos of 430 Hz in rows of 0.1 ms: the mean of its square is 1/2; rows that are kept are
  // extremes.
  paths_.clear();
  constexpr int kRows = 400'001;
  std::string text = "time,y\n";
  for (int k = 0; k < kRows; ++k) {
    const double t = 1e-4 * k;
    text += std::to_string(t) + "," + std::to_string(std::cos(2 * M_PI * 430 * t)) + "\n";
  }
  write("long", text);
  write("again", text);
  const std::string page = write_runs_page(read_runs(paths_, {}));
  const std::size_t at = page.find("\"statistics\":[");
  ASSERT_NE(at, std::string::npos);
  const std::size_t rms = page.find("\"rms\":", page.find("\"rms\":", at) + 1);
  // Lines between rows have sqrt((2 + cos h)/3) of it, h = 2 pi 430 1e-4: 0.98766; six digits in
  // the file.
  const double h = 2 * M_PI * 430e-4;
  EXPECT_NEAR(std::stod(page.substr(rms + 6)), std::sqrt(0.5 * (2 + std::cos(h)) / 3), 2e-6);
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
