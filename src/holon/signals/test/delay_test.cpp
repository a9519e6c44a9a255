// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/signals/parts/delay.h"

#include "run_block.h"

namespace holon {
namespace {

using namespace test;

TEST(Delay, GivesWhatWasSomeTicksAgo) {
  Model model;
  model.add<Delay>("d", {.input = model.time(), .ticks = 3, .initial = -1.0, .sample = 0.1});
  const Results r = run(model, 2, {"d.output"}, 0.1);
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double exact = k < 3 ? -1 : 0.1 * static_cast<double>(k - 3);
    EXPECT_NEAR(r.values("d.output")[k], exact, kRounding);
  }
}

TEST(Delay, NeedsATimeOrAClock) {
  Model model;
  model.add<Delay>("d", {.input = model.time()});
  EXPECT_NE(errors_of(model).find("needs a 'time', or a 'sample'"), std::string::npos);
}

TEST(Delay, SampledTakesItsHistoryAtTheTicksBeforeTheStart) {
  Model model;
  const Expr wave = cos(2.0 * model.time());
  model.add<Delay>("late", {.input = wave, .ticks = 3, .initial = wave, .sample = 0.5});
  const Results r = run(model, 3, {"late.output"}, 0.5);
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = r.values("time")[k] - 1.5;
    EXPECT_NEAR(r.values("late.output")[k], std::cos(2 * t), kRounding) << t;
  }
}

}  // namespace
}  // namespace holon
