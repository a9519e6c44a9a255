// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/mechanism/start.h"

namespace holon {

void AngleStart::describe(Fields<AngleStart>& f) {
  f.value("angle", &AngleStart::angle, "rad", "angle at the start").varying();
  f.value("rate", &AngleStart::rate, "rad/s", "its rate at the start").varying();
}

void PositionStart::describe(Fields<PositionStart>& f) {
  f.value("position", &PositionStart::position, "m", "position at the start").varying();
  f.value("speed", &PositionStart::speed, "m/s", "speed at the start").varying();
}

void RotationTranslationStart::describe(Fields<RotationTranslationStart>& f) {
  f.value("angle", &RotationTranslationStart::angle, "rad", "angle at the start").varying();
  f.value("rate", &RotationTranslationStart::rate, "rad/s", "its rate at the start").varying();
  f.value("position", &RotationTranslationStart::position, "m", "position at the start").varying();
  f.value("speed", &RotationTranslationStart::speed, "m/s", "speed at the start").varying();
}

void TwoAnglesStart::describe(Fields<TwoAnglesStart>& f) {
  f.value("angle1", &TwoAnglesStart::angle1, "rad", "angle about 'axis' at the start").varying();
  f.value("rate1", &TwoAnglesStart::rate1, "rad/s", "its rate at the start").varying();
  f.value("angle2", &TwoAnglesStart::angle2, "rad", "angle about 'axis2' at the start").varying();
  f.value("rate2", &TwoAnglesStart::rate2, "rad/s", "its rate at the start").varying();
}

void PlanarStart::describe(Fields<PlanarStart>& f) {
  f.value("x", &PlanarStart::x, "m", "displacement along x at the start").varying();
  f.value("y", &PlanarStart::y, "m", "displacement along y at the start").varying();
  f.value("angle", &PlanarStart::angle, "rad", "angle at the start").varying();
  f.value("speed_x", &PlanarStart::speed_x, "m/s", "speed along x at the start").varying();
  f.value("speed_y", &PlanarStart::speed_y, "m/s", "speed along y at the start").varying();
  f.value("rate", &PlanarStart::rate, "rad/s", "rate of the angle at the start").varying();
}

void AttitudeStart::describe(Fields<AttitudeStart>& f) {
  f.orientation("orientation", &AttitudeStart::orientation,
                "orientation of the child at the start, in the parent")
      .varying();
  f.vector("angular_velocity", &AttitudeStart::angular_velocity, "rad/s",
           "angular velocity relative to the parent at the start, in the child's axes")
      .varying();
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
  f.orientation("orientation", &FreeStart::orientation, "orientation at the start, in the parent")
      .varying();
  f.vector("velocity", &FreeStart::velocity, "m/s", "velocity at the start, in the parent's axes")
      .varying();
  f.vector("angular_velocity", &FreeStart::angular_velocity, "rad/s",
           "angular velocity at the start, in the body's own axes")
      .varying();
}

}  // namespace holon
