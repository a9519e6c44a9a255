// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Runs that are ended at any moment by any signal: their files can be read, and a run that
// continues from the checkpoint ends with the same numbers as one that was left alone.
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstring>
#include <random>
#include <thread>

#include "command_line_fixture.h"
#include "holon/base/test/slowdown.h"
#include "holon/record/open_results.h"

namespace holon::test {
namespace {

using std::chrono::milliseconds;

/// A level-4 file as strict readers take it: whole matrices up to its end.
void expect_whole_matrices(const std::string& bytes) {
  std::size_t at = 0;
  while (at < bytes.size()) {
    std::int32_t head[5];
    ASSERT_LE(at + sizeof head, bytes.size());
    std::memcpy(head, bytes.data() + at, sizeof head);
    constexpr std::size_t kSizes[] = {8, 4, 4, 2, 2, 1};
    ASSERT_TRUE(head[0] >= 0 && head[0] < 60 && head[1] >= 0 && head[2] >= 0 && head[4] >= 1)
        << "byte " << at << " of " << bytes.size();
    at += sizeof head + static_cast<std::size_t>(head[4]) +
          static_cast<std::size_t>(head[1]) * static_cast<std::size_t>(head[2]) *
              kSizes[head[0] / 10];
  }
  EXPECT_EQ(at, bytes.size());
}

class Kill : public CommandLine {
 protected:
  // Events, ticks, noise, a delay and a table with a jump; stiff enough for every solver to count.
  void SetUp() override {
    CommandLine::SetUp();
    write("u.csv", "time,u\n0,0\n7,1\n7,-1\n40,0.3\n100,0\n");
    write("m.yaml", R"yaml(holon: 1
inputs: {u: u.csv}
parts:
  plant:
    type: Equations
    inputs: {w: wind.output, c: control.output}
    states:
      x: {initial: 2, der: v}
      v: {initial: 0, der: "3*(1 - x^2)*v - x + u + 0.05*w + c + 0.01*late.output"}
  late: {type: Delay, input: plant.x, time: 0.4 s}
  wind: {type: Noise, sample: 5 Hz, deviation: 0.2}
  control: {type: PID, input: "-plant.x", kp: 0.2, ki: 0.05, sample: 4 Hz, limits: [-1, 1]}
outputs: [plant.x, plant.v, wind.output, control.output]
simulate: {until: 90 s, seed: 5, interval: 0.01 s}
)yaml");
  }

