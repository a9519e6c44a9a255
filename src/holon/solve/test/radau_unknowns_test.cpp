// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Radau with unknowns z of 0 = r(t, x, z) solved together with its stages.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "exact_rhs.h"
#include "holon/base/errors.h"
#include "holon/solve/integrator.h"

namespace holon {
namespace {

using namespace test;  // NOLINT: the problems of this folder

/// What the steps of these runs add up, in tolerances.
constexpr double kUnknownSteps = 30;

/// x' = f(t, x, z), 0 = r(t, x, z) of one state and one unknown, with slopes; `root` finds z.
class OneUnknown : public TestRhs {
 public:
  using Formula = std::function<double(double t, double x, double z)>;
  struct Formulas {
    Formula f, f_x, f_z, r, r_x, r_z;
    std::function<double(double t, double x)> root;
  };
  explicit OneUnknown(Formulas formulas)
      : TestRhs(1,
                [this](double t, const double* x, double* dx) {
                  ++searches;
                  dx[0] = formulas_.f(t, x[0], formulas_.root(t, x[0]));
                }),
        formulas_(std::move(formulas)) {}

  bool has_nonlinear_unknowns() const override { return true; }
  ImplicitShape implicit_shape(KeptEquations) override { return {1, 0, full_pattern(2), 10, 10}; }
  void find_unknowns(double t, const double* x, double* z) override {
    ++searches;
    z[0] = formulas_.root(t, x[0]);
  }
  void run_implicit(double t, const double* x, const double* z, double* values) override {
    values[0] = formulas_.f(t, x[0], z[0]);
    values[1] = formulas_.r(t, x[0], z[0]);
  }
  void run_implicit_jacobian(double t, const double* x, const double* z, double* e) override {
    e[0] = formulas_.f_x(t, x[0], z[0]);
    e[1] = formulas_.r_x(t, x[0], z[0]);
    e[2] = formulas_.f_z(t, x[0], z[0]);
    e[3] = formulas_.r_z(t, x[0], z[0]);
  }

  int searches = 0;

