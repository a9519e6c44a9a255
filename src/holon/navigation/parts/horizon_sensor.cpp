// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/navigation/parts/horizon_sensor.h"

#include "holon/navigation/direction_sensor.h"
#include "holon/navigation/installation.h"

namespace holon {

void HorizonSensor::describe(Descriptor<HorizonSensor>& d) {
  d.type("HorizonSensor", "A sampled sensor of the direction of a planet's centre.");
  d.role(PartRole::sensor);
  d.frame("on", &HorizonSensor::on, "the frame in which the sensor is fixed, with the same axes")
      .required();
  d.frame("center", &HorizonSensor::center, "frame at the planet's centre").required();
  d.value("radius", &HorizonSensor::radius, "m", "radius of the planet, for 'horizon_angle'")
      .positive();
  d.value("sigma", &HorizonSensor::sigma, "rad",
          "standard deviation of the white noise of each angle")
      .non_negative();
  d.vector("bias", &HorizonSensor::bias, "rad", "a known rotation of the measurement, in its axes");
  d.period("sample", &HorizonSensor::sample, "sampling period or rate");
  d.value("latency", &HorizonSensor::latency, "s", "delay from the measurement to the outputs")
      .structural()
      .non_negative();
  d.vector_output("direction", "", "unit vector towards the centre, in the frame's axes").main();
  d.output("roll", "rad", "angle about the frame's x axis of the direction from -z").main();
  d.output("pitch", "rad", "angle about the frame's y axis of the direction from -z").main();
  d.output("horizon_angle", "rad", "angle between the centre and the horizon; 0 without 'radius'");
}

void HorizonSensor::build(PartBuilder& b) const {
  if (on == center) {
    b.error("center", "the direction from a frame to itself is not defined", "name another frame");
    return;
  }
  SensorClock clock(b, sample);
  if (!clock.is_sound()) return;
  const auto& symbols = b.assembly().symbols();
  const detail::FrameMotion motion(symbols, on.path), planet(symbols, center.path);
  const Vector3<Expr> away =
      planet.vector(FrameOutput::position) - motion.vector(FrameOutput::position);
  const Expr s = sigma.value_or(0.0);
  const Vector3<Expr> d = measure_direction(motion.orientation().inverse() * away,
                                            add_rotation_error(clock, bias, {s, s, s}));
  LateOutputs outputs(b, clock, latency);
  outputs.set("direction", {d[0], d[1], d[2]});
  // Of a body that has turned by them against the local vertical, −z towards the centre.
  outputs.set("roll", {atan2(-d[1], -d[2])});
  outputs.set("pitch", {atan2(d[0], sqrt(square(d[1]) + square(d[2])))});
  const Expr sine = radius ? *radius / norm<Expr>(away) : Expr(0.0);
  outputs.set("horizon_angle", {asin(min(sine, 1.0))});
  const Vector3<Expr> known = measure_direction(motion.orientation().inverse() * away,
                                                bias.value_or(Vector3<Expr>(0.0, 0.0, 0.0)));
  InstalledQuantity installed{.output = "direction",
                              .components = {"x", "y", "z"},
                              .exact = {known[0], known[1], known[2]},
                              .sigma = {s}};
  install(b, outputs, latency, installed);
}

}  // namespace holon
