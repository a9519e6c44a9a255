// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The part LQR, from text to numbers.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "holon/estimate/test/model_run.h"

namespace holon {
namespace {

using test::run_model;

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
  const Results rows = run_model(cart_model(sample)).rows;
  // scipy's solutions have some ten digits.
  constexpr double kDigits = 1e-9;
  EXPECT_NEAR(rows.values("law.gain.rail.force.rail.position")[0], position, kDigits * position);
  EXPECT_NEAR(rows.values("law.gain.rail.force.rail.speed")[0], speed, kDigits * speed);
  EXPECT_NEAR(rows.values("law.effort.rail.force")[0], -0.1 * position, kDigits * position);
}

// The same cart as a composite part with its regulator in it, and a sampled part that names that.
TEST(LqrPart, StandsInACompositePartBesideWhatItDrives) {
  const std::string text = R"M(
holon: 1
parts:
  one:
    parts:
      hull: {type: RigidBody, mass: 2 kg, inertia: {sphere: 0.1 m}}
      rail: {type: Prismatic, between: [world, hull], axis: x, damping: 0.5 N s/m,
             force: held.output, initial: {position: 0.1 m}}
      held: {type: Hold, input: law.effort.one.rail.force, sample: 10 Hz}
      law:
        type: LQR
        model: machine
        replace: {one.rail: {initial: {position: 0 m}}}
        inputs: [one.rail.force]
        sample: 10 Hz
        weights: {states: {one.rail.position: 400, one.rail.speed: 4}, inputs: {one.rail.force: 0.01}}
simulate: {until: 1 s, interval: 1 s, tolerance: 1e-10}
outputs: [one.law.gain.one.rail.force.one.rail.position, one.held.output]
)M";
  const Results rows = run_model(text).rows;
  const double gain = 91.68691624732458, tolerance = 1e-9 * gain;  // as below
  EXPECT_NEAR(rows.values("one.law.gain.one.rail.force.one.rail.position")[0], gain, tolerance);
  EXPECT_NEAR(rows.values("one.held.output")[0], -0.1 * gain, tolerance);
}

// scipy 1.10, solve_discrete_are with F, G and the cost of the motion between samples, all from
// expm of the block matrix of C. F. Van Loan (1978).
TEST(LqrPart, SampledGainsAreThoseOfScipy) {
  expect_gains("    sample: 10 Hz", 91.68691624732458, 20.82261325418293);
}

// solve_continuous_are: A = [0 1; 0 −0.25], B = [0; 0.5], Q = diag(400, 4), R = 0.01. The damper's
// integral of its power is a state of the machine that no input holds; the regulator leaves it out.
TEST(LqrPart, ContinuousGainsAreThoseOfScipy) { expect_gains("", 200, 34.1446244026401); }

Results run_cart(const std::string& law, const std::string& until, const std::string& outputs) {
  return run_model(R"M(
holon: 1
units: strict
parts:
  hull: {type: RigidBody, mass: 2 kg, inertia: {sphere: 0.1 m}}
  rail: {type: Prismatic, between: [world, hull], axis: x, damping: 0.5 N s/m,
         force: law.effort.rail.force, initial: {position: 0.1 m}}
  push: {type: Force, on: hull, force: [7 N, 0 N, 0 N]}
  law:
    type: LQR
    model: machine
    replace: {rail: {initial: {position: 0 m}}}
    inputs: [rail.force]
)M" + law + "simulate: {until: " +
                   until + ", interval: 1 s, tolerance: 1e-10}\noutputs: [" + outputs + "]\n")
      .rows;
}

std::string errors_of_cart(const std::string& law) {
  try {
    run_cart(law, "1 s", "rail.position");
  } catch (const InputError& error) {
    return error.diagnostics().to_string();
  } catch (const ModelError& error) {
    return error.message();
  }
  return {};
}

// As above, by the deviations that are as bad as each other: 5 cm, 0.5 m/s, 10 N.
TEST(LqrPart, WeightsMayBeDeviationsWithUnits) {
  const Results rows = run_cart(
      "    weights: {states: {rail.position: {within: 5 cm}, rail.speed: {within: 0.5 m/s}}, "
      "inputs: {rail.force: {within: 10 N}}}\n",
      "1 s", "law.gain.rail.force.rail.position, law.gain.rail.force.rail.speed");
  EXPECT_NEAR(rows.values("law.gain.rail.force.rail.position")[0], 200, 1e-7);
  EXPECT_NEAR(rows.values("law.gain.rail.force.rail.speed")[0], 34.1446244026401, 1e-7);
  EXPECT_NE(errors_of_cart("    weights: {states: {rail.position: {within: 5 s}}}\n")
                .find("a length (m) is needed, not a time (s)"),
            std::string::npos);
  EXPECT_NE(errors_of_cart("    weights: {states: {rail.position: {within: 0 m}}}\n")
                .find("'within' is a constant above 0"),
            std::string::npos);
}

