// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Newton's method of the runtime: convergence to rounding error, damping, failures, independent
// lanes.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace {
#define HOLON_LANES 1
#include "holon/expr/runtime/lanes.h"
//
#include "holon/expr/runtime/elementary.h"
//
#include "holon/expr/runtime/linear.h"
//
#include "holon/expr/runtime/newton.h"
#undef HOLON_LANES
#define HOLON_LANES 8
#include "holon/expr/runtime/lanes.h"
//
#include "holon/expr/runtime/elementary.h"
//
#include "holon/expr/runtime/newton.h"

constexpr double kEps = 0x1p-53;
int evaluations = 0;

struct Root {
  std::vector<double> z;
  int status;
};

Root find_root(h_newton_residual_1 f, std::vector<double> guess, const void* context = nullptr) {
  const int n = static_cast<int>(guess.size());
  std::vector<double> work(HOLON_NEWTON_WORK(n));
  std::vector<int> ints(8 * n);
  evaluations = 0;
  Root root{guess, 0};
  root.status =
      h_newton_1(n, f, context, root.z.data(), work.data(), ints.data(), nullptr, nullptr);
  return root;
}

// z² = 2
void square_root(const void*, const double* z, double* r, double* jacobian) {
  ++evaluations;
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
  const auto line = [](const void*, const double* z, double* r, double* jacobian) {
    r[0] = z[0] - 5.0;
    jacobian[0] = 1.0;
  };
  EXPECT_EQ(find_root(line, {5.0}).z[0], 5.0);
  EXPECT_EQ(find_root(line, {-1e9}).z[0], 5.0);
}

