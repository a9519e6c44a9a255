// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <stdexcept>

#include "holon/base/errors.h"
#include "holon/base/test/rounding.h"
#include "holon/solve/integrator.h"
#include "problems.h"

namespace holon {
namespace {

using namespace test;  // NOLINT: the problems of this folder

using test::kEps;
constexpr const char* kMethods[] = {"cvode", "cvode_adams", "ida"};
/// With the one that has no history, for what holds of all methods that solve equations.
constexpr const char* kImplicit[] = {"cvode", "cvode_adams", "ida", "radau5"};

/// What multistep methods add up over the runs of this file, in tolerances of a step's error.
constexpr double kSteps = 100;
/// The same where most steps lie within the fall of one rate: ten local errors of a tenth each,
/// with a margin, and above all not an equation that was not solved.
constexpr double kSofteningErrors = 20;

/// The largest error over rows at 0.01 s, most of them inside of steps, per tolerance.
double multistep_row_error(const char* method, double tolerance) {
  constexpr double kInterval = 0.01;
  TestRhs rhs(2, smooth_pair);
  const auto integrator = make_integrator(method, rhs, {.tolerance = tolerance});
  const double start[] = {1, 1};
  integrator->start(0, start);
  double worst = 0;
  for (int row = 0; integrator->time() < 10;) {
    integrator->step(10);
    for (; row * kInterval <= integrator->time(); ++row) {
      double x[2];
      integrator->interpolate(row * kInterval, x);
      const auto exact = smooth_pair_solution(row * kInterval);
      for (std::size_t i = 0; i < 2; ++i) worst = std::max(worst, std::abs(x[i] - exact[i]));
    }
  }
  return worst / tolerance;
}

TEST(Multistep, ErrsInProportionToTheToleranceInEveryRow) {
  for (const char* method : kMethods)
    for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
      const double error = multistep_row_error(method, tolerance);
      EXPECT_LT(error, kSteps) << method << " " << tolerance;
      EXPECT_GT(error, 0.1) << method << " " << tolerance;
    }
}

TEST(Multistep, LandsOnLimitsAndGoesOnFromThem) {
  for (const char* method : kImplicit) {
    TestRhs rhs(2, smooth_pair);
    const auto integrator = make_integrator(method, rhs, {.tolerance = 1e-8});
    const double start[] = {1, 1};
    integrator->start(0, start);
    for (int k = 1; k <= 40; ++k) {
      const double limit = 0.1 * k;
      while (integrator->time() < limit) {
        const double before = integrator->time();
        EXPECT_LE(integrator->step(limit), limit);
        EXPECT_EQ(integrator->previous_time(), before);
      }
      EXPECT_EQ(integrator->time(), limit);
      const auto exact = smooth_pair_solution(limit);
      EXPECT_NEAR(integrator->state()[0], exact[0], kSteps * 1e-8);
      EXPECT_NEAR(integrator->state()[1], exact[1], kSteps * 1e-8);
    }
  }
}

TEST(Multistep, StepsOverALimitWithinTheRoundingOfTheTime) {
  for (const char* method : kImplicit) {
    TestRhs rhs(2, smooth_pair);
    const auto integrator = make_integrator(method, rhs, {.tolerance = 1e-8});
    const auto start = smooth_pair_solution(1);
    integrator->start(1, start.data());
    const double limit = 1 + 2 * kEps;
    EXPECT_EQ(integrator->step(limit), limit);
    while (integrator->time() < 2) integrator->step(2);
    EXPECT_NEAR(integrator->state()[0], smooth_pair_solution(2)[0], kSteps * 1e-8);
  }
}

// What is found does not depend on where the run is to end.
TEST(Multistep, TakesTheSameFirstStepsWhateverTheEnd) {
  const auto third_step = [](const char* method, double end) {
    TestRhs rhs(2, smooth_pair);
    const auto integrator = make_integrator(method, rhs, {.tolerance = 1e-6});
    const double start[] = {1, 1};
    integrator->start(0, start);
    for (int k = 0; k < 3; ++k) integrator->step(end);
    return integrator->time();
  };
  for (const char* method : kImplicit)
    EXPECT_EQ(third_step(method, 10), third_step(method, 1e6)) << method;
}

// Restarted at the same places it gives the same bits, whatever it did before.
TEST(Multistep, AStartGivesTheBitsOfARestart) {
  for (const char* method : kMethods) {
    TestRhs rhs(2, smooth_pair);
    const auto one = make_integrator(method, rhs, {.tolerance = 1e-7});
    const double start[] = {1, 1};
    one->start(0, start);
    while (one->time() < 1) one->step(1);
    const double middle[] = {one->state()[0], one->state()[1]};
    one->restart(1, middle);
    const auto other = make_integrator(method, rhs, {.tolerance = 1e-7});
    other->start(1, middle);
    const StepStatistics before = one->statistics();
    while (one->time() < 3) one->step(3);
    while (other->time() < 3) other->step(3);
    for (int i = 0; i < 2; ++i) EXPECT_EQ(one->state()[i], other->state()[i]);
    EXPECT_EQ(one->statistics().steps, before.steps + other->statistics().steps);
  }
}

// As many states as may be: each errs as it would alone, since the norm is the maximum.
TEST(Multistep, TakesTheStepsOfOneStateForManyEqualOnes) {
  const auto steps = [](int n) {
    TestRhs rhs(n, [n](double t, const double*, double* dx) {
      for (int i = 0; i < n; ++i) dx[i] = std::cos(t);
    });
    const auto integrator = make_integrator("cvode_adams", rhs, {.tolerance = 1e-8});
    integrator->start(0, std::vector<double>(static_cast<std::size_t>(n)).data());
    while (integrator->time() < 10) integrator->step(10);
    return integrator->statistics().steps;
  };
  EXPECT_EQ(steps(1), steps(30));
}

/// A chain x_i' = n² (x_{i-1} - 2 x_i + x_{i+1}) with its pattern.
class Chain : public TestRhs {
 public:
  explicit Chain(int n)
      : TestRhs(n, [n](double, const double* x, double* dx) {
          for (int i = 0; i < n; ++i)
            dx[i] = n * n * ((i > 0 ? x[i - 1] : 1) - 2 * x[i] + (i + 1 < n ? x[i + 1] : 0));
        }) {
    pattern_.rows = pattern_.columns = n;
    for (int j = 0; j < n; ++j) {
      for (int i = std::max(j - 1, 0); i <= std::min(j + 1, n - 1); ++i) pattern_.row.push_back(i);
      pattern_.start.push_back(pattern_.count());
    }
  }
  const Sparsity* jacobian_pattern() override { return &pattern_; }
  void run_jacobian(double, const double*, double* entries) override {
    for (int j = 0; j < size(); ++j)
      for (int k = pattern_.start[j]; k < pattern_.start[j + 1]; ++k)
        entries[k] = size() * size() * (pattern_.row[k] == j ? -2.0 : 1.0);
  }

