// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/checkpoint/checkpoint.h"

#include <cmath>

#include "holon/simulate/test/checkpoint_fixture.h"

namespace holon {
namespace {

using test::Breaker;
using test::Checkpoints;
using test::make_counting_ball;
using test::make_delays;
using test::make_van_der_pol;
using test::Record;

TEST_F(Checkpoints, EverySolverGoesOnWithTheSameBits) {
  const System system = make_van_der_pol(5);
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
  const System system = make_van_der_pol(1000);
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
  const System system = make_van_der_pol(2);
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
      std::filesystem::remove(file);
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
      expect_nothing_lost(make_van_der_pol(5),
                          {.until = 30, .interval = interval, .solver = solver});
    expect_nothing_lost(make_van_der_pol(5),
                        {.until = 10, .interval = interval, .solver = S::rk4, .step = 3e-3});
    expect_nothing_lost(make_counting_ball(), {.until = 20, .interval = interval});
    expect_nothing_lost(make_delays(), {.until = 8, .interval = interval});
  }
}

TEST_F(Checkpoints, AnInterruptWithinTheRowsOfAStepLosesNothing) {
  // Thousands of rows in each step: the observer is asked within them, too.
  for (const System& system : {make_van_der_pol(5), make_counting_ball(), make_delays()}) {
    const SimulateSettings settings{.until = 3, .interval = 1e-4};
    const Record whole = run(system, settings);
    for (const std::int64_t at : {1, 2, 17, 40, 61}) {
      SCOPED_TRACE(at);
      std::filesystem::remove(file);
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
  const System system = make_van_der_pol(5);
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

TEST_F(Checkpoints, AreThoseOfInterruptsOnlyWhereARunIsNotToBeDelayed) {
  interrupts_only = true;
  between_restarts = 0;
  const System system = make_van_der_pol(5);
  const auto settings_of = [](SolverMethod solver) {
    return SimulateSettings{.until = 12, .interval = 0.07, .solver = solver, .checkpoint = 0.5};
  };
  for (const auto solver : {SolverMethod::dopri5, SolverMethod::radau}) {
    const SimulateSettings settings = settings_of(solver);
    const Record whole = run(system, settings);
    const std::int64_t at = whole.summary.status.steps.steps / 2;
    run_until_killed(system, settings, at);
    EXPECT_FALSE(std::filesystem::exists(file));
    Breaker breaker(at, Breaker::How::interrupt);
    run(system, settings, &breaker);
    EXPECT_TRUE(run(system, settings, nullptr, true).table == whole.table);
    std::filesystem::remove(file);
  }
  // A multistep method has only those of restarts.
  run_until_killed(system, settings_of(SolverMethod::cvode), 200);
  EXPECT_TRUE(std::filesystem::exists(file));
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
    std::filesystem::remove(file);
    run_until_killed(system, settings, at);
    ASSERT_TRUE(std::filesystem::exists(file));
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
  const System system = make_counting_ball();
  SimulateSettings settings{.until = 5, .interval = 0.01, .checkpoint = 1};
  run(system, settings);
  ASSERT_TRUE(std::filesystem::exists(file)) << "the model asks for checkpoints";
  settings.until = 10;
  const std::string longer = run(system, settings, nullptr, true).table;
  EXPECT_TRUE(longer == run(system, settings).table);
}

TEST_F(Checkpoints, ARunThatIsDoneTakesThemAway) {
  const System system = make_van_der_pol(2);
  SimulateSettings settings{.until = 12, .interval = 1, .solver = SolverMethod::rk4, .step = 1e-3};
  const Record record = run(system, settings);
  EXPECT_FALSE(std::filesystem::exists(file));
  EXPECT_FALSE(record.summary.checkpoint.has_value());
}

}  // namespace
}  // namespace holon
