// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "exact_rhs.h"
#include "holon/solve/integrator.h"
#include "stiff_problems.h"

namespace holon {
namespace {

// What the choice of a method may cost beside the best one.
constexpr double kChoice = 1.5;

using test::StiffProblem;

/// E5 of the IVP test set, whose states come down over many decades.
StiffProblem e5() {
  return {"E5",
          4,
          [](double, const double* y, double* dy) {
            const double p1 = 7.89e-10 * y[0], p2 = 1.1e7 * y[0] * y[2], p3 = 1.13e9 * y[1] * y[2],
                         p4 = 1.13e3 * y[3];
            dy[0] = -p1 - p2;
            dy[1] = p1 - p3;
            dy[2] = p1 - p3 - p2 + p4;
            dy[3] = p2 - p4;
          },
          {1.76e-3, 0, 0, 0},
          1e13,
          {},
          std::vector<double>(4, 1e-24)};
}

StiffProblem make_orbit(double e) {
  const auto start = test::kepler_start(e);
  return {"an orbit", 4, test::kepler, {start.begin(), start.end()}, 100, {}, {}};
}

/// A motor with a fast current: linear, hardly stiff.
StiffProblem make_motor() {
  return {"a motor",
          3,
          [](double, const double* x, double* dx) {
            dx[0] = (12 - 0.05 * x[1] - 0.5 * x[0]) / 2e-3;
            dx[1] = (0.05 * x[0] - 1e-3 * x[1]) / 1e-3;
            dx[2] = x[1];
          },
          {0, 0, 0},
          5,
          {},
          {}};
}

/// Linear, and not stiff.
StiffProblem make_driven_oscillator() {
  return {"an oscillator",
          2,
          [](double t, const double* x, double* dx) {
            dx[0] = x[1];
            dx[1] = std::cos(2 * t) - x[0];
          },
          {2. / 3, 1},
          400,
          {},
          {}};
}

double count_operations(const StiffProblem& problem, const char* method, double tolerance,
                        double most) {
  test::TestRhs rhs(problem.size, problem.slope);
  for (std::size_t i = 0; i < problem.nominal.size(); ++i)
    rhs.chosen_groups.push_back({static_cast<int>(i), 1, problem.nominal[i]});
  const auto integrator = make_integrator(method, rhs, {.tolerance = tolerance});
  integrator->start(0, problem.start.data());
  while (integrator->time() < problem.end && integrator->operation_count() < most)
    integrator->step(problem.end);
  return integrator->operation_count();
}

TEST(Auto, CostsLittleMoreThanTheBestMethod) {
  for (const StiffProblem& problem :
       {test::van_der_pol(), test::robertson(), test::hires(), test::orego(), e5(), make_orbit(0.5),
        make_orbit(0.9), make_motor(), make_driven_oscillator()})
    for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
      double best = std::numeric_limits<double>::infinity();
      for (const char* method : {"radau", "radau5", "cvode", "dopri5"})
        best = std::min(best, count_operations(problem, method, tolerance, best));
      EXPECT_LE(count_operations(problem, "auto", tolerance, 10 * best), kChoice * best)
          << problem.name << " " << tolerance;
    }
}

// An oscillator whose right side has a thousand operations, beside which those of the method itself
// are few: there order 9 pays at 1e-10.
class CostlyOscillator : public test::TestRhs {
 public:
  CostlyOscillator()
      : TestRhs(2,
                [](double t, const double* x, double* dx) {
                  dx[0] = -x[1];
                  dx[1] = x[0] + std::sin(3 * t);
                }),
        pattern_(test::full_pattern(2)) {}
  double operation_count() const override { return 1000; }
  double jacobian_operation_count() override { return 2000; }
  const Sparsity* jacobian_pattern() override { return &pattern_; }
  void run_jacobian(double, const double*, double* entries) override {
    const double J[] = {0, 1, -1, 0};
    std::copy_n(J, 4, entries);
  }

 private:
  Sparsity pattern_;
};

// The exact solution from (0, 0): x'' = -x - sin 3t, x = sin(3t)/8 - 3 sin(t)/8.
TEST(Auto, TakesTheHigherOrderAtATightTolerance) {
  constexpr double kEnd = 400;
  double cost[2];
  for (const bool is_auto : {true, false}) {
    CostlyOscillator rhs;
    const auto integrator = make_integrator(is_auto ? "auto" : "dopri5", rhs, {.tolerance = 1e-10});
    const double start[] = {0, 0};
    integrator->start(0, start);
    while (integrator->time() < kEnd) integrator->step(kEnd);
    // Errors of each step add up, at most one tolerance for each.
    EXPECT_NEAR(integrator->state()[0], (std::sin(3 * kEnd) - 3 * std::sin(kEnd)) / 8,
                1e-10 * static_cast<double>(integrator->statistics().steps));
    EXPECT_EQ(integrator->method(), is_auto ? "radau" : "dopri5");
    cost[is_auto] = integrator->operation_count();
  }
  EXPECT_LT(cost[1], 0.8 * cost[0]);
}

// At a tolerance that is not tight the steps are dopri5's, bit for bit.
TEST(Auto, IsDopri5WhereNothingIsStiffAndTheToleranceIsNotTight) {
  const StiffProblem orbit = make_orbit(0.5);
  std::vector<double> ends[2];
  for (const bool is_auto : {true, false}) {
    test::TestRhs rhs(orbit.size, orbit.slope);
    const auto integrator = make_integrator(is_auto ? "auto" : "dopri5", rhs, {.tolerance = 1e-8});
    integrator->start(0, orbit.start.data());
    while (integrator->time() < orbit.end) integrator->step(orbit.end);
    ends[is_auto].assign(integrator->state(), integrator->state() + orbit.size);
  }
  EXPECT_EQ(ends[0], ends[1]);
}

}  // namespace
}  // namespace holon
