// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/drives/combustion_engine.h"

#include <cmath>

#include "holon/mechanics/test/engine_models.h"

namespace holon {
namespace {

using test::engine_with;
using test::kDroop;
using test::kEngineInertia;
using test::kFlatCurve;
using test::kFullLoad;
using test::kGlobal;
using test::kIdle;
using test::number_of;

TEST(CombustionEngine, HoldsTheSpeedThatItsDroopLeavesUnderLoad) {
  // Steady: T_f (ω0 − ω)/(d ω0) = load.
  const double load = 350.0;
  Model model = engine_with(-load, kIdle);
  model.add<CombustionEngine>("engine", {.shaft = "crank.flange",
                                         .curve = kFlatCurve,
                                         .governor = {.speed = kIdle, .droop = kDroop},
                                         .consumption = Expr(215e-3 / 3.6e6)});
  const Results r = test::run(make_system(model), 5.0,
                              {"engine.speed", "engine.torque", "engine.load", "engine.fuel_flow"});
  const std::size_t end = r.row_count() - 1;
  const double speed = kIdle * (1.0 - kDroop * load / kFullLoad);
  EXPECT_NEAR(number_of(r, end, "engine.speed"), speed, kGlobal * kIdle);
  EXPECT_NEAR(number_of(r, end, "engine.torque"), load, 1e-4);
  EXPECT_NEAR(number_of(r, end, "engine.fuel_flow"), load * speed * 215e-3 / 3.6e6, 1e-9);
}

TEST(CombustionEngine, StallsAboveItsFullLoadTorque) {
  Model model = engine_with(-1.2 * kFullLoad, kIdle);
  model.add<CombustionEngine>("engine", {.shaft = "crank.flange",
                                         .curve = kFlatCurve,
                                         .governor = {.speed = kIdle, .droop = kDroop}});
  const Results r = test::run(make_system(model), 2.0, {"engine.speed", "engine.load"});
  // Below the droop the surplus decelerates it: ω' = −0.2 T_f/J.
  const std::size_t end = r.row_count() - 1;
  const double slope = (number_of(r, end, "engine.speed") - number_of(r, end - 5, "engine.speed")) /
                       (number_of(r, end, "time") - number_of(r, end - 5, "time"));
  EXPECT_NEAR(slope, -0.2 * kFullLoad / kEngineInertia, 1e-5);
  EXPECT_NEAR(number_of(r, end, "engine.load"), 1.0, 1e-12);
}

TEST(CombustionEngine, OnlyBrakesWhenItHasStalledOrIsTurnedBackwards) {
  // Below half of the curve's first speed, 40 rad/s, and backwards, only the drag T acts:
  // J ω' = −T tanh(ω/ω_c), so sinh(ω/ω_c) = sinh(ω_0/ω_c) e^{−T t/(J ω_c)}.
  constexpr double drag = 60.0, corner = 5.0, until = 1.0;  // [N m], [rad/s], [s]
  for (const double start : {39.0, -25.0}) {
    Model model = engine_with(0.0, start);
    model.add<CombustionEngine>("engine", {.shaft = "crank.flange",
                                           .curve = kFlatCurve,
                                           .governor = {.speed = kIdle, .droop = kDroop},
                                           .drag = drag,
                                           .consumption = Expr(215e-3 / 3.6e6)});
    const Results r = test::run(make_system(model), until, {"engine.speed", "engine.fuel_flow"});
    const double expected =
        corner *
        std::asinh(std::sinh(start / corner) * std::exp(-drag * until / (kEngineInertia * corner)));
    const std::size_t end = r.row_count() - 1;
    EXPECT_NEAR(number_of(r, end, "engine.speed"), expected, kGlobal * 39.0) << start;
    EXPECT_EQ(number_of(r, end, "engine.fuel_flow"), 0.0);
  }
}

TEST(CombustionEngine, RefusesAPortThatDoesNotExist) {
  Model model = engine_with(0.0, kIdle);
  model.add<CombustionEngine>(
      "engine",
      {.shaft = "crnk.flange", .curve = kFlatCurve, .governor = {.speed = kIdle, .droop = kDroop}});
  const std::string text = test::errors_of(model);
  EXPECT_NE(text.find("there is no port 'crnk.flange'"), std::string::npos) << text;
  EXPECT_NE(text.find("did you mean 'crank.flange'"), std::string::npos) << text;
}

}  // namespace
}  // namespace holon
