// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/signals/parts/integrator.h"

#include "run_block.h"

namespace holon {
namespace {

using namespace test;

TEST(Integrator, IntegratesACosineToASine) {
  Model model;
  model.add<signals::Integrator>("sum", {.input = cos(2.0 * model.time()), .initial = 1.0});
  const Results r = run(model, 3, {"sum.output"}, 0.1);
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = r.values("time")[k];
    EXPECT_NEAR(r.values("sum.output")[k], 1 + std::sin(2 * t) / 2, kGlobal);
  }
}

TEST(Integrator, StaysAtALimitAndLeavesItAtOnce) {
  // Of cos t: sin t up to 0.5 at π/6, where it is constant until cos t < 0 from π/2 on: then 0.5 +
  // sin t - 1, down to -0.5 at t = π.
  Model model;
  model.add<signals::Integrator>("sum", {.input = cos(model.time()), .limits = {-0.25, 0.5}});
  const Results r = run(model, 3, {"sum.output"}, 0.01);
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = r.values("time")[k];
    const double exact = t < M_PI / 6   ? std::sin(t)
                         : t < M_PI / 2 ? 0.5
                                        : std::max(-0.25, std::sin(t) - 0.5);
    EXPECT_NEAR(r.values("sum.output")[k], exact, kGlobal) << t;
  }
}

TEST(Integrator, ReturnsAtAReset) {
  Model model;
  model.add<signals::Integrator>(
      "sum", {.input = 1.0, .initial = -1.0, .reset = relation(model.output("sum.output") - 1.0)});
  const Results r = run(model, 5, {"sum.output"}, 0.1);
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = r.values("time")[k];
    if (std::abs(std::remainder(t, 2)) < 0.01) continue;  // both sides of the jump
    EXPECT_NEAR(r.values("sum.output")[k], std::fmod(t, 2) - 1, kRounding) << t;
  }
}

TEST(Integrator, SampledSumsWhatWasAtTheTicks) {
  Model model;
  model.add<signals::Integrator>("sum", {.input = model.time(), .sample = 0.1});
  const Results r = run(model, 2, {"sum.output"}, 0.1);
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double n = static_cast<double>(k);
    EXPECT_NEAR(r.values("sum.output")[k], 0.1 * 0.1 * n * (n - 1) / 2, kRounding);
  }
}

TEST(Integrator, RefusesLimitsInTheWrongOrder) {
  Model model;
  model.add<signals::Integrator>("sum", {.input = 1.0, .limits = {1.0, -1.0}});
  EXPECT_NE(errors_of(model).find("must be below the upper one"), std::string::npos);
}

TEST(Integrator, SampledResetsWhenItsConditionBecomesTrue) {
  // Once, at the tick at 0.5 s, and not at those after it.
  Model model;
  model.add<signals::Integrator>(
      "sum",
      {.input = 1.0 + 0.0 * model.time(), .reset = relation(model.time() - 0.45), .sample = 0.1});
  const Results r = run(model, 3, {"sum.output"}, 0.1);
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double ticks = static_cast<double>(k);
    EXPECT_NEAR(r.values("sum.output")[k], 0.1 * (k < 5 ? ticks : ticks - 5), kRounding) << k;
  }
}

}  // namespace
}  // namespace holon
