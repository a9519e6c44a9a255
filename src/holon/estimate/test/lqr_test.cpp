// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The part LQR, from text to numbers.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "holon/catalogue/builtin.h"
#include "holon/reader/load.h"
#include "holon/simulate/simulation.h"

namespace holon {
namespace {

// x' = v, v' = −0.25 v + 0.5 u with the cost ∫ 400 x² + 4 v² + 0.01 u².
std::string cart_model(const std::string& sample) {
  return R"M(
holon: 1
parts:
  hull: {type: RigidBody, mass: 2 kg, inertia: {sphere: 0.1 m}}
  rail: {type: Prismatic, between: [world, hull], axis: x, damping: 0.5 N s/m,
         force: law.effort.rail.force, initial: {position: 0.1 m}}
  law:
    type: LQR
    model: machine
    replace: {rail: {initial: {position: 0 m}}}
    inputs: [rail.force]
)M" + sample +
         R"M(
    weights: {states: {rail.position: 400, rail.speed: 4}, inputs: {rail.force: 0.01}}
simulate: {until: 1 s, interval: 1 s, tolerance: 1e-10}
outputs: [rail.position, law.gain.rail.force.rail.position, law.gain.rail.force.rail.speed,
          law.effort.rail.force]
)M";
}

void expect_gains(const std::string& sample, double position, double speed) {
  Diagnostics diagnostics;
  const Model model =
      load_model_text(cart_model(sample), builtin_catalogue(), {}, diagnostics, "model.yaml");
  diagnostics.throw_if_errors();
  const System system = make_system(model);
  Results rows;
  Simulation simulation(system, model.simulate);
  simulation.record(rows, model.outputs, RowSchedule::from(model.simulate));
  simulation.run();
  // scipy's solutions have some ten digits.
  constexpr double kDigits = 1e-9;
  EXPECT_NEAR(rows.values("law.gain.rail.force.rail.position")[0], position, kDigits * position);
  EXPECT_NEAR(rows.values("law.gain.rail.force.rail.speed")[0], speed, kDigits * speed);
  EXPECT_NEAR(rows.values("law.effort.rail.force")[0], -0.1 * position, kDigits * position);
}

// scipy 1.10, solve_discrete_are with F, G and the cost of the motion between samples, all from
// expm of the block matrix of C. F. Van Loan (1978).
TEST(LqrPart, SampledGainsAreThoseOfScipy) {
  expect_gains("    sample: 10 Hz", 91.68691624732458, 20.82261325418293);
}

// solve_continuous_are: A = [0 1; 0 −0.25], B = [0; 0.5], Q = diag(400, 4), R = 0.01. The damper's
// integral of its power is a state of the machine that no input holds; the regulator leaves it out.
TEST(LqrPart, ContinuousGainsAreThoseOfScipy) { expect_gains("", 200, 34.1446244026401); }

}  // namespace
}  // namespace holon
