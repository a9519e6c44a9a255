// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// What the model of a KalmanFilter contains, and what it does not.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "holon/estimate/test/model_run.h"

namespace holon {
namespace {

using test::errors_of_text;
using test::ModelRun;
using test::run_model;

TEST(KalmanFilterPart, NamesWhatItsModelDoesNotHave) {
  EXPECT_EQ(errors_of_text(R"M(
holon: 1
parts:
  plant: {type: Equations, states: {x: {initial: 2, der: "-x/(1 [s])"}}}
  nav:
    type: KalmanFilter
    sample: 10 Hz
    measurements: {z: {measured: plant.x, predicted: plant.y, sigma: 0.5}}
    initial: {plant.x: {mean: 0, sigma: 1}}
)M"),
            "no part has an output 'plant.y'\n");
  EXPECT_EQ(errors_of_text(R"M(
holon: 1
parts:
  plant: {type: Equations, states: {x: {initial: 2, der: "-x/(1 [s])"}}}
  nav:
    type: KalmanFilter
    sample: 10 Hz
    measurements: {z: {measured: plant.x, sigma: 0.5}}
    initial: {plant.z: {mean: 0, sigma: 1}}
)M"),
            "there is no state 'plant.z'; there are 'plant.x'\n");
}

TEST(KalmanFilterPart, KnowsWhatAControllerDoesThatActsOnItsEstimate) {
  // The model is exact and there is no noise: once the start is right, estimate and state agree
  // through the loop, whatever the controller, at its rate and at one half of it.
  for (const char* rate : {"10 Hz", "5 Hz"}) {
    const ModelRun run = run_model(std::string(R"M(
holon: 1
parts:
  plant: {type: Equations, inputs: {u: law.output}, states: {x: {initial: 2, der: "(u - x)/(1 [s])"}}}
  law: {type: Hold, input: 1 - 3*nav.estimate.plant.x, sample: )M") +
                                   rate + R"M(}
  nav:
    type: KalmanFilter
    step: exact
    sample: 10 Hz
    measurements: {z: {measured: plant.x, sigma: 0.5}}
    initial: {plant.x: {mean: 2, sigma: 0.1}}
simulate: {until: 3 s, interval: 0.1 s, tolerance: 1e-12}
outputs: [plant.x, nav.estimate.plant.x, law.output]
)M");
    constexpr double kRun = 1e-10;  // the tolerance of the run
    for (std::size_t k = 0; k < run.rows.row_count(); ++k)
      EXPECT_NEAR(run.at(k, "nav.estimate.plant.x"), run.at(k, "plant.x"), kRun) << k;
    // In closed form: x⁺ = F x + (1 - F)(1 - 3 x), F = exp(-h).
    const double h = std::string(rate) == "10 Hz" ? 0.1 : 0.2, F = std::exp(-h);
    double x = 2;
    for (int k = 0; k < static_cast<int>(std::lround(3 / h)); ++k)
      x = F * x + (1 - F) * (1 - 3 * x);
    EXPECT_NEAR(run.at(30, "plant.x"), x, kRun);
  }
}

TEST(KalmanFilterPart, DoesNotKnowRandomNumbers) {
  EXPECT_EQ(
      errors_of_text(R"M(
holon: 1
parts:
  wind: {type: Noise, deviation: 1, sample: 10 Hz}
  plant: {type: Equations, inputs: {w: wind.output}, states: {x: {initial: 2, der: "(w - x)/(1 [s])"}}}
  nav:
    type: KalmanFilter
    sample: 10 Hz
    measurements: {z: {measured: plant.x, sigma: 0.5}}
    initial: {plant.x: {sigma: 1}}
)M"),
      "in the filter's model: the motion depends on 'wind.output', random numbers, which exist in "
      "the machine itself only; omit the part with 'without', or put another in its place "
      "with 'replace'\n");
}

TEST(KalmanFilterPart, InputsOfItsModelAreKnownSignals) {
  // x' = u - b from 0, with u = 1 at even ticks and -2 at odd ones, held: the estimate is their
  // sum.
  const ModelRun run = run_model(R"M(
holon: 1
parameters: {u: 5 m/s, b: 0.5 m/s}
parts:
  count: {type: Equations, outputs: {n: "floor(time*10/1 [s] + 0.5)"}}
  drive: {type: Hold, input: "1 [m/s] - 3 [m/s]*(count.n - 2*floor(count.n/2))", sample: 10 Hz}
  ins: {type: Equations, states: {x: {initial: 0 m, der: u - b}}}
  nav:
    type: KalmanFilter
    model: ins
    sample: 10 Hz
    inputs: {u: drive.output}
    estimate: [b]
    measurements: {p: {measured: "0 [m]", predicted: ins.x, sigma: 1e9 m}}
    initial: {ins.x: {sigma: 1e-6 m}}
simulate: {until: 2 s, interval: 0.1 s}
outputs: [nav.estimate.ins.x, nav.estimate.b, nav.nees]
)M");
  double x = 0;
  for (int k = 0; k <= 20; ++k) {
    EXPECT_NEAR(run.at(static_cast<std::size_t>(k), "nav.estimate.ins.x"), x, 1e-12) << k;
    x += 0.1 * ((k % 2 == 0 ? 1 : -2) - 0.5);
  }
}

std::string model_of_a_copy(const std::string& truth) {
  return R"M(
holon: 1
parts:
  plant: {type: Equations, states: {x: {initial: 1 m, der: v}, v: {initial: 2 m/s, der: "-x/(1 [s^2])"}}}
  copy: {type: Equations, states: {x: {initial: 0 m, der: v}, v: {initial: 1 m/s, der: "-x/(1 [s^2])"}}}
  probe: {type: Equations, outputs: {x: "3 [m]"}}
  wrong: {type: Equations, outputs: {w: "3 [m]"}}
  nav:
    type: KalmanFilter
    model: copy
    sample: 10 Hz
    measurements: {p: {measured: plant.x, predicted: copy.x, sigma: 1 m}}
    initial: {copy.x: {sigma: 1 m}, copy.v: {sigma: 1 m/s}}
    truth: )M" +
         truth + R"M(
simulate: {until: 2 s, interval: 0.1 s}
outputs: [plant.x, plant.v, probe.x, nav.estimate.copy.x, nav.estimate.copy.v, nav.error.copy.x,
          nav.error.copy.v, nav.nees, nav.nees_bound]
)M";
}

TEST(KalmanFilterPart, TrueValuesMayBeThoseOfAPart) {
  const ModelRun run = run_model(model_of_a_copy("{copy: plant}"));
  for (std::size_t k = 0; k <= run.last(); ++k)
    for (const std::string name : {"x", "v"})
      EXPECT_EQ(run.at(k, "nav.error.copy." + name),
                run.at(k, "nav.estimate.copy." + name) - run.at(k, "plant." + name));
  // 95 % of chi-square with two degrees of freedom: both states have a true value.
  EXPECT_NEAR(run.at(run.last(), "nav.nees_bound"), 5.991464547107979, 1e-9);

  // What a part does not have is not known; a state that is given by itself is not taken from it.
  const ModelRun one = run_model(model_of_a_copy("{copy: probe}"));
  EXPECT_EQ(one.at(one.last(), "nav.error.copy.x"), one.at(one.last(), "nav.estimate.copy.x") - 3);
  EXPECT_EQ(one.at(one.last(), "nav.error.copy.v"), 0);
  const ModelRun both = run_model(model_of_a_copy("{copy: plant, copy.x: probe.x}"));
  EXPECT_EQ(both.at(both.last(), "nav.error.copy.x"),
            both.at(both.last(), "nav.estimate.copy.x") - 3);
  EXPECT_EQ(both.at(both.last(), "nav.error.copy.v"),
            both.at(both.last(), "nav.estimate.copy.v") - both.at(both.last(), "plant.v"));

  EXPECT_EQ(errors_of_text(model_of_a_copy("{copy: planet}")),
            "'copy' has 2 states, whose values are those of a part, and 'planet' is not a part; "
            "name a part or a frame, or give each of them: copy.x\n");
  EXPECT_EQ(errors_of_text(model_of_a_copy("{copy: wrong}")),
            "'wrong' has none of the states of 'copy', such as 'x'\n");
}

}  // namespace
}  // namespace holon
