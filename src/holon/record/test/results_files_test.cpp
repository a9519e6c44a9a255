// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstring>
#include <fstream>
#include <limits>
#include <random>
#include <thread>

#include "holon/base/errors.h"
#include "holon/record/digest.h"
#include "holon/record/open_results.h"
#include "holon/record/test/recorded_run.h"

namespace holon {
namespace {

/// Properties of every format.
class EveryFormat : public FileTest, public testing::WithParamInterface<const char*> {
 protected:
  std::filesystem::path path() const { return at(std::string("deep/run") + GetParam()); }
  bool is_csv() const { return std::string(GetParam()) == ".csv"; }
};

INSTANTIATE_TEST_SUITE_P(, EveryFormat, testing::Values(".h5", ".hdf5", ".mat", ".csv"),
                         [](const auto& info) { return std::string(info.param + 1); });

/// CSV contains only names and numbers; these contain descriptions and provenance, too.
class EveryFullFormat : public EveryFormat {};
INSTANTIATE_TEST_SUITE_P(, EveryFullFormat, testing::Values(".h5", ".hdf5", ".mat"),
                         [](const auto& info) { return std::string(info.param + 1); });

TEST(BringToDisk, LetsBeWhatLiesOnNoDisk) {
  EXPECT_NO_THROW(bring_to_disk("/dev/null"));
  EXPECT_NO_THROW(bring_to_disk(std::filesystem::temp_directory_path()));
  EXPECT_NO_THROW(bring_to_disk("nowhere/taken_away.csv"));
}

TEST_P(EveryFormat, ReadsBackEveryRowOverManyChunks) {
  constexpr std::size_t kRows = 10'000;
  const std::vector<Column> columns = pendulum_columns();
  const auto sink = open_sink(path(), pendulum_provenance());
  sink->begin(columns);
  write_rows(*sink, columns.size(), 0, 1000);
  sink->flush();  // in the middle of a chunk
  write_rows(*sink, columns.size(), 1000, kRows - 1000);
  sink->end();
  const Results results = read_results(path());
  ASSERT_EQ(results.columns().size(), columns.size());
  ASSERT_EQ(results.row_count(), kRows);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    EXPECT_EQ(results.columns()[c].name, columns[c].name);
    for (std::size_t r = 0; r < kRows; ++r)
      ASSERT_EQ(results.values(c)[r], recorded(r, c)) << columns[c].name << " row " << r;
  }
}

TEST_P(EveryFormat, BelongsToOneRunAtATime) {
  auto sink = open_sink(path(), pendulum_provenance());
  sink->begin(pendulum_columns());
  try {
    open_sink(path(), pendulum_provenance());
    ADD_FAILURE() << "two runs would mix their rows";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("is being written by another run"), std::string::npos);
  }
  write_rows(*sink, pendulum_columns().size(), 0, 3);
  sink->end();
  EXPECT_EQ(read_results(path()).row_count(), 3u);
  sink.reset();
  EXPECT_NO_THROW(open_sink(path(), pendulum_provenance()));
}

TEST_P(EveryFormat, ReadsBackTheSameBits) {
  std::mt19937_64 random(1);
  std::vector<double> values{0.0, std::numeric_limits<double>::infinity(),
                             std::numeric_limits<double>::denorm_min(),
                             std::numeric_limits<double>::max()};
  while (values.size() < 3000) {
    const double value = std::bit_cast<double>(random());
    if (!std::isnan(value)) values.push_back(value);
  }
  const auto sink = open_sink(path(), {});
  sink->begin({{"time", dimensions::kTime, ""}, {"x", {}, ""}});
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double row[] = {static_cast<double>(i), values[i]};
    sink->row(row);
  }
  sink->end();
  const Results results = read_results(path());
  ASSERT_EQ(results.row_count(), values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    EXPECT_EQ(std::bit_cast<std::uint64_t>(results.values("x")[i]),
              std::bit_cast<std::uint64_t>(values[i]));
}

TEST_P(EveryFormat, KeepsWhatIsNotANumber) {
  const auto sink = open_sink(path(), {});
  sink->begin({{"time", dimensions::kTime, ""}, {"x", {}, ""}});
  for (double t : {0.0, 1.0}) {
    const double row[] = {t, std::nan("")};
    sink->row(row);
  }
  sink->end();
  const Results results = read_results(path());
  EXPECT_EQ(results.row_count(), 2u);
  EXPECT_TRUE(std::isnan(results.values("x")[1]));
}