 private:
  Sparsity pattern_;
};

// Factorised dense, by KLU, and dense from differences.
TEST(Multistep, SolvesByKluWhatItSolvesDense) {
  const auto end = [](const char* method, Rhs& rhs, StepStatistics* statistics) {
    const auto integrator = make_integrator(method, rhs, {.tolerance = 1e-8});
    integrator->start(0, std::vector<double>(static_cast<std::size_t>(rhs.size())).data());
    while (integrator->time() < 0.05) integrator->step(0.05);
    *statistics = integrator->statistics();
    return integrator->state()[rhs.size() / 2];
  };
  constexpr int kCells = 60;
  Chain sparse(kCells);
  TestRhs plain(kCells, [&](double t, const double* x, double* dx) { sparse.run(&t, x, dx); });
  for (const char* method : {"cvode", "ida"}) {
    StepStatistics of_sparse, of_plain;
    EXPECT_NEAR(end(method, sparse, &of_sparse), end(method, plain, &of_plain), kSteps * 1e-8);
    EXPECT_GT(of_sparse.jacobians, 0);
    EXPECT_LT(of_sparse.evaluations, of_plain.evaluations);
  }
}

class Turning : public TestRhs {
 public:
  Turning() : TestRhs(4, attitude) {
    projection = normalise;
    chosen_groups = {{0, 4, 1}};
  }
  bool has_invariants() const override { return true; }
};

TEST(Multistep, KeepsAQuaternionOnItsSphereWithoutLosingItsOrder) {
  const auto run = [](bool projects, StepStatistics* statistics, double* norm) {
    Turning turning;
    TestRhs free(4, attitude);
    Rhs& rhs = projects ? static_cast<Rhs&>(turning) : free;
    const auto integrator = make_integrator("cvode", rhs, {.tolerance = 1e-8});
    const double start[] = {1, 0, 0, 0};
    integrator->start(0, start);
    while (integrator->time() < 50) integrator->step(50);
    *statistics = integrator->statistics();
    const double* q = integrator->state();
    *norm = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  };
  StepStatistics projected, free;
  double norm = 0, free_norm = 0;
  run(true, &projected, &norm);
  run(false, &free, &free_norm);
  EXPECT_NEAR(norm, 1, 4 * kEps);
  EXPECT_GT(std::abs(free_norm - 1), 1e-10);
  EXPECT_LT(projected.steps, 1.2 * static_cast<double>(free.steps));
  EXPECT_GT(projected.largest_drift, 0);
  Turning turning;
  EXPECT_THROW(make_integrator("cvode_adams", turning, {}), std::invalid_argument);
}

TEST(Multistep, WhatARightSideThrowsComesOut) {
  TestRhs rhs(1, [](double t, const double*, double* dx) {
    if (t > 0.5) throw ModelError("enough");
    dx[0] = 1;
  });
  for (const char* method : kImplicit) {
    const auto integrator = make_integrator(method, rhs, {});
    const double start[] = {0};
    integrator->start(0, start);
    EXPECT_THROW(while (integrator->time() < 1) integrator->step(1), ModelError) << method;
  }
}

TEST(Multistep, NamesTheStateThatLeavesItsRange) {
  TestRhs rhs(2, [](double, const double* x, double* dx) {
    dx[0] = 1;
    dx[1] = std::sqrt(0.5 - x[0]);
  });
  rhs.names = {"tank.level", "pump.flow"};
  for (const char* method : kImplicit) {
    const auto integrator = make_integrator(method, rhs, {.tolerance = 1e-6});
    const double start[] = {0, 0};
    integrator->start(0, start);
    try {
      while (integrator->time() < 1) integrator->step(1);
      FAIL() << method;
    } catch (const RunError& error) {
      EXPECT_EQ(error.data().state, "pump.flow");
      EXPECT_NE(error.data().cause.find("not a number"), std::string::npos) << error.what();
      EXPECT_NEAR(error.data().time, 0.5, 1e-3);
    }
  }
}

TEST(Multistep, RunsWithoutStates) {
  TestRhs rhs(0, [](double, const double*, double*) {});
  for (const char* method : kImplicit) {
    const auto integrator = make_integrator(method, rhs, {});
    integrator->start(0, nullptr);
    while (integrator->time() < 1) integrator->step(1);
    EXPECT_EQ(integrator->time(), 1);
  }
}

/// x' = -k(t) (x - 1) + slope, where k falls from `rate` to 0.01 1/s within some `width` about 1 s.
struct SofteningProblem {
  double rate, width, slope;

