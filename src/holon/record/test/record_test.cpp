// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <limits>
#include <memory>
#include <random>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "holon/base/errors.h"
#include "holon/record/background_sink.h"
#include "holon/record/csv.h"
#include "holon/record/digest.h"
#include "holon/record/finite_watch.h"
#include "holon/record/thinning.h"

namespace holon {
namespace {

class Csv : public testing::Test {
 protected:
  std::filesystem::path path() const {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    return std::filesystem::path(testing::TempDir()) / (std::string("holon_csv_") + test->name()) /
           "out.csv";
  }
  static std::string slurp(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return std::move(text).str();
  }
  void SetUp() override { std::filesystem::remove_all(path().parent_path()); }
  void TearDown() override { std::filesystem::remove_all(path().parent_path()); }
};

TEST_F(Csv, WritesNamesThenRowsAndMakesItsFolder) {
  CsvWriter writer(path());
  writer.begin({{"time", dimensions::kTime, ""}, {"link.position.x", dimensions::kLength, ""}});
  const double rows[][2] = {{0, 1}, {0.1, -2.5e-7}, {1.0 / 3, 1e300}};
  for (const auto& row : rows) writer.row(row);
  writer.end();
  EXPECT_EQ(slurp(path()), "time,link.position.x\n0,1\n0.1,-2.5e-07\n0.3333333333333333,1e+300\n");
}

TEST_F(Csv, ReadsBackTheSameBits) {
  std::mt19937_64 random(1);
  std::vector<double> values{
      0.0, std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
      std::numeric_limits<double>::denorm_min(), std::numeric_limits<double>::max()};
  while (values.size() < 2000) {
    const double value = std::bit_cast<double>(random());
    if (!std::isnan(value)) values.push_back(value);
  }
  CsvWriter writer(path());
  writer.begin({{"time", {}, ""}});
  for (double value : values) writer.row(&value);
  writer.end();
  const Results results = read_csv(path());
  ASSERT_EQ(results.row_count(), values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    EXPECT_EQ(std::bit_cast<std::uint64_t>(results.values(0)[i]),
              std::bit_cast<std::uint64_t>(values[i]));
}

TEST_F(Csv, IsReadableAfterAFlushDuringTheRun) {
  CsvWriter writer(path());
  writer.begin({{"time", {}, ""}, {"x", {}, ""}});
  EXPECT_EQ(read_csv(path()).row_count(), 0u);
  const double row[] = {1, std::nan("")};
  for (int i = 0; i < 3; ++i) writer.row(row);
  writer.flush();
  const Results results = read_csv(path());
  EXPECT_EQ(results.row_count(), 3u);
  EXPECT_TRUE(std::isnan(results.values("x")[2]));
}

TEST_F(Csv, HoldsOnlyWholeLinesAtAnyMoment) {
  CsvWriter writer(path());
  writer.begin({{"time", {}, ""}, {"x", {}, ""}});
  for (int i = 0; i < 20000; ++i) {
    const double row[] = {i / 3.0, i / 7.0};
    writer.row(row);
    if (i % 1000 == 0) {
      EXPECT_EQ(slurp(path()).back(), '\n');
    }
  }
}

TEST_F(Csv, SaysWhichFileCannotBeWritten) {
  try {
    CsvWriter writer("/proc/nowhere/out.csv");
    FAIL();
  } catch (const std::runtime_error& e) {
    EXPECT_TRUE(std::string(e.what()).starts_with("cannot write '/proc/nowhere/out.csv': "));
  }
  if (std::filesystem::exists("/dev/full")) {
    CsvWriter writer("/dev/full");
    EXPECT_THROW(writer.begin({{"time", {}, ""}}), std::runtime_error);
  }
}

TEST_F(Csv, QuotesNamesThatNeedIt) {
  CsvWriter writer(path());
  writer.begin({{"time", {}, ""}, {"a,b", {}, ""}, {"say \"x\"", {}, ""}});
  writer.end();
  EXPECT_EQ(slurp(path()), "time,\"a,b\",\"say \"\"x\"\"\"\n");
  EXPECT_EQ(read_csv(path()).columns()[2].name, "say \"x\"");
}

TEST(CsvReader, ReadsTablesOfOtherPrograms) {
  const Results r = parse_csv("other.csv", "\xEF\xBB\xBFtime, \"x\"\r\n 0 ,+1.5\r\n1,2e3\r\n\r\n");
  EXPECT_EQ(r.columns()[0].name, "time");
  EXPECT_EQ(r.row_count(), 2u);
  EXPECT_EQ(r.values(1), (std::vector<double>{1.5, 2000}));
}

TEST(CsvReader, LeavesOutALastLineThatWasCut) {
  for (const char* end : {"2", "2,", "2,-", "2,1e"}) {
    const Results r = parse_csv("cut.csv", std::string("time,x\n0,1\n1,5\n") + end);
    EXPECT_EQ(r.values("x"), (std::vector<double>{1, 5})) << end;
  }
  EXPECT_EQ(parse_csv("whole.csv", "time,x\n0,1\n1,5").row_count(), 2u);
}

std::string errors_of(const std::string& text) {
  try {
    parse_csv("in.csv", text);
  } catch (const InputError& e) {
    return e.diagnostics().to_string();
  }
  return "";
}

TEST(CsvReader, ReportsAllErrorsWithTheirLocations) {
  const std::string errors = errors_of("time,x,x\n0,1\n1,two,3\n");
  EXPECT_NE(errors.find("in.csv:1:8: error: there are two columns 'x'"), std::string::npos)
      << errors;
  EXPECT_NE(errors.find("in.csv:2: error: this line has 2 values, not 3"), std::string::npos)
      << errors;
  EXPECT_NE(errors.find("in.csv:3:3: error: 'two' is not a number"), std::string::npos) << errors;
  for (const char* number : {"+-5", "++5", "+", "-+5", "5 6"})
    EXPECT_THROW(parse_csv("in.csv", "x\n" + std::string(number) + "\n"), InputError) << number;
  EXPECT_NE(errors_of("").find("empty"), std::string::npos);
  EXPECT_NE(errors_of("\"time\n").find("never closed"), std::string::npos);
}

TEST(Results, FindsQuantitiesByTheirNameAndTheirComponents) {
  Results r;
  r.begin({{"time", {}, ""},
           {"a.position.x", {}, ""},
           {"a.position.y", {}, ""},
           {"a.position.z", {}, ""},
           {"a.position.xx", {}, ""},
           {"pin.angle", {}, ""}});
  EXPECT_EQ(r.find_quantity("a.position"), (std::vector<std::size_t>{1, 2, 3}));
  EXPECT_EQ(r.find_quantity("pin.angle"), (std::vector<std::size_t>{5}));
  EXPECT_TRUE(r.find_quantity("pin").empty());
  EXPECT_EQ(r.find("pin.angel"), -1);
  try {
    r.values("pin.angel");
    FAIL();
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("pin.angle"), std::string::npos) << e.what();
  }
}

TEST(Thinning, KeepsEndsAndExtremesOfEveryBinInBoundedSpace) {
  constexpr int kRows = 1'000'000, kBins = 100;
  Results kept;
  ThinningSink sink(kept, 10, kBins);
  sink.begin({{"time", {}, ""}, {"a", {}, ""}, {"b", {}, ""}});
  for (int i = 0; i <= kRows; ++i) {
    const double t = 10.0 * i / kRows;
    const double row[] = {t, i == 345678 ? 9.0 : std::sin(300 * t), i == 777777 ? -8.0 : t * t};
    sink.row(row);
  }
  sink.end();
  EXPECT_LE(kept.row_count(), static_cast<std::size_t>((kBins + 1) * (2 * 3 + 2)));
  const std::vector<double>& t = kept.values(0);
  EXPECT_TRUE(std::is_sorted(t.begin(), t.end()));
  EXPECT_EQ(t.front(), 0);
  EXPECT_EQ(t.back(), 10);
  EXPECT_EQ(*std::max_element(kept.values(1).begin(), kept.values(1).end()), 9);
  EXPECT_EQ(*std::min_element(kept.values(2).begin(), kept.values(2).end()), -8);
}

TEST(Thinning, LeavesFewRowsAlone) {
  Results kept;
  ThinningSink sink(kept, 1, 1000);
  sink.begin({{"time", {}, ""}, {"a", {}, ""}});
  for (int i = 0; i <= 500; ++i) {
    const double row[] = {i / 500.0, i % 7 + 0.5};
    sink.row(row);
  }
  sink.end();
  EXPECT_EQ(kept.row_count(), 501u);
}

// The examples of FIPS 180-4 and the one of a million times 'a'.
TEST(Digest, IsSha256) {
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256(std::string(1000000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(FiniteWatch, HandsRowsOnAndNamesWhatIsNotFinite) {
  Results results;
  FiniteWatch watch(results);
  watch.begin({{"time", {}, {}}, {"a", {}, {}}, {"b", {}, {}}});
  for (const auto& row : {std::array<double, 3>{0, 1, 2}, {1, -INFINITY, 2}, {2, -NAN, 2}})
    watch.row(row.data());
  watch.end();
  EXPECT_EQ(results.row_count(), 3u);
  EXPECT_EQ(results.values("a")[1], -INFINITY);
  EXPECT_EQ(watch.describe(),
            std::vector<std::string>{"'a' is not finite in 2 of 3 rows, at first -inf at t = 1 s"});
}

/// Takes a while for each row, as a slow disk does; more rows than there is room for do not fit.
class SlowSink final : public RowSink {
 public:
  SlowSink(Results& to, int room) : to_(to), room_(room) {}
  void begin(const std::vector<Column>& columns) override { to_.begin(columns); }
  void row(const double* values) override {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    if (room_-- == 0) throw std::runtime_error("the disk is full");
    to_.row(values);
  }
  void flush() override { flushed_rows = to_.row_count(); }
  void end() override { has_ended = true; }
  std::size_t flushed_rows = 0;
  bool has_ended = false;

 private:
  Results& to_;
  int room_;
};

TEST(BackgroundSink, WritesAllRowsInOrderAndTheRunDoesNotWait) {
  Results results;
  auto slow = std::make_unique<SlowSink>(results, 1000);
  const SlowSink& sink = *slow;
  BackgroundSink background(std::move(slow));
  background.begin({{"time", {}, {}}, {"a", {}, {}}});
  const auto begin = std::chrono::steady_clock::now();
  for (int k = 0; k < 10; ++k) {
    const double row[] = {0.1 * k, 3.0 * k};
    background.row(row);
  }
  background.flush();
  // Ten rows take 0.2 s of the thread.
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(100));
  background.end();
  ASSERT_EQ(results.row_count(), 10u);
  for (std::size_t k = 0; k < 10; ++k)
    EXPECT_EQ(results.values("a")[k], 3.0 * static_cast<double>(k));
  EXPECT_EQ(sink.flushed_rows, 10u);
  EXPECT_TRUE(sink.has_ended);
}

TEST(BackgroundSink, ACheckpointWaitsForTheRows) {
  Results results;
  BackgroundSink background(std::make_unique<SlowSink>(results, 1000));
  background.begin({{"time", {}, {}}});
  const double row[] = {1.0};
  for (int k = 0; k < 3; ++k) background.row(row);
  Archive archive;
  background.archive(archive);
  EXPECT_EQ(results.row_count(), 3u);
}

TEST(BackgroundSink, AnErrorIsThrownByALaterCall) {
  Results results;
  auto slow = std::make_unique<SlowSink>(results, 2);
  const SlowSink& sink = *slow;
  BackgroundSink background(std::move(slow));
  background.begin({{"time", {}, {}}});
  const double row[] = {1.0};
  for (int k = 0; k < 3; ++k) background.row(row);
  EXPECT_THROW(background.end(), std::runtime_error);
  EXPECT_TRUE(sink.has_ended);  // whatever was written is completed
  EXPECT_EQ(results.row_count(), 2u);
}

TEST(CsvNumber, ZeroHasNoSign) {
  std::string text;
  append_number(text, -0.0);
  append_number(text, -1.5);
  EXPECT_EQ(text, "0-1.5");
}

}  // namespace
}  // namespace holon
