// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Newton's method of the runtime: convergence to roundoff, damping, failures, lanes of their own.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace {
#include "holon/expr/runtime/lanes.h"
//
#include "holon/expr/runtime/elementary.h"
//
#include "holon/expr/runtime/linear.h"
//
#include "holon/expr/runtime/newton.h"

constexpr double kEps = 0x1p-53;
int evaluations = 0;

struct Root {
  std::vector<double> z;
  int status;
};

/// Calls f(z, r, jacobian) as a residual.
using Equations = void (*)(const double* z, double* r, double* jacobian);
struct Call {
  Equations f;
  int n;
};

void call_equations(const void* context, const double* x, double* out) {
  const auto* call = static_cast<const Call*>(context);
  ++evaluations;
  call->f(x, out, out + call->n);
}

/// The parameters follow the guess, as they do for the equations.
Root find_root(Equations f, std::vector<double> guess, std::vector<double> parameters = {}) {
  const int n = static_cast<int>(guess.size()), m = static_cast<int>(parameters.size());
  std::vector<double> x = guess, work(HOLON_NEWTON_WORK(n, m));
  x.insert(x.end(), parameters.begin(), parameters.end());
  std::vector<int> pivot(guess.size());
  evaluations = 0;
  const Call call{f, n};
  const int status = h_newton(n, m, x.data(), call_equations, &call, work.data(), pivot.data());
  EXPECT_EQ(std::vector<double>(x.begin() + n, x.end()), parameters);
  x.resize(guess.size());
  return {x, status};
}

// z² = 2
void square_root(const double* z, double* r, double* jacobian) {
  r[0] = z[0] * z[0] - 2.0;
  jacobian[0] = 2.0 * z[0];
}

TEST(Newton, ASquareRootIsFoundToRoundoffInFewSteps) {
  for (double guess : {1.0, 1.5, 100.0, 1e-3, 1e10}) {
    const Root root = find_root(square_root, {guess});
    EXPECT_EQ(root.status, 0);
    EXPECT_NEAR(root.z[0], 0x1.6a09e667f3bcdp+0, 2 * kEps * 1.5) << guess;
  }
  find_root(square_root, {1.5});
  EXPECT_LE(evaluations, 6);  // 1e-1, 2e-3, 2e-6, 2e-12, done
  EXPECT_NEAR(find_root(square_root, {-3.0}).z[0], -0x1.6a09e667f3bcdp+0, 2 * kEps * 1.5);
}

TEST(Newton, TheExactRootIsKept) {
  const auto line = [](const double* z, double* r, double* jacobian) {
    r[0] = z[0] - 5.0;
    jacobian[0] = 1.0;
  };
  EXPECT_EQ(find_root(line, {5.0}).z[0], 5.0);
  EXPECT_EQ(find_root(line, {-1e9}).z[0], 5.0);
}

// atan z = 0 makes the plain method diverge from |z| > 1.39.
TEST(Newton, DampingReachesRootsThatTheFullStepMisses) {
  const auto arctangent = [](const double* z, double* r, double* jacobian) {
    r[0] = h_atan_1(z[0] - 3.0);
    jacobian[0] = 1.0 / (1.0 + (z[0] - 3.0) * (z[0] - 3.0));
  };
  for (double guess : {4.3, 5.0, 13.0, 103.0, -1000.0}) {
    const Root root = find_root(arctangent, {guess});
    EXPECT_EQ(root.status, 0) << guess;
    EXPECT_NEAR(root.z[0], 3.0, 4 * kEps * 3) << guess;
  }
}

// Rosenbrock's equations 10 (y - x²) = 0, 1 - x = 0.
void rosenbrock(const double* z, double* r, double* jacobian) {
  r[0] = 10.0 * (z[1] - z[0] * z[0]);
  r[1] = 1.0 - z[0];
  jacobian[0] = -20.0 * z[0];
  jacobian[1] = 10.0;
  jacobian[2] = -1.0;
  jacobian[3] = 0.0;
}

// Powell's badly scaled equations 1e4 x y = 1, exp(-x) + exp(-y) = 1.0001; root from J. J. Moré,
// B. S. Garbow, K. E. Hillstrom, ACM Trans. Math. Software 7 (1981) 17, problem 3.
void powell(const double* z, double* r, double* jacobian) {
  const double a = h_exp_1(-z[0]), b = h_exp_1(-z[1]);
  r[0] = 1e4 * z[0] * z[1] - 1.0;
  r[1] = a + b - 1.0001;
  jacobian[0] = 1e4 * z[1];
  jacobian[1] = 1e4 * z[0];
  jacobian[2] = -a;
  jacobian[3] = -b;
}