  double calc_rate(double t) const { return kSlow + rate / (1 + std::exp((t - 1) / width)); }

  /// The exact solution at `end` from x = 1, by Simpson's rule on
  /// x - 1 = slope ∫ exp(-∫ₛ k) ds, whose inner integral has a closed form.
  double calc_solution(double end) const {
    const auto decay = [&](double s) {
      const auto fall = [&](double t) {
        const double u = (1 - t) / width;
        return u > 700 ? u : std::log1p(std::exp(u));
      };
      return std::exp(-kSlow * (end - s) - rate * width * (fall(s) - fall(end)));
    };
    constexpr int kIntervals = 4000;
    const double middle = 1 + width * std::log(rate * width), reach = 40 * width;
    const double ends[] = {0, std::max(0., middle - reach), middle + reach, end};
    double sum = 0;
    for (int piece = 0; piece < 3; ++piece) {
      const double h = (ends[piece + 1] - ends[piece]) / kIntervals;
      for (int i = 0; i <= kIntervals; ++i)
        sum += h / 3 * (i == 0 || i == kIntervals ? 1 : i % 2 ? 4 : 2) * decay(ends[piece] + i * h);
    }
    return 1 + slope * sum;
  }

  static constexpr double kSlow = 0.01;
};

class Softening : public TestRhs {
 public:
  explicit Softening(const SofteningProblem& problem)
      : TestRhs(1,
                [problem](double t, const double* x, double* dx) {
                  dx[0] = -problem.calc_rate(t) * (x[0] - 1) + problem.slope;
                }),
        problem_(problem) {
    pattern_.rows = pattern_.columns = 1;
    pattern_.start = {0, 1};
    pattern_.row = {0};
  }
  const Sparsity* jacobian_pattern() override { return &pattern_; }
  void run_jacobian(double t, const double*, double* entries) override {
    entries[0] = -problem_.calc_rate(t);
  }