/// A process that writes, one step at a time on request.
class Writer {
 public:
  template <class Work>
  explicit Writer(const Work& work) {
    EXPECT_EQ(::pipe(go_), 0);
    EXPECT_EQ(::pipe(done_), 0);
    process_ = ::fork();
    if (process_ != 0) return;
    work([this] {
      char byte = 'd';
      if (::write(done_[1], &byte, 1) != 1 || ::read(go_[0], &byte, 1) != 1) ::_exit(1);
    });
    ::_exit(0);
  }
  ~Writer() {
    kill();
    for (int* pipe : {go_, done_})
      for (int end : {0, 1}) ::close(pipe[end]);
  }
  void wait() {
    char byte;
    EXPECT_EQ(::read(done_[0], &byte, 1), 1);
  }
  void go_on() { EXPECT_EQ(::write(go_[1], "g", 1), 1); }
  void kill() {
    if (process_ > 0) {
      ::kill(process_, SIGKILL);
      ::waitpid(process_, nullptr, 0);
    }
    process_ = -1;
  }

 private:
  int go_[2], done_[2];
  pid_t process_ = -1;
};

TEST_P(EveryFormat, IsReadableAfterAFlushDuringTheRun) {
  Writer writer([&](const auto& pause) {
    const auto sink = open_sink(path(), pendulum_provenance());
    sink->begin(pendulum_columns());
    for (std::size_t r = 0;; ++r) {
      pause();
      write_rows(*sink, pendulum_columns().size(), r, 1);
      sink->flush();
    }
  });
  for (std::size_t rows = 0; rows < 5; ++rows) {
    writer.wait();
    const Results results = read_results(path());
    ASSERT_EQ(results.row_count(), rows);
    if (rows > 0) {
      EXPECT_EQ(results.values("pin.angle")[rows - 1], recorded(rows - 1, 1));
    }
    writer.go_on();
  }
}

TEST_P(EveryFormat, WithoutRowsIsATableOfNames) {
  const auto sink = open_sink(path(), {});
  sink->begin(pendulum_columns());
  sink->end();
  const Results results = read_results(path());
  EXPECT_EQ(results.row_count(), 0u);
  EXPECT_EQ(results.columns().size(), pendulum_columns().size());
}

TEST_P(EveryFullFormat, KeepsUnitsDescriptionsAndAliases) {
  const std::vector<Column> columns = pendulum_columns();
  const auto sink = open_sink(path(), {});
  sink->begin(columns);
  sink->end();
  const auto reader = open_results(path());
  for (std::size_t c = 0; c < columns.size(); ++c) {
    EXPECT_EQ(reader->columns()[c].dimension, columns[c].dimension) << columns[c].name;
    EXPECT_EQ(reader->columns()[c].description, columns[c].description);
    EXPECT_EQ(reader->columns()[c].aliases, columns[c].aliases) << columns[c].name;
  }
  EXPECT_EQ(reader->find("link.com.position.y"), 3);
}

TEST_P(EveryFullFormat, CarriesItsProvenanceFromTheFirstFlushOn) {
  const Provenance provenance = pendulum_provenance();
  const auto sink = open_sink(path(), provenance);
  sink->begin(pendulum_columns());
  std::map<std::string, std::string> known = open_results(path())->provenance();
  EXPECT_EQ(known["status"], "running");
  EXPECT_EQ(known["model_text"], provenance.model_text);
  EXPECT_EQ(known["model_sha256"], sha256(provenance.model_text));
  EXPECT_EQ(known["settings"], "m=2 kg\nsimulate.until=5");
  EXPECT_EQ(known["solver"], "dopri5");
  EXPECT_EQ(std::stod(known["tolerance"]), 1e-8);
  EXPECT_EQ(std::stod(known["seed"]), 42);
}

TEST_P(EveryFullFormat, SaysHowTheRunEnded) {
  Provenance provenance = pendulum_provenance();
  const auto sink = open_sink(path(), provenance);
  sink->begin(pendulum_columns());
  write_rows(*sink, pendulum_columns().size(), 0, 10);
  sink->end();
  EXPECT_EQ(open_results(path())->provenance().at("status"), "ended");
  provenance.status = "failed";
  provenance.error = "the step fell below its minimum of 1e-12 s";
  provenance.engine = "tape, then native";
  provenance.steps = 123;
  sink->conclude(provenance);
  const auto reader = open_results(path());
  EXPECT_EQ(reader->row_count(), 10u);
  EXPECT_EQ(reader->provenance().at("status"), "failed");
  EXPECT_EQ(reader->provenance().at("error"), provenance.error);
  EXPECT_EQ(reader->provenance().at("engine"), provenance.engine);
  EXPECT_EQ(reader->provenance().at("steps"), "123");
}

