// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>

#include "holon/record/open_results.h"
#include "holon/record/test/recorded_run.h"

namespace holon {
namespace {

class BigFile : public FileTest, public testing::WithParamInterface<const char*> {};

INSTANTIATE_TEST_SUITE_P(, BigFile, testing::Values(".h5", ".mat"),
                         [](const auto& info) { return std::string(info.param + 1); });

// 10^7 rows of 10 columns are 800 MB of numbers.
TEST_P(BigFile, FourMillionRowsAreWrittenInBoundedMemory) {
  constexpr std::size_t kRows = 4'000'000, kColumns = 10;  // 320 MB
  constexpr long kMostKilobytes = 200'000;
  const std::filesystem::path path = at(std::string("big") + GetParam());
  const auto began = std::chrono::steady_clock::now();
  const pid_t child = ::fork();
  if (child == 0) {
    std::vector<Column> columns{{"time", dimensions::kTime, ""}};
    for (std::size_t c = 1; c < kColumns; ++c)
      columns.push_back({"x" + std::to_string(c), dimensions::kLength, ""});
    const auto sink = open_sink(path, {});
    sink->begin(columns);
    std::vector<double> row(kColumns);
    for (std::size_t r = 0; r < kRows; ++r) {
      row[0] = 1e-6 * static_cast<double>(r);
      for (std::size_t c = 1; c < kColumns; ++c) row[c] = std::sin(row[0] + static_cast<double>(c));
      sink->row(row.data());
    }
    sink->end();
    ::_exit(0);
  }
  int status = -1;
  rusage usage{};
  ASSERT_EQ(::wait4(child, &status, 0, &usage), child);
  ASSERT_EQ(WEXITSTATUS(status), 0);
  EXPECT_LT(usage.ru_maxrss, kMostKilobytes);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  RecordProperty("seconds", std::to_string(seconds));
  RecordProperty("megabytes", std::to_string(std::filesystem::file_size(path) / 1'000'000));
  RecordProperty("kilobytes_resident", std::to_string(usage.ru_maxrss));
  const auto reader = open_results(path);
  ASSERT_EQ(reader->row_count(), kRows);
  const std::vector<double> values = reader->read(9);
  for (std::size_t r = 0; r < kRows; r += 999'983)
    EXPECT_EQ(values[r], std::sin(1e-6 * static_cast<double>(r) + 9.0));
}

}  // namespace
}  // namespace holon
