// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/signals/parts/limiter.h"

#include "holon/signals/parts/integrator.h"
#include "run_block.h"

namespace holon {
namespace {

using namespace test;

TEST(Limiter, CutsASineAndItsCornersCostNoAccuracy) {
  Model model;
  model.add<Limiter>("cut", {.input = sin(model.time()), .limits = {-0.5, 0.5}});
  model.add<signals::Integrator>("sum", {.input = model.output("cut.output")});
  const Results r = run(model, 6, {"cut.output", "sum.output"}, 0.1);
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double s = std::sin(r.values("time")[k]);
    EXPECT_NEAR(r.values("cut.output")[k], std::min(std::max(s, -0.5), 0.5), kRounding);
  }
  // ∫ to π: 2 (1 - cos π/6) + (π - 2 π/6)/2.
  const Results to_pi = run(model, M_PI, {"sum.output"}, M_PI);
  EXPECT_NEAR(to_pi.values("sum.output").back(), 2 * (1 - std::cos(M_PI / 6)) + M_PI / 3, kGlobal);
}

}  // namespace
}  // namespace holon