TEST_P(EveryFormat, IsReadableUpToItsLastFlushAfterAKill) {
  constexpr std::size_t kFlushed = 7000;
  for (int trial = 0; trial < 5; ++trial) {
    Writer writer([&](const auto& pause) {
      const auto sink = open_sink(path(), pendulum_provenance());
      sink->begin(pendulum_columns());
      for (std::size_t r = 0;; r += 100) {
        // At any place of a chunk.
        if (r % 700 == 0) sink->flush();
        if (r == kFlushed) pause();
        write_rows(*sink, pendulum_columns().size(), r, 100);
      }
    });
    writer.wait();
    writer.go_on();
    std::this_thread::sleep_for(std::chrono::milliseconds(7 * trial));
    writer.kill();
    const Results results = read_results(path());
    ASSERT_GE(results.row_count(), kFlushed);
    // The last number of a CSV file may be truncated.
    const std::size_t whole = results.row_count() - (is_csv() ? 1 : 0);
    for (std::size_t c = 0; c < results.columns().size(); ++c)
      for (std::size_t r = 0; r < whole; ++r)
        ASSERT_EQ(results.values(c)[r], recorded(r, c)) << results.columns()[c].name << " " << r;
    if (!is_csv()) {
      EXPECT_EQ(open_results(path())->provenance().at("status"), "running");
    }
  }
}

/// A level-4 file for strict readers (SciPy, Octave): complete matrices up to its end.
bool has_whole_matrices(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  std::size_t at = 0;
  while (at + 20 <= bytes.size()) {
    std::int32_t head[5];
    std::memcpy(head, bytes.data() + at, sizeof head);
    constexpr std::size_t kSizes[] = {8, 4, 4, 2, 2, 1};
    if (head[0] < 0 || head[0] >= 60 || head[1] < 0 || head[2] < 0 || head[4] < 1) return false;
    at += sizeof head + static_cast<std::size_t>(head[4]) +
          static_cast<std::size_t>(head[1]) * static_cast<std::size_t>(head[2]) *
              kSizes[head[0] / 10];
  }
  return at == bytes.size();
}

// From the instant at which it is not empty.
TEST_P(EveryFullFormat, IsReadableAtWhateverMomentItsWriterIsKilled) {
  constexpr int kTrials = 30;
  std::mt19937 random(3);
  int unreadable = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    std::filesystem::remove(path());
    const pid_t child = ::fork();
    if (child == 0) {
      const auto sink = open_sink(path(), pendulum_provenance());
      sink->begin(pendulum_columns());
      for (std::size_t r = 0;; r += 1000) {
        write_rows(*sink, pendulum_columns().size(), r, 1000);
        sink->flush();
      }
    }
    std::this_thread::sleep_for(std::chrono::microseconds(2000 + random() % 40'000));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    std::error_code error;
    if (std::filesystem::file_size(path(), error) == 0 || error) continue;  // not begun
    if (std::string(GetParam()) == ".mat" && !has_whole_matrices(path())) {
      ++unreadable;
      continue;
    }
    const Results results = read_results(path());
    for (std::size_t c = 0; c < results.columns().size(); ++c)
      for (std::size_t r = 0; r < results.row_count(); ++r)
        ASSERT_EQ(results.values(c)[r], recorded(r, c)) << results.columns()[c].name << " " << r;
  }
  // About 10 ns of each flush of a MAT file are between its last two stores (mat4_writer.cpp),
  // which is 3e-4 of the time here, with successive flushes: two of 30 have a probability of 4e-5.
  EXPECT_LE(unreadable, 1);
}

TEST_P(EveryFormat, SaysWhichFileCannotBeWrittenOrRead) {
  const std::string wrong = std::string("/proc/nowhere/out") + GetParam();
  try {
    open_sink(wrong, {});
    FAIL();
  } catch (const std::runtime_error& e) {
    EXPECT_TRUE(has(e.what(), "cannot write '" + wrong + "': No such file")) << e.what();
  }
  try {
    open_results(path());
    FAIL();
  } catch (const InputError& e) {
    EXPECT_TRUE(has(e.what(), "cannot read '" + path().string())) << e.what();
    EXPECT_TRUE(has(e.what(), "No such file")) << e.what();
  }
}

TEST_P(EveryFormat, SaysThatTheDiskIsFullAndLeavesWhatWasWritten) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{400'000, 400'000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    int status = 1;
    try {
      const auto sink = open_sink(path(), {});
      sink->begin(pendulum_columns());
      for (std::size_t r = 0; r < 100'000; r += 1000) {
        write_rows(*sink, pendulum_columns().size(), r, 1000);
        sink->flush();
      }
    } catch (const std::runtime_error& e) {
      status = has(e.what(), "cannot write '" + path().string() + "': File too large") ? 0 : 2;
      if (status != 0) std::fprintf(stderr, "%s\n", e.what());
    }
    ::_exit(status);
  }
  int status = -1;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 0);
  if (is_csv()) return;  // its last line may be truncated
  const Results results = read_results(path());
  EXPECT_GE(results.row_count(), 1000u);
  for (std::size_t r = 0; r < results.row_count(); ++r)
    ASSERT_EQ(results.values("pin.angle")[r], recorded(r, 1));
}

