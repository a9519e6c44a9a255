// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/checkpoint.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <bit>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <random>

#include "holon/base/errors.h"
#include "holon/record/bounded.h"
#include "holon/record/csv.h"
#include "holon/record/moments.h"
#include "holon/simulate/simulation.h"
#include "holon/system/symbols.h"
#include "holon/system/system_builder.h"

namespace holon {
namespace {

namespace fs = std::filesystem;

/// A System under construction, with short words for it.
struct Draft {
  std::shared_ptr<Symbols> symbols = std::make_shared<Symbols>();
  SystemBuilder builder{symbols};
  Expr state(const std::string& name, Expr initial) {
    const Expr x = builder.add_state({.name = name}, {initial})[0];
    builder.define_output({.name = name, .is_main = true}, std::vector<Expr>{x});
    return x;
  }
};

// x'' = mu (1 - x²) x' - x: stiff by turns, where mu is large.
System make_van_der_pol(double mu) {
  Draft d;
  const Expr x = d.state("x", 2.0), v = d.state("v", 0.0);
  d.builder.set_derivative(x, v);
  d.builder.set_derivative(v, mu * (1 - x * x) * v - x);
  return d.builder.build("van der Pol");
}

// Falls from 1 m onto a floor that gives back half of its speed plus a bit of its own, for ever;
// a discrete state counts.
System make_ball() {
  Draft d;
  const Expr x = d.state("x", 1.0), v = d.state("v", 0.0);
  const Expr count = d.builder.add_discrete({.name = "count"}, {Expr(0.0)})[0];
  d.builder.define_output({.name = "count", .is_main = true}, std::vector<Expr>{count});
  d.builder.set_derivative(x, v);
  d.builder.set_derivative(v, -10.0 - 0.1 * sin(v));
  d.builder.add_event({SystemEvent::Kind::reset, "bounce"}, relation(-x),
                      {{v, 1.0 - 0.5 * v}, {count, count + 1}});
  return d.builder.build("ball");
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

std::string read(const fs::path& path) {
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
            .seconds_between_files = 0,
            .share_of_time = always};
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
    record.table = read(folder / "table.csv");
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

  /// Broken off in every way at places all over the run, and gone on with, again and again.
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
};

TEST_F(Checkpoints, EverySolverGoesOnWithTheSameBits) {
  const System system = make_van_der_pol(5);
  using S = SolverMethod;
  for (const S solver : {S::automatic, S::dopri5, S::cvode, S::cvode_adams, S::ida}) {
    SCOPED_TRACE(static_cast<int>(solver));
    expect_resumable(system, {.until = 30, .interval = 0.07, .solver = solver, .checkpoint = 0.5});
    expect_resumable(system, {.until = 20, .solver = solver, .checkpoint = 0.3});
  }
  expect_resumable(
      system, {.until = 10, .interval = 0.07, .solver = S::rk4, .step = 3e-3, .checkpoint = 0.31});
}

TEST_F(Checkpoints, AutoGoesOnInEitherOfItsMethods) {
  // Stiff from the start on, with an explicit phase of a thousand steps before it is noticed.
  const System system = make_van_der_pol(1000);
  const SimulateSettings settings{.until = 500, .interval = 1, .tolerance = 1e-6, .checkpoint = 7};
  const Record whole = run(system, settings);
  ASSERT_EQ(whole.summary.solver, "dopri5 and cvode");
  expect_resumable(system, settings);
  // In the phase of dopri5, and while CVODE is tried.
  for (const std::int64_t at : {900, 1010, 1030}) {
    SCOPED_TRACE(at);
    Breaker breaker(at, Breaker::How::interrupt);
    SimulateSettings often = settings;
    often.until = 20;
    often.checkpoint = 0.05;
    const Record all = run(system, often);
    run(system, often, &breaker);
    EXPECT_TRUE(run(system, often, nullptr, true).table == all.table);
  }
}

TEST_F(Checkpoints, EventsAndDiscreteStatesGoOn) {
  for (const auto solver : {SolverMethod::dopri5, SolverMethod::cvode, SolverMethod::ida})
    expect_resumable(make_ball(), {.until = 20, .solver = solver, .checkpoint = 0.37});
}

TEST_F(Checkpoints, DelayedSignalsGoOn) {
  // One with a history that is a formula of time, one that begins with what it is at the start, one
  // that jumps.
  const auto make = [] {
    Draft d;
    const Expr x = d.state("x", 1.0), y = d.state("y", 0.5), time = d.symbols->time();
    const Expr late = d.builder.add_delay("late", x, 1.0, cos(time));
    const Expr later = d.builder.add_delay("later", y, 1.7, {});
    const Expr jumps = d.builder.add_delay("jumps", select(relation(x), 1.0, -1.0), 0.9, {});
    d.builder.set_derivative(x, -1.4 * late + 0.1 * jumps);
    d.builder.set_derivative(y, late - 0.3 * later);
    return d.builder.build("delays");
  };
  const System system = make();
  for (const auto solver : {SolverMethod::dopri5, SolverMethod::cvode}) {
    expect_resumable(system, {.until = 8, .interval = 0.07, .solver = solver, .checkpoint = 0.37});
  }
}

TEST_F(Checkpoints, ComeByThemselvesEveryTenThousandSteps) {
  const System system = make_van_der_pol(2);
  SimulateSettings settings{
      .until = 35, .interval = 0.5, .solver = SolverMethod::rk4, .step = 1e-3};
  expect_resumable(system, settings);
  Breaker breaker(25'000, Breaker::How::interrupt);
  const Record broken = run(system, settings, &breaker);
  ASSERT_TRUE(broken.summary.checkpoint.has_value());
  EXPECT_EQ(*broken.summary.checkpoint, 20);
}

TEST_F(Checkpoints, LeaveNoTraceInAFixedStep) {
  const System system = make_van_der_pol(2);
  SimulateSettings settings{.until = 3,
                            .interval = 0.01,
                            .solver = SolverMethod::rk4,
                            .step = 0x1p-10,
                            .checkpoint = 0.125};
  const std::string with = run(system, settings).table;
  settings.checkpoint.reset();
  EXPECT_TRUE(run(system, settings).table == with);
}

TEST_F(Checkpoints, ALongerRunGoesOnFromAShorterOne) {
  const System system = make_ball();
  SimulateSettings settings{.until = 5, .interval = 0.01, .checkpoint = 1};
  run(system, settings);
  ASSERT_TRUE(fs::exists(file)) << "the model asks for checkpoints";
  settings.until = 10;
  const std::string longer = run(system, settings, nullptr, true).table;
  EXPECT_TRUE(longer == run(system, settings).table);
}

TEST_F(Checkpoints, ARunThatIsDoneTakesThemAway) {
  const System system = make_van_der_pol(2);
  SimulateSettings settings{.until = 12, .interval = 1, .solver = SolverMethod::rk4, .step = 1e-3};
  const Record record = run(system, settings);
  EXPECT_FALSE(fs::exists(file));
  EXPECT_FALSE(record.summary.checkpoint.has_value());
}

TEST_F(Checkpoints, OtherRunsAreRefusedWithWhatDiffers) {
  const SimulateSettings settings{.until = 5, .interval = 0.01, .checkpoint = 1};
  run(make_van_der_pol(2), settings);
  SimulateSettings other = settings;
  other.tolerance = 1e-6;
  other.seed = 3;
  const std::string text = refusal(make_van_der_pol(2), other);
  EXPECT_NE(text.find("tolerance was not given and is 1e-06"), std::string::npos) << text;
  EXPECT_NE(text.find("seed was 0 and is 3"), std::string::npos) << text;
  EXPECT_NE(refusal(make_van_der_pol(3), settings).find("the equations are others"),
            std::string::npos);
  other = settings;
  other.until = 3;
  EXPECT_NE(refusal(make_van_der_pol(2), other).find("lies at 4 s, and the run ends at 3 s"),
            std::string::npos);
  other = settings;
  other.until = 6;
  other.engine = EngineChoice::tape;  // leaves no trace
  EXPECT_EQ(refusal(make_van_der_pol(2), other), "no refusal");
}

TEST_F(Checkpoints, BrokenFilesAreRefusedWithTheReason) {
  run(make_ball(), {.until = 5, .checkpoint = 1});
  const std::string good = read(file);
  const auto reason = [&](const std::string& bytes) {
    std::ofstream(file, std::ios::binary) << bytes;
    try {
      read_checkpoint(file);
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string("none");
  };
  EXPECT_EQ(reason(good), "none");
  for (std::size_t size = 0; size < good.size(); size += 1 + size / 7)
    EXPECT_NE(reason(good.substr(0, size)), "none") << size;
  EXPECT_NE(reason(good.substr(0, good.size() - 1)).find("is cut short"), std::string::npos);
  for (std::size_t at = 0; at < good.size(); at += 1 + at / 13) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 0x20);
    EXPECT_NE(reason(bad), "none") << "byte " << at;
  }
  EXPECT_NE(reason("time,x\n0,1\n").find("is no checkpoint"), std::string::npos);
  EXPECT_NE(reason(good + "x").find("damaged"), std::string::npos);
  std::string later = good;
  later.replace(later.find(" 1 "), 3, " 9 ");
  EXPECT_NE(reason(later).find("form 9"), std::string::npos);
  fs::remove(file);
  EXPECT_THROW(read_checkpoint(file), InputError);
}

TEST_F(Checkpoints, ATableThatLacksRowsIsRefused) {
  const SimulateSettings settings{.until = 5, .interval = 0.01, .checkpoint = 1};
  const System system = make_ball();
  run(system, settings);
  fs::resize_file(folder / "table.csv", 300);
  EXPECT_NE(refusal(system, settings).find("lacks rows of before the checkpoint"),
            std::string::npos);
  EXPECT_EQ(fs::file_size(folder / "table.csv"), 300) << "it stays as it is";
}

TEST_F(Checkpoints, ATableOfOtherRowsIsRefused) {
  const SimulateSettings settings{.until = 5, .interval = 0.01, .checkpoint = 1};
  const System system = make_ball();
  run(system, settings);
  std::string text = read(folder / "table.csv");
  std::replace(text.begin(), text.end(), '7', '8');
  std::ofstream(folder / "table.csv", std::ios::binary) << text;
  EXPECT_NE(refusal(system, settings).find("holds other rows"), std::string::npos);
}

}  // namespace
}  // namespace holon
