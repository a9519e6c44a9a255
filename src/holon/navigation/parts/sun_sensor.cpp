// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/navigation/parts/sun_sensor.h"

#include "holon/navigation/direction_sensor.h"
#include "holon/navigation/installation.h"

namespace holon {

void SunSensor::Planet::describe(Fields<Planet>& f) {
  f.frame("center", &Planet::center, "frame at the centre of the body");
  f.value("radius", &Planet::radius, "m", "its radius").required().positive();
}

void SunSensor::describe(Descriptor<SunSensor>& d) {
  d.type("SunSensor", "A sampled sensor of the direction of the Sun.");
  d.role(PartRole::sensor);
  d.frame("on", &SunSensor::on, "the frame in which the sensor is fixed, with the same axes")
      .required();
  d.vector("sun", &SunSensor::sun, "", "direction towards the Sun in world axes, of any length")
      .required()
      .varying();
  d.axis("axis", &SunSensor::axis, "axis of the field of view, in the axes of 'on'")
      .default_text("z");
  d.value("field_of_view", &SunSensor::field_of_view, "rad",
          "largest angle between the Sun and the axis")
      .positive()
      .default_text("all directions");
  d.object("planet", &SunSensor::planet, "spherical bodies that may hide the Sun");
  d.value("sigma", &SunSensor::sigma, "rad", "standard deviation of the white noise of each angle")
      .non_negative();
  d.vector("bias", &SunSensor::bias, "rad", "a known rotation of the measurement, in its axes");
  d.period("sample", &SunSensor::sample, "sampling period or rate");
  d.value("latency", &SunSensor::latency, "s", "delay from the measurement to the outputs")
      .structural()
      .non_negative();
  d.vector_output("direction", "", "unit vector towards the Sun; the last valid one").main();
  d.output("valid", "", "1 if the Sun was visible at the last sample").main();
}

void SunSensor::build(PartBuilder& b) const {
  if (axis && !field_of_view) {
    b.error("axis", "'axis' has no effect without 'field_of_view'", "give both, or neither");
    return;
  }
  SensorClock clock(b, sample);
  if (!clock.is_sound()) return;
  const auto& symbols = b.assembly().symbols();
  const detail::FrameMotion motion(symbols, on.path);
  const Vector3<Expr> seen = motion.orientation().inverse() * sun;
  Expr is_valid = 1.0;
  if (field_of_view) {
    const auto& a = axis.value_or(Axis("z")).direction;
    is_valid = less_equal(angle_between(seen, Vector3<Expr>(a[0], a[1], a[2])), *field_of_view);
  }
  if (planet) {
    const detail::FrameMotion center(symbols, planet->center.path);
    const Expr hides = is_hidden(motion.vector(FrameOutput::position), sun,
                                 center.vector(FrameOutput::position), planet->radius);
    is_valid = logical_and(is_valid, logical_not(hides));
  }
  const Expr s = sigma.value_or(0.0);
  const Vector3<Expr> measured =
      measure_direction(seen, add_rotation_error(clock, bias, {s, s, s}));
  LateOutputs outputs(b, clock, latency);
  outputs.set("direction",
              clock.add_last(is_valid, "direction", {measured[0], measured[1], measured[2]}));
  outputs.set("valid", {is_valid});
  const Vector3<Expr> known = measure_direction(seen, bias.value_or(Vector3<Expr>(0.0, 0.0, 0.0)));
  InstalledQuantity installed{.output = "direction",
                              .components = {"x", "y", "z"},
                              .exact = {known[0], known[1], known[2]},
                              .sigma = {s}};
  installed.valid_output = "valid";
  install(b, outputs, latency, installed);
}

}  // namespace holon
