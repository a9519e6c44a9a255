// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/signals/parts/switch.h"

#include "holon/signals/parts/integrator.h"
#include "run_block.h"

namespace holon {
namespace {

using namespace test;

TEST(Switch, ChoosesByACondition) {
  Model model;
  model.add<Switch>(
      "s", {.condition = relation(model.time() - 1.0), .when_on = 3.0, .when_off = model.time()});
  const Results r = run(model, 2, {"s.output"}, 0.5);
  EXPECT_EQ(r.values("s.output")[1], 0.5);
  EXPECT_EQ(r.values("s.output").back(), 3);
}

TEST(Switch, ARelayCyclesBetweenItsLevels) {
  // x' = 1 while off, -1 while on, between 1 and -1: a triangle of period 4.
  Model model;
  model.add<Switch>("relay", {.input = model.output("x.output"),
                              .on = 1.0,
                              .off = -1.0,
                              .when_on = -1.0,
                              .when_off = 1.0});
  model.add<signals::Integrator>("x", {.input = model.output("relay.output")});
  const Results r = run(model, 20, {"x.output"}, 0.1);
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double phase = std::fmod(r.values("time")[k] + 1, 4);
    // Each switch is located within some rounding errors of the time.
    EXPECT_NEAR(r.values("x.output")[k], phase < 2 ? phase - 1 : 3 - phase, 1e-12);
  }
}

TEST(Switch, NeedsOneOfConditionAndInput) {
  Model model;
  model.add<Switch>("s");
  EXPECT_NE(errors_of(model).find("needs a 'condition'"), std::string::npos);
}

}  // namespace
}  // namespace holon
