// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Implicit methods with another one for what they cannot pass.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "exact_rhs.h"
#include "holon/base/archive.h"
#include "holon/solve/integrator.h"

namespace holon {
namespace {

using namespace test;  // NOLINT: the problems of this folder

/// x' = v, v' = -x; its constraints are said to lose their rank where x = 0, four times in 13 s.
class LosingSwing : public ExactRhs {
 public:
  LosingSwing()
      : ExactRhs(
            2, full_pattern(2),
            [](double, const double* x, double* dx) {
              dx[0] = x[1];
              dx[1] = -x[0];
            },
            [](double, const double*, double* J) {
              J[0] = J[3] = 0;
              J[1] = -1;
              J[2] = 1;
            }) {}
  bool has_constraints() const override { return true; }
  double measure_rank(double, const double* x, int& rank) override {
    if (rank == 0) {
      rank = 1;
      return 1;
    }
    ++measures;
    return std::abs(x[0]);
  }

  int measures = 0;
};

constexpr double kLosingEnd = 13;

class SubstituteMethods : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Solvers, SubstituteMethods,
                         testing::Values("cvode", "ida", "radau", "radau5"),
                         [](const auto& info) { return std::string(info.param); });

TEST_P(SubstituteMethods, StepsAcrossEachLossOfRank) {
  constexpr double kSwingTolerance = 1e-8;
  LosingSwing rhs;
  const auto integrator = make_integrator(GetParam(), rhs, {.tolerance = kSwingTolerance});
  const double start[] = {1, 0};
  integrator->start(0, start);
  bool is_dopri5_at_zero = true;
  while (integrator->time() < kLosingEnd) {
    const double before = integrator->state()[0];
    integrator->step(kLosingEnd);
    if (before * integrator->state()[0] < 0)
      is_dopri5_at_zero = is_dopri5_at_zero && integrator->method() == "dopri5";
    double middle[2];
    const double t = 0.5 * (integrator->time() + integrator->previous_time());
    integrator->interpolate(t, middle);
    EXPECT_NEAR(middle[0], std::cos(t), 300 * kSwingTolerance);
  }
  // Steps of order 9 are so long that they may begin before and end beyond it.
  const bool may_step_over = std::string(GetParam()) == "radau";
  EXPECT_TRUE(is_dopri5_at_zero || may_step_over);
  EXPECT_LE(integrator->statistics().passages, 4);
  EXPECT_GE(integrator->statistics().passages, may_step_over ? 1 : 4);
  EXPECT_NEAR(integrator->state()[0], std::cos(kLosingEnd), 300 * kSwingTolerance);
  // About as many measures as change it by a tenth, and one behind each step of dopri5.
  EXPECT_LT(rhs.measures, 250);
}

TEST_P(SubstituteMethods, AResumedRunHasTheSameBits) {
  for (const bool is_whole : {false, true}) {
    for (const int steps : {5, 12, 40, 90}) {
      LosingSwing rhs, other_rhs;
      const auto integrator = make_integrator(GetParam(), rhs, {.tolerance = 1e-6});
      const auto other = make_integrator(GetParam(), other_rhs, {.tolerance = 1e-6});
      if (is_whole && !integrator->has_whole_state()) continue;
      const double start[] = {1, 0};
      integrator->start(0, start);
      for (int k = 0; k < steps; ++k) integrator->step(1e4);
      Archive written;
      is_whole ? integrator->archive_whole(written) : integrator->archive(written);
      Archive read(written.take(), "test");
      is_whole ? other->archive_whole(read) : other->archive(read);
      EXPECT_TRUE(read.is_at_end());
      if (!is_whole) {
        const double t = integrator->time();
        const std::vector<double> x(integrator->state(), integrator->state() + 2);
        other->restart(t, x.data());
        integrator->restart(t, x.data());
      }
      for (int k = 0; k < 60; ++k) {
        ASSERT_EQ(integrator->step(1e4), other->step(1e4)) << steps << ' ' << k;
        ASSERT_EQ(integrator->state()[0], other->state()[0]);
      }
      EXPECT_EQ(integrator->statistics().passages, other->statistics().passages);
    }
  }
}

}  // namespace
}  // namespace holon
