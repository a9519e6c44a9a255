// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/parts/pilot_check.h"

#include "circuits.h"

namespace holon {
namespace {

using test::at;
using test::at_end;
using test::kBar;

TEST(PilotCheck, HoldsALoadUntilItsPilotOpensIt) {
  const Model model = test::read_circuit(
      "  lock: {type: PilotCheck, from: A, to: C, pilot: X, rated_flow: 40 l/min}\n"
      "  hole: {type: Orifice, from: A, to: tank, rated_flow: 1 l/min, rated_drop: 100 bar}\n"
      "  valve: {type: Volume, at: A, volume: 0.1 l}\n"
      "  load: {type: Volume, at: C, volume: 1 l, initial: {pressure: 150 bar}}\n"
      "  pilot: {type: Tank, at: X, pressure: \"if(time < 1 [s], 40 [bar], 60 [bar])\"}\n");
  const Results r = test::run(model, 3.0, {"load.pressure", "lock.flow", "lock.opening"}, 0.5);
  // 3 · 40 bar do not open against 150 + 2 bar, 3 · 60 bar do.
  EXPECT_NEAR(at(r, 1, "load.pressure"), 150 * kBar, test::kPressureRounding);
  EXPECT_LT(at_end(r, "load.pressure"), 30 * kBar);
  EXPECT_LT(at_end(r, "lock.flow"), 0.0);
}

TEST(PilotCheck, LetsOilInWithoutAPilot) {
  const Model model = test::read_circuit(
      "  lock: {type: PilotCheck, from: A, to: C, pilot: tank, rated_flow: 40 l/min}\n"
      "  valve: {type: Volume, at: A, volume: 1 l, initial: {pressure: 100 bar}}\n"
      "  load: {type: Volume, at: C, volume: 1 l, initial: {pressure: 20 bar}}\n");
  const Results r = test::run(model, 5.0, {"valve.pressure", "load.pressure"}, 5.0);
  EXPECT_NEAR(at_end(r, "valve.pressure") - at_end(r, "load.pressure"), 2 * kBar, 0.011 * kBar);
}

}  // namespace
}  // namespace holon
