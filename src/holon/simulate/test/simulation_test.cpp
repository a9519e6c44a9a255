// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/simulation.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <memory>

#include "holon/base/errors.h"
#include "holon/base/test/rounding.h"
#include "holon/record/moments.h"
#include "holon/simulate/events/regular_times.h"
#include "holon/simulate/rhs/system_rhs.h"
#include "holon/simulate/start/start.h"
#include "holon/system/system_builder.h"

namespace holon {
namespace {

using test::kEps;

// x'' = -w² x from x = 1: mass.position = cos(w t), mass.speed = -w sin(w t).
System make_oscillator(double rate = 2) {
  auto symbols = std::make_shared<Symbols>();
  const Expr w = symbols->parameter("w", rate, dimensions::kAngularRate);
  SystemBuilder builder(symbols);
  const Expr x =
      builder.add_state({.name = "mass.position", .dimension = dimensions::kLength}, {1.0})[0];
  const Expr v =
      builder.add_state({.name = "mass.speed", .dimension = dimensions::kSpeed}, {0.0})[0];
  builder.set_derivative(x, v);
  builder.set_derivative(v, -w * w * x);
  builder.define_output(
      {.name = "mass.position", .dimension = dimensions::kLength, .is_main = true}, {x});
  builder.define_output({.name = "mass.speed", .dimension = dimensions::kSpeed}, {v});
  builder.define_output({.name = "mass.point", .components = {"x", "y", "z"}}, {x, v, x * v});
  return builder.build("oscillator");
}

// q' = ½ q ∘ (0, (0, 0, 2)): a turn about z at 2 rad/s.
System make_spinner() {
  SystemBuilder builder(std::make_shared<Symbols>());
  const std::vector<Expr> q = builder.add_state({.name = "top.orientation",
                                                 .components = {"w", "x", "y", "z"},
                                                 .kind = StateBlock::Kind::quaternion,
                                                 .size = 4},
                                                {2.0, 0.0, 0.0, 0.0});
  builder.set_derivative(q[0], -q[3]);
  builder.set_derivative(q[1], q[2]);
  builder.set_derivative(q[2], -q[1]);
  builder.set_derivative(q[3], q[0]);
  builder.define_output(
      {.name = "top.orientation", .components = {"w", "x", "y", "z"}, .is_main = true}, q);
  return builder.build("spinner");
}

System make_singular() {
  auto symbols = std::make_shared<Symbols>();
  SystemBuilder builder(symbols);
  const Expr x = builder.add_state({.name = "x"}, {1.0})[0];
  builder.set_derivative(x, x * x);
  builder.define_output({.name = "x", .is_main = true}, {x});
  return builder.build("singular");
}

TEST(RegularTimes, AreRoundedOnce) {
  EXPECT_EQ(RegularTimes(0, 0.1).at(3), 0.3);
  EXPECT_EQ(RegularTimes(0, 0.1).at(7), 0.7);
  EXPECT_EQ(RegularTimes(0, 6.0 / 199).at(199), 6.0);
  EXPECT_EQ(RegularTimes(0, 1e-3).at(123456), 123.456);
  EXPECT_EQ(RegularTimes(0, 1.0 / 3).at(3), 1.0);
  EXPECT_EQ(RegularTimes(5, 2).at(3), 11);
  EXPECT_EQ(RegularTimes(0, M_PI).at(3), 3 * M_PI);  // no fraction: an ordinary product
  EXPECT_EQ(RegularTimes(0, 1e-9).at(5), 5 * 1e-9);
}

TEST(Simulation, RecordsTheMultiplesOfTheIntervalAndTheEnd) {
  const System system = make_oscillator();
  const SimulateSettings settings{.until = 1.05, .interval = 0.1, .tolerance = 1e-10};
  const Results r = simulate(system, settings, {"mass.position", "mass.speed"});
  ASSERT_EQ(r.row_count(), 12u);
  EXPECT_EQ(r.values("time")[3], 0.3);
  EXPECT_EQ(r.values("time")[11], 1.05);
  for (std::size_t i = 0; i < 12; ++i) {
    const double t = r.values("time")[i];
    // About 20 steps of local error 1e-10 (1 + |x|), |x| <= 2, in a motion that keeps its errors.
    EXPECT_NEAR(r.values("mass.position")[i], std::cos(2 * t), 20 * 3e-10);
    EXPECT_NEAR(r.values("mass.speed")[i], -2 * std::sin(2 * t), 20 * 3e-10);
  }
}

TEST(Simulation, ADivisorOfTheEndGivesNoExtraRow) {
  const System system = make_oscillator();
  for (double interval : {0.1, 0.05, 1.0 / 3, 1.0}) {
    const Results r = simulate(system, {.until = 1, .interval = interval});
    EXPECT_EQ(r.row_count(), static_cast<std::size_t>(std::lround(1 / interval)) + 1) << interval;
    EXPECT_EQ(r.values(0).back(), 1);
  }
}

TEST(Simulation, RecordsEveryStepWhereNoIntervalIsGiven) {
  const System system = make_oscillator();
  Results rows;
  Simulation simulation(system, {.until = 3});
  simulation.record(rows, {}, {});
  const RunSummary& summary = simulation.run();
  EXPECT_EQ(static_cast<std::int64_t>(rows.row_count()), summary.status.steps.steps + 1);
  EXPECT_EQ(summary.rows, static_cast<std::int64_t>(rows.row_count()));
  EXPECT_EQ(rows.values(0).front(), 0);
  EXPECT_EQ(rows.values(0).back(), 3);
}

TEST(Simulation, ARunOfNoLengthGivesTheStart) {
  const System system = make_oscillator();
  for (const Results& r :
       {simulate(system, {.until = 0}), simulate(system, {.until = 0, .interval = 1.0})}) {
    ASSERT_EQ(r.row_count(), 1u);
    EXPECT_EQ(r.values("mass.position")[0], 1);
  }
}

TEST(Simulation, StreamsLeaveNoTraceInEachOther) {
  const System system = make_oscillator();
  Results alone, table, curve, film;
  {
    Simulation simulation(system, {.until = 3});
    simulation.record(alone, {"mass.speed"}, {RowSchedule::Kind::interval, 0.1});
    simulation.run();
  }
  Simulation simulation(system, {.until = 3});
  simulation.record(table, {"mass.speed"}, {RowSchedule::Kind::interval, 0.1});
  simulation.record(curve, {"mass.position"}, {RowSchedule::Kind::fine, 0.01});
  simulation.record(film, {"mass.point"}, {RowSchedule::Kind::interval, 3.0 / 7});
  simulation.run();
  EXPECT_EQ(table.values(0), alone.values(0));
  EXPECT_EQ(table.values(1), alone.values(1));
  EXPECT_EQ(film.row_count(), 8u);
  const std::vector<double>& t = curve.values("time");
  EXPECT_EQ(t.front(), 0);
  EXPECT_EQ(t.back(), 3);
  for (std::size_t i = 1; i < t.size(); ++i) {
    EXPECT_GT(t[i], t[i - 1]);
    EXPECT_LE(t[i] - t[i - 1], 0.01 * (1 + 1e-9));
    EXPECT_NEAR(curve.values("mass.position")[i], std::cos(2 * t[i]), 1e-6);
  }
}

TEST(Simulation, RecordsTheMainOutputsUnlessOthersAreNamed) {
  const System system = make_oscillator();
  const auto names = [&](std::vector<std::string> outputs) {
    std::vector<std::string> result;
    Simulation simulation(system, {});
    Results rows;
    for (const Column& c : simulation.record(rows, std::move(outputs), {}))
      result.push_back(c.name);
    return result;
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(names({}), (Names{"time", "mass.position"}));
  EXPECT_EQ(names({"mass.point", "mass.speed"}),
            (Names{"time", "mass.point.x", "mass.point.y", "mass.point.z", "mass.speed"}));
  EXPECT_EQ(names({"mass.point.y"}), (Names{"time", "mass.point.y"}));
  try {
    names({"mass.sped"});
    FAIL();
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("mass.speed"), std::string::npos) << e.what();
  }
}

TEST(Simulation, TakesParametersOfTheRun) {
  const System system = make_oscillator(2);
  Results rows;
  Simulation simulation(system, {.until = 1, .interval = 1.0, .tolerance = 1e-10});
  simulation.set_parameters({3});
  simulation.record(rows, {}, {RowSchedule::Kind::interval, 1});
  simulation.run();
  EXPECT_NEAR(rows.values("mass.position").back(), std::cos(3), 20 * 4e-10);
}

TEST(Simulation, Rk4RunsAtItsStep) {
  const System system = make_oscillator();
  Results rows;
  Simulation simulation(system,
                        {.until = 1, .interval = 0.25, .solver = SolverMethod::rk4, .step = 0.01});
  simulation.record(rows, {}, {RowSchedule::Kind::interval, 0.25});
  const RunSummary& summary = simulation.run();
  EXPECT_EQ(summary.status.steps.steps, 100);
  EXPECT_EQ(summary.solver, "rk4");
  EXPECT_EQ(summary.step, 0.01);
  // Error of the classical method in x' = i w x: t w (w h)^4 / 120.
  EXPECT_NEAR(rows.values("mass.position").back(), std::cos(2), 2 * 1.6e-7 / 120);
}

TEST(Simulation, StopsWhereItsObserverSaysSoAndKeepsTheRows) {
  struct Watch : RunObserver {
    bool go_on(const RunStatus& status) override { return status.time < 5; }
  } watch;
  struct Sink : RowSink {
    void begin(const std::vector<Column>&) override { ++begun; }
    void row(const double* values) override { last = values[0]; }
    void end() override { ++ended; }
    int begun = 0, ended = 0;
    double last = -1;
  } sink;
  const System system = make_oscillator();
  Simulation simulation(system, {.until = 100, .interval = 0.01});
  simulation.set_observer(&watch);
  simulation.record(sink, {}, {RowSchedule::Kind::interval, 0.01});
  const RunSummary& summary = simulation.run();
  EXPECT_TRUE(summary.interrupted);
  EXPECT_FALSE(summary.failed);
  EXPECT_GE(summary.status.time, 5);
  EXPECT_LT(summary.status.time, 6);
  EXPECT_EQ(sink.last, summary.status.time);
  EXPECT_EQ(sink.begun, 1);
  EXPECT_EQ(sink.ended, 1);
}

TEST(Simulation, HasMomentsEnoughWhereverItStops) {
  struct Watch : RunObserver {
    bool go_on(const RunStatus& status) override { return status.time < limit; }
    double limit = 0;
  } watch;
  constexpr double kCount = 200, kUntil = 1e5;
  const System system = make_oscillator();
  for (const double limit : {10.0, 100.0, 3000.0}) {
    watch.limit = limit;
    MomentsSink film(200);
    Simulation simulation(system, {.until = kUntil});
    simulation.set_observer(&watch);
    simulation.record(film, {}, {RowSchedule::Kind::moments, kUntil / kCount, kCount});
    simulation.run();
    const std::vector<double>& times = film.results().values(0);
    EXPECT_GE(times.size(), kCount / 2) << limit;
    EXPECT_LE(times.size(), kCount + 2) << limit;
    EXPECT_GE(times.back(), limit);
    for (std::size_t k = 2; k + 1 < times.size(); ++k)
      EXPECT_NEAR(times[k] - times[k - 1], times[1] - times[0], 1e-9 * limit);
  }
}

TEST(Simulation, MomentsOfAWholeRunAreThoseOfItsInterval) {
  const System system = make_oscillator();
  for (const double count : {30.0, 7000.0}) {
    const double length = 100 / count;
    MomentsSink film(static_cast<std::size_t>(count));
    Results rows;
    Simulation simulation(system, {.until = 100});
    simulation.record(film, {}, {RowSchedule::Kind::moments, length, count});
    simulation.record(rows, {}, {RowSchedule::Kind::interval, length});
    simulation.run();
    EXPECT_EQ(film.results().values(0), rows.values(0));
    EXPECT_EQ(film.results().values(1), rows.values(1));
  }
}

TEST(Simulation, StopsBetweenTheRowsOfAStepToo) {
  // A million rows to a step: nobody waits for them all.
  struct Watch : RunObserver {
    bool go_on(const RunStatus& status) override { return status.time < 1e-3; }
  } watch;
  const System system = make_oscillator();
  Results rows, film;
  Simulation simulation(system, {.until = 100, .interval = 1e-7});
  simulation.set_observer(&watch);
  simulation.record(rows, {}, {RowSchedule::Kind::interval, 1e-7});
  simulation.record(film, {}, {RowSchedule::Kind::interval, 1});
  const RunSummary& summary = simulation.run();
  EXPECT_TRUE(summary.interrupted);
  EXPECT_FALSE(summary.failed);
  EXPECT_EQ(rows.values("time").back(), summary.status.time);
  EXPECT_GE(summary.status.time, 1e-3);
  EXPECT_LT(summary.status.time, 1.2e-3);  // it is checked every thousand rows
}

/// Ends the run as soon as it has something to say.
struct FirstNote : RunObserver {
  explicit FirstNote(std::string word) : wanted(std::move(word)) {}
  bool go_on(const RunStatus& status) override {
    time = status.time;
    return !found;
  }
  void note(const std::string& text) override {
    found |= text.find(wanted) != std::string::npos;
    notes.push_back(text);
  }
  std::string wanted;
  bool found = false;
  double time = 0;
  std::vector<std::string> notes;
};

// q'' = -w² q with w = 1e-3 1/s: rates of 2e-3 1/s lead far within two hours.
TEST(Simulation, NotesMotionsToWhichTheToleranceIsAbsolute) {
  const auto find_note = [](double amplitude, double tolerance) {
    auto symbols = std::make_shared<Symbols>();
    SystemBuilder builder(symbols);
    const double w = 1e-3;
    const Expr q = builder.add_state({.name = "body.angle", .role = StateBlock::Role::coordinate},
                                     {Expr(amplitude)})[0];
    const Expr v =
        builder.add_state({.name = "body.rate", .role = StateBlock::Role::rate}, {Expr(0.0)})[0];
    builder.set_derivative(q, v);
    builder.set_derivative(v, -w * w * q);
    const System system = builder.build("slow");
    Simulation simulation(system, {.until = 7200, .tolerance = tolerance});
    std::string found;
    for (const std::string& note : simulation.run().notes)
      if (note.starts_with("slow motion")) found = note;
    return found;
  };
  const std::string note = find_note(2, 1e-8);
  EXPECT_NE(note.find("'body.rate' (up to 0.002 "), std::string::npos) << note;
  EXPECT_NE(note.find("it is 5e-06; a tolerance of 2e-11 would be"), std::string::npos) << note;
  EXPECT_EQ(find_note(2, 1e-11), "");
  EXPECT_EQ(find_note(0.05, 1e-8), "") << "it does not lead far";
  EXPECT_EQ(find_note(2000, 1e-8), "") << "it is fast";
}

TEST(Simulation, TellsOfAFixedStepThatIsTooLong) {
  const System system = make_oscillator(2);
  Simulation simulation(system, {.until = 100, .solver = SolverMethod::rk4, .step = 0.9});
  FirstNote watch("1.8 times the time constant");
  simulation.set_observer(&watch);
  simulation.run();
  EXPECT_TRUE(watch.found);
  EXPECT_NEAR(watch.time, 15 * 0.9, 1e-9);
}

TEST(Simulation, AFailingRunHandsOverItsRowsAndSaysWhere) {
  const System system = make_singular();  // x = 1 / (1 - t)
  Results rows;
  Simulation simulation(system, {.until = 2});
  simulation.record(rows, {}, {});
  try {
    simulation.run();
    FAIL();
  } catch (const RunError& e) {
    EXPECT_NEAR(e.data().time, 1, 1e-6);
    EXPECT_EQ(e.data().state, "x");
  }
  EXPECT_TRUE(simulation.summary().failed);
  EXPECT_GT(rows.row_count(), 10u);
  EXPECT_EQ(static_cast<std::int64_t>(rows.row_count()), simulation.summary().rows);
  EXPECT_GT(rows.values("x").back(), 1e3);
}

TEST(Simulation, AFailingRunNamesTheFormulaThatLeftItsRange) {
  const auto message = [](const std::function<Expr(Expr t, Expr x)>& rate) -> std::string {
    auto symbols = std::make_shared<Symbols>();
    SystemBuilder builder(symbols);
    const Expr x = builder.add_state({.name = "tank.level"}, {1.0})[0];
    builder.set_derivative(x, rate(symbols->time(), x));
    builder.define_output({.name = "tank.level", .is_main = true}, {x});
    const System system = builder.build("failing");
    try {
      simulate(system, {.until = 2});
    } catch (const RunError& e) {
      return e.what();
    }
    return "";
  };
  const std::string root = message([](Expr t, Expr x) { return x * sqrt(1 - t); });
  EXPECT_NE(root.find("the first cause is sqrt(1 - time), where 1 - time = -"), std::string::npos)
      << root;
  const std::string start = message([](Expr, Expr x) { return 1 / (x - 1); });
  EXPECT_NE(start.find("1/(tank.level - 1), where"), std::string::npos) << start;
  EXPECT_NE(start.find("at the start"), std::string::npos) << start;
}

TEST(Simulation, RestoresQuaternionsOrMeasuresOnly) {
  const System system = make_spinner();
  const auto largest_violation = [](const Results& r) {
    double worst = 0;
    for (std::size_t i = 0; i < r.row_count(); ++i) {
      double square = 0;
      for (std::size_t c = 1; c <= 4; ++c) square += r.values(c)[i] * r.values(c)[i];
      worst = std::max(worst, std::abs(std::sqrt(square) - 1));
    }
    return worst;
  };
  SimulateSettings settings{.until = 10, .interval = 0.013, .tolerance = 1e-5};
  EXPECT_LE(largest_violation(simulate(system, settings)), 4 * kEps);
  settings.stabilisation.method = Stabilisation::Method::none;
  Results rows;
  Simulation simulation(system, settings);
  simulation.record(rows, {}, RowSchedule::from(settings));
  const RunSummary& summary = simulation.run();
  EXPECT_GT(largest_violation(rows), 1e-8);
  EXPECT_NEAR(largest_violation(rows), summary.largest_drift, 1e-5);
  EXPECT_GT(summary.largest_drift, 1e-8);
}

TEST(Simulation, RefusesSettingsThatCannotBe) {
  const System system = make_oscillator();
  const auto error = [&](const SimulateSettings& settings) -> std::string {
    try {
      Simulation simulation(system, settings);
    } catch (const InputError& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_NE(error({.until = -1}).find("simulate.until"), std::string::npos);
  EXPECT_NE(error({.interval = -1.0}).find("simulate.interval"), std::string::npos);
  EXPECT_NE(error({.until = 10, .interval = 1e-15}).find("rounding of times"), std::string::npos);
  EXPECT_NE(error({.until = 10, .solver = SolverMethod::rk4, .step = 1e-15}).find("simulate.step"),
            std::string::npos);
  EXPECT_NE(error({.tolerance = 1e-20}).find("simulate.tolerance"), std::string::npos);
  EXPECT_NE(error({.solver = SolverMethod::rk4}).find("step"), std::string::npos);
  EXPECT_NE(error({.step = 0.1}).find("has no effect"), std::string::npos);
  EXPECT_NE(error({.solver = SolverMethod::rk4, .step = 0.1, .tolerance = 1e-6}).find("no effect"),
            std::string::npos);
}

TEST(Simulation, SummaryTellsHowToDoItAgain) {
  const System system = make_oscillator();
  Simulation simulation(system,
                        {.until = 2, .tolerance = 1e-7, .engine = EngineChoice::tape, .seed = 7});
  simulation.set_model_text("abc");
  const RunSummary& s = simulation.run();
  EXPECT_EQ(s.solver, "dopri5");
  EXPECT_EQ(s.tolerance, 1e-7);
  EXPECT_EQ(s.seed, 7);
  EXPECT_EQ(s.engine, "tape");
  EXPECT_EQ(s.formulation, "recursive");
  EXPECT_EQ(s.model_digest, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(s.states, 2);
  EXPECT_GT(s.operations, 0u);
  EXPECT_GT(s.status.steps.steps, 0);
  EXPECT_GT(s.real_time_factor(), 0);
  EXPECT_EQ(s.status.time, 2);
}

TEST(Simulation, GivesTheSameBitsOnEveryEngine) {
  const System system = make_oscillator();
  const auto run = [&](EngineChoice engine) {
    return simulate(system, {.until = 5, .interval = 0.01, .engine = engine},
                    {"mass.point", "mass.speed"});
  };
  const Results tape = run(EngineChoice::tape);
  for (EngineChoice engine : {EngineChoice::jit, EngineChoice::automatic, EngineChoice::native}) {
    try {
      const Results other = run(engine);
      for (std::size_t c = 0; c < tape.columns().size(); ++c)
        EXPECT_EQ(tape.values(c), other.values(c));
    } catch (const std::runtime_error& e) {
      GTEST_SKIP() << e.what();  // no compiler here
    }
  }
}

TEST(SystemRhs, EightParameterSetsSideBySideHaveTheBitsOfRunsAlone) {
  const System system = make_oscillator();
  const SystemPrograms programs(system);
  constexpr int kLanes = LaneIntegrator::kLanes;
  SystemRhs wide(system, programs, kLanes);
  std::array<double, kLanes> t{}, end{};
  std::vector<double> x(2 * kLanes);
  for (int l = 0; l < kLanes; ++l) {
    wide.set_parameters(l, {1.0 + l});
    x[l] = 1;
    end[l] = 3 + 0.1 * l;
  }
  const auto lanes = make_lane_integrator("dopri5", wide, {.tolerance = 1e-9});
  lanes->start(t.data(), x.data(), 0xff);
  for (bool going = true; going;) {
    lanes->step(end.data(), 0xff);
    going = false;
    for (int l = 0; l < kLanes; ++l) going |= lanes->time(l) < end[l];
  }
  for (int l = 0; l < kLanes; ++l) {
    SystemRhs rhs(system, programs, 1);
    rhs.set_parameters(0, {1.0 + l});
    const auto alone = make_integrator("dopri5", rhs, {.tolerance = 1e-9});
    alone->start(0, find_start(system, 0, {1.0 + l}).x.data());
    while (alone->time() < end[l]) alone->step(end[l]);
    double together[2];
    lanes->state(l, together);
    for (int i = 0; i < 2; ++i)
      EXPECT_EQ(std::bit_cast<std::uint64_t>(together[i]),
                std::bit_cast<std::uint64_t>(alone->state()[i]));
    EXPECT_EQ(lanes->statistics(l).steps, alone->statistics().steps);
  }
}

}  // namespace
}  // namespace holon
