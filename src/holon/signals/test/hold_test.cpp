// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/signals/parts/hold.h"

#include "run_block.h"

namespace holon {
namespace {

using namespace test;

TEST(Hold, KeepsTheLastSample) {
  Model model;
  model.add<Hold>("h", {.input = model.time(), .sample = 0.3});
  const Results r = run(model, 2, {"h.output"}, 0.1);
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    EXPECT_NEAR(r.values("h.output")[k], 0.3 * static_cast<double>(k / 3), kRounding);
  }
}

TEST(Hold, SamplesWhenAConditionBecomesTrue) {
  Model model;
  model.add<Hold>(
      "h", {.input = model.time(), .trigger = relation(-cos(model.time())), .initial = -1.0});
  const Results r = run(model, 7, {"h.output"}, 0.5);
  EXPECT_EQ(r.values("h.output")[3], -1);
  EXPECT_NEAR(r.values("h.output").back(), M_PI / 2, kRounding);
}

}  // namespace
}  // namespace holon
