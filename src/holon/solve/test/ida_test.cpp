// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "holon/solve/integrator.h"
#include "problems.h"

namespace holon {
namespace {

using namespace test;  // NOLINT: the problems of this folder

/// What multistep methods add up over the runs of this file, in tolerances of a step's error.
constexpr double kIdaSteps = 100;

Sparsity full(int rows, int columns) {
  Sparsity pattern;
  pattern.rows = rows;
  pattern.columns = columns;
  for (int j = 0; j < columns; ++j) {
    for (int i = 0; i < rows; ++i) pattern.row.push_back(i);
    pattern.start.push_back(pattern.count());
  }
  return pattern;
}

/// x' = -z, z³ + z = x, so that 3/2 z² + ln z = 3/2 - t from z = 1 on.
class Cubic : public TestRhs {
 public:
  Cubic() : TestRhs(1, [](double, const double* x, double* dx) { dx[0] = -root(x[0]); }) {}

  ImplicitShape implicit_shape(KeptEquations) override { return {1, 0, full(2, 2)}; }
  void find_unknowns(double, const double* x, double* z) override { z[0] = root(x[0]); }
  void run_implicit(double, const double* x, const double* z, double* values) override {
    values[0] = -z[0];
    values[1] = z[0] * z[0] * z[0] + z[0] - x[0];
  }
  void run_implicit_jacobian(double, const double*, const double* z, double* entries) override {
    entries[0] = 0;
    entries[1] = -1;
    entries[2] = -1;
    entries[3] = 3 * z[0] * z[0] + 1;
  }
  static double root(double x) {
    double z = x / 2;
    for (int k = 0; k < 50; ++k) z -= (z * z * z + z - x) / (3 * z * z + 1);
    return z;
  }
};

TEST(Ida, SolvesUnknownsTogetherWithStates) {
  for (const double tolerance : {1e-5, 1e-7, 1e-9}) {
    Cubic rhs;
    const auto integrator = make_integrator("ida", rhs, {.tolerance = tolerance});
    const double start[] = {2};
    integrator->start(0, start);
    double worst = 0;
    while (integrator->time() < 5) {
      const double t = integrator->step(5);
      double z = 0.5;  // Newton's method on what is concave and rising
      for (int k = 0; k < 100; ++k) {
        const double next = z - (1.5 * z * z + std::log(z) - 1.5 + t) / (3 * z + 1 / z);
        z = next > 0 ? next : z / 2;
      }
      worst = std::max(worst, std::abs(integrator->state()[0] - (z * z * z + z)));
    }
    EXPECT_LT(worst, kIdaSteps * tolerance) << tolerance;
    EXPECT_GT(worst, 1e-2 * tolerance) << tolerance;
  }
}

/// A pendulum of length and gravity 1 in the plane by x, y, x', y', its rod's force eliminated. The
/// length is `times` a constraint: redundantly where that is more than once.
class Pendulum : public TestRhs {
 public:
  explicit Pendulum(int times, bool is_stabilised = true)
      : TestRhs(4, slope), times_(times), is_stabilised_(is_stabilised) {}

  static void slope(double, const double* x, double* dx) {
    const double force = (x[2] * x[2] + x[3] * x[3] - x[1]) / (x[0] * x[0] + x[1] * x[1]);
    dx[0] = x[2];
    dx[1] = x[3];
    dx[2] = -force * x[0];
    dx[3] = -force * x[1] - 1;
  }
  ImplicitShape implicit_shape(KeptEquations) override {
    const int rows = is_stabilised_ ? 2 * times_ : 0;
    return {0, rows, full(4 + rows, 4)};
  }
  void run_implicit(double t, const double* x, const double*, double* values) override {
    slope(t, x, values);
    for (int k = 0; is_stabilised_ && k < times_; ++k) {
      values[4 + 2 * k] = (x[0] * x[0] + x[1] * x[1] - 1) / 2;
      values[5 + 2 * k] = x[0] * x[2] + x[1] * x[3];
    }
  }
  void run_implicit_jacobian(double t, const double* x, const double*, double* entries) override {
    constexpr double kStep = 1e-7;
    const int rows = implicit_shape(KeptEquations::all).pattern->rows;
    std::vector<double> ahead(static_cast<std::size_t>(rows)), behind(ahead);
    for (int j = 0; j < 4; ++j) {
      std::vector<double> moved(x, x + 4);
      moved[static_cast<std::size_t>(j)] += kStep;
      run_implicit(t, moved.data(), nullptr, ahead.data());
      moved[static_cast<std::size_t>(j)] -= 2 * kStep;
      run_implicit(t, moved.data(), nullptr, behind.data());
      for (int i = 0; i < rows; ++i) {
        const auto k = static_cast<std::size_t>(i);
        entries[j * rows + i] = (ahead[k] - behind[k]) / (2 * kStep);
      }
    }
  }

 private:
  int times_;
  bool is_stabilised_;
};

struct Swing {
  double angle = 0, drift = 0, energy = 0;
  StepStatistics statistics;
};

Swing swing(Pendulum rhs, double tolerance) {
  const auto integrator = make_integrator("ida", rhs, {.tolerance = tolerance});
  const double start[] = {1, 0, 0, 0};
  integrator->start(0, start);
  while (integrator->time() < 20) integrator->step(20);
  const double* x = integrator->state();
  return {std::atan2(x[0], -x[1]), std::hypot(x[0], x[1]) - 1,
          (x[2] * x[2] + x[3] * x[3]) / 2 + x[1], integrator->statistics()};
}

// Against the same pendulum in its angle as coordinate.
TEST(Ida, KeepsInvariantsAsEquationsAlsoWhereTheyAreRedundant) {
  TestRhs by_angle(2, [](double, const double* x, double* dx) {
    dx[0] = x[1];
    dx[1] = -std::sin(x[0]);
  });
  const auto exact = make_integrator("dopri5", by_angle, {.tolerance = 1e-13});
  const double level[] = {std::acos(0.0), 0};
  exact->start(0, level);
  while (exact->time() < 20) exact->step(20);

  constexpr double kTolerance = 1e-8;
  const Swing free = swing(Pendulum(1, false), kTolerance);
  EXPECT_GT(std::abs(free.drift), kTolerance);
  for (const int times : {1, 2, 3}) {
    const Swing held = swing(Pendulum(times), kTolerance);
    EXPECT_NEAR(held.angle, exact->state()[0], kIdaSteps * kTolerance) << times;
    EXPECT_NEAR(held.energy, 0, kIdaSteps * kTolerance) << times;
    EXPECT_LT(std::abs(held.drift), kTolerance) << times;
    EXPECT_LT(held.statistics.steps, 1.2 * static_cast<double>(free.statistics.steps)) << times;
    EXPECT_LT(held.statistics.rejections, 0.1 * static_cast<double>(held.statistics.steps));
  }
}

}  // namespace
}  // namespace holon
