// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/serve/runs/stream_log.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

namespace holon::serve {
namespace {

namespace fs = std::filesystem;

class StreamLogTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        fs::path(testing::TempDir()) /
        (std::string("holon_log_") + testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  static double value(std::size_t row) {
    return std::sin(0.01 * static_cast<double>(row)) + (row == 70'001 ? 50 : 0);
  }
  static void fill(StreamLog& log, std::size_t rows) {
    for (std::size_t k = 0; k < rows; ++k) {
      const double row[2] = {0.5 * static_cast<double>(k), value(k)};
      log.append(row, 1);
    }
  }
  /// By looking at every row.
  static Extremes extremes(std::size_t first, std::size_t last) {
    Extremes result{value(first), value(first), value(first), value(last - 1)};
    for (std::size_t k = first; k < last; ++k) {
      result.least = std::min(result.least, value(k));
      result.greatest = std::max(result.greatest, value(k));
    }
    return result;
  }
  static void expect_same(const Extremes& a, const Extremes& b) {
    EXPECT_EQ(a.first, b.first);
    EXPECT_EQ(a.least, b.least);
    EXPECT_EQ(a.greatest, b.greatest);
    EXPECT_EQ(a.last, b.last);
  }

  fs::path folder_;
};

TEST_F(StreamLogTest, ReadsWhatWasAppendedAtEverySize) {
  for (const std::size_t rows : {1U, 15U, 255U, 256U, 257U, 1000U}) {
    StreamLog log(folder_, "s", 2, true);
    fill(log, rows);
    EXPECT_EQ(log.row_count(), rows);
    const std::vector<double> values = log.read(1, 0, rows);
    for (std::size_t k = 0; k < rows; ++k) EXPECT_EQ(values[k], value(k)) << rows;
    EXPECT_EQ(log.read(0, rows - 1, rows + 5).size(), 1U);
  }
}

TEST_F(StreamLogTest, ExtremesAreThoseOfTheRowsWhereverTheyBegin) {
  constexpr std::size_t kRows = 100'003;
  StreamLog log(folder_, "s", 2, true);
  fill(log, kRows);
  for (const auto& [first, last, size] :
       {std::tuple{0U, 100'003U, 1000U}, std::tuple{17U, 99'000U, 4096U},
        std::tuple{69'999U, 70'003U, 3U}, std::tuple{5U, 90'000U, 77U},
        std::tuple{0U, 100'003U, 200'000U}}) {
    const std::vector<Extremes> groups = log.read_extremes(1, first, last, size);
    ASSERT_EQ(groups.size(), (last - first + size - 1) / size);
    for (std::size_t k = 0; k < groups.size(); ++k)
      expect_same(groups[k],
                  extremes(first + k * size, std::min<std::size_t>(first + (k + 1) * size, last)));
  }
}

TEST_F(StreamLogTest, AnOpenedLogHasTheSameRows) {
  constexpr std::size_t kRows = 10'000;
  {
    StreamLog log(folder_, "s", 2, true);
    fill(log, kRows);
    log.flush();
  }
  const auto log = StreamLog::open(folder_, "s", 2, true, kRows);
  ASSERT_EQ(log->row_count(), kRows);
  EXPECT_EQ(log->read(1, kRows - 1, kRows).at(0), value(kRows - 1));
  const std::vector<Extremes> groups = log->read_extremes(1, 3, kRows, 500);
  for (std::size_t k = 0; k < groups.size(); ++k)
    expect_same(groups[k], extremes(3 + k * 500, std::min<std::size_t>(3 + (k + 1) * 500, kRows)));
}

TEST_F(StreamLogTest, WithoutAFlushWholeChunksAreKept) {
  {
    StreamLog log(folder_, "s", 2, true);
    fill(log, 1000);
  }
  const auto log = StreamLog::open(folder_, "s", 2, true, std::size_t(-1));
  EXPECT_EQ(log->row_count(), 768U);  // three chunks of 256
}

TEST_F(StreamLogTest, FindsRowsByTime) {
  StreamLog log(folder_, "s", 1, false);
  const double times[] = {0, 1, 1, 2, 5};
  for (const double t : times) log.append(&t, 1);
  EXPECT_EQ(log.find_row(1), 1U);
  EXPECT_EQ(log.find_behind(1), 3U);
  EXPECT_EQ(log.find_row(-1), 0U);
  EXPECT_EQ(log.find_row(9), 5U);
}

TEST_F(StreamLogTest, NotANumberIsNoExtreme) {
  StreamLog log(folder_, "s", 1, true);
  for (int k = 0; k < 40; ++k) {
    const double v = k % 2 ? std::numeric_limits<double>::quiet_NaN() : k;
    log.append(&v, 1);
  }
  const Extremes all = log.read_extremes(0, 0, 40, 40).at(0);
  EXPECT_EQ(all.least, 0);
  EXPECT_EQ(all.greatest, 38);
  EXPECT_EQ(all.last, 38);
}

}  // namespace
}  // namespace holon::serve