TEST(Newton, TestProblemsOfMoreGarbowAndHillstromAreSolved) {
  Root root = find_root(rosenbrock, {-1.2, 1.0});
  EXPECT_EQ(root.status, 0);
  EXPECT_NEAR(root.z[0], 1.0, 2 * kEps);
  EXPECT_NEAR(root.z[1], 1.0, 4 * kEps);
  root = find_root(powell, {0.0, 1.0});
  EXPECT_EQ(root.status, 0);
  EXPECT_NEAR(root.z[0], 1.098e-5, 0.001e-5);  // as many digits as are published
  EXPECT_NEAR(root.z[1], 9.106, 0.001);
  EXPECT_NEAR(1e4 * root.z[0] * root.z[1], 1.0, 8 * kEps);
}

TEST(Newton, UnitsOfResidualsAndUnknownsDoNotMatter) {
  // Rosenbrock with z = (X 2^a, Y 2^b) and the residuals times 2^c, 2^d takes the same path.
  const auto scaled = [](const double* z, double* r, double* jacobian) {
    const double x = z[2], y = z[3], r0 = z[4], r1 = z[5];
    const double inside[2] = {z[0] / x, z[1] / y};
    rosenbrock(inside, r, jacobian);
    r[0] *= r0;
    r[1] *= r1;
    jacobian[0] *= r0 / x;
    jacobian[1] *= r0 / y;
    jacobian[2] *= r1 / x;
    jacobian[3] *= r1 / y;
  };
  const Root a = find_root(scaled, {-1.2, 1.0}, {1, 1, 1, 1});
  const double x = 0x1p40, y = 0x1p-60;
  const Root b = find_root(scaled, {-1.2 * x, y}, {x, y, 0x1p-33, 0x1p70});
  EXPECT_EQ(b.status, 0);
  EXPECT_EQ(b.z[0], a.z[0] * x);
  EXPECT_EQ(b.z[1], a.z[1] * y);
}

TEST(Newton, ADoubleRootIsFoundAsWellAsItsConditionAllows) {
  const auto parabola = [](const double* z, double* r, double* jacobian) {
    r[0] = (z[0] - 1.0) * (z[0] - 1.0);
    jacobian[0] = 2.0 * (z[0] - 1.0);
  };
  const Root root = find_root(parabola, {3.0});
  EXPECT_EQ(root.status, 0);
  EXPECT_NEAR(root.z[0], 1.0, 1e-7);  // √eps and a little
}

TEST(Newton, FailuresHaveAStatusAndGiveNan) {
  const auto no_root = [](const double* z, double* r, double* jacobian) {
    r[0] = 1.0 + z[0] * z[0];
    jacobian[0] = 2.0 * z[0];
  };
  const auto no_slope = [](const double*, double* r, double* jacobian) {
    r[0] = 1.0;
    jacobian[0] = 0.0;
  };
  const auto undefined = [](const double* z, double* r, double* jacobian) {
    r[0] = h_log_1(z[0]);
    jacobian[0] = 1.0 / z[0];
  };
  EXPECT_EQ(find_root(no_root, {0.7}).status, HOLON_NEWTON_LOST);
  EXPECT_EQ(find_root(no_slope, {0.7}).status, HOLON_NEWTON_SINGULAR);
  EXPECT_EQ(find_root(undefined, {-1.0}).status, HOLON_NEWTON_UNDEFINED);
  for (const auto& f : {+no_root, +no_slope}) EXPECT_TRUE(std::isnan(find_root(f, {0.7}).z[0]));
  // A step out of the domain is shortened.
  const Root root = find_root(undefined, {50.0});
  EXPECT_EQ(root.status, 0);
  EXPECT_NEAR(root.z[0], 1.0, 2 * kEps);
}

// Equations of a four-bar linkage, a = 1, b = 4, c = 3, d = 3.5, over a turn of the crank: the
// solution of each angle is the guess of the next.
TEST(Newton, ALinkageIsFollowedThroughAWholeTurn) {
  const auto linkage = [](const double* z, double* r, double* jacobian) {
    const double a = 1.0, b = 4.0, c = 3.0, d = 3.5, crank = z[2];
    double s0, c0, s1, c1, s2, c2;
    h_sincos_1(crank, &s0, &c0);
    h_sincos_1(z[0], &s1, &c1);
    h_sincos_1(z[1], &s2, &c2);
    r[0] = a * c0 + b * c1 - c * c2 - d;
    r[1] = a * s0 + b * s1 - c * s2;
    jacobian[0] = -b * s1;
    jacobian[1] = c * s2;
    jacobian[2] = b * c1;
    jacobian[3] = -c * c2;
  };
  std::vector<double> z{0.7, 1.5};
  for (int k = 0; k <= 360; ++k) {
    const double crank = k * 0x1.1df46a2529d39p-6;
    const Root root = find_root(linkage, z, {crank});
    ASSERT_EQ(root.status, 0) << k;
    z = root.z;
    // The coupler and rocker close the loop: |z| up to 2 rad, lengths to 4.
    double r[2], jacobian[4];
    const double x[3] = {z[0], z[1], crank};
    linkage(x, r, jacobian);
    EXPECT_NEAR(r[0], 0.0, 16 * 4 * kEps);
    EXPECT_NEAR(r[1], 0.0, 16 * 4 * kEps);
    EXPECT_LE(evaluations, 8);
  }
}

}  // namespace
