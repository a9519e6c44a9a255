// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <limits>
#include <optional>

#include "holon/base/errors.h"
#include "holon/solve/integrator.h"
#include "problems.h"

namespace holon {
namespace {

using test::Slope;
using test::TestRhs;

std::optional<RunError> run(const Slope& slope, double x0, double end,
                            const char* method = "dopri5", double step = 0) {
  TestRhs rhs(2, [&](double t, const double* x, double* dx) {
    slope(t, x, dx);
    dx[1] = 1;
  });
  rhs.names = {"ram.speed", "clock.time"};
  const auto integrator = make_integrator(method, rhs, {.tolerance = 1e-8, .step = step});
  const double start[] = {x0, 0};
  try {
    integrator->start(0, start);
    while (integrator->time() < end) integrator->step(end);
  } catch (const RunError& e) {
    return e;
  }
  return {};
}

TEST(Failure, AStateThatGrowsWithoutBoundIsNamedWithItsTime) {
  const auto error = run([](double, const double* x, double* dx) { dx[0] = x[0] * x[0]; }, 0.5, 10);
  ASSERT_TRUE(error);
  EXPECT_NEAR(error->data().time, 2, 1e-6);  // x = 1 / (2 - t)
  EXPECT_EQ(error->data().state, "ram.speed");
  EXPECT_FALSE(error->data().advice.empty());
}

TEST(Failure, AFormulaThatLeavesItsRangeIsNamedWithItsState) {
  const auto error =
      run([](double t, const double*, double* dx) { dx[0] = std::sqrt(1 - t); }, 0, 10);
  ASSERT_TRUE(error);
  EXPECT_NEAR(error->data().time, 1, 1e-9);
  EXPECT_EQ(error->data().state, "ram.speed");
  EXPECT_NE(error->data().cause.find("not a number"), std::string::npos);
}

TEST(Failure, ATrialStateOutsideTheRangeOnlyShortensTheStep) {
  // x' = -sqrt(x) is defined up to the state's own zero, which it reaches with zero slope at t = 2.
  const auto error =
      run([](double, const double* x, double* dx) { dx[0] = -std::sqrt(x[0]); }, 1, 1.9);
  EXPECT_FALSE(error) << error->what();
}

TEST(Failure, ANonsenseStartIsToldAtOnce) {
  const auto zero = run([](double, const double* x, double* dx) { dx[0] = 1 / x[0]; }, 0, 1);
  ASSERT_TRUE(zero);
  EXPECT_EQ(zero->data().time, 0);
  EXPECT_NE(zero->data().cause.find("infinite at the start"), std::string::npos) << zero->what();
  const auto nan = run([](double, const double*, double* dx) { dx[0] = 0; },
                       std::numeric_limits<double>::quiet_NaN(), 1);
  ASSERT_TRUE(nan);
  EXPECT_EQ(nan->data().state, "ram.speed");
}

TEST(Failure, AFixedStepThatIsTooLongIsToldSo) {
  const auto error = run([](double, const double* x, double* dx) { dx[0] = -x[0] * x[0] * x[0]; },
                         10, 100, "rk4", 1);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->data().state, "ram.speed");
  EXPECT_NE(error->data().advice.find("far shorter than 1 s"), std::string::npos) << error->what();
}

TEST(Failure, AFixedStepBeyondStabilityEndsBeforeItsNumbersLoseAllMeaning) {
  const auto decay = [](double, const double* x, double* dx) { dx[0] = -50 * x[0]; };
  const auto error = run(decay, 1, 100, "rk4", 0.1);  // each step multiplies by 13.7
  ASSERT_TRUE(error);
  EXPECT_EQ(error->data().state, "ram.speed");
  EXPECT_LT(error->data().time, 6 * 0.1);  // 13.7^6 > 1e6
  EXPECT_NE(error->data().cause.find("diverged"), std::string::npos) << error->what();
  EXPECT_NE(error->data().advice.find("0.01 s"), std::string::npos) << error->what();
  EXPECT_FALSE(run(decay, 1, 100, "rk4", 0.05));  // 2.5: stable
}

TEST(Failure, GrowthThatAFixedStepFollowsIsNoFailure) {
  EXPECT_FALSE(run([](double, const double* x, double* dx) { dx[0] = 10 * x[0]; }, 1, 30, "rk4",
                   0.01));  // to e^300
}

TEST(Failure, AFixedStepThatTheTimeSwallowsIsToldSo) {
  TestRhs rhs(1, [](double, const double*, double* dx) { dx[0] = 0; });
  const auto integrator = make_integrator("rk4", rhs, {.step = 1e-9});
  const double start = 0;
  integrator->start(1e9, &start);  // where times lie 1.2e-7 s apart
  EXPECT_THROW(integrator->step(2e9), RunError);
}

TEST(Failure, AJumpIsPassedWithShortSteps) {
  const auto error =
      run([](double t, const double*, double* dx) { dx[0] = t < 0.3 ? 0 : 1000; }, 0, 1);
  EXPECT_FALSE(error);
}

}  // namespace
}  // namespace holon
