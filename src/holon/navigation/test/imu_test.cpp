// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/navigation/parts/imu.h"

#include "holon/mechanics/parts/frame.h"
#include "holon/mechanics/parts/gravity.h"
#include "holon/mechanics/parts/revolute.h"
#include "holon/mechanics/parts/rigid_body.h"
#include "run_sensors.h"

namespace holon {
namespace {

using namespace test;

constexpr double kPeriod = 0.01;  // [s] of the sensors here

/// A frame on a turntable of radius r: it turns about z at a constant rate, x outwards.
Model turntable(double rate, double radius, const Imu& imu) {
  Model model;
  const Expr angle = rate * model.time();
  model.add<Frame>("table", {.position = {radius * cos(angle), radius * sin(angle), 0.0},
                             .orientation = Orientation::axis_angle({0.0, 0.0, 1.0}, angle)});
  model.add<Imu>("imu", imu);
  return model;
}

TEST(Imu, MeasuresRotationCentripetalAccelerationAndGravityOnATurntable) {
  constexpr double kRate = 2.0, kRadius = 0.5, kArm = 0.1;
  const Results r = run(
      turntable(kRate, kRadius, {.on = "table", .lever_arm = {0.0, kArm, 0.0}, .sample = kPeriod}),
      1.0,
      {"imu.angular_velocity", "imu.specific_force", "imu.delta_angle", "imu.delta_velocity",
       "table.specific_force"},
      0.1);
  const double w2 = kRate * kRate;
  for (std::size_t k = 1; k < r.row_count(); ++k) {
    const Vec w = vector_of(r, k, "imu.angular_velocity"),
              f = vector_of(r, k, "imu.specific_force");
    expect_vector(w, {0, 0, kRate}, kGlobal);
    expect_vector(f, {-w2 * kRadius, -w2 * kArm, kGravity}, kGlobal);
    expect_vector(vector_of(r, k, "table.specific_force"), {-w2 * kRadius, 0, kGravity}, kGlobal);
    expect_vector(vector_of(r, k, "imu.delta_angle"), {0, 0, kRate * kPeriod}, kGlobal);
    expect_vector(vector_of(r, k, "imu.delta_velocity"), f * kPeriod, kGlobal);
  }
}

}  // namespace
}  // namespace holon
