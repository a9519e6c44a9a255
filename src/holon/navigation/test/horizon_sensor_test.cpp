// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/navigation/parts/horizon_sensor.h"

#include "holon/mechanics/parts/frames/frame.h"
#include "run_sensors.h"

namespace holon {
namespace {

using namespace test;

constexpr double kHorizonSensorPeriod = 0.1;  // [s] of the sensor

TEST(HorizonSensor, GivesRollAndPitchAgainstTheLocalVertical) {
  Model model;
  model.add<Frame>("craft",
                   {.position = {0.0, 0.0, 10.0}, .orientation = Orientation::rpy(0.1, 0.2, 0.7)});
  model.add<HorizonSensor>(
      "h", {.on = "craft", .center = "world", .radius = 6.0, .sample = kHorizonSensorPeriod});
  const Results r = run(model, 1, {"h.roll", "h.pitch", "h.horizon_angle", "h.direction"}, 1);
  EXPECT_NEAR(r.values("h.roll")[1], 0.1, kGlobal);
  EXPECT_NEAR(r.values("h.pitch")[1], 0.2, kGlobal);
  EXPECT_NEAR(r.values("h.horizon_angle")[1], std::asin(0.6), kGlobal);
}

}  // namespace
}  // namespace holon
