// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// End stops in machines that a prescribed motion drives.
#include <gtest/gtest.h>

#include "holon/base/errors.h"
#include "holon/catalogue/builtin.h"
#include "holon/reader/load.h"
#include "holon/simulate/simulation.h"

namespace holon {
namespace {

Results run_pressed(const std::string& text, const std::vector<std::string>& outputs) {
  Diagnostics diagnostics;
  Model model = load_model_text("holon: 1\n" + text, builtin_catalogue(), {}, diagnostics);
  diagnostics.throw_if_errors();
  model.simulate.engine = EngineChoice::tape;
  return simulate(make_system(model), model.simulate, outputs);
}

TEST(PressedStops, NameTheMotionThatGoesOn) {
  // A crank that a motion turns takes its slider to a stop.
  try {
    run_pressed(R"yaml(
parts:
  crank: {type: RigidBody, mass: 1, inertia: [1, 1, 1], frames: {tip: {at: [0.2, 0, 0]}}}
  rod: {type: RigidBody, mass: 1, inertia: [1, 1, 1], frames: {tip: {at: [0.5, 0, 0]}}}
  slider: {type: RigidBody, mass: 1, inertia: [1, 1, 1]}
  A: {type: Revolute, between: [world, crank], axis: -y, motion: "1 [rad/s]*time + 1 [rad]"}
  B: {type: Revolute, between: [crank.tip, rod], axis: -y}
  C: {type: Revolute, between: [rod.tip, slider], axis: -y}
  D: {type: Prismatic, between: [world, slider], axis: x, limits: [0.4 m, 1 m], guess: {position: 0.6}}
simulate: {until: 5 s}
)yaml",
                {"D.position"});
    FAIL() << "it ran";
  } catch (const RunError& e) {
    EXPECT_NE(
        std::string(e.what()).find(
            "D: lower limit is reached, and nothing is compliant: the motion of 'A' continues"),
        std::string::npos)
        << e.what();
  }
}

TEST(PressedStops, OfWhatGivesWayAreHitAsEver) {
  // A ball in a lift that goes up evenly: falls 1 m onto its floor and stays there.
  const Results r = run_pressed(R"yaml(
world: {gravity: [0, 0, -10]}
parts:
  lift: {type: PointMass, mass: 100 kg}
  ball: {type: PointMass, mass: 1 kg}
  rails: {type: Prismatic, between: [world, lift], axis: z, motion: "2 [m/s]*time"}
  slide: {type: Prismatic, between: [lift, ball], axis: z, limits: [0 m, 3 m], initial: {position: 1 m}}
simulate: {until: 2 s}
)yaml",
                                {"slide.position", "slide.stop_force"});
  EXPECT_NEAR(r.values("slide.position").back(), 0, 1e-12);
  EXPECT_NEAR(r.values("slide.stop_force").back(), 10, 1e-9);
}

}  // namespace
}  // namespace holon
