// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <bit>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>
#include <string>

#include "holon/base/errors.h"
#include "holon/record/bounded.h"
#include "holon/record/csv.h"
#include "holon/record/moments.h"
#include "holon/simulate/checkpoint/checkpoint.h"
#include "holon/simulate/simulation.h"
#include "holon/system/symbols.h"
#include "holon/system/system_builder.h"

namespace holon::test {

namespace fs = std::filesystem;

/// A System under construction, with short words for it.
struct CheckpointDraft {
  std::shared_ptr<Symbols> symbols = std::make_shared<Symbols>();
  SystemBuilder builder{symbols};
  Expr state(const std::string& name, Expr initial) {
    const Expr x = builder.add_state({.name = name}, {initial})[0];
    builder.define_output({.name = name, .is_main = true}, std::vector<Expr>{x});
    return x;
  }
};

// x'' = mu (1 - x²) x' - x: stiff by turns, where mu is large.
inline System make_van_der_pol(double mu) {
  CheckpointDraft d;
  const Expr x = d.state("x", 2.0), v = d.state("v", 0.0);
  d.builder.set_derivative(x, v);
  d.builder.set_derivative(v, mu * (1 - x * x) * v - x);
  return d.builder.build("van der Pol");
}

// Falls from 1 m onto a floor that gives back half of its speed plus a bit of its own, for ever;
// a discrete state counts.
inline System make_counting_ball() {
  CheckpointDraft d;
  const Expr x = d.state("x", 1.0), v = d.state("v", 0.0);
  const Expr count = d.builder.add_discrete({.name = "count"}, {Expr(0.0)})[0];
  d.builder.define_output({.name = "count", .is_main = true}, std::vector<Expr>{count});
  d.builder.set_derivative(x, v);
  d.builder.set_derivative(v, -10.0 - 0.1 * sin(v));
  d.builder.add_event({SystemEvent::Kind::reset, "bounce"}, relation(-x),
                      {{v, 1.0 - 0.5 * v}, {count, count + 1}});
  return d.builder.build("ball");
}

// A signal with a history that is a formula of time, one that begins with what it is at the start,
// one that jumps.
inline System make_delays() {
  CheckpointDraft d;
  const Expr x = d.state("x", 1.0), y = d.state("y", 0.5), time = d.symbols->time();
  const Expr late = d.builder.add_delay("late", x, 1.0, cos(time));
  const Expr later = d.builder.add_delay("later", y, 1.7, {});
  const Expr jumps = d.builder.add_delay("jumps", select(relation(x), 1.0, -1.0), 0.9, {});
  d.builder.set_derivative(x, -1.4 * late + 0.1 * jumps);
  d.builder.set_derivative(y, late - 0.3 * later);
  return d.builder.build("delays");
}

/// Ends a run, or worse, after so many steps.
class Breaker final : public RunObserver {
 public:
  enum class How { interrupt, fail, kill };
  Breaker(std::int64_t steps, How how) : steps_(steps), how_(how) {}
  bool go_on(const RunStatus&) override {
    if (++count_ < steps_) return true;
    if (how_ == How::kill) ::raise(SIGKILL);
    if (how_ == How::fail) throw RunError({.time = 0, .cause = "broken by a test"});
    return false;
  }

