// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/signals/parts/rate_limiter.h"

#include "run_block.h"

namespace holon {
namespace {

using namespace test;

TEST(RateLimiter, RampsToAStep) {
  Model model;
  const Expr step = select(relation(model.time() - 1.0), 1.0, 0.0);
  model.add<RateLimiter>("slow", {.input = step, .rising = 0.5, .time_constant = 0.01});
  const Results r = run(model, 4, {"slow.output"}, 0.25);
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = r.values("time")[k], ramp = std::min(1.0, std::max(0.0, 0.5 * (t - 1)));
    // Within rate · time constant of the final value it settles exponentially.
    EXPECT_NEAR(r.values("slow.output")[k], ramp, 0.5 * 0.01) << t;
    if (t < 2.9) {
      EXPECT_NEAR(r.values("slow.output")[k], ramp, kGlobal);
    }
  }
}

TEST(RateLimiter, SampledStepsByRateTimesPeriod) {
  Model model;
  model.add<RateLimiter>(
      "slow", {.input = 1.0 + 0.0 * model.time(), .rising = 2.0, .initial = 0.0, .sample = 0.1});
  const Results r = run(model, 1, {"slow.output"}, 0.1);
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double ticks = static_cast<double>(k) + 1;
    EXPECT_NEAR(r.values("slow.output")[k], std::min(1.0, 0.2 * ticks), kRounding);
  }
}

}  // namespace
}  // namespace holon
