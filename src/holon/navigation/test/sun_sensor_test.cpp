// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/navigation/parts/sun_sensor.h"

#include "holon/mechanics/parts/frames/frame.h"
#include "run_sensors.h"

namespace holon {
namespace {

using namespace test;

constexpr double kSunSensorPeriod = 0.1;  // [s] of the sensor

TEST(SunSensor, SeesTheSunInItsFieldOfViewOutsideAShadow) {
  Model model;
  const Expr t = model.time();
  // It turns about y; the Sun is along z at the start.
  model.add<Frame>("craft", {.position = {0.0, 0.0, -10.0},
                             .orientation = Orientation::axis_angle({0.0, 1.0, 0.0}, t)});
  model.add<Frame>("planet", {.position = {8.0 - 4.0 * t, 0.0, 0.0}});
  model.add<SunSensor>(
      "s",
      {.on = "craft", .sun = {0.0, 0.0, 2.0}, .field_of_view = 1.05, .sample = kSunSensorPeriod});
  model.add<SunSensor>("p", {.on = "craft",
                             .sun = {0.0, 0.0, 2.0},
                             .planet = SunSensor::Planet{.center = "planet", .radius = 1.0},
                             .sample = kSunSensorPeriod});
  const Results r = run(model, 3, {"s.direction", "s.valid", "p.valid"}, kSunSensorPeriod);
  expect_vector(vector_of(r, 5, "s.direction"), {-std::sin(0.5), 0, std::cos(0.5)}, kGlobal);
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double time = kSunSensorPeriod * static_cast<double>(k);
    EXPECT_EQ(r.values("s.valid")[k], time < 1.05 ? 1 : 0) << time;
    const double beside = std::abs(8 - 4 * time);
    if (std::abs(beside - 1) > 1e-6) EXPECT_EQ(r.values("p.valid")[k], beside < 1 ? 0 : 1) << time;
  }
  expect_vector(vector_of(r, 20, "s.direction"), {-std::sin(1.0), 0, std::cos(1.0)}, kGlobal);
}

}  // namespace
}  // namespace holon