 private:
  std::int64_t count_ = 0;
  const std::int64_t steps_;
  const How how_;
};

/// What a run leaves: a table in a file, and curves and poses in memory.
struct Record {
  std::string table;
  Results curves, poses;
  RunSummary summary;
};

inline std::string read_bytes(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class Checkpoints : public ::testing::Test {
 protected:
  Checkpoints() { fs::create_directories(folder); }
  ~Checkpoints() override { fs::remove_all(folder); }

  CheckpointOptions options() const {
    const double always = std::numeric_limits<double>::infinity();
    return {.path = file,
            .seconds_between_keeps = 0,
            .seconds_between_whole = between_restarts,
            .seconds_between_files = 0,
            .share_of_time = always,
            .interrupts_only = interrupts_only};
  }

  Record run(const System& system, const SimulateSettings& settings,
             RunObserver* observer = nullptr, bool is_resumed = false) {
    Record record;
    {
      Simulation simulation(system, settings);
      simulation.set_observer(observer);
      simulation.set_checkpoints(options());
      if (is_resumed) simulation.resume(read_checkpoint(file));
      CsvWriter table(folder / "table.csv",
                      is_resumed ? OutputFile::Mode::go_on : OutputFile::Mode::create);
      BoundedSink curves(3000);
      MomentsSink poses(50);
      simulation.record(table, {}, RowSchedule::from(settings));
      simulation.record(curves, {}, {RowSchedule::Kind::fine, settings.until / 500});
      simulation.record(poses, {}, {RowSchedule::Kind::moments, settings.until / 50, 50});
      try {
        simulation.run();
      } catch (const RunError&) {
      }
      record.summary = simulation.summary();
      record.curves = curves.results();
      record.poses = poses.results();
    }
    record.table = read_bytes(folder / "table.csv");
    return record;
  }

  /// The run in a process of its own, which is killed.
  void run_until_killed(const System& system, const SimulateSettings& settings,
                        std::int64_t steps) {
    const pid_t child = ::fork();
    if (child == 0) {
      Breaker breaker(steps, Breaker::How::kill);
      run(system, settings, &breaker);
      ::_exit(0);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status)) << "it was done before it was to be killed";
  }

  static void expect_same(const Results& a, const Results& b) {
    ASSERT_EQ(a.row_count(), b.row_count());
    for (std::size_t c = 0; c < a.columns().size(); ++c)
      for (std::size_t r = 0; r < a.row_count(); ++r)
        ASSERT_EQ(std::bit_cast<std::uint64_t>(a.values(c)[r]),
                  std::bit_cast<std::uint64_t>(b.values(c)[r]))
            << a.columns()[c].name << ", row " << r;
  }

  /// Interrupted by every means all over the run, and resumed, again and again.
  void expect_resumable(const System& system, SimulateSettings settings) {
    settings.engine = EngineChoice::tape;
    const Record whole = run(system, settings);
    ASSERT_FALSE(whole.summary.failed);
    const std::int64_t steps = whole.summary.status.steps.steps;
    std::mt19937 random(7);
    int resumed = 0;
    for (const auto how : {Breaker::How::interrupt, Breaker::How::fail, Breaker::How::kill}) {
      const auto at =
          static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(steps - 1)) + 1;
      SCOPED_TRACE("broken off at step " + std::to_string(at) + " of " + std::to_string(steps));
      fs::remove(file);
      if (how == Breaker::How::kill) {
        run_until_killed(system, settings, at);
      } else {
        Breaker breaker(at, how);
        run(system, settings, &breaker);
      }
      if (!fs::exists(file)) continue;  // before the first checkpoint
      // Broken off once more soon after.
      Breaker again(3, Breaker::How::interrupt);
      run(system, settings, &again, true);
      ASSERT_TRUE(fs::exists(file));
      const Record rest = run(system, settings, nullptr, true);
      ++resumed;
      EXPECT_TRUE(rest.table == whole.table);
      expect_same(rest.curves, whole.curves);
      expect_same(rest.poses, whole.poses);
      const StepStatistics &a = rest.summary.status.steps, &b = whole.summary.status.steps;
      EXPECT_EQ(a.steps, b.steps);
      EXPECT_EQ(a.rejections, b.rejections);
      EXPECT_EQ(a.evaluations, b.evaluations);
      EXPECT_EQ(a.jacobians, b.jacobians);
      EXPECT_EQ(rest.summary.events, whole.summary.events);
      EXPECT_EQ(rest.summary.rows, whole.summary.rows);
      EXPECT_EQ(rest.summary.solver, whole.summary.solver);
      EXPECT_EQ(rest.summary.notes, whole.summary.notes);
    }
    EXPECT_GE(resumed, 1);
  }

  std::string refusal(const System& system, const SimulateSettings& settings) {
    try {
      run(system, settings, nullptr, true);
    } catch (const InputError& e) {
      return e.what();
    }
    return "no refusal";
  }

  // In memory, where there is such a folder: there are many checkpoints, each written to the disk.
  const fs::path folder =
      (fs::exists("/dev/shm") ? fs::path("/dev/shm") : fs::temp_directory_path()) /
      ("holon-checkpoint-" + std::to_string(getpid()));
  const fs::path file = folder / "run.checkpoint";
  double between_restarts = std::numeric_limits<double>::infinity();  // [s] wall time
  bool interrupts_only = false;
};

}  // namespace holon::test
