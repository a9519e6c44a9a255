// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "exact_rhs.h"
#include "holon/base/errors.h"
#include "holon/base/test/rounding.h"
#include "holon/solve/integrator.h"
#include "holon/solve/shifted_jacobian.h"
#include "stiff_problems.h"

namespace holon {
namespace {

using namespace test;  // NOLINT: the problems of this folder

// Constant steps: no error is too large, none grows beyond the first.
std::unique_ptr<Integrator> make_constant(Rhs& rhs, double h) {
  return make_integrator("radau5", rhs, {.tolerance = 0.5, .initial_step = h, .max_step = h});
}

double radau5_end_error(double h) {
  ExactRhs rhs = make_oscillator();
  const auto integrator = make_constant(rhs, h);
  integrator->start(0, oscillator_solution(0).data());
  while (integrator->time() < 2) integrator->step(2);
  const auto exact = oscillator_solution(2);
  return std::hypot(integrator->state()[0] - exact[0], integrator->state()[1] - exact[1]);
}

// The largest error of one step's polynomial, which has begun exactly.
double radau5_row_error(double h) {
  ExactRhs rhs = make_oscillator();
  const auto integrator = make_constant(rhs, h);
  integrator->start(0.3, oscillator_solution(0.3).data());
  integrator->step(10);
  double worst = 0;
  for (int k = 1; k < 16; ++k) {
    const double t = 0.3 + k * h / 16;
    double x[2];
    integrator->interpolate(t, x);
    worst = std::max(worst, std::abs(x[0] - oscillator_solution(t)[0]));
  }
  return worst;
}

// The order as h -> 0: one extrapolation removes what differs from it by O(h).
double order_of_radau5(double (*error)(double), double h) {
  const auto slope = [&](double step) { return std::log2(error(step) / error(step / 2)); };
  return 2 * slope(h / 2) - slope(h);
}
// What O(h²) leaves at these steps, with a margin.
constexpr double kRadau5Tolerance = 0.15;

TEST(Radau5, ConvergesWithOrderFive) {
  for (const double h : {0.4, 0.2})
    EXPECT_NEAR(order_of_radau5(radau5_end_error, h), 5, kRadau5Tolerance);
}

// In one step from an exact state a polynomial of order p errs by O(h^(p+1)).
TEST(Radau5, InterpolatesWithOrderFour) {
  for (const double h : {0.2, 0.1})
    EXPECT_NEAR(order_of_radau5(radau5_row_error, h), 4 + 1, kRadau5Tolerance);
}

// The errors of some hundred steps add up; each is far below its estimate, which is of order 3.
TEST(Radau5, ReachesTheReferenceValuesOfTheTestSet) {
  for (const StiffProblem& problem : {van_der_pol(), robertson(), hires(), orego()})
    for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
      TestRhs rhs(problem.size, problem.slope);
      for (int i = 0; i < problem.size; ++i)
        rhs.chosen_groups.push_back({i, 1, problem.nominal[static_cast<std::size_t>(i)]});
      const auto integrator = make_integrator("radau5", rhs, {.tolerance = tolerance});
      integrator->start(0, problem.start.data());
      while (integrator->time() < problem.end) integrator->step(problem.end);
      for (std::size_t i = 0; i < problem.reference.size(); ++i) {
        const double scale = std::max(problem.nominal[i], std::abs(problem.reference[i]));
        EXPECT_NEAR(integrator->state()[i], problem.reference[i], 10 * tolerance * scale)
            << problem.name << " " << i << " at " << tolerance;
      }
    }
}

// A. Prothero, A. Robinson, Math. Comp. 28 (1974) 145–162: x' = λ (x - φ) + φ', x = φ = cos t.
TEST(Radau5, FollowsASlowSolutionWhateverTheStiffness) {
  constexpr double kTolerance = 1e-8;
  std::vector<std::int64_t> steps;
  for (const double rate : {1e3, 1e6, 1e9, 1e12}) {
    TestRhs rhs(1, [=](double t, const double* x, double* dx) {
      dx[0] = -rate * (x[0] - std::cos(t)) - std::sin(t);
    });
    const auto integrator = make_integrator("radau5", rhs, {.tolerance = kTolerance});
    const double start[] = {1};
    integrator->start(0, start);
    while (integrator->time() < 10) {
      integrator->step(10);
      EXPECT_NEAR(integrator->state()[0], std::cos(integrator->time()), 10 * kTolerance);
      double x = 0;
      const double middle = 0.5 * (integrator->previous_time() + integrator->time());
      integrator->interpolate(middle, &x);
      EXPECT_NEAR(x, std::cos(middle), 100 * kTolerance) << rate;
    }
    steps.push_back(integrator->statistics().steps);
  }
  // Stiffness beyond what a step resolves costs nothing but the first steps, which grow eightfold.
  EXPECT_LT(steps.back(), steps.front() + 20);
}

TEST(Radau5, DampsWhatIsFasterThanTheStep) {
  TestRhs rhs(1, [](double, const double* x, double* dx) { dx[0] = -1e9 * x[0]; });
  const auto integrator = make_integrator("radau5", rhs, {.tolerance = 1e-6});
  const double start[] = {1};
  integrator->start(0, start);
  while (integrator->time() < 1) integrator->step(1);
  EXPECT_LT(std::abs(integrator->state()[0]), 1e-6);
  EXPECT_LT(integrator->statistics().steps, 100);
}

// 1ᵀ f = 0, so 1ᵀ J = 0 and every Newton step keeps the sum, whatever it converges to.
TEST(Radau5, KeepsLinearInvariants) {
  ExactRhs rhs(3, full_pattern(3), robertson().slope, [](double, const double* y, double* J) {
    const double a = 0.04, b = 1e4 * y[2], c = 1e4 * y[1], d = 6e7 * y[1];
    const double entries[] = {-a, a, 0, b, -b - d, d, c, -c, 0};
    std::copy_n(entries, 9, J);
  });
  rhs.chosen_groups = {{0, 1, 1}, {1, 1, 1e-5}, {2, 1, 1}};
  const auto integrator = make_integrator("radau5", rhs, {.tolerance = 1e-6});
  const double start[] = {1, 0, 0};
  integrator->start(0, start);
  while (integrator->time() < 1e6) {
    integrator->step(1e6);
    const double* y = integrator->state();
    const auto steps = static_cast<double>(integrator->statistics().steps);
    EXPECT_NEAR(y[0] + y[1] + y[2], 1, 16 * kEps * steps);
  }
}

/// x' = -1e4 (x - u) + cos t, y' = x - y with u from outside, sampled at 100 Hz.
struct Sampled {
  double u = 0, rate = 1e4;
  ExactRhs rhs{2, full_pattern(2),
               [this](double t, const double* x, double* dx) {
                 dx[0] = -rate * (x[0] - u) + std::cos(t);
                 dx[1] = x[0] - x[1];
               },
               [this](double, const double*, double* J) {
                 const double entries[] = {-rate, 1, 0, -1};
                 std::copy_n(entries, 4, J);
               }};
  std::unique_ptr<Integrator> integrator = make_integrator("radau5", rhs, {.tolerance = 1e-6});

