// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/integrator.h"
#include "holon/solve/first_steps.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <vector>

#include "holon/base/test/rounding.h"
#include "problems.h"

namespace holon {
namespace {

using namespace test;  // NOLINT: the problems of this folder

using test::kEps;

// An adaptive method at constant steps: no error is too large, none grows beyond the first.
IntegratorOptions constant_step(double h) {
  return {.tolerance = 0.5, .step = h, .initial_step = h, .max_step = h};
}

double end_error(const char* method, double h) {
  TestRhs rhs(2, smooth_pair);
  const auto integrator = make_integrator(method, rhs, constant_step(h));
  const double start[] = {1, 1};
  integrator->start(0, start);
  while (integrator->time() < 2) integrator->step(2);
  const auto exact = smooth_pair_solution(2);
  return std::hypot(integrator->state()[0] - exact[0], integrator->state()[1] - exact[1]);
}

// The error of the first step's polynomial at its middle, where no earlier error adds to it.
double middle_error(const char* method, double h) {
  TestRhs rhs(2, smooth_pair);
  const auto integrator = make_integrator(method, rhs, constant_step(h));
  const auto start = smooth_pair_solution(0.3);
  integrator->start(0.3, start.data());
  integrator->step(10);
  double x[2];
  integrator->interpolate(0.3 + 0.5 * h, x);
  const auto exact = smooth_pair_solution(0.3 + 0.5 * h);
  return std::hypot(x[0] - exact[0], x[1] - exact[1]);
}

// The order as h -> 0: the slope at h differs from it by O(h), which one extrapolation removes.
double order(double (*error)(const char*, double), const char* method, double h) {
  const auto slope = [&](double step) {
    return std::log2(error(method, step) / error(method, step / 2));
  };
  return 2 * slope(h / 2) - slope(h);
}

// What O(h²) leaves at these steps (rad-like quantities of size 1, h <= 0.1), with a margin.
constexpr double kOrderTolerance = 0.1;

TEST(Integrator, Dopri5ConvergesWithOrderFive) {
  for (double h : {0.1, 0.05}) EXPECT_NEAR(order(end_error, "dopri5", h), 5, kOrderTolerance);
}

TEST(Integrator, Rk4ConvergesWithOrderFour) {
  for (double h : {0.1, 0.05}) EXPECT_NEAR(order(end_error, "rk4", h), 4, kOrderTolerance);
}

// In one step from an exact state a polynomial of order p errs by O(h^(p+1)).
TEST(Integrator, Dopri5InterpolatesWithOrderFour) {
  EXPECT_NEAR(order(middle_error, "dopri5", 0.05), 4 + 1, kOrderTolerance);
}

TEST(Integrator, Rk4InterpolatesWithOrderThree) {
  EXPECT_NEAR(order(middle_error, "rk4", 0.05), 3 + 1, kOrderTolerance);
}

// The largest error over rows at 0.01 s, most of them inside of steps.
template <std::size_t N>
double row_error(const Slope& slope, std::array<double, N> (*solution)(double), double end,
                 double tolerance, StepStatistics* statistics = nullptr) {
  constexpr double kInterval = 0.01;
  TestRhs rhs(N, slope);
  const auto integrator = make_integrator("dopri5", rhs, {.tolerance = tolerance});
  integrator->start(0, solution(0).data());
  double worst = 0;
  for (int row = 0; integrator->time() < end;) {
    integrator->step(end);
    for (; row * kInterval <= integrator->time(); ++row) {
      double x[N];
      integrator->interpolate(row * kInterval, x);
      const auto exact = solution(row * kInterval);
      for (std::size_t i = 0; i < N; ++i) worst = std::max(worst, std::abs(x[i] - exact[i]));
    }
  }
  if (statistics) *statistics = integrator->statistics();
  return worst;
}

TEST(Integrator, Dopri5HasAnErrorInProportionToTheToleranceInEveryRow) {
  // h ∝ tolerance^(1/5) and error ∝ h^5, so error ∝ tolerance. Where steps fall changes the factor
  // by some two in either direction, so that only many decades determine the exponent: a line
  // through them.
  constexpr double kDecades = 7, kFactor = 4;
  double sum_by_decade = 0;
  for (int k = 0; k <= kDecades; ++k) {
    const double tolerance = std::pow(10.0, -4 - k);
    const double error = row_error(smooth_pair, smooth_pair_solution, 10, tolerance);
    EXPECT_LT(error, 10 * kFactor * tolerance);
    sum_by_decade += (k - kDecades / 2) * std::log10(error);
  }
  const double spread = kDecades * (kDecades + 1) * (kDecades + 2) / 12;  // Σ (k - mean)²
  EXPECT_NEAR(-sum_by_decade / spread, 1, std::log10(kFactor) / kDecades);
}

TEST(Integrator, Dopri5FollowsKeplersEllipse) {
  const auto solution = [](double t) { return kepler_solution(0.5, t); };
  const double error = row_error<4>(kepler, solution, 4 * 2 * M_PI, 1e-11);
  // An error δ in energy shifts the phase by 3 π δ a turn, at a speed of up to √3: over four turns
  // of about 100 steps each an error of 1e-11 (1 + |x|) a step adds up to less than this.
  EXPECT_LT(error, 400 * 2 * 1e-11 * 4 * 3 * M_PI * std::sqrt(3));
}

TEST(Integrator, Dopri5NeedsStepsAsTheFifthRootOfTheTolerance) {
  StepStatistics loose, tight;
  row_error(smooth_pair, smooth_pair_solution, 100, 1e-6, &loose);
  row_error(smooth_pair, smooth_pair_solution, 100, 1e-11, &tight);
  EXPECT_NEAR(static_cast<double>(tight.steps) / static_cast<double>(loose.steps), 10, 1.5);
  EXPECT_LT(tight.rejections, tight.steps / 20);
  EXPECT_EQ(tight.evaluations, 6 * (tight.steps + tight.rejections) + 2);
  EXPECT_LT(tight.smallest_step, tight.largest_step);
}

// The output that Hairer prints for his DOPRI5 at tolerance 1e-7 (dr_dopri5). The instability of
// the orbit leaves it an error of 9e-6 at the end, which the digits beyond cannot beat.
TEST(Integrator, Dopri5FollowsArenstorfsOrbitAsPublished) {
  constexpr double kPublishedError = 1e-5;
  const double rows[][3] = {{2, -0.5798781411, 0.6090775251},   {4, -0.1983335270, 1.137638086},
                            {6, -0.4735743943, 0.2239068118},   {8, -1.174553350, -0.2759466982},
                            {10, -0.8398073466, 0.4468302268},  {12, 0.01314712468, -0.8385751499},
                            {14, -0.6031129504, -0.9912598031}, {16, 0.2427110999, -0.3899948833}};
  TestRhs rhs(4, arenstorf);
  const auto integrator = make_integrator("dopri5", rhs, {.tolerance = 1e-11});
  integrator->start(0, kArenstorfStart.data());
  std::size_t row = 0;
  while (integrator->time() < kArenstorfPeriod) {
    integrator->step(kArenstorfPeriod);
    for (; row < std::size(rows) && rows[row][0] <= integrator->time(); ++row) {
      double x[4];
      integrator->interpolate(rows[row][0], x);
      EXPECT_NEAR(x[0], rows[row][1], kPublishedError) << rows[row][0];
      EXPECT_NEAR(x[1], rows[row][2], kPublishedError) << rows[row][0];
    }
  }
  EXPECT_EQ(row, std::size(rows));
}

TEST(Integrator, Dopri5ClosesArenstorfsOrbitAsTheToleranceFalls) {
  const auto gap = [](double tolerance) {
    TestRhs rhs(4, arenstorf);
    const auto integrator = make_integrator("dopri5", rhs, {.tolerance = tolerance});
    integrator->start(0, kArenstorfStart.data());
    while (integrator->time() < kArenstorfPeriod) integrator->step(kArenstorfPeriod);
    EXPECT_EQ(integrator->time(), kArenstorfPeriod);
    return std::hypot(integrator->state()[0] - kArenstorfStart[0],
                      integrator->state()[1] - kArenstorfStart[1]);
  };
  // DOPRI5 itself leaves 9e-6 at 1e-7: the orbit magnifies local errors about a hundredfold.
  EXPECT_LT(gap(1e-10), 1000 * 1e-10);
  EXPECT_LT(gap(1e-12), 1000 * 1e-12);
}

TEST(Integrator, MeasuresAVectorsSmallComponentAgainstTheWholeVector) {
  // A fast small component beside a large constant one: as one group, the tolerance is 2000 times
  // as wide for it as when it stands alone.
  const auto steps = [](std::vector<StateGroup> groups) {
    TestRhs rhs(3, [](double, const double* x, double* dx) {
      dx[0] = 10 * x[1];
      dx[1] = -10 * x[0];
      dx[2] = 0;
    });
    rhs.chosen_groups = std::move(groups);
    const auto integrator = make_integrator("dopri5", rhs, {.tolerance = 1e-9});
    const double start[] = {1, 0, 2000};
    integrator->start(0, start);
    while (integrator->time() < 10) integrator->step(10);
    return static_cast<double>(integrator->statistics().steps);
  };
  const double alone = steps({}), together = steps({{0, 3, 1}});
  EXPECT_NEAR(alone / together, std::pow(2000, 0.2), 0.5);
}

TEST(Integrator, KeepsTheInvariantAfterEveryStepAndInEveryRow) {
  TestRhs rhs(4, attitude);
  rhs.projection = normalise;
  rhs.chosen_groups = {{0, 4, 1}};
  for (const char* method : {"dopri5", "rk4"}) {
    const auto integrator = make_integrator(method, rhs, {.tolerance = 1e-6, .step = 0.05});
    const double start[] = {1, 0, 0, 0};
    integrator->start(0, start);
    while (integrator->time() < 5) {
      integrator->step(5);
      double x[4];
      for (int k = 0; k <= 4; ++k) {
        const double t = integrator->previous_time() +
                         k * (integrator->time() - integrator->previous_time()) / 4;
        integrator->interpolate(t, x);
        EXPECT_NEAR(std::hypot(std::hypot(x[0], x[1]), std::hypot(x[2], x[3])), 1, 4 * kEps);
      }
    }
    EXPECT_GT(integrator->statistics().largest_drift, 0);
    EXPECT_LT(integrator->statistics().largest_drift, 1e-6);
  }
}

TEST(Integrator, RenewsTheReusedStageWhereProjectionMovedTheState) {
  // A wrong projection that puts x back to 1: with the stale slope of x = e^h the second step would
  // differ from the first.
  TestRhs rhs(1, [](double, const double* x, double* dx) { dx[0] = x[0]; });
  rhs.projection = [](double, double* x) {
    const double drift = std::abs(x[0] - 1);
    x[0] = 1;
    return drift;
  };
  const auto integrator = make_integrator("dopri5", rhs, constant_step(0.25));
  const double start[] = {1};
  integrator->start(0, start);
  integrator->step(10);
  const double first = integrator->statistics().largest_drift;
  integrator->step(10);
  EXPECT_EQ(integrator->statistics().largest_drift, first);
  EXPECT_EQ(integrator->statistics().evaluations, 1 + 2 * 7);
  EXPECT_NEAR(first, std::exp(0.25) - 1, 1e-6);  // one step of order 5: h^6/720 · O(1) = 3e-7
}

TEST(Integrator, LandsOnItsLimitExactlyWithoutACrumb) {
  TestRhs rhs(2, smooth_pair);
  const auto integrator = make_integrator("dopri5", rhs, {.tolerance = 1e-7});
  const double start[] = {1, 1};
  integrator->start(0, start);
  for (double limit : {0.1, 0.3, 0.7, 2.0, 2.0 + 1e-9, 5.0}) {
    while (integrator->time() < limit) {
      integrator->step(limit);
      EXPECT_LE(integrator->time(), limit);
    }
    EXPECT_EQ(integrator->time(), limit);
  }
  EXPECT_GT(integrator->statistics().smallest_step, 1e-4);
}

TEST(Integrator, ALimitDoesNotShortenTheStepsAfterIt) {
  TestRhs rhs(4, kepler);
  const auto integrator = make_integrator("dopri5", rhs, {.tolerance = 1e-8});
  integrator->start(0, kepler_start(0).data());
  while (integrator->time() < 1) integrator->step(1);
  const double usual = integrator->statistics().largest_step;
  integrator->step(1 + 1e-6);
  integrator->step(10);
  EXPECT_GT(integrator->time() - integrator->previous_time(), 0.5 * usual);
}

TEST(Integrator, Rk4KeepsToItsGridAndEndsAtTheLimit) {
  TestRhs rhs(2, smooth_pair);
  const double start[] = {1, 1};
  const auto times = [&](double h, std::vector<double> limits) {
    const auto integrator = make_integrator("rk4", rhs, {.step = h});
    integrator->start(0, start);
    std::vector<double> t;
    for (double limit : limits)
      while (integrator->time() < limit) t.push_back(integrator->step(limit));
    return t;
  };
  EXPECT_EQ(times(0.25, {1}), (std::vector<double>{0.25, 0.5, 0.75, 1}));
  EXPECT_EQ(times(0.3, {1}), (std::vector<double>{0.3, 0.6, 3 * 0.3, 1}));
  EXPECT_EQ(times(0.5, {0.75, 2}), (std::vector<double>{0.5, 0.75, 1, 1.5, 2}));
  EXPECT_EQ(times(5, {1}), (std::vector<double>{1}));
  // 10 000 steps of 0.1 do not add up to an extra one.
  EXPECT_EQ(times(0.1, {1000}).size(), 10000u);
}

TEST(Integrator, GivesTheSameBitsInAnyUnitOfTime) {
  // Powers of two rescale time without rounding.
  std::vector<double> reference;
  for (double rate : {1.0, 0x1p-24, 0x1p-8, 0x1p20}) {
    TestRhs rhs(4, [rate](double t, const double* x, double* dx) {
      kepler(t, x, dx);
      for (int i = 0; i < 4; ++i) dx[i] *= rate;
    });
    const auto integrator = make_integrator("dopri5", rhs, {.tolerance = 1e-8});
    integrator->start(0, kepler_start(0.3).data());
    std::vector<double> run;
    while (integrator->time() < 10 / rate) {
      integrator->step(10 / rate);
      run.push_back(integrator->time() * rate);
      run.insert(run.end(), integrator->state(), integrator->state() + 4);
    }
    if (reference.empty()) reference = run;
    EXPECT_EQ(run, reference) << rate;
    EXPECT_LE(integrator->statistics().rejections, 1);
  }
}

TEST(Integrator, StartsFromRestAtTheOrigin) {
  // x'' = sin t from rest: nothing moves at first, neither slope nor size determines a step.
  TestRhs rhs(2, [](double t, const double* x, double* dx) {
    dx[0] = x[1];
    dx[1] = std::sin(t);
  });
  const auto integrator = make_integrator("dopri5", rhs, {.tolerance = 1e-10});
  const double start[] = {0, 0};
  integrator->start(0, start);
  while (integrator->time() < 20) integrator->step(20);
  // Local errors of 1e-10 (1 + |x|), |x| <= 20, over about 400 steps that do not damp them.
  EXPECT_NEAR(integrator->state()[0], 20 - std::sin(20), 400 * 21 * 1e-10);
}

TEST(Integrator, NoticesAStiffProblemAndNoOther) {
  // Van der Pol with mu = 1000 on its slow branch against the same with mu = 1.
  const auto stiff_since = [](double mu, double end) {
    TestRhs rhs(2, [mu](double, const double* x, double* dx) {
      dx[0] = x[1];
      dx[1] = mu * (1 - x[0] * x[0]) * x[1] - x[0];
    });
    const auto integrator = make_integrator("dopri5", rhs, {.tolerance = 1e-6});
    const double start[] = {2, 0};
    integrator->start(0, start);
    while (integrator->time() < end) integrator->step(end);
    return integrator->statistics().stiff_since;
  };
  EXPECT_GT(stiff_since(1000, 1), 0);
  EXPECT_LT(stiff_since(1, 50), 0);
}

TEST(Integrator, Rk4TellsHowLongItsStepIsForTheFastestMotion) {
  // An oscillation of 3 rad/s, its speed in other units, beside a slow state that is pushed about.
  const auto statistics = [](double step) {
    TestRhs rhs(3, [](double t, const double* x, double* dx) {
      dx[0] = 1e-3 * x[1];
      dx[1] = -9e3 * x[0];
      dx[2] = std::sin(0.1 * t);
    });
    const auto integrator = make_integrator("rk4", rhs, {.step = step});
    const double start[] = {1, 0, 0};
    integrator->start(0, start);
    while (integrator->time() < 100 * step) integrator->step(100 * step);
    return integrator->statistics();
  };
  EXPECT_LT(statistics(0.1).coarse_since, 0);  // 21 steps to a turn
  EXPECT_LT(statistics(0.3).coarse_since, 0);
  EXPECT_EQ(statistics(0.6).coarse_since, 14 * 0.6);
  EXPECT_NEAR(statistics(0.6).coarse_pace, 3 * 0.6, 1e-9);
}

TEST(Integrator, RefusesOptionsThatMakeNoSense) {
  TestRhs rhs(2, smooth_pair), wide(2, smooth_pair, 8);
  EXPECT_THROW(make_integrator("euler", rhs, {}), std::invalid_argument);
  EXPECT_THROW(make_integrator("rk4", rhs, {}), std::invalid_argument);
  EXPECT_THROW(make_integrator("rk4", rhs, {.step = -1}), std::invalid_argument);
  EXPECT_THROW(make_integrator("dopri5", rhs, {.tolerance = 0}), std::invalid_argument);
  EXPECT_THROW(make_integrator("dopri5", wide, {}), std::invalid_argument);
  EXPECT_THROW(make_lane_integrator("dopri5", rhs, {}), std::invalid_argument);
}

/// A valve of 10 Hz that a sampled command moves every 20 ms, and what it fills.
struct SampledValve {
  double command = 0;
  TestRhs rhs{3, [this](double, const double* x, double* dx) {
                constexpr double w = 62.8;
                dx[0] = x[1];
                dx[1] = w * (w * (command - x[0]) - 2 * x[1]);
                dx[2] = x[0];
              }};
  std::unique_ptr<Integrator> integrator = make_integrator("dopri5", rhs, {.tolerance = 1e-6});

