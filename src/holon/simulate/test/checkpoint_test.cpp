// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/checkpoint.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <bit>
#include <cmath>
#include <csignal>
#include <cstring>
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
System make_oscillator(double mu) {
  CheckpointDraft d;
  const Expr x = d.state("x", 2.0), v = d.state("v", 0.0);
  d.builder.set_derivative(x, v);
  d.builder.set_derivative(v, mu * (1 - x * x) * v - x);
  return d.builder.build("van der Pol");
}

// Falls from 1 m onto a floor that gives back half of its speed plus a bit of its own, for ever;
// a discrete state counts.
System make_counting_ball() {
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
System make_delays() {
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
            .seconds_between_whole = between_restarts,
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
  double between_restarts = std::numeric_limits<double>::infinity();  // [s] wall time
};

TEST_F(Checkpoints, EverySolverGoesOnWithTheSameBits) {
  const System system = make_oscillator(5);
  using S = SolverMethod;
  for (const S solver :
       {S::automatic, S::dopri5, S::cvode, S::cvode_adams, S::ida, S::radau5, S::radau}) {
    SCOPED_TRACE(static_cast<int>(solver));
    expect_resumable(system, {.until = 30, .interval = 0.07, .solver = solver, .checkpoint = 0.5});
    expect_resumable(system, {.until = 20, .solver = solver, .checkpoint = 0.3});
  }
  expect_resumable(
      system, {.until = 10, .interval = 0.07, .solver = S::rk4, .step = 3e-3, .checkpoint = 0.31});
}

TEST_F(Checkpoints, AutoGoesOnInEachOfItsMethods) {
  // Stiff from the start on, with an explicit phase of some tens of steps before it is noticed.
  const System system = make_oscillator(1000);
  const SimulateSettings settings{
      .until = 2000, .interval = 1, .tolerance = 1e-6, .checkpoint = 28};
  const Record whole = run(system, settings);
  ASSERT_EQ(whole.summary.solver, "dopri5, radau and cvode");
  expect_resumable(system, settings);
  // In the phase of dopri5, while radau is tried and settled, and while CVODE is tried.
  for (const std::int64_t at : {20, 60, 75, 90, 120, 150}) {
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
  for (const auto solver : {SolverMethod::dopri5, SolverMethod::cvode, SolverMethod::ida,
                            SolverMethod::radau5, SolverMethod::radau})
    expect_resumable(make_counting_ball(), {.until = 20, .solver = solver, .checkpoint = 0.37});
}

TEST_F(Checkpoints, DelayedSignalsGoOn) {
  const System system = make_delays();
  for (const auto solver :
       {SolverMethod::dopri5, SolverMethod::cvode, SolverMethod::radau5, SolverMethod::radau}) {
    expect_resumable(system, {.until = 8, .interval = 0.07, .solver = solver, .checkpoint = 0.37});
  }
}

TEST_F(Checkpoints, ComeByThemselvesEveryTenThousandSteps) {
  const System system = make_oscillator(2);
  SimulateSettings settings{
      .until = 35, .interval = 0.5, .solver = SolverMethod::rk4, .step = 1e-3};
  expect_resumable(system, settings);
  Breaker breaker(25'000, Breaker::How::fail);
  const Record broken = run(system, settings, &breaker);
  ASSERT_TRUE(broken.summary.checkpoint.has_value());
  EXPECT_EQ(*broken.summary.checkpoint, 20);
}

// Between checkpoints, of which there are none here.
TEST_F(Checkpoints, AnInterruptLosesNothing) {
  using S = SolverMethod;
  const auto expect_nothing_lost = [&](const System& system, const SimulateSettings& settings) {
    const Record whole = run(system, settings);
    const std::int64_t steps = whole.summary.status.steps.steps;
    for (const std::int64_t at : {std::int64_t{1}, std::int64_t{2}, steps / 3, steps - 2}) {
      SCOPED_TRACE("step " + std::to_string(at) + " of " + std::to_string(steps));
      fs::remove(file);
      Breaker breaker(at, Breaker::How::interrupt);
      const Record broken = run(system, settings, &breaker);
      ASSERT_TRUE(broken.summary.checkpoint.has_value());
      EXPECT_EQ(*broken.summary.checkpoint, broken.summary.status.time);
      Breaker again(1, Breaker::How::interrupt);
      const Record once_more = run(system, settings, &again, true);
      EXPECT_EQ(*once_more.summary.resumed_at, *broken.summary.checkpoint);
      const Record rest = run(system, settings, nullptr, true);
      EXPECT_GT(*rest.summary.resumed_at, *broken.summary.checkpoint);
      EXPECT_TRUE(rest.table == whole.table);
      expect_same(rest.curves, whole.curves);
      expect_same(rest.poses, whole.poses);
      EXPECT_EQ(rest.summary.status.steps.steps, steps);
      EXPECT_EQ(rest.summary.status.steps.evaluations, whole.summary.status.steps.evaluations);
      EXPECT_EQ(rest.summary.status.steps.rejections, whole.summary.status.steps.rejections);
      EXPECT_EQ(rest.summary.events, whole.summary.events);
      EXPECT_EQ(rest.summary.rows, whole.summary.rows);
      EXPECT_EQ(rest.summary.notes, whole.summary.notes);
    }
  };
  for (const auto interval : {std::optional<double>(), std::optional<double>(0.07)}) {
    for (const S solver : {S::automatic, S::dopri5, S::radau5, S::radau})
      expect_nothing_lost(make_oscillator(5),
                          {.until = 30, .interval = interval, .solver = solver});
    expect_nothing_lost(make_oscillator(5),
                        {.until = 10, .interval = interval, .solver = S::rk4, .step = 3e-3});
    expect_nothing_lost(make_counting_ball(), {.until = 20, .interval = interval});
    expect_nothing_lost(make_delays(), {.until = 8, .interval = interval});
  }
}

TEST_F(Checkpoints, AnInterruptWithinTheRowsOfAStepLosesNothing) {
  // Thousands of rows in each step: the observer is asked within them, too.
  for (const System& system : {make_oscillator(5), make_counting_ball(), make_delays()}) {
    const SimulateSettings settings{.until = 3, .interval = 1e-4};
    const Record whole = run(system, settings);
    for (const std::int64_t at : {1, 2, 17, 40, 61}) {
      SCOPED_TRACE(at);
      fs::remove(file);
      Breaker breaker(at, Breaker::How::interrupt);
      const Record broken = run(system, settings, &breaker);
      ASSERT_TRUE(broken.summary.interrupted);
      ASSERT_TRUE(broken.summary.checkpoint.has_value());
      EXPECT_EQ(*broken.summary.checkpoint, broken.summary.status.time);
      Breaker again(2, Breaker::How::interrupt);
      run(system, settings, &again, true);
      const Record rest = run(system, settings, nullptr, true);
      EXPECT_TRUE(rest.table == whole.table);
      expect_same(rest.curves, whole.curves);
      expect_same(rest.poses, whole.poses);
      EXPECT_EQ(rest.summary.events, whole.summary.events);
    }
  }
}

TEST_F(Checkpoints, AnInterruptOfAMultistepMethodLosesWhatFollowsItsCheckpoint) {
  const System system = make_oscillator(5);
  for (const SolverMethod solver : {SolverMethod::cvode, SolverMethod::ida}) {
    const SimulateSettings settings{
        .until = 30, .interval = 0.07, .solver = solver, .checkpoint = 0.5};
    const Record whole = run(system, settings);
    Breaker breaker(whole.summary.status.steps.steps / 2, Breaker::How::interrupt);
    const Record broken = run(system, settings, &breaker);
    const double lost = broken.summary.status.time - *broken.summary.checkpoint;
    EXPECT_GE(lost, 0);
    EXPECT_LE(lost, 0.5);
    EXPECT_TRUE(run(system, settings, nullptr, true).table == whole.table);
  }
}

// Of methods whose whole state can be kept, at every step here.
TEST_F(Checkpoints, BetweenRestartsAreThereAfterAKill) {
  between_restarts = 0;
  for (const auto solver :
       {SolverMethod::dopri5, SolverMethod::automatic, SolverMethod::radau5, SolverMethod::radau}) {
    const SimulateSettings settings{.until = 12, .interval = 0.07, .solver = solver};
    const System system = make_delays();
    const Record whole = run(system, settings);
    const std::int64_t at = whole.summary.status.steps.steps / 2;
    fs::remove(file);
    run_until_killed(system, settings, at);
    ASSERT_TRUE(fs::exists(file));
    const Record rest = run(system, settings, nullptr, true);
    EXPECT_GT(*rest.summary.resumed_at, 4);
    EXPECT_TRUE(rest.table == whole.table);
    expect_same(rest.curves, whole.curves);
    EXPECT_EQ(rest.summary.status.steps.evaluations, whole.summary.status.steps.evaluations);
  }
}

TEST_F(Checkpoints, OfMultistepMethodsFollowCountedOperations) {
  const CheckpointKeeper keeper(SimulateSettings{});
  const double many = CheckpointKeeper::kOperations;
  EXPECT_FALSE(keeper.is_due(1, {9'999, 0.9 * many, true}));
  EXPECT_TRUE(keeper.is_due(1, {10'000, 0, true}));
  EXPECT_TRUE(keeper.is_due(1, {500, many, true}));
  EXPECT_FALSE(keeper.is_due(1, {499, 100 * many, true}));
  EXPECT_FALSE(keeper.is_due(1, {9'999, 100 * many, false})) << "it needs no restart";
}

/// The numbers of an archive, one after the other.
struct Leaf {
  std::string name;
  char kind;
  std::size_t at;  // of its eight bytes
};

std::vector<Leaf> list_leaves(const std::string& bytes) {
  std::vector<Leaf> leaves;
  const auto whole = [&](std::size_t at) {
    std::uint64_t value = 0;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return static_cast<std::size_t>(value);
  };
  for (std::size_t at = 0; at < bytes.size();) {
    const auto length = static_cast<unsigned char>(bytes[at]);
    std::string name = bytes.substr(at + 1, length);
    if (name.empty() && !leaves.empty()) name = leaves.back().name;
    const char kind = bytes[at + 1 + length];
    at += 2 + length;
    if (kind == 'd' || kind == 'i') {
      leaves.push_back({name, kind, at});
      at += 8;
    } else if (kind == 'D') {
      const std::size_t count = whole(at);
      at += 8;
      for (std::size_t k = 0; k < count; ++k, at += 8) leaves.push_back({name, 'd', at});
    } else {
      at += 8 + (kind == 't' ? whole(at) : 0);
    }
  }
  return leaves;
}

// Each number of a checkpoint replaced by others, with the checksum put right: it is refused, or
// the table comes out within the tolerance (the length of a next step, say, is nobody's business).
TEST_F(Checkpoints, AForgedNumberGivesNoWrongTable) {
  const double kWithin = 1e3 * 1e-8;
  struct Case {
    System system;
    SimulateSettings settings;
    Breaker::How how;
    std::int64_t steps;
  };
  std::vector<Case> cases;
  cases.push_back({make_delays(), {.until = 2.5, .interval = 0.1}, Breaker::How::interrupt, 20});
  cases.push_back({make_counting_ball(), {.until = 2, .checkpoint = 0.4}, Breaker::How::fail, 25});
  cases.push_back(
      {make_counting_ball(), {.until = 2, .interval = 3e-4}, Breaker::How::interrupt, 7});
  cases.push_back({make_oscillator(2),
                   {.until = 2, .solver = SolverMethod::cvode, .checkpoint = 0.3},
                   Breaker::How::interrupt,
                   120});
  for (const Case& c : cases) {
    SimulateSettings settings = c.settings;
    settings.engine = EngineChoice::tape;
    const Record whole = run(c.system, settings);
    const Results expected = parse_csv("whole", whole.table);
    fs::remove(file);
    Breaker breaker(c.steps, c.how);
    run(c.system, settings, &breaker);
    const Checkpoint good = read_checkpoint(file);
    const std::string table = read(folder / "table.csv");
    ASSERT_LT(table.size(), whole.table.size());
    int refused = 0, accepted = 0;
    for (const Leaf& leaf : list_leaves(good.state)) {
      // What the run has cost, and what it says, are no rows; pictures are not the table.
      if (leaf.name == "column" || leaf.name == "values") continue;
      for (int way = 0; way < 4; ++way) {
        Checkpoint forged = good;
        char* at = forged.state.data() + leaf.at;
        if (leaf.kind == 'd') {
          double value = 0;
          std::memcpy(&value, at, sizeof value);
          const double other[] = {1.25 * value + 0.125, -value, std::nan(""), 0};
          if (std::bit_cast<std::uint64_t>(other[way]) == std::bit_cast<std::uint64_t>(value))
            continue;
          std::memcpy(at, &other[way], sizeof value);
        } else {
          std::int64_t value = 0;
          std::memcpy(&value, at, sizeof value);
          const std::int64_t other[] = {value + 1, value - 1, -value - 7,
                                        value + 1'000'000'000'000};
          std::memcpy(at, &other[way], sizeof value);
        }
        write_checkpoint(file, forged);
        std::ofstream(folder / "table.csv", std::ios::binary | std::ios::trunc) << table;
        Record rest;
        try {
          rest = run(c.system, settings, nullptr, true);
        } catch (const InputError&) {
          ++refused;
          continue;
        }
        if (rest.summary.failed) continue;
        ++accepted;
        if (rest.table == whole.table) continue;
        const Results got = parse_csv("got", rest.table);
        SCOPED_TRACE(leaf.name + " " + std::to_string(way));
        if (!settings.interval) {  // other steps have other rows
          EXPECT_NEAR(got.values("time").back(), expected.values("time").back(), 0);
          EXPECT_NEAR(got.values("x").back(), expected.values("x").back(), kWithin);
          continue;
        }
        ASSERT_EQ(got.row_count(), expected.row_count());
        double worst = 0;
        for (std::size_t k = 0; k < got.columns().size(); ++k)
          for (std::size_t r = 0; r < got.row_count(); ++r)
            worst = std::max(worst, std::abs(got.values(k)[r] - expected.values(k)[r]));
        EXPECT_LE(worst, kWithin);
      }
    }
    EXPECT_GT(refused, accepted / 4);
  }
}

TEST_F(Checkpoints, LeaveNoTraceInAFixedStep) {
  const System system = make_oscillator(2);
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
  const System system = make_counting_ball();
  SimulateSettings settings{.until = 5, .interval = 0.01, .checkpoint = 1};
  run(system, settings);
  ASSERT_TRUE(fs::exists(file)) << "the model asks for checkpoints";
  settings.until = 10;
  const std::string longer = run(system, settings, nullptr, true).table;
  EXPECT_TRUE(longer == run(system, settings).table);
}

TEST_F(Checkpoints, ARunThatIsDoneTakesThemAway) {
  const System system = make_oscillator(2);
  SimulateSettings settings{.until = 12, .interval = 1, .solver = SolverMethod::rk4, .step = 1e-3};
  const Record record = run(system, settings);
  EXPECT_FALSE(fs::exists(file));
  EXPECT_FALSE(record.summary.checkpoint.has_value());
}

TEST_F(Checkpoints, OtherRunsAreRefusedWithWhatDiffers) {
  const SimulateSettings settings{.until = 5, .interval = 0.01, .checkpoint = 1};
  run(make_oscillator(2), settings);
  SimulateSettings other = settings;
  other.tolerance = 1e-6;
  other.seed = 3;
  const std::string text = refusal(make_oscillator(2), other);
  EXPECT_NE(text.find("tolerance was not given and is 1e-06"), std::string::npos) << text;
  EXPECT_NE(text.find("seed was 0 and is 3"), std::string::npos) << text;
  EXPECT_NE(refusal(make_oscillator(3), settings).find("the equations differ"), std::string::npos);
  other = settings;
  other.until = 3;
  EXPECT_NE(refusal(make_oscillator(2), other).find("lies at 4 s, and the run ends at 3 s"),
            std::string::npos);
  other = settings;
  other.until = 6;
  other.engine = EngineChoice::tape;  // leaves no trace
  EXPECT_EQ(refusal(make_oscillator(2), other), "no refusal");
}

TEST_F(Checkpoints, BrokenFilesAreRefusedWithTheReason) {
  run(make_counting_ball(), {.until = 5, .checkpoint = 1});
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
  EXPECT_NE(reason(good.substr(0, good.size() - 1)).find("is truncated"), std::string::npos);
  for (std::size_t at = 0; at < good.size(); at += 1 + at / 13) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 0x20);
    EXPECT_NE(reason(bad), "none") << "byte " << at;
  }
  EXPECT_NE(reason("time,x\n0,1\n").find("is no checkpoint"), std::string::npos);
  EXPECT_NE(reason(good + "x").find("damaged"), std::string::npos);
  std::string later = good;
  later.replace(later.find(" 2 "), 3, " 9 ");
  EXPECT_NE(reason(later).find("form 9"), std::string::npos);
  fs::remove(file);
  EXPECT_THROW(read_checkpoint(file), InputError);
}

TEST_F(Checkpoints, ATableThatLacksRowsIsRefused) {
  const SimulateSettings settings{.until = 5, .interval = 0.01, .checkpoint = 1};
  const System system = make_counting_ball();
  run(system, settings);
  fs::resize_file(folder / "table.csv", 300);
  EXPECT_NE(refusal(system, settings).find("lacks rows from before the checkpoint"),
            std::string::npos);
  EXPECT_EQ(fs::file_size(folder / "table.csv"), 300) << "it stays as it is";
}

TEST_F(Checkpoints, ATableOfOtherRowsIsRefused) {
  const SimulateSettings settings{.until = 5, .interval = 0.01, .checkpoint = 1};
  const System system = make_counting_ball();
  run(system, settings);
  std::string text = read(folder / "table.csv");
  std::replace(text.begin(), text.end(), '7', '8');
  std::ofstream(folder / "table.csv", std::ios::binary) << text;
  EXPECT_NE(refusal(system, settings).find("has not written"), std::string::npos);
}

}  // namespace
}  // namespace holon
