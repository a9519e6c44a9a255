// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Processes: code that runs at ticks.
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>

#include "holon/base/errors.h"
#include "holon/simulate/checkpoint/checkpoint.h"
#include "holon/simulate/simulation.h"
#include "holon/system/process.h"
#include "holon/system/symbols.h"
#include "holon/system/system_builder.h"

namespace holon {
namespace {

namespace fs = std::filesystem;

/// Sums its input over its ticks, and counts them: memory that no expression could hold.
class Summing final : public ProcessModel {
 public:
  explicit Summing(double factor) : factor_(factor) {}
  std::unique_ptr<Process> make(const ProgramOptions&) const override {
    return std::make_unique<Memory>(factor_);
  }
  std::uint64_t fingerprint() const override { return static_cast<std::uint64_t>(factor_ * 1000); }

 private:
  class Memory final : public Process {
   public:
    explicit Memory(double factor) : factor_(factor) {}
    void tick(double t, const double*, const double* in, double* out) override {
      sum_ += factor_ * in[0];
      ++count_;
      last_ = t;
      out[0] = sum_;
      out[1] = static_cast<double>(count_);
    }
    void archive(Archive& a) override {
      a.item("sum", sum_);
      a.item("count", count_);
      a.item("last", last_);
    }
    std::vector<std::string> list_notes() const override {
      return {"summed " + std::to_string(count_) + " values"};
    }

   private:
    const double factor_;
    double sum_ = 0, last_ = 0;
    std::int64_t count_ = 0;
  };
  const double factor_;
};

/// x' = 1, sampled by a hold at the rate of the process; the process sums the held values; a second
/// one sums the sums. Formulas use both, so that the state depends on them.
System make_chain(bool is_second_first = false) {
  const auto symbols = std::make_shared<Symbols>();
  SystemBuilder builder(symbols);
  const auto show = [&](const std::string& name, Expr value) {
    builder.define_output({.name = name, .is_main = true}, std::vector<Expr>{value});
  };
  const Expr x = builder.add_state({.name = "x"}, {0.0})[0];
  show("x", x);
  const int clock = builder.add_clock({"clock", 0.1});
  const Expr held = builder.add_discrete({.name = "held"}, {0.0})[0];
  builder.set_tick(held, symbols->output("x"), clock, true);
  show("held", held);
  std::vector<Expr> a, b;
  for (const char* name : {"a", "na"}) a.push_back(builder.add_discrete({.name = name}, {0.0})[0]);
  for (const char* name : {"b", "nb"}) b.push_back(builder.add_discrete({.name = name}, {0.0})[0]);
  show("a", a[0]), show("na", a[1]), show("b", b[0]), show("nb", b[1]);
  const auto add_a = [&] {
    builder.add_process("first", {clock}, {symbols->output("held")}, a,
                        std::make_shared<Summing>(1.0));
  };
  if (!is_second_first) add_a();
  builder.add_process("second", {clock}, {symbols->output("a")}, b, std::make_shared<Summing>(2.0));
  if (is_second_first) add_a();
  builder.set_derivative(x, 1.0 + 0.0 * symbols->output("b"));
  const Expr y = builder.add_state({.name = "y"}, {0.0})[0];
  show("y", y);
  builder.set_derivative(y, symbols->output("b"));
  return builder.build("chain");
}

SimulateSettings until(double end) {
  SimulateSettings settings;
  settings.until = end;
  settings.interval = 0.05;
  settings.engine = EngineChoice::tape;
  return settings;
}

TEST(Process, RunsAtTicksInTheOrderOfDependence) {
  for (const bool is_second_first : {false, true}) {
    const System system = make_chain(is_second_first);
    ASSERT_EQ(system.processes.size(), 2u);
    EXPECT_EQ(system.processes[0].name, "first");
    const Results rows = simulate(system, until(0.35), {"a", "na", "b", "nb", "held"});
    // At 0, 0.1, 0.2, 0.3 the hold has 0, 0.1, 0.2, 0.3 already; the sums follow at the same tick.
    const double sum = 0.1 + 0.2 + 0.3, sums = 2 * (0.0 + 0.1 + 0.3 + 0.6);
    const std::size_t last = rows.row_count() - 1;
    constexpr double kSampling = 1e-7;  // error of x at the tolerance of the run
    EXPECT_NEAR(rows.values("a")[last], sum, kSampling);
    EXPECT_EQ(rows.values("na")[last], 4);
    EXPECT_NEAR(rows.values("b")[last], sums, kSampling);
    EXPECT_EQ(rows.values("nb")[last], 4);
  }
}

TEST(Process, ResumesWithTheSameBits) {
  const fs::path folder = fs::path(testing::TempDir()) / "process_resume";
  fs::create_directories(folder);
  const fs::path file = folder / "run.checkpoint";
  const System system = make_chain();
  SimulateSettings settings = until(2);
  Results whole;
  {
    Simulation simulation(system, settings);
    simulation.record(whole, {}, RowSchedule::from(settings));
    const RunSummary& summary = simulation.run();
    ASSERT_FALSE(summary.notes.empty());
    EXPECT_EQ(summary.notes.back(), "summed 21 values");
  }
  class Stop final : public RunObserver {
   public:
    bool go_on(const RunStatus& status) override { return status.time < 0.93; }
  } stop;
  Results first;
  {
    Simulation simulation(system, settings);
    simulation.record(first, {}, RowSchedule::from(settings));
    CheckpointOptions options;
    options.path = file.string();
    simulation.set_checkpoints(options);
    simulation.set_observer(&stop);
    simulation.run();
  }
  Results rest;
  Simulation simulation(system, settings);
  simulation.record(rest, {}, RowSchedule::from(settings));
  simulation.resume(read_checkpoint(file));
  const RunSummary& summary = simulation.run();
  EXPECT_GT(summary.resumed_at.value_or(0), 0.5);
  const std::size_t a = whole.row_count() - 1, b = rest.row_count() - 1;
  for (const char* name : {"x", "y", "a", "na", "b", "nb"})
    EXPECT_EQ(whole.values(name)[a], rest.values(name)[b]) << name;
}

TEST(Process, ThatNeedsItselfAtOneInstantIsRefused) {
  const auto symbols = std::make_shared<Symbols>();
  SystemBuilder builder(symbols);
  const int clock = builder.add_clock({"clock", 0.1});
  std::vector<Expr> made[2];
  for (int k = 0; k < 2; ++k) {
    for (const char* end : {".sum", ".count"}) {
      const std::string name = "p" + std::to_string(k) + end;
      made[k].push_back(builder.add_discrete({.name = name}, {0.0})[0]);
      builder.define_output({.name = name}, std::vector<Expr>{made[k].back()});
    }
  }
  for (int k = 0; k < 2; ++k)
    builder.add_process("p" + std::to_string(k), {clock},
                        {symbols->output("p" + std::to_string(1 - k) + ".sum")}, made[k],
                        std::make_shared<Summing>(1.0));
  try {
    builder.build("circle");
    FAIL() << "no error";
  } catch (const ModelError& error) {
    EXPECT_EQ(error.message(),
              "the outputs of sampled parts depend on each other at one instant: p0 → p1 → p0");
    EXPECT_EQ(error.suggestion(), "put a Hold or a Delay between them");
  }
}

}  // namespace
}  // namespace holon