TEST(Endings, OthersAreRefusedWithTheNearest) {
  EXPECT_EQ(find_ending_fault("out.h5"), "");
  EXPECT_EQ(find_ending_fault("OUT.CSV"), "");
  EXPECT_EQ(find_ending_fault("out.hd5"),
            "'.hd5' is not an extension of results files; there are '.h5', '.hdf5', '.mat' and "
            "'.csv'; did you mean '.h5'?");
  EXPECT_EQ(find_ending_fault("out"),
            "a results file needs an extension; there are '.h5', '.hdf5', '.mat' and '.csv'");
  EXPECT_THROW(open_sink("out.parquet", {}), InputError);
  EXPECT_THROW(open_results("out.m"), InputError);
}

TEST(Units, EveryDimensionReadsBackFromItsText) {
  using namespace dimensions;
  for (const Dimension& d : {kNumber,
                             kMass,
                             kLength,
                             kTime,
                             kCurrent,
                             kTemperature,
                             kAngle,
                             kFrequency,
                             kPerTime,
                             kCycles,
                             kAngularRate,
                             kAngularAcceleration,
                             kSpeed,
                             kAcceleration,
                             kForce,
                             kTorque,
                             kPower,
                             kPressure,
                             kInertia,
                             kMomentum,
                             kAngularMomentum,
                             kEnergy / kMass / kTemperature,
                             kAngularRate / kPerTime.sqrt(),
                             kTorque / kAngle})
    EXPECT_EQ(detail::read_unit(d.to_string()).dimension, d) << d.to_string();
}

/// Rows up to a checkpoint, then further ones, with every kind of end of a run.
TEST_P(EveryFormat, ContinuesFromACheckpoint) {
  const std::vector<Column> columns = pendulum_columns();
  for (const std::size_t before : {0, 1, 700, 2048, 5000}) {
    for (const std::size_t lost : {0, 3, 2500}) {
      SCOPED_TRACE(std::to_string(before) + " rows, and " + std::to_string(lost) + " behind");
      std::string state;
      {
        const auto sink = open_sink(path(), pendulum_provenance());
        sink->begin(columns);
        write_rows(*sink, columns.size(), 0, before);
        Archive a;
        sink->archive(a);
        state = a.take();
        // After the checkpoint there are different rows, and an end.
        write_rows(*sink, columns.size(), 77'000, lost);
        sink->end();
        Provenance provenance = pendulum_provenance();
        provenance.status = "interrupted";
        sink->conclude(provenance);
      }
      const auto sink = open_sink(path(), pendulum_provenance(), OutputFile::Mode::go_on);
      sink->begin(columns);
      Archive a(state, "the checkpoint");
      sink->archive(a);
      EXPECT_TRUE(a.is_at_end());
      write_rows(*sink, columns.size(), before, 3000);
      sink->end();
      Provenance provenance = pendulum_provenance();
      provenance.status = "done";
      sink->conclude(provenance);
      const auto reader = open_results(path());
      ASSERT_EQ(reader->row_count(), before + 3000);
      for (std::size_t c = 0; c < columns.size(); ++c) {
        const std::vector<double> values = reader->read(c);
        for (std::size_t r = 0; r < values.size(); ++r)
          ASSERT_EQ(values[r], recorded(r, c)) << columns[c].name << " row " << r;
      }
      if (!is_csv()) {
        EXPECT_EQ(reader->provenance().at("status"), "done");
      }
    }
  }
}

TEST_P(EveryFormat, RefusesToGoOnWithOtherRows) {
  const std::vector<Column> columns = pendulum_columns();
  std::string state;
  const auto write = [&](std::size_t first, std::size_t rows) {
    const auto sink = open_sink(path(), pendulum_provenance());
    sink->begin(columns);
    write_rows(*sink, columns.size(), first, rows);
    Archive a;
    sink->archive(a);
    state = a.take();
    sink->end();
  };
  const auto refusal = [&](const std::string& from) {
    const auto sink = open_sink(path(), pendulum_provenance(), OutputFile::Mode::go_on);
    sink->begin(columns);
    Archive a(from, "the checkpoint");
    try {
      sink->archive(a);
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string("none");
  };
  write(0, 2500);
  const std::string checkpoint = state;
  write(9000, 2500);
  EXPECT_NE(refusal(checkpoint).find("has not written"), std::string::npos) << refusal(checkpoint);
  write(0, 2400);
  EXPECT_NE(refusal(checkpoint).find("lacks rows"), std::string::npos) << refusal(checkpoint);
  // A refused file is unchanged.
  EXPECT_EQ(read_results(path()).row_count(), 2400u);
}

}  // namespace
}  // namespace holon
