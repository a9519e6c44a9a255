// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/start.h"

namespace holon {

void AngleStart::describe(Fields<AngleStart>& f) {
  f.value("angle", &AngleStart::angle, "rad", "angle at the start").varying();
  f.value("rate", &AngleStart::rate, "rad/s", "its rate at the start").varying();
}

void PositionStart::describe(Fields<PositionStart>& f) {
  f.value("position", &PositionStart::position, "m", "position at the start").varying();
  f.value("speed", &PositionStart::speed, "m/s", "speed at the start").varying();
}

void PointStart::describe(Fields<PointStart>& f) {
  f.vector("position", &PointStart::position, "m", "position at the start, in world axes")
      .varying();
  f.vector("velocity", &PointStart::velocity, "m/s", "velocity at the start, in world axes")
      .varying();
}

void FreeStart::describe(Fields<FreeStart>& f) {
  f.vector("position", &FreeStart::position, "m", "position at the start, in the parent's axes")
      .varying();
  f.orientation("orientation", &FreeStart::orientation, "attitude at the start, in the parent")
      .varying();
  f.vector("velocity", &FreeStart::velocity, "m/s", "velocity at the start, in the parent's axes")
      .varying();
  f.vector("angular_velocity", &FreeStart::angular_velocity, "rad/s",
           "angular velocity at the start, in the body's own axes")
      .varying();
}

}  // namespace holon
