// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/navigation/parts/star_tracker.h"

#include "holon/navigation/direction_sensor.h"
#include "holon/navigation/installation.h"

namespace holon {

void StarTracker::Sigma::describe(Fields<Sigma>& f) {
  f.value("across", &Sigma::across, "rad", "about each axis perpendicular to the boresight")
      .non_negative();
  f.bare();
  f.value("about", &Sigma::about, "rad", "about the boresight")
      .non_negative()
      .default_text("the same");
}

void StarTracker::Exclusion::describe(Fields<Exclusion>& f) {
  f.vector("sun", &Exclusion::sun, "", "direction towards the Sun in world axes, of any length")
      .required()
      .varying();
  f.value("angle", &Exclusion::angle, "rad", "least angle between the Sun and the boresight")
      .required()
      .positive();
}

void StarTracker::describe(Descriptor<StarTracker>& d) {
  d.type("StarTracker", "A sampled sensor of the attitude of a frame.");
  d.role(PartRole::sensor);
  d.frame("on", &StarTracker::on, "the frame in which the sensor is fixed, with the same axes")
      .required();
  d.axis("boresight", &StarTracker::boresight, "direction of the boresight, in the axes of 'on'");
  d.object("sigma", &StarTracker::sigma,
           "standard deviation of the white noise; a number: about all axes");
  d.vector("bias", &StarTracker::bias, "rad", "a known rotation of the measurement, in its axes");
  d.value("max_rate", &StarTracker::max_rate, "rad/s",
          "largest angular rate at which the sensor measures")
      .positive()
      .default_text("any");
  d.object("exclusion", &StarTracker::exclusion,
           "exclusion of the Sun: no measurement while the Sun is near the boresight");
  d.period("sample", &StarTracker::sample, "sampling period or rate");
  d.value("latency", &StarTracker::latency, "s", "delay from the measurement to the outputs")
      .structural()
      .non_negative();
  d.quaternion_output("orientation",
                      "rotates the frame's axes into the world's; the last valid one")
      .main();
  d.output("valid", "", "1 if the last sample was valid").main();
}

void StarTracker::build(PartBuilder& b) const {
  SensorClock clock(b, sample);
  if (!clock.is_sound()) return;
  const detail::FrameMotion motion(b.assembly().symbols(), on.path);
  const Rotation<Expr> R = motion.orientation();
  const auto& a = boresight.direction;
  const Vector3<Expr> along(a[0], a[1], a[2]);
  Expr is_valid = 1.0;
  if (max_rate) {
    const Vector3<Expr> w = motion.vector(FrameOutput::angular_velocity);
    is_valid = less_equal(dot<Expr>(w, w), square(*max_rate));
  }
  if (exclusion) {
    const Expr apart = angle_between(R.inverse() * exclusion->sun, along);
    is_valid = logical_and(is_valid, less_equal(exclusion->angle, apart));
  }
  Vector3<Expr> error = bias.value_or(Vector3<Expr>(0.0, 0.0, 0.0));
  if (sigma) {
    const Vector3<Expr> drawn = add_rotation_error(clock, {}, {1.0, 1.0, 1.0});
    const Vector3<Expr> about = dot<Expr>(drawn, along) * along;
    error += sigma->across * (drawn - about) + sigma->about.value_or(sigma->across) * about;
  }
  const Rotation<Expr> measured = R * Rotation<Expr>::from_rotation_vector(error);
  const Vector4<Expr> q = measured.coefficients();
  LateOutputs outputs(b, clock, latency);
  outputs.set("orientation",
              clock.add_last(is_valid, "orientation", std::vector<Expr>{q[0], q[1], q[2], q[3]}));
  outputs.set("valid", {is_valid});
  const Rotation<Expr> known = bias ? R * Rotation<Expr>::from_rotation_vector(*bias) : R;
  const Vector4<Expr> e = known.coefficients();
  InstalledQuantity installed{.output = "orientation",
                              .components = {"w", "x", "y", "z"},
                              .exact = {e[0], e[1], e[2], e[3]}};
  for (int i = 0; i < 3; ++i) {
    // Of an axis that leans against the boresight: its share of both deviations.
    const Expr across = sigma ? sigma->across : Expr(0.0);
    const Expr about = sigma ? sigma->about.value_or(sigma->across) : Expr(0.0);
    const Expr variance = square(across) + square(along[i]) * (square(about) - square(across));
    installed.sigma.push_back(variance.is_constant(0.0) ? Expr(0.0) : sqrt(variance));
  }
  installed.valid_output = "valid";
  install(b, outputs, latency, installed);
}

}  // namespace holon