// solve_continuous_are: A = [0 1 0; 0 −0.25 0; 1 0 0], B = [0; 0.5; 0], Q = diag(400, 4, 900),
// R = 0.01. The constant force of 7 N is balanced by the integral.
TEST(LqrPart, IntegralLeavesNoSteadyErrorUnderALoad) {
  const std::string weights =
      "    weights: {states: {rail.position: 400, rail.speed: 4}, inputs: {rail.force: 0.01}, "
      "integrals: {rail.position: 900}}\n    setpoint: {rail.position: 0.4 m}\n";
  const Results rows = run_cart(weights, "60 s",
                                "rail.position, law.gain.rail.force.rail.position, "
                                "law.gain.rail.force.rail.speed, "
                                "law.gain.rail.force.integral.rail.position, "
                                "law.effort.rail.force, law.integral.rail.position");
  constexpr double kDigits = 1e-9;
  EXPECT_NEAR(rows.values("law.gain.rail.force.rail.position")[0], 249.89728817266038,
              400 * kDigits);
  EXPECT_NEAR(rows.values("law.gain.rail.force.rail.speed")[0], 36.91442439341607, 400 * kDigits);
  EXPECT_NEAR(rows.values("law.gain.rail.force.integral.rail.position")[0], 300, 400 * kDigits);
  const std::size_t last = rows.row_count() - 1;
  // The slowest pole is −1.52/s: e^−91 of the start is left, less than the tolerance.
  EXPECT_NEAR(rows.values("rail.position")[last], 0.4, 1e-8);
  EXPECT_NEAR(rows.values("law.effort.rail.force")[last], -7, 1e-6);
  // Without it the load leaves 7 N over the gain of 200 N/m.
  const Results without = run_cart(
      "    weights: {states: {rail.position: 400, rail.speed: 4}, inputs: {rail.force: 0.01}}\n",
      "60 s", "rail.position");
  EXPECT_NEAR(without.values("rail.position")[without.row_count() - 1], 7.0 / 200, 1e-8);
}

// scipy.signal.place_poles.
TEST(LqrPart, PolesMayBePlaced) {
  const Results rows = run_cart("    poles: [\"-2+3j\", \"-2-3j\"]\n", "1 s",
                                "law.gain.rail.force.rail.position, "
                                "law.gain.rail.force.rail.speed");
  EXPECT_NEAR(rows.values("law.gain.rail.force.rail.position")[0], 26, 1e-9);
  EXPECT_NEAR(rows.values("law.gain.rail.force.rail.speed")[0], 7.5, 1e-9);
  EXPECT_NE(errors_of_cart("    poles: [-2]\n").find("there are 1 poles for 2 states"),
            std::string::npos);
  EXPECT_NE(errors_of_cart("    poles: [-2, fast]\n").find("'fast' is not a number"),
            std::string::npos);
  EXPECT_NE(errors_of_cart("").find("an LQR needs weights of states"), std::string::npos);
}

// Position and angle are measured with noise; the regulator acts on what the filter estimates. Both
// are made of the machine's own model, in either order in the file.
TEST(LqrPart, TakesTheEstimatesOfAFilterByItsName) {
  const std::string law = R"M(
  law:
    type: LQR
    model: machine
    inputs: [rail.force]
    state: nav
    sample: 100 Hz
    setpoint: {hinge.angle: 0 rad}
    replace: {hinge: {initial: {angle: 0 rad}}}
    weights: {states: {rail.position: 200, hinge.angle: 200}}
)M";
  const std::string nav = R"M(
  nav:
    type: KalmanFilter
    model: machine
    sample: 100 Hz
    measurements:
      position: {measured: x.output + nx.output, predicted: rail.position, sigma: 1 mm, sample: 100 Hz}
      angle: {measured: a.output + na.output, predicted: hinge.angle, sigma: 0.2 deg, sample: 100 Hz}
    process_noise: {rail.speed: 0.05 m/s^1.5, hinge.rate: 0.2 rad/s^1.5}
    initial:
      rail.position: {mean: 0 m, sigma: 1 mm}
      hinge.angle: {mean: 0 deg, sigma: 10 deg}
      rail.speed: {sigma: 0.01 m/s}
      hinge.rate: {sigma: 0.01 rad/s}
)M";
  const std::string machine = R"M(
holon: 1
units: strict
parts:
  cart: {type: RigidBody, mass: 1 kg, inertia: {sphere: 0.1 m}}
  pole: {type: RigidBody, mass: 0.2 kg, inertia: {rod: {length: 0.6 m, axis: z}}, center_of_mass: [0, 0, 0.3 m]}
  rail: {type: Prismatic, between: [world, cart], axis: x, damping: 0.2 N s/m, force: law.effort.rail.force}
  hinge: {type: Revolute, between: [cart, pole], axis: y, initial: {angle: 8 deg}}
  x: {type: Hold, input: rail.position, sample: 100 Hz}
  a: {type: Hold, input: hinge.angle, sample: 100 Hz}
  nx: {type: Noise, deviation: 1 mm, sample: 100 Hz}
  na: {type: Noise, deviation: 0.2 deg, sample: 100 Hz}
)M";
  const std::string run =
      "simulate: {until: 8 s, interval: 10 ms, tolerance: 1e-9, seed: 1}\n"
      "outputs: [rail.position, hinge.angle, nav.estimate.hinge.angle, law.effort.rail.force]\n";
  std::vector<Results> both;
  for (const std::string& parts : {law + nav, nav + law}) {
    both.push_back(run_model(machine + parts + run).rows);
  }
  const std::vector<double>& angle = both[0].values("hinge.angle");
  // After 5 s the start is over; what is left is the noise, some 3 σ of the angle's measurement.
  for (std::size_t k = 500; k < angle.size(); ++k)
    EXPECT_LT(std::abs(angle[k]), 3 * 0.2 * 3.14159265 / 180) << k;
  EXPECT_NEAR(both[0].values("nav.estimate.hinge.angle").back(), angle.back(), 0.01);
  EXPECT_EQ(angle, both[1].values("hinge.angle"));
}

}  // namespace
}  // namespace holon
