// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/signals/parts/state_space.h"

#include "run_block.h"

namespace holon {
namespace {

using namespace test;

StateSpace oscillator() {
  return {.A = {{{0.0, 1.0}}, {{-4.0, 0.0}}},
          .B = {{{0.0}}, {{1.0}}},
          .C = {{{1.0, 0.0}}, {{0.0, 1.0}}},
          .input = {1.0},
          .initial = {1.0, 0.0},
          .outputs = {"position", "speed"}};
}

TEST(StateSpace, SwingsAsOnPaper) {
  // x'' = -4 x + 1: x = 1/4 + 3/4 cos 2t.
  Model model;
  model.add<StateSpace>("s", oscillator());
  StateSpace sampled = oscillator();
  sampled.sample = 0.1;
  model.add<StateSpace>("z", sampled);
  const Results r = run(model, 5, {"s.position", "s.speed", "z.position", "z.speed"}, 0.1);
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = r.values("time")[k];
    EXPECT_NEAR(r.values("s.position")[k], 0.25 + 0.75 * std::cos(2 * t), kGlobal);
    EXPECT_NEAR(r.values("s.speed")[k], -1.5 * std::sin(2 * t), kGlobal);
    EXPECT_NEAR(r.values("z.position")[k], 0.25 + 0.75 * std::cos(2 * t), kRounding);
    EXPECT_NEAR(r.values("z.speed")[k], -1.5 * std::sin(2 * t), kRounding);
  }
}

TEST(StateSpace, ChecksItsShapes) {
  Model model;
  StateSpace s = oscillator();
  s.B = {{{0.0}}};
  s.outputs = {"position"};
  model.add<StateSpace>("s", s);
  const std::string errors = errors_of(model);
  EXPECT_NE(errors.find("B must have 2 rows, not 1"), std::string::npos) << errors;
  EXPECT_NE(errors.find("C makes 2 outputs"), std::string::npos) << errors;
}

}  // namespace
}  // namespace holon