  /// The process of `holon ARGUMENTS`, in the test's folder, with `before` in it first.
  template <class Before>
  pid_t start(const std::vector<std::string>& arguments, const Before& before) const {
    const pid_t child = ::fork();
    if (child != 0) return child;
    std::vector<char*> words{const_cast<char*>(HOLON_EXECUTABLE)};
    for (const std::string& word : arguments) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    if (::chdir(folder_.c_str()) != 0) ::_exit(99);
    for (const auto& [end, name] : {std::pair{1, "out.txt"}, {2, "err.txt"}}) {
      const int file = ::open(name, O_WRONLY | O_CREAT | O_TRUNC, 0644);
      ::dup2(file, end);
    }
    ::setenv("HOLON_CALLED_AS", "holon", 1);
    ::setenv("NO_COLOR", "1", 1);
    before();
    ::execv(HOLON_EXECUTABLE, words.data());
    ::_exit(98);
  }
  pid_t start(const std::vector<std::string>& arguments) const {
    return start(arguments, [] {});
  }
  /// As a shell has it: 128 + n where signal n has killed it.
  static int wait(pid_t child) {
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  int ended_by(int signal, pid_t child, milliseconds after) const {
    std::this_thread::sleep_for(after);
    ::kill(child, signal);
    return wait(child);
  }

  /// Without waiting for a writer.
  static int open_reader(const fs::path& path) {
    return ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  }

  static std::vector<std::string> words(const std::string& text) {
    std::istringstream stream(text);
    return {std::istream_iterator<std::string>(stream), {}};
  }
  void expect_same(const std::string& file, const Results& whole) const {
    const Results results = read_results(at(file));
    ASSERT_EQ(results.row_count(), whole.row_count());
    for (std::size_t c = 0; c < whole.columns().size(); ++c)
      EXPECT_EQ(std::memcmp(results.values(c).data(), whole.values(c).data(),
                            whole.row_count() * sizeof(double)),
                0)
          << whole.columns()[c].name;
  }
};

// Each format with each solver and each signal, but not all with all.
TEST_F(Kill, AtAnyMomentByAnySignalLeavesARunThatContinues) {
  const std::vector<std::string> formats{".csv", ".mat", ".h5"};
  const std::vector<std::string> solvers{"auto", "cvode", "rk4 --set simulate.step=0.001", "ida"};
  const std::vector<int> signals{SIGKILL, SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGXCPU, SIGKILL};
  std::mt19937 random(11);
  int interrupted = 0, resumed = 0;
  std::size_t turn = 0;
  for (const std::string& solver : solvers) {
    const std::string run = "run m.yaml --set simulate.solver=" + solver;
    const auto began = std::chrono::steady_clock::now();
    ASSERT_EQ(wait(start(words(run + " -o whole.csv"))), 0) << read("err.txt");
    const auto length =
        std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - began);
    const Results whole = read_results(at("whole.csv"));
    for (const std::string& format : formats) {
      const int signal = signals[turn++ % signals.size()];
      const std::string file = "broken" + format;
      SCOPED_TRACE(solver + " " + format + " " + std::to_string(signal));
      for (const char* name : {"broken.checkpoint", "broken.csv.checkpoint"}) fs::remove(at(name));
      fs::remove(at(file));
      const auto moment =
          milliseconds(random() % static_cast<unsigned>(std::max<long>(2, length.count())));
      const int status = ended_by(signal, start(words(run + " -o " + file)), moment);
      if (status == 0) continue;  // it was done before
      EXPECT_EQ(status, 128 + signal) << read("err.txt");
      ++interrupted;
      if (format == ".mat") expect_whole_matrices(read(file));
      if (!fs::exists(at("broken.checkpoint"))) {
        // Before its first one, or while the model was read.
        ASSERT_EQ(wait(start(words(run + " -o " + file))), 0) << read("err.txt");
      } else {
        ++resumed;
        ASSERT_EQ(wait(start(words(run + " -o " + file + " --resume broken.checkpoint"))), 0)
            << read("err.txt");
      }
      expect_same(file, whole);
      EXPECT_FALSE(fs::exists(at("broken.checkpoint")));
      if (format == ".csv") EXPECT_TRUE(read(file) == read("whole.csv"));
      if (format == ".mat") expect_whole_matrices(read(file));
    }
  }
  EXPECT_GE(interrupted, 4);
  EXPECT_GE(resumed, 1);
}

TEST_F(Kill, AnInterruptLosesNothing) {
  // Far longer than any machine needs until the first rows are written; they decide the moment.
  const pid_t child = start(words("run m.yaml --until 1e7 -o a.csv"));
  const auto began = std::chrono::steady_clock::now();
  const auto has_rows = [&] {
    std::error_code none;
    return fs::file_size(at("a.csv"), none) > 100'000 && !none;
  };
  while (!has_rows() && std::chrono::steady_clock::now() - began < std::chrono::minutes(2))
    std::this_thread::sleep_for(milliseconds(10));
  ASSERT_EQ(ended_by(SIGTERM, child, milliseconds(50)), 128 + SIGTERM);
  const std::string out = read("out.txt");
  const std::string mark = "continue from ";
  ASSERT_TRUE(has(out, mark)) << out;
  const double from = std::stod(out.substr(out.find(mark) + mark.size()));
  const double last = read_results(at("a.csv")).values(0).back();
  EXPECT_NEAR(from, last, 1e-4 * last) << "as many digits as it shows";
}

TEST_F(Kill, AStudyContinuesWithTheSameBitsOnAnyNumberOfThreads) {
  write("s.yaml", read("m.yaml") + R"yaml(
study:
  kind: monte_carlo
  samples: 60
  vary: {control.kp: {normal: [0.2, 0.02]}}
  record: {worst: max(plant.x), end: final(plant.x)}
)yaml");
  ASSERT_EQ(wait(start(words("sweep s.yaml -o whole.csv --threads 2"))), 0) << read("err.txt");
  const pid_t child = start(words("sweep s.yaml -o broken.csv --threads 2"));
  // Until some samples are in the journal.
  const auto began = std::chrono::steady_clock::now();
  const auto has_samples = [&] {
    std::error_code none;
    return fs::file_size(at("broken.csv.journal"), none) > 1000 && !none;
  };
  while (!has_samples() && std::chrono::steady_clock::now() - began < std::chrono::minutes(2))
    std::this_thread::sleep_for(milliseconds(1));
  ASSERT_EQ(ended_by(SIGKILL, child, milliseconds(0)), 128 + SIGKILL) << "it was done before";
  ASSERT_TRUE(fs::exists(at("broken.csv.journal")));
  EXPECT_FALSE(fs::exists(at("broken.csv")));
  ASSERT_EQ(wait(start(words("sweep s.yaml -o broken.csv --threads 1"))), 0) << read("err.txt");
  EXPECT_TRUE(read("broken.csv") == read("whole.csv"));
}

// A soft limit on the size of files, and a disk that is full, fail a run whose checkpoint is kept.
TEST_F(Kill, AFullDiskLeavesACheckpoint) {
  for (const std::string file : {"a.csv", "a.mat", "a.h5"}) {
    SCOPED_TRACE(file);
    fs::remove(at("a.checkpoint"));
    const std::string run =
        "run m.yaml --until 3000 --set simulate.checkpoint=1 --set simulate.interval=0.001 -o " +
        file;
    // In the shape of a program that does not heed SIGXFSZ.
    const int status = wait(start(words(run), [] {
      const rlimit limit{20'000'000, 20'000'000};
      ::setrlimit(RLIMIT_FSIZE, &limit);
    }));
    if (file == std::string("a.h5") && status == 0) continue;
    EXPECT_EQ(status, 3) << read("err.txt");
    EXPECT_TRUE(has(read("err.txt"), "cannot write 'a.")) << read("err.txt");
    EXPECT_TRUE(has(read("err.txt"), "File too large")) << read("err.txt");
    ASSERT_TRUE(fs::exists(at("a.checkpoint"))) << read("out.txt");
    EXPECT_GT(read_results(at(file)).row_count(), 100u);
    if (file == std::string("a.mat")) expect_whole_matrices(read(file));
  }
}

TEST_F(Kill, AReaderThatClosesThePipeEndsTheRun) {
  ASSERT_EQ(::mkfifo(at("p.csv").c_str(), 0600), 0);
  const pid_t child = start(words("run m.yaml --until 1e6 -o p.csv"));
  const int reader = open_reader(at("p.csv"));
  pollfd ready{reader, POLLIN, 0};
  EXPECT_EQ(::poll(&ready, 1, 20'000), 1);
  char bytes[4096];
  EXPECT_GT(::read(reader, bytes, sizeof bytes), 0);
  ::close(reader);
  const int status = wait(child);
  EXPECT_TRUE(status == 3 || status == 128 + SIGPIPE) << status << read("err.txt");
}

TEST_F(Kill, IsHeededWhileAPipeWaitsForItsReader) {
  ASSERT_EQ(::mkfifo(at("p.csv").c_str(), 0600), 0);
  const pid_t child = start(words("run m.yaml -o p.csv"));
  EXPECT_EQ(ended_by(SIGTERM, child, milliseconds(static_cast<int>(300 * kSlowdown))),
            128 + SIGTERM);
}

TEST_F(Kill, IsHeededWhileAPipeIsFull) {
  ASSERT_EQ(::mkfifo(at("p.csv").c_str(), 0600), 0);
  const pid_t child = start(words("run m.yaml --until 1e6 -o p.csv"));
  const int reader = open_reader(at("p.csv"));  // and does not read
  EXPECT_EQ(ended_by(SIGTERM, child, milliseconds(static_cast<int>(500 * kSlowdown))),
            128 + SIGTERM);
  ::close(reader);
}

TEST_F(Kill, IsHeededWhileNativeCodeIsCompiled) {
  // A compiler that takes its time.
  write("cc", "#!/bin/sh\nsleep 60\n");
  fs::permissions(at("cc"), fs::perms::owner_all);
  const pid_t child = start(words("run m.yaml --set simulate.engine=native -o a.csv"), [this] {
    ::setenv("HOLON_CC", at("cc").c_str(), 1);
    ::setenv("XDG_CACHE_HOME", at("cache").c_str(), 1);
  });
  const auto began = std::chrono::steady_clock::now();
  EXPECT_EQ(ended_by(SIGTERM, child, milliseconds(static_cast<int>(400 * kSlowdown))),
            128 + SIGTERM)
      << read("err.txt");
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(20));
}

// `timeout` sends its signal to the process and to the group.
TEST_F(Kill, ASignalThatComesTwiceAtOnceIsOne) {
  const pid_t child = start(words("run m.yaml --until 1e6 -o a.csv"));
  std::this_thread::sleep_for(milliseconds(static_cast<int>(500 * kSlowdown)));
  ::kill(child, SIGTERM);
  std::this_thread::sleep_for(milliseconds(1));
  ::kill(child, SIGTERM);
  EXPECT_EQ(wait(child), 128 + SIGTERM);
  EXPECT_TRUE(fs::exists(at("a.checkpoint")));
}

TEST_F(Kill, NohupKeepsItsPromise) {
  const pid_t child = start(words("run m.yaml -o a.csv"), [] { std::signal(SIGHUP, SIG_IGN); });
  EXPECT_EQ(ended_by(SIGHUP, child, milliseconds(100)), 0) << read("err.txt");
}

}  // namespace
}  // namespace holon::test