  /// Returns the number of steps. `forgets`: begins anew at each tick.
  std::int64_t run(int from, int to, bool forgets = false) {
    std::int64_t steps = 0;
    for (int k = from; k < to; ++k) {
      command = std::sin(0.3 * k);
      const std::vector<double> x(integrator->state(), integrator->state() + 3);
      forgets ? integrator->start(0.02 * k, x.data()) : integrator->restart(0.02 * k, x.data());
      const std::int64_t before = integrator->statistics().steps;
      while (integrator->time() < 0.02 * (k + 1)) integrator->step(0.02 * (k + 1));
      steps += integrator->statistics().steps - before;
    }
    return steps;
  }
};

TEST(Dopri5, LearnsFromTicksHowTheFirstStepBehindThemIs) {
  SampledValve careful, bold;
  const double start[] = {0, 0, 0};
  careful.integrator->start(0, start);
  bold.integrator->start(0, start);
  constexpr int kTicks = 100;
  // The careful choice aims at 1 % of the allowed error, which costs most of a step.
  EXPECT_LE(bold.run(0, kTicks) + kTicks / 2, careful.run(0, kTicks, true));
  EXPECT_LE(bold.integrator->statistics().rejections, kTicks / 4);
}

TEST(Dopri5, FirstStepsAreKnownOnceTheyHaveKeptToWhatTheyShowed) {
  detail::FirstSteps first;
  // Half of the step before has 0.3 of the allowed error; a third has (2/3)^5 of that.
  const double third = 0.3 * std::pow(2.0 / 3, 5);
  for (int k = 0; k < 8; ++k) {
    EXPECT_FALSE(first.is_known()) << k;
    first.learn(0.01 / 3, 0.01 / 3, 0.01, third);
  }
  ASSERT_TRUE(first.is_known());
  EXPECT_NEAR(first.find_known(0.02), 0.01, 1e-15);
  // Somewhat too long is rejected, and the next one is shorter; a quite different jump is a reason
  // to choose with care, for twice as many of them as before.
  first.learn(0.01, 0.01, 0.02, 10);
  EXPECT_TRUE(first.is_known());
  EXPECT_NEAR(first.find_known(0.02), 0.01 * std::pow(0.03, 0.2), 1e-15);
  first.learn(0.01, 0.01, 0.02, 1e4);
  for (int k = 0; k < 16; ++k) {
    EXPECT_FALSE(first.is_known()) << k;
    first.learn(0.01, 0.01, 0.02, 0.1);
  }
  EXPECT_TRUE(first.is_known());
  first.learn(0.01, 0.01, 0.02, std::nan(""));
  EXPECT_FALSE(first.is_known());
}

// Two and a tenth of the steps that it takes freely fit between two limits: two suffice.
TEST(Dopri5, BetweenLimitsThatRecurNoRemnantsOfStepsAreLeft) {
  TestRhs rhs(2, [](double, const double* x, double* dx) { dx[0] = x[1], dx[1] = -x[0]; });
  const double start[] = {1, 0};
  const auto run = [&](double interval, int intervals) {
    const auto integrator = make_integrator("dopri5", rhs, {.tolerance = 1e-6});
    integrator->start(0, start);
    for (int k = 1; k <= intervals; ++k)
      while (integrator->time() < k * interval) integrator->step(k * interval);
    // Errors are allowed per step, so they may add up.
    const double steps = static_cast<double>(integrator->statistics().steps);
    EXPECT_NEAR(integrator->state()[0], std::cos(interval * intervals), 1e-6 * steps);
    return steps + static_cast<double>(integrator->statistics().rejections);
  };
  constexpr int kIntervals = 100;
  const double step = 100 / run(100, 1);
  EXPECT_LE(run(2.1 * step, kIntervals), 2.2 * kIntervals);
}

TEST(Dopri5, AnArchiveKeepsWhatItHasLearntOfTicks) {
  SampledValve one, other;
  const double start[] = {0, 0, 0};
  one.integrator->start(0, start);
  one.run(0, 7);
  Archive written;
  one.integrator->archive(written);
  Archive read(written.take(), "test");
  other.integrator->archive(read);
  EXPECT_TRUE(read.is_at_end());
  const std::vector<double> x(one.integrator->state(), one.integrator->state() + 3);
  for (SampledValve* valve : {&one, &other}) {
    valve->command = 0.5;
    valve->integrator->restart(0.14, x.data());
    while (valve->integrator->time() < 0.16) valve->integrator->step(0.16);
    valve->run(8, 20);
  }
  EXPECT_TRUE(
      std::equal(one.integrator->state(), one.integrator->state() + 3, other.integrator->state()));
  EXPECT_EQ(one.integrator->statistics().steps, other.integrator->statistics().steps);
}

TEST(Dopri5, EventsThatChangeNothingLeaveTheStepsAsTheyAre) {
  for (const double moved : {0.0, 1e-12}) {
    std::array<std::int64_t, 2> steps{};
    std::array<double, 2> ends{};
    for (const bool has_events : {false, true}) {
      TestRhs rhs(4, kepler);
      const auto integrator = make_integrator("dopri5", rhs, {.tolerance = 1e-8});
      const auto start = kepler_start(0.3);
      integrator->start(0, start.data());
      for (int k = 1; k <= 100; ++k) {
        while (integrator->time() < 0.1 * k) integrator->step(0.1 * k);
        if (!has_events) continue;
        std::vector<double> x(integrator->state(), integrator->state() + 4);
        x[0] += moved;
        integrator->go_on(0.1 * k, x.data());
      }
      steps[has_events] = integrator->statistics().steps;
      ends[has_events] = integrator->state()[0];
    }
    EXPECT_EQ(steps[0] == steps[1], moved == 0) << moved;
    EXPECT_EQ(ends[0] == ends[1], moved == 0) << moved;
  }
}

// What was compared before is no slope of a later restart.
TEST(Dopri5, RestartBehindEventsThatChangeNothingEvaluatesItsSlope) {
  std::array<std::array<double, 4>, 2> ends{};
  for (const bool has_events : {false, true}) {
    TestRhs rhs(4, kepler);
    const auto integrator = make_integrator("dopri5", rhs, {.tolerance = 1e-8});
    const auto start = kepler_start(0.3);
    integrator->start(0, start.data());
    const auto state = [&] {
      return std::vector<double>(integrator->state(), integrator->state() + 4);
    };
    for (int k = 1; k <= 40; ++k) {
      while (integrator->time() < 0.1 * k) integrator->step(0.1 * k);
      if (k % 4 == 0) {
        integrator->restart(0.1 * k, state().data());
      } else if (has_events) {
        integrator->go_on(0.1 * k, state().data());
      }
    }
    std::copy_n(integrator->state(), 4, ends[has_events].begin());
  }
  EXPECT_EQ(ends[0], ends[1]);
}

}  // namespace
}  // namespace holon
