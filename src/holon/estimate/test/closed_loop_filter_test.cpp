// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// A KalmanFilter over a machine with a closed loop.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "holon/base/errors.h"
#include "holon/estimate/test/model_run.h"

namespace holon {
namespace {

using test::ModelRun;
using test::run_model;

// A parallelogram linkage: both cranks have one angle, and the coupler only translates. So the loop
// is (J_A + J_C + m_B r²) φ'' = −g (m_A r/2 + m_B r + m_C r/2) cos φ in the reduced coordinate φ,
// φ'' = −9/8 g/r cos φ with the masses here.
std::string linkage(const std::string& mean, const std::string& more = {}) {
  return R"M(
holon: 1
parts:
  a: {type: RigidBody, mass: 1 kg, inertia: {rod: {length: 1, axis: x}}, center_of_mass: [0.5, 0, 0],
      frames: {tip: {at: [1, 0, 0]}}}
  b: {type: RigidBody, mass: 2 kg, inertia: {rod: {length: 2, axis: x}}, center_of_mass: [1, 0, 0],
      frames: {tip: {at: [2, 0, 0]}}}
  c: {type: RigidBody, mass: 1 kg, inertia: {rod: {length: 1, axis: x}}, center_of_mass: [0.5, 0, 0],
      frames: {tip: {at: [1, 0, 0]}}}
  base: {type: Frame, position: [2, 0, 0]}
  A: {type: Revolute, between: [world, a], axis: -y, initial: {angle: -60 deg}}
  B: {type: Revolute, between: [a.tip, b], axis: -y, guess: {angle: 60 deg}}
  C: {type: Revolute, between: [base, c], axis: -y, guess: {angle: -60 deg}}
  D: {type: Revolute, between: [b.tip, c.tip], axis: -y}
  plant:
    type: Equations
    states:
      phi: {initial: -60 deg, der: w}
      w: {initial: 0 rad/s, der: "-9/8*9.80665 [1/s^2]*cos(phi)*1 [rad]"}
  encoder: {type: Encoder, angle: A.angle, sigma: 0.5 deg, sample: 50 Hz}
  loop:
    type: KalmanFilter
    model: machine
    without: [plant]
    sample: 50 Hz
    step: {substeps: 4}
    measurements: [encoder]
    process_noise: {A.rate: 0.05 rad/s^1.5}
    initial:
      A.angle: {mean: )M" +
         mean + R"M(, sigma: 5 deg}
      A.rate: {mean: 0.1 rad/s, sigma: 0.2 rad/s})M" +
         more + R"M(
  reduced:
    type: KalmanFilter
    model: plant
    sample: 50 Hz
    step: {substeps: 4}
    measurements: {encoder: {measured: encoder.angle, predicted: plant.phi, sigma: 0.5 deg}}
    process_noise: {plant.w: 0.05 rad/s^1.5}
    initial:
      plant.phi: {mean: -55 deg, sigma: 5 deg}
      plant.w: {mean: 0.1 rad/s, sigma: 0.2 rad/s}
simulate: {until: 6 s, interval: 0.1 s, tolerance: 1e-10, seed: 5}
outputs: [loop.estimate.A.angle, loop.estimate.B.angle, loop.estimate.C.angle, loop.estimate.C.rate,
  loop.estimate.A.rate, loop.sigma.A.angle, loop.sigma.A.rate, loop.sigma.C.angle, loop.nees,
  loop.nees_bound, reduced.estimate.plant.phi, reduced.estimate.plant.w, reduced.sigma.plant.phi,
  reduced.sigma.plant.w, loop.nis.encoder, reduced.nis.encoder, loop.error.A.angle,
  loop.error.A.rate, "reduced.covariance[0][0]", "reduced.covariance[0][1]",
  "reduced.covariance[1][1]"]
)M";
}

TEST(KalmanFilterPart, ClosedLoopAgreesWithItsReducedCoordinate) {
  const ModelRun run = run_model(linkage("-55 deg"));
  // Two discretisations of one flow by steps of 5 ms, of order 4 (their noise of order 6).
  constexpr double kDiscretisation = 1e-6, kOnLoop = 1e-12;
  for (std::size_t k = 0; k < run.rows.row_count(); ++k) {
    const double A = run.at(k, "loop.estimate.A.angle");
    EXPECT_NEAR(A, run.at(k, "reduced.estimate.plant.phi"), kDiscretisation) << k;
    EXPECT_NEAR(run.at(k, "loop.estimate.A.rate"), run.at(k, "reduced.estimate.plant.w"),
                kDiscretisation);
    EXPECT_NEAR(run.at(k, "loop.sigma.A.angle") / run.at(k, "reduced.sigma.plant.phi"), 1,
                kDiscretisation);
    EXPECT_NEAR(run.at(k, "loop.sigma.A.rate") / run.at(k, "reduced.sigma.plant.w"), 1,
                kDiscretisation);
    EXPECT_NEAR(run.at(k, "loop.nis.encoder"), run.at(k, "reduced.nis.encoder"), 1e-5);
    EXPECT_NEAR(run.at(k, "loop.estimate.C.angle"), A, kOnLoop);
    EXPECT_NEAR(run.at(k, "loop.estimate.B.angle"), -A, kOnLoop);
    EXPECT_NEAR(run.at(k, "loop.sigma.C.angle"), run.at(k, "loop.sigma.A.angle"), 1e-9);
    // Of two freedoms: the pseudo-inverse is the inverse in the reduced coordinate.
    const double e = run.at(k, "loop.error.A.angle"), v = run.at(k, "loop.error.A.rate");
    const double P = run.at(k, "reduced.covariance[0][0]"),
                 C = run.at(k, "reduced.covariance[0][1]"),
                 V = run.at(k, "reduced.covariance[1][1]");
    const double nees = (V * e * e - 2 * C * e * v + P * v * v) / (P * V - C * C);
    EXPECT_NEAR(run.at(k, "loop.nees"), nees, 1e-3 * (1 + nees)) << k;
    EXPECT_NEAR(run.at(k, "loop.nees_bound"), 5.991464547, 1e-6);
  }
}

TEST(KalmanFilterPart, MeansThatContradictAClosedLoop) {
  try {
    run_model(linkage("-55 deg", "\n      C.angle: {mean: -80 deg, sigma: 1 deg}"));
    FAIL();
  } catch (const RunError& error) {
    EXPECT_NE(std::string(error.what()).find("contradict the closed loops"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace holon