 private:
  Formulas formulas_;
};

double cubic_root(double x) {
  double z = x / 2;
  for (int k = 0; k < 50; ++k) z -= (z * z * z + z - x) / (3 * z * z + 1);
  return z;
}

double zero(double, double, double) { return 0; }
double one(double, double, double) { return 1; }
double minus_one(double, double, double) { return -1; }

/// x' = -z, z³ + z = x + u, so that 3/2 z² + ln z = 3/2 - t from z = 1 on where u = 0.
OneUnknown make_cubic(const double& u) {
  return OneUnknown({.f = [](double, double, double z) { return -z; },
                     .f_x = zero,
                     .f_z = minus_one,
                     .r = [&u](double, double x, double z) { return z * z * z + z - x - u; },
                     .r_x = minus_one,
                     .r_z = [](double, double, double z) { return 3 * z * z + 1; },
                     .root = [&u](double, double x) { return cubic_root(x + u); }});
}

TEST(RadauUnknowns, AreSolvedTogetherWithTheStages) {
  const double u = 0;
  for (const double tolerance : {1e-4, 1e-7, 1e-10}) {
    OneUnknown rhs = make_cubic(u);
    const auto integrator = make_integrator("radau", rhs, {.tolerance = tolerance});
    const double start[] = {2};
    integrator->start(0, start);
    const int searches = rhs.searches;
    double worst = 0;
    while (integrator->time() < 5) {
      integrator->step(5);
      const double middle = 0.5 * (integrator->time() + integrator->previous_time());
      double x = 0;
      integrator->interpolate(middle, &x);
      for (const auto& [t, at] :
           {std::pair(integrator->time(), integrator->state()[0]), std::pair(middle, x)}) {
        const double z = cubic_root(at);
        // What is left is an error of t, and x changes by z in a second.
        worst = std::max(worst, std::abs(1.5 * z * z + std::log(z) - 1.5 + t) * z);
      }
    }
    EXPECT_LE(worst, kUnknownSteps * tolerance);
    EXPECT_EQ(rhs.searches, searches);  // no step has called the right side's own iteration
  }
}

TEST(RadauUnknowns, OfRadau5AreFoundByTheRightSide) {
  const double u = 0;
  OneUnknown rhs = make_cubic(u);
  const auto integrator = make_integrator("radau5", rhs, {.tolerance = 1e-6});
  const double start[] = {2};
  integrator->start(0, start);
  const int searches = rhs.searches;
  integrator->step(5);
  EXPECT_GT(rhs.searches, searches);
}

/// x' = -1e6 (x - z), z = cos t in the form 0 = s (z - cos t), whose unit counts for nothing.
/// x follows (λ² cos t + λ sin t)/(λ² + 1).
TEST(RadauUnknowns, HaveEquationsOfAnyUnit) {
  constexpr double kRate = 1e6, kTolerance = 1e-7;
  const auto exact = [](double t) {
    return (kRate * kRate * std::cos(t) + kRate * std::sin(t)) / (kRate * kRate + 1);
  };
  std::int64_t steps[2] = {0, 0};
  for (const int k : {0, 1}) {
    const double s = k == 0 ? 1e-9 : 1e9;
    OneUnknown rhs({.f = [](double, double x, double z) { return -kRate * (x - z); },
                    .f_x = [](double, double, double) { return -kRate; },
                    .f_z = [](double, double, double) { return kRate; },
                    .r = [s](double t, double, double z) { return s * (z - std::cos(t)); },
                    .r_x = zero,
                    .r_z = [s](double, double, double) { return s; },
                    .root = [](double t, double) { return std::cos(t); }});
    const auto integrator = make_integrator("radau", rhs, {.tolerance = kTolerance});
    const double start[] = {exact(0)};
    integrator->start(0, start);
    while (integrator->time() < 10) {
      integrator->step(10);
      EXPECT_NEAR(integrator->state()[0], exact(integrator->time()), kUnknownSteps * kTolerance);
    }
    steps[k] = integrator->statistics().steps;
    EXPECT_LE(steps[k], 100);
  }
  EXPECT_EQ(steps[0], steps[1]);
}

/// x' = z, 0 = k(t) (z - sin t), whose slope k falls from 1e9 to 1 at 1 s: an old matrix would take
/// any z for a solution. x = 1 - cos t.
TEST(RadauUnknowns, WhoseEquationsBecomeFlatAreNotTakenForSolved) {
  const auto slope = [](double t) { return 1 + 1e9 / (1 + std::exp(2e4 * (t - 1))); };
  for (const double tolerance : {1e-5, 1e-8}) {
    OneUnknown rhs({.f = [](double, double, double z) { return z; },
                    .f_x = zero,
                    .f_z = one,
                    .r = [&](double t, double, double z) { return slope(t) * (z - std::sin(t)); },
                    .r_x = zero,
                    .r_z = [&](double t, double, double) { return slope(t); },
                    .root = [](double t, double) { return std::sin(t); }});
    const auto integrator = make_integrator("radau", rhs, {.tolerance = tolerance});
    const double start[] = {0};
    integrator->start(0, start);
    while (integrator->time() < 6) {
      integrator->step(6);
      EXPECT_NEAR(integrator->state()[0], 1 - std::cos(integrator->time()),
                  kUnknownSteps * tolerance);
    }
  }
}

/// 0 = ((z + 5e4) - 5e4) - cos t: rounding error of 7e-12, of which ∂r/∂z knows nothing.
TEST(RadauUnknowns, MayHaveEquationsWithRoundingError) {
  constexpr double kTolerance = 1e-9;
  OneUnknown rhs({.f = [](double, double, double z) { return z; },
                  .f_x = zero,
                  .f_z = one,
                  .r =
                      [](double t, double, double z) {
                        const volatile double shifted = z + 5e4;
                        return (shifted - 5e4) - std::cos(t);
                      },
                  .r_x = zero,
                  .r_z = one,
                  .root = [](double t, double) { return std::cos(t); }});
  const auto integrator = make_integrator("radau", rhs, {.tolerance = kTolerance});
  const double start[] = {0};
  integrator->start(0, start);
  while (integrator->time() < 10) integrator->step(10);
  EXPECT_NEAR(integrator->state()[0], std::sin(10.0), kUnknownSteps * kTolerance);
  EXPECT_LE(integrator->statistics().steps, 100);
}

/// Ticks of 10 ms that move u by a little: the unknown jumps, the steps stay what they were.
TEST(RadauUnknowns, JumpAtTicks) {
  constexpr double kTick = 0.01, kTolerance = 1e-8;
  constexpr int kTicks = 200;
  double u = 0;
  OneUnknown rhs = make_cubic(u), other = make_cubic(u);
  const auto integrator = make_integrator("radau", rhs, {.tolerance = kTolerance});
  const auto reference = make_integrator("dopri5", other, {.tolerance = 1e-13});
  const double start[] = {2};
  integrator->start(0, start);
  reference->start(0, start);
  for (int k = 1; k <= kTicks; ++k) {
    const double tick = k * kTick;
    while (integrator->time() < tick) integrator->step(tick);
    while (reference->time() < tick) reference->step(tick);
    u = 0.3 * std::sin(tick);
    const double x = integrator->state()[0], y = reference->state()[0];
    integrator->go_on(tick, &x);
    reference->go_on(tick, &y);
  }
  EXPECT_NEAR(integrator->state()[0], reference->state()[0], kUnknownSteps * kTolerance);
  EXPECT_LE(integrator->statistics().steps, 2 * kTicks);
  EXPECT_LE(integrator->statistics().factorisations, kTicks / 4);
}

TEST(RadauUnknowns, AResumedRunHasTheSameBits) {
  for (const int steps : {1, 4, 11}) {
    for (const bool is_whole : {true, false}) {
      double u = 0;
      OneUnknown rhs = make_cubic(u), other_rhs = make_cubic(u);
      const auto integrator = make_integrator("radau", rhs, {.tolerance = 1e-7});
      const auto other = make_integrator("radau", other_rhs, {.tolerance = 1e-7});
      const double start[] = {2};
      integrator->start(0, start);
      for (int k = 0; k < steps; ++k) integrator->step(100);
      Archive written;
      is_whole ? integrator->archive_whole(written) : integrator->archive(written);
      Archive read(written.take(), "test");
      is_whole ? other->archive_whole(read) : other->archive(read);
      EXPECT_TRUE(read.is_at_end());
      if (!is_whole) {
        u = 0.01;
        const double t = integrator->time(), x = integrator->state()[0];
        other->restart(t, &x);
        integrator->restart(t, &x);
      }
      for (int k = 0; k < 12; ++k) {
        ASSERT_EQ(integrator->step(100), other->step(100));
        ASSERT_EQ(integrator->state()[0], other->state()[0]);
      }
      EXPECT_EQ(integrator->operation_count(), other->operation_count());
    }
  }
}

/// ∂x'/∂x with z eliminated: -1/(3 z² + 1).
TEST(RadauUnknowns, AreEliminatedFromTheJacobianThatOthersRead) {
  const double u = 0;
  OneUnknown rhs = make_cubic(u);
  const auto integrator = make_integrator("radau", rhs, {.tolerance = 1e-6});
  const double start[] = {2}, unit = 1;
  double image = 0;
  integrator->start(0, start);
  EXPECT_FALSE(integrator->multiply_jacobian(&unit, &image));
  integrator->step(1e-3);  // with the Jacobian of the start
  ASSERT_TRUE(integrator->multiply_jacobian(&unit, &image));
  EXPECT_DOUBLE_EQ(image, -0.25);
}

/// z² = 1 - t has no root behind 1 s.
TEST(RadauUnknowns, WhoseRootVanishesEndTheRun) {
  OneUnknown rhs({.f = [](double, double, double z) { return z; },
                  .f_x = zero,
                  .f_z = one,
                  .r = [](double t, double, double z) { return z * z - (1 - t); },
                  .r_x = zero,
                  .r_z = [](double, double, double z) { return 2 * z; },
                  .root = [](double t, double) { return std::sqrt(1 - t); }});
  const auto integrator = make_integrator("radau", rhs, {.tolerance = 1e-6});
  const double start[] = {0};
  integrator->start(0, start);
  EXPECT_THROW(
      {
        while (integrator->time() < 2) integrator->step(2);
      },
      RunError);
  EXPECT_NEAR(integrator->time(), 1, 1e-3);
}

/// x' = z, z³ - 3 z = t: the lower root ends at 2 s in z = -1, where the right side finds the upper
/// one, z = 2. ∫ z dt = ∫ z (3 z² - 3) dz = F(z) = 3/4 z⁴ - 3/2 z².
TEST(RadauUnknowns, BeyondAFoldAreFoundByTheRightSide) {
  constexpr double kTolerance = 1e-8;
  const auto root = [](double t, double) {
    return t <= 2 ? -2 * std::cos(std::acos(-t / 2) / 3) : 2 * std::cosh(std::acosh(t / 2) / 3);
  };
  OneUnknown rhs({.f = [](double, double, double z) { return z; },
                  .f_x = zero,
                  .f_z = one,
                  .r = [](double t, double, double z) { return z * z * z - 3 * z - t; },
                  .r_x = zero,
                  .r_z = [](double, double, double z) { return 3 * z * z - 3; },
                  .root = root});
  const auto F = [](double z) { return 0.75 * z * z * z * z - 1.5 * z * z; };
  const auto integrator = make_integrator("radau", rhs, {.tolerance = kTolerance});
  const double start[] = {0};
  integrator->start(0, start);
  while (integrator->time() < 4) integrator->step(4);
  const double exact = F(-1) - F(root(0, 0)) + F(root(4, 0)) - F(2);
  // The jump and the square root before it are resolved to some ten tolerances each.
  EXPECT_NEAR(integrator->state()[0], exact, kUnknownSteps * kTolerance);
  EXPECT_NEAR(integrator->statistics().unkept_since, 2, 1e-3);
}

/// (z - cos t)² = 0, whose slope vanishes at its root, and z² = -1, which f does not use.
TEST(RadauUnknowns, WithoutASimpleRootAreFoundByTheRightSide) {
  constexpr double kTolerance = 1e-8;
  OneUnknown doubled(
      {.f = [](double, double, double z) { return z; },
       .f_x = zero,
       .f_z = one,
       .r = [](double t, double, double z) { return (z - std::cos(t)) * (z - std::cos(t)); },
       .r_x = zero,
       .r_z = [](double t, double, double z) { return 2 * (z - std::cos(t)); },
       .root = [](double t, double) { return std::cos(t); }});
  OneUnknown unused({.f = [](double t, double, double) { return std::cos(t); },
                     .f_x = zero,
                     .f_z = zero,
                     .r = [](double, double, double z) { return z * z + 1; },
                     .r_x = zero,
                     .r_z = [](double, double, double z) { return 2 * z; },
                     .root = [](double, double) { return std::nan(""); }});
  for (OneUnknown* rhs : {&doubled, &unused}) {
    const auto integrator = make_integrator("radau", *rhs, {.tolerance = kTolerance});
    const double start[] = {0};
    integrator->start(0, start);
    while (integrator->time() < 10) integrator->step(10);
    EXPECT_NEAR(integrator->state()[0], std::sin(10.0), kUnknownSteps * kTolerance);
  }
}

/// x' = z/u, ζ + ζ³ = sin t with ζ = z/u: zero at the beginning, in a unit u.
TEST(RadauUnknowns, ThatBeginAtZeroHaveTheirOwnScale) {
  const auto run = [](double u) {
    OneUnknown rhs({.f = [u](double, double, double z) { return z / u; },
                    .f_x = zero,
                    .f_z = [u](double, double, double) { return 1 / u; },
                    .r = [u](double t, double,
                             double z) { return z / u + z / u * z / u * z / u - std::sin(t); },
                    .r_x = zero,
                    .r_z = [u](double, double, double z) { return (1 + 3 * z / u * z / u) / u; },
                    .root = [u](double t, double) { return u * cubic_root(std::sin(t)); }});
    const auto integrator = make_integrator("radau", rhs, {.tolerance = 1e-8});
    const double start[] = {0};
    integrator->start(0, start);
    while (integrator->time() < 3) integrator->step(3);
    return std::pair(integrator->state()[0], integrator->statistics().evaluations);
  };
  // A unit that is a power of two changes no bit of a sum or product.
  const auto [one_unit, evaluations] = run(1);
  const auto [small, evaluations_small] = run(std::ldexp(1.0, -40));
  const auto [large, evaluations_large] = run(std::ldexp(1.0, 40));
  EXPECT_EQ(small, one_unit);
  EXPECT_EQ(large, one_unit);
  EXPECT_EQ(evaluations_small, evaluations);
  EXPECT_EQ(evaluations_large, evaluations);
}

}  // namespace
}  // namespace holon