 private:
  const SofteningProblem problem_;
  Sparsity pattern_;
};

// An old matrix makes Newton's corrections vanish where f is no longer stiff: any state then passes
// for a solution.
TEST(Multistep, FollowsAStateWhoseEquationCeasesToBeStiff) {
  constexpr double kEnd = 3;
  int runs = 0;
  for (const double rate : {1e6, 1e7, 1e8})
    for (const double width : {1e-5, 1e-4, 5e-4, 2e-3, 5e-3, 1e-2})
      for (const double slope : {0.05, 0.5, 5.})
        for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
          const SofteningProblem problem{rate, width, slope};
          const double exact = problem.calc_solution(kEnd);
          for (const char* method : {"cvode", "ida", "auto", "radau5"}) {
            Softening rhs(problem);
            const auto integrator = make_integrator(method, rhs, {.tolerance = tolerance});
            const double start[] = {1};
            integrator->start(0, start);
            while (integrator->time() < kEnd) integrator->step(kEnd);
            ++runs;
            EXPECT_NEAR(integrator->state()[0], exact, kSofteningErrors * tolerance * exact)
                << method << ": " << rate << " " << width << " " << slope << " " << tolerance;
          }
        }
  EXPECT_EQ(runs, 4 * 216);
}

/// x' = -rate (x + offset - offset - 1e-6 - amplitude sin t), whose rounding error is that of the
/// offset, a number beside the states: time, or the distance of a map's origin.
class NoisyRelaxation : public TestRhs {
 public:
  NoisyRelaxation(double rate, double amplitude, std::function<double(double)> offset)
      : TestRhs(1,
                [=](double t, const double* x, double* dx) {
                  volatile const double shifted = x[0] + offset(t);
                  dx[0] = -rate * (shifted - offset(t) - 1e-6 - amplitude * std::sin(t));
                }),
        rate_(rate) {
    pattern_.rows = pattern_.columns = 1;
    pattern_.start = {0, 1};
    pattern_.row = {0};
  }
  const Sparsity* jacobian_pattern() override { return &pattern_; }
  void run_jacobian(double, const double*, double* entries) override { entries[0] = -rate_; }

 private:
  const double rate_;
  Sparsity pattern_;
};