  void run(int ticks, double jump) {
    const double start[] = {0, 0};
    integrator->start(0, start);
    for (int k = 1; k <= ticks; ++k) {
      while (integrator->time() < k * 0.01) integrator->step(k * 0.01);
      u = k % 2 ? jump : 0;
      const double x[] = {integrator->state()[0], integrator->state()[1]};
      integrator->restart(k * 0.01, x);
    }
  }
};

TEST(Radau5, TakesUpAfterATickWhereItWas) {
  constexpr int kTicks = 200, kFirstSteps = 10;
  for (const double jump : {0.0, 1e-6}) {
    Sampled sampled;
    sampled.run(kTicks, jump);
    const StepStatistics& s = sampled.integrator->statistics();
    EXPECT_LE(s.steps, kTicks + kFirstSteps);
    EXPECT_LE(s.rejections, 2);
    EXPECT_EQ(s.jacobians, 1);
    EXPECT_LE(s.factorisations, kFirstSteps);
  }
}

TEST(Radau5, RenewsTheJacobianWhereTheRightSideSwitches) {
  Sampled sampled;
  sampled.rhs.modes = {0};
  sampled.run(10, 0);
  const std::int64_t before = sampled.integrator->statistics().jacobians;
  sampled.rhs.modes = {1};
  sampled.rate = 10;
  sampled.integrator->step(0.2);
  EXPECT_EQ(sampled.integrator->statistics().jacobians, before + 1);
}

// Neither the instant nor a state may be another one than that which the last step has reached.
TEST(Radau5, RenewsTheJacobianWhereAnEventMovesTheState) {
  for (const double moved : {0.0, 1e-12}) {
    Sampled sampled;
    sampled.run(10, 0);
    Integrator& integrator = *sampled.integrator;
    const std::int64_t before = integrator.statistics().jacobians;
    const double x[] = {integrator.state()[0], integrator.state()[1] + moved};
    integrator.restart(integrator.time(), x);
    integrator.step(0.2);
    EXPECT_EQ(integrator.statistics().jacobians, before + (moved > 0)) << moved;
    const double y[] = {integrator.state()[0], integrator.state()[1]};
    integrator.restart(integrator.time() - 1e-3, y);
    integrator.step(0.2);
    EXPECT_EQ(integrator.statistics().jacobians, before + (moved > 0) + 1) << moved;
  }
}

TEST(Radau5, DividesWhatRemainsBeforeALimitEqually) {
  TestRhs rhs(1, [](double t, const double*, double* dx) { dx[0] = std::cos(t); });
  const auto integrator =
      make_integrator("radau5", rhs, {.tolerance = 1e-3, .initial_step = 0.3, .max_step = 0.3});
  const double start[] = {0};
  integrator->start(0, start);
  for (int k = 1; k <= 4; ++k) EXPECT_NEAR(integrator->step(1), 0.25 * k, 4 * kEps);
  EXPECT_EQ(integrator->time(), 1);
  EXPECT_EQ(integrator->statistics().factorisations, 1);
}

/// A rod of cells, heated at its end, with conductances that depend on the temperature.
ExactRhs make_rod(int n, Sparsity pattern) {
  const auto slope = [n](double t, const double* x, double* dx) {
    for (int i = 0; i < n; ++i) {
      const double left = i > 0 ? x[i - 1] : std::sin(t), right = i < n - 1 ? x[i + 1] : 0;
      dx[i] = 900 * (left - 2 * x[i] + right) - x[i] * x[i] * x[i];
    }
  };
  const Sparsity where = pattern;
  return {n, std::move(pattern), slope, [n, where](double, const double* x, double* J) {
            for (int j = 0; j < n; ++j)
              for (auto k = static_cast<std::size_t>(where.start[static_cast<std::size_t>(j)]);
                   k < static_cast<std::size_t>(where.start[static_cast<std::size_t>(j) + 1]);
                   ++k) {
                const int i = where.row[k];
                J[k] = i == j ? -1800 - 3 * x[i] * x[i] : std::abs(i - j) == 1 ? 900 : 0;
              }
          }};
}
Sparsity band_pattern(int n) {
  Sparsity p;
  p.rows = p.columns = n;
  for (int j = 0; j < n; ++j) {
    for (int i = std::max(0, j - 1); i <= std::min(n - 1, j + 1); ++i) p.row.push_back(i);
    p.start.push_back(p.count());
  }
  return p;
}

TEST(Radau5, SolvesByKluWhatItSolvesDense) {
  constexpr int kCells = 40;
  std::vector<double> ends[2];
  for (const bool is_sparse : {false, true}) {
    ExactRhs rhs = make_rod(kCells, is_sparse ? band_pattern(kCells) : full_pattern(kCells));
    const auto integrator = make_integrator("radau5", rhs, {.tolerance = 1e-8});
    integrator->start(0, std::vector<double>(kCells).data());
    while (integrator->time() < 3) integrator->step(3);
    ends[is_sparse].assign(integrator->state(), integrator->state() + kCells);
  }
  // Rounding errors of both may only change what Newton's method leaves over.
  for (std::size_t i = 0; i < kCells; ++i) EXPECT_NEAR(ends[0][i], ends[1][i], 1e-9);
}

// Archived at any step, by a method that has interpolated or not, dense or by KLU.
class Radau5Archive : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Sizes, Radau5Archive, testing::Values(5, 40));
TEST_P(Radau5Archive, AResumedRunHasTheSameBits) {
  const int n = GetParam();
  const auto make = [n] { return make_rod(n, n < 32 ? full_pattern(n) : band_pattern(n)); };
  const std::vector<double> zero(static_cast<std::size_t>(n));
  for (const int steps : {1, 4, 11}) {
    for (const bool is_whole : {true, false}) {
      ExactRhs rhs = make(), other_rhs = make();
      const auto one = make_integrator("radau5", rhs, {.tolerance = 1e-7});
      const auto other = make_integrator("radau5", other_rhs, {.tolerance = 1e-7});
      one->start(0, zero.data());
      for (int k = 0; k < steps; ++k) one->step(10);
      std::vector<double> x(zero), y(zero);
      if (steps % 2) one->interpolate(0.7 * one->time() + 0.3 * one->previous_time(), x.data());
      Archive written;
      is_whole ? one->archive_whole(written) : one->archive(written);
      Archive read(written.take(), "test");
      is_whole ? other->archive_whole(read) : other->archive(read);
      EXPECT_TRUE(read.is_at_end());
      if (!is_whole) {
        x.assign(one->state(), one->state() + n);
        const double t = one->time();
        other->restart(t, x.data());
        one->restart(t, x.data());
      }
      for (int k = 0; k < 12; ++k) {
        ASSERT_EQ(one->step(10), other->step(10));
        ASSERT_TRUE(std::equal(one->state(), one->state() + n, other->state()));
        const double t = 0.4 * one->time() + 0.6 * one->previous_time();
        one->interpolate(t, x.data());
        other->interpolate(t, y.data());
        ASSERT_EQ(x, y);
      }
      EXPECT_EQ(one->statistics().evaluations, other->statistics().evaluations);
      EXPECT_EQ(one->statistics().jacobians, other->statistics().jacobians);
      EXPECT_EQ(one->statistics().factorisations, other->statistics().factorisations);
    }
  }
}