// atan z = 0 makes the undamped method diverge from |z| > 1.39.
TEST(Newton, DampingReachesRootsThatTheFullStepMisses) {
  const auto arctangent = [](const void*, const double* z, double* r, double* jacobian) {
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
void rosenbrock(const void*, const double* z, double* r, double* jacobian) {
  r[0] = 10.0 * (z[1] - z[0] * z[0]);
  r[1] = 1.0 - z[0];
  jacobian[0] = -20.0 * z[0];
  jacobian[1] = 10.0;
  jacobian[2] = -1.0;
  jacobian[3] = 0.0;
}

// Powell's badly scaled equations 1e4 x y = 1, exp(-x) + exp(-y) = 1.0001; root from J. J. Moré,
// B. S. Garbow, K. E. Hillstrom, ACM Trans. Math. Software 7 (1981) 17, problem 3.
void powell(const void*, const double* z, double* r, double* jacobian) {
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
  struct Units {
    double x, y, r0, r1;
  };
  const Units plain{1, 1, 1, 1}, strange{0x1p40, 0x1p-60, 0x1p-33, 0x1p70};
  const auto scaled = [](const void* context, const double* z, double* r, double* jacobian) {
    const Units& u = *static_cast<const Units*>(context);
    const double inside[2] = {z[0] / u.x, z[1] / u.y};
    rosenbrock(nullptr, inside, r, jacobian);
    r[0] *= u.r0;
    r[1] *= u.r1;
    jacobian[0] *= u.r0 / u.x;
    jacobian[1] *= u.r0 / u.y;
    jacobian[2] *= u.r1 / u.x;
    jacobian[3] *= u.r1 / u.y;
  };
  const Root a = find_root(scaled, {-1.2, 1.0}, &plain);
  const Root b = find_root(scaled, {-1.2 * strange.x, strange.y}, &strange);
  EXPECT_EQ(b.status, 0);
  EXPECT_EQ(b.z[0], a.z[0] * strange.x);
  EXPECT_EQ(b.z[1], a.z[1] * strange.y);
}

TEST(Newton, ADoubleRootIsFoundAsWellAsItsConditionAllows) {
  const auto parabola = [](const void*, const double* z, double* r, double* jacobian) {
    r[0] = (z[0] - 1.0) * (z[0] - 1.0);
    jacobian[0] = 2.0 * (z[0] - 1.0);
  };
  const Root root = find_root(parabola, {3.0});
  EXPECT_EQ(root.status, 0);
  EXPECT_NEAR(root.z[0], 1.0, 1e-7);  // √eps and a little
}

TEST(Newton, FailuresHaveAStatusAndGiveNan) {
  const auto no_root = [](const void*, const double* z, double* r, double* jacobian) {
    r[0] = 1.0 + z[0] * z[0];
    jacobian[0] = 2.0 * z[0];
  };
  const auto no_slope = [](const void*, const double*, double* r, double* jacobian) {
    r[0] = 1.0;
    jacobian[0] = 0.0;
  };
  const auto undefined = [](const void*, const double* z, double* r, double* jacobian) {
    r[0] = h_log_1(z[0]);
    jacobian[0] = 1.0 / z[0];
  };
  EXPECT_EQ(find_root(no_root, {0.7}).status, 1);
  EXPECT_EQ(find_root(no_slope, {0.7}).status, 2);
  EXPECT_EQ(find_root(undefined, {-1.0}).status, 3);
  for (const auto& f : {+no_root, +no_slope}) EXPECT_TRUE(std::isnan(find_root(f, {0.7}).z[0]));
  // A step out of the domain is shortened.
  const Root root = find_root(undefined, {50.0});
  EXPECT_EQ(root.status, 0);
  EXPECT_NEAR(root.z[0], 1.0, 2 * kEps);
}

// a z³ + z = b in eight lanes, one of them hopeless, against one at a time.
TEST(Newton, LanesGiveTheSameBitsAsOneAtATime) {
  struct Data {
    double a[8], b[8];
  };
  const auto cubic_8 = [](const void* context, const HT_8* z, HT_8* r, HT_8* jacobian) {
    const auto* d = static_cast<const Data*>(context);
    const HT_8 a = h_load_8(d->a), b = h_load_8(d->b);
    r[0] = a * z[0] * z[0] * z[0] + z[1] - b;
    r[1] = z[1] - z[0];
    jacobian[0] = 3.0 * a * z[0] * z[0];
    jacobian[1] = h_set_8(1.0);
    jacobian[2] = h_set_8(-1.0);
    jacobian[3] = h_set_8(1.0);
  };
  struct One {
    double a, b;
  };
  const auto cubic_1 = [](const void* context, const double* z, double* r, double* jacobian) {
    const auto* d = static_cast<const One*>(context);
    r[0] = d->a * z[0] * z[0] * z[0] + z[1] - d->b;
    r[1] = z[1] - z[0];
    jacobian[0] = 3.0 * d->a * z[0] * z[0];
    jacobian[1] = 1.0;
    jacobian[2] = -1.0;
    jacobian[3] = 1.0;
  };
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> u(-1, 1);
  for (int trial = 0; trial < 100; ++trial) {
    Data d;
    double guess[8];
    for (int l = 0; l < 8; ++l) {
      d.a[l] = std::exp2(10 * u(random));
      d.b[l] = std::exp2(20 * u(random));
      guess[l] = 10 * u(random);
    }
    d.b[trial % 8] = std::numeric_limits<double>::quiet_NaN();
    alignas(64) HT_8 z[2] = {h_load_8(guess), h_load_8(guess)}, work[24];
    int ints[16], status[8];
    h_newton_8(2, cubic_8, &d, z, work, ints, status, nullptr);
    for (int l = 0; l < 8; ++l) {
      const One one{d.a[l], d.b[l]};
      const Root root = find_root(cubic_1, {guess[l], guess[l]}, &one);
      EXPECT_EQ(status[l], root.status);
      EXPECT_EQ(status[l], l == trial % 8 ? 3 : 0);
      if (status[l]) continue;
      EXPECT_EQ(h_lane_8(z[0], l), root.z[0]);
      EXPECT_EQ(h_lane_8(z[1], l), root.z[1]);
      const double residual = d.a[l] * std::pow(root.z[0], 3) + root.z[0] - d.b[l];
      EXPECT_LE(std::abs(residual), 16 * kEps * std::abs(d.b[l]));
    }
  }
}

// A four-bar linkage, a = 1, b = 4, c = 3, d = 3.5, over a revolution of the crank: each solution
// is the guess of the next.
TEST(Newton, ALinkageIsFollowedThroughAWholeTurn) {
  const auto linkage = [](const void* context, const double* z, double* r, double* jacobian) {
    const double a = 1.0, b = 4.0, c = 3.0, d = 3.5, crank = *static_cast<const double*>(context);
    double s0, c0, s1, c1, s2, c2;
    ++evaluations;
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
    const Root root = find_root(linkage, z, &crank);
    ASSERT_EQ(root.status, 0) << k;
    EXPECT_LE(evaluations, 8);
    z = root.z;
    double r[2], jacobian[4];
    linkage(&crank, z.data(), r, jacobian);
    // The loop closes except for the rounding error of the angles, up to 2 rad, of members of
    // length 4.
    EXPECT_NEAR(r[0], 0.0, 16 * 4 * kEps);
    EXPECT_NEAR(r[1], 0.0, 16 * 4 * kEps);
  }
}

}  // namespace
