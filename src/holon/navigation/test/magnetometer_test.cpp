// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/navigation/parts/magnetometer.h"

#include <gtest/gtest.h>

#include <cmath>

#include "holon/mechanics/parts/bodies/rigid_body.h"
#include "holon/mechanics/parts/fields/magnetic_field.h"
#include "run_sensors.h"

namespace holon {
namespace {

using test::deviation_about;
using test::errors_of;

constexpr double kNorth = 2e-5, kDown = -4e-5;  // [T]

/// A body that turns about z at 0.5 rad/s in a uniform field.
Model with_probe(Magnetometer probe) {
  Model model;
  model.world.gravity = {0.0, 0.0, 0.0};
  RigidBody body{.mass = 1.0, .inertia = InertiaMatrix{{1.0, 1.0, 1.0}}};
  body.initial.emplace().angular_velocity = Vector3<Expr>(0.0, 0.0, 0.5);
  model.add<RigidBody>("body", body);
  model.add<MagneticField>("magnetic", {.field = {0.0, kNorth, kDown}});
  probe.on = "body";
  model.add<Magnetometer>("probe", probe);
  return model;
}

TEST(Magnetometer, MeasuresInTheAxesOfABodyThatTurns) {
  const Results r = test::run(with_probe({}), 3.0, {"probe.field"}, 0.1);
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double angle = 0.5 * r.values("time")[k];
    test::expect_vector(test::vector_of(r, k, "probe.field"),
                        {kNorth * std::sin(angle), kNorth * std::cos(angle), kDown},
                        kNorth * test::kGlobal);
  }
}

TEST(Magnetometer, NeedsAField) {
  Model model;
  model.add<RigidBody>("body", {.mass = 1.0, .inertia = InertiaMatrix{{1.0, 1.0, 1.0}}});
  model.add<Magnetometer>("probe", {.on = "body"});
  EXPECT_EQ(errors_of(model),
            "parts/probe: the model has no magnetic field; add a part of type MagneticField\n");
}

TEST(Magnetometer, HoldsTheFieldOfItsTicks) {
  const Results r =
      test::run(with_probe({.sample = 0.25}), 3.0, {"probe.field", "probe.bias"}, 0.1);
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double tick = 0.25 * std::floor(r.values("time")[k] / 0.25 + 1e-9);
    const double angle = 0.5 * tick;
    test::expect_vector(test::vector_of(r, k, "probe.field"),
                        {kNorth * std::sin(angle), kNorth * std::cos(angle), kDown},
                        kNorth * test::kGlobal);
    test::expect_vector(test::vector_of(r, k, "probe.bias"), {0, 0, 0}, 0);
  }
}

TEST(Magnetometer, HasKnownErrorsInClosedForm) {
  Magnetometer probe{.sample = 0.25};
  probe.bias.emplace().value = Vector3<Expr>(1e-6, -2e-6, 3e-6);
  probe.scale.emplace().value = Vector3<Expr>(0.01, 0.0, -0.02);
  const Results r = test::run(with_probe(probe), 0.2, {"probe.field", "probe.bias"}, 0.1);
  test::expect_vector(test::vector_of(r, 0, "probe.field"),
                      {1e-6, kNorth - 2e-6, 0.98 * kDown + 3e-6}, 1e-18);
  test::expect_vector(test::vector_of(r, 0, "probe.bias"), {1e-6, -2e-6, 3e-6}, 1e-20);
}

TEST(Magnetometer, NoiseHasItsDensityAndRangeAndBitsCutIt) {
  const Results r =
      test::run(with_probe({.sample = 0.01, .noise_density = 1e-8}), 40.0, {"probe.field"}, 0.01);
  // σ = N/√T = 1e-7 T; of 4000 samples its error is 1/√8000.
  const std::vector<double>& z = r.values("probe.field.z");
  EXPECT_NEAR(deviation_about(z, kDown), 1e-7, 4 * 1e-7 / std::sqrt(8000.0));

  const Results cut =
      test::run(with_probe({.sample = 0.25, .range = 3e-5, .bits = 4}), 0.2, {"probe.field"}, 0.1);
  // Digits of 3e-5/2³: 2e-5 is 5.33 of them; −4e-5 is beyond the range.
  test::expect_vector(test::vector_of(cut, 0, "probe.field"), {0, 5 * 3e-5 / 8, -3e-5}, 1e-18);
}

TEST(Magnetometer, ErrorsNeedTicks) {
  EXPECT_EQ(errors_of(with_probe({.noise_density = 1e-8})),
            "parts/probe: 'noise_density' needs a 'sample'; add its rate, such as "
            "'sample: 10 Hz'\n");
  EXPECT_EQ(errors_of(with_probe({.sample = 0.1, .temperature = 300.0})),
            "parts/probe: 'temperature' has no effect: no error depends on it; give a 'bias: "
            "{temperature: …}' or 'scale: {temperature: …}', or leave it out\n");
}

}  // namespace
}  // namespace holon