TEST(Radau5, RefusesAnArchiveThatIsNoneOfItsOwn) {
  Sampled sampled, other;
  sampled.run(3, 0);
  Archive written;
  sampled.integrator->archive_whole(written);
  other.u = 1;  // whose slopes are others
  Archive read(written.take(), "test");
  EXPECT_THROW(other.integrator->archive_whole(read), InputError);
}

TEST(Radau5, RestoresInvariantsAfterEveryStep) {
  TestRhs rhs(4, attitude);
  rhs.projection = [](double, double* q) { return normalise(0, q); };
  rhs.chosen_groups = {{0, 4, 1}};
  const auto integrator = make_integrator("radau5", rhs, {.tolerance = 1e-8});
  const double start[] = {1, 0, 0, 0};
  integrator->start(0, start);
  while (integrator->time() < 20) {
    integrator->step(20);
    double q[4];
    integrator->interpolate(0.5 * (integrator->time() + integrator->previous_time()), q);
    EXPECT_LE(normalise(0, q), 4 * kEps);
  }
  EXPECT_GT(integrator->statistics().largest_drift, 0);
}

TEST(Radau5, MatricesOfNoStatesAreRegular) {
  detail::ShiftedJacobian none(nullptr, 0, 0);
  EXPECT_TRUE(none.factorise({}, 1, {}));
  none.solve(static_cast<double*>(nullptr));
  none.solve(0, static_cast<std::complex<double>*>(nullptr));
}

}  // namespace
}  // namespace holon