// Noise of f is no row that stands still. Below Newton's tolerance, here some 1e-12 of 3e-11 and
// more, a run goes on with steps of the same order: at most two attempts more for each; so it does
// above, 1.8e-12 of 3e-13 at 1e-10, as long as it is a third of what a step may err.
TEST(Multistep, NoiseOfTheRightSideCostsFewSteps) {
  struct Case {
    double end, tolerance, amplitude;
    std::function<double(double)> offset;
  };
  const std::vector<Case> cases{{1e4, 1e-8, 0, [](double t) { return t; }},
                                {1e4, 1e-10, 0, [](double t) { return t; }},
                                {10, 1e-6, 0.1, [](double) { return 1e3; }}};
  const auto count_steps = [](const char* method, const Case& c, bool is_noisy) {
    const auto none = [](double) { return 0.0; };
    NoisyRelaxation rhs(1e8, c.amplitude, is_noisy ? c.offset : none);
    const auto integrator = make_integrator(method, rhs, {.tolerance = c.tolerance});
    const double start[] = {0};
    integrator->start(0, start);
    while (integrator->time() < c.end && integrator->statistics().steps < 100'000)
      integrator->step(c.end);
    EXPECT_NEAR(integrator->state()[0], 1e-6 + c.amplitude * std::sin(c.end),
                kSofteningErrors * c.tolerance + 1e-11);
    return integrator->statistics().steps + integrator->statistics().rejections;
  };
  for (const char* method : {"cvode", "ida", "radau5"})
    for (const Case& c : cases) {
      const auto clean = count_steps(method, c, false), noisy = count_steps(method, c, true);
      EXPECT_LE(noisy, 3 * clean) << method << " " << c.tolerance;
    }
}

// x' = -rate (x - cos t) - sin t at rates for which dopri5 alone would take steps of 3.3/rate.
TEST(Auto, TakesAnImplicitMethodAndFollowsTheSolution) {
  constexpr double kRate = 1e6;
  TestRhs rhs(1, [](double t, const double* x, double* dx) {
    dx[0] = -kRate * (x[0] - std::cos(t)) - std::sin(t);
  });
  const auto integrator = make_integrator("auto", rhs, {.tolerance = 1e-8});
  const double start[] = {1};
  integrator->start(0, start);
  EXPECT_EQ(integrator->method(), "dopri5");
  int turns = 0;
  for (std::string_view last = "dopri5"; integrator->time() < 10;) {
    integrator->step(10);
    turns += integrator->method() != last;
    last = integrator->method();
    EXPECT_NEAR(integrator->state()[0], std::cos(integrator->time()), kSteps * 1e-8);
  }
  EXPECT_GE(turns, 1);  // to radau; other trials in vain
  EXPECT_EQ(integrator->method(), "radau");
  EXPECT_LT(integrator->statistics().steps, 2000);  // dopri5: 10 · 1e6 / 3.3
}

// A right side that is no number a little beside its solution, where radau's differences for the
// Jacobian are taken: by 1.5e-8 of a nominal value of 1e7.
TEST(Auto, GoesOnWhereAnImplicitMethodFails) {
  int refused = 0;
  TestRhs rhs(1, [&](double t, const double* x, double* dx) {
    dx[0] = -1e4 * (x[0] - std::cos(t)) - std::sin(t);
    if (std::abs(x[0] - std::cos(t)) > 1e-3) dx[0] = std::nan(""), ++refused;
  });
  rhs.chosen_groups = {{0, 1, 1e7}};
  const auto integrator = make_integrator("auto", rhs, {.tolerance = 1e-14, .max_step = 5e-4});
  const double start[] = {1};
  integrator->start(0, start);
  while (integrator->time() < 1) integrator->step(1);
  EXPECT_GT(refused, 0);
  EXPECT_NEAR(integrator->state()[0], std::cos(1.0), kSteps * 1e-14 * 1e7);
}

}  // namespace
}  // namespace holon
