// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/navigation/parts/range_sensor.h"

#include <numbers>

#include "holon/mechanics/parts/frames/frame.h"
#include "run_sensors.h"

namespace holon {
namespace {

using namespace test;

constexpr double kRangeSensorPeriod = 0.1;  // [s] of the sensor

TEST(RangeSensor, MeasuresFramesAndPlanesWithinItsRange) {
  Model model;
  const Expr t = model.time();
  model.add<Frame>("a", {.position = {3.0, 4.0 * t, 12.0 * t}});
  model.add<Frame>("b",
                   {.position = {0.0, 0.0, 2.0 - t},
                    .orientation = Orientation::axis_angle({1.0, 0.0, 0.0}, std::numbers::pi / 3)});
  model.add<RangeSensor>("d", {.on = "a", .to = "world", .sample = kRangeSensorPeriod});
  model.add<RangeSensor>("h", {.on = "b",
                               .plane = RangeSensor::Plane{},
                               .range = {0.5, 3.5},
                               .sample = kRangeSensorPeriod});
  const Results r =
      run(model, 2.4, {"d.distance", "h.distance", "h.valid", "h.invalid"}, kRangeSensorPeriod);
  EXPECT_NEAR(r.values("d.distance")[10], 13, kGlobal);
  // The beam is tilted by 60 degrees: twice the height.
  EXPECT_NEAR(r.values("h.distance")[10], 2, kGlobal);
  EXPECT_EQ(r.values("h.valid")[0], 0);  // 4 m
  EXPECT_EQ(r.values("h.valid")[10], 1);
  // Below 0.5 m, and below the plane, it keeps the last one: 0.6 m at 1.7 s.
  EXPECT_EQ(r.values("h.valid")[24], 0);
  EXPECT_NEAR(r.values("h.distance")[24], 0.6, kGlobal);
  EXPECT_EQ(r.values("h.invalid")[24], 3 + 7);  // 0, 0.1, 0.2 s; 1.8 … 2.4 s
}

TEST(RangeSensor, NamesWhatItCannotMeasure) {
  Model model;
  model.add<RangeSensor>("d", {.sample = kRangeSensorPeriod});
  EXPECT_EQ(errors_of(model),
            "parts/d: a RangeSensor needs either 'to', a frame, or 'plane'; write 'to: mast' or "
            "'plane: {point: [0, 0, 0], normal: z}'\n");
}

}  // namespace
}  // namespace holon
