// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/navigation/parts/range_sensor.h"

#include "holon/model/assembly/frame_motion.h"
#include "holon/spatial/vector.h"

namespace holon {

void RangeSensor::Plane::describe(Fields<Plane>& f) {
  f.vector("point", &Plane::point, "m", "a point of the plane, in world axes").varying();
  f.axis("normal", &Plane::normal, "normal of the plane, in world axes");
}

void RangeSensor::describe(Descriptor<RangeSensor>& d) {
  d.type("RangeSensor", "A sampled sensor of a distance: to a frame, or along a beam to a plane.");
  d.role(PartRole::sensor);
  d.frame("on", &RangeSensor::on, "the frame in which the sensor is fixed").required();
  d.frame("to", &RangeSensor::to, "the frame to which the distance is measured");
  d.object("plane", &RangeSensor::plane,
           "a plane fixed in the world that the beam hits, instead of 'to'");
  d.axis("axis", &RangeSensor::axis, "direction of the beam, in the axes of 'on'")
      .default_text("-z, with 'plane'");
  describe_errors<sensor::Length>(d);
  d.period("sample", &RangeSensor::sample, "sampling period or rate");
  d.value("latency", &RangeSensor::latency, "s", "delay from the measurement to the outputs")
      .structural()
      .non_negative();
  d.output("distance", "m", "the measured distance; the last valid one while there is none").main();
  d.output("valid", "", "1 if the last sample was within the range and the beam hit the plane");
  d.output("bias", "m", "bias at the last sample");
  d.output("invalid", "", "number of samples so far that were not valid");
}

void RangeSensor::build(PartBuilder& b) const {
  if (to.has_value() == plane.has_value()) {
    b.error("", "a RangeSensor needs either 'to', a frame, or 'plane'",
            "write 'to: mast' or 'plane: {point: [0, 0, 0], normal: z}'");
    return;
  }
  if (to && axis) {
    b.error("axis", "'axis' has no effect: the distance to a frame has no direction",
            "leave it out, or give a 'plane'");
    return;
  }
  SensorClock clock(b, sample);
  if (!clock.is_sound()) return;
  const auto& symbols = b.assembly().symbols();
  const detail::FrameMotion motion(symbols, on.path);
  const Vector3<Expr> p = motion.vector(FrameOutput::position);
  Expr distance, is_met = 1.0;
  if (to) {
    distance = norm<Expr>(detail::FrameMotion(symbols, to->path).vector(FrameOutput::position) - p);
  } else {
    const auto& a = axis.value_or(Axis("-z")).direction;
    const auto& n = plane->normal.direction;
    const Vector3<Expr> normal(n[0], n[1], n[2]);
    const Vector3<Expr> beam = motion.orientation() * Vector3<Expr>(a[0], a[1], a[2]);
    const Expr height = dot<Expr>(normal, plane->point - p), slope = dot<Expr>(normal, beam);
    is_met = less(0.0, height * slope);
    distance = select(is_met, height / slope, 0.0);
  }
  const ScalarChannel<sensor::Length> channel(b, clock, errors_of<sensor::Length>(*this));
  const Expr is_valid = logical_and(is_met, logical_not(channel.is_clamped(distance)));
  LateOutputs outputs(b, clock, latency);
  outputs.set("distance", clock.add_last(is_valid, "distance", {channel.measure(distance)}));
  outputs.set("valid", {is_valid});
  outputs.set("bias", {channel.bias()});
  outputs.set("invalid", {clock.add_count("invalid.count", logical_not(is_valid))});
  InstalledQuantity installed = channel.describe_to_filters("distance", distance);
  installed.valid_output = "valid";
  install(b, outputs, latency, installed);
}

}  // namespace holon
