// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/model/assembly/frame_motion.h"

namespace holon::detail {

Vector3<Expr> FrameMotion::vector(FrameOutput which) const {
  if (frame_ == "world") return {0.0, 0.0, 0.0};
  const std::string name = frame_ + "." + frame_outputs()[static_cast<std::size_t>(which)].name;
  return {symbols_->output(name + ".x"), symbols_->output(name + ".y"),
          symbols_->output(name + ".z")};
}

Rotation<Expr> FrameMotion::orientation() const {
  if (frame_ == "world") return {};
  const std::string name = frame_ + ".orientation";
  return {symbols_->output(name + ".w"), symbols_->output(name + ".x"),
          symbols_->output(name + ".y"), symbols_->output(name + ".z")};
}

Vector3<Expr> InertialMotion::angular_rate() const {
  const Vector3<Expr>& world = surroundings_->rotation;
  return motion_.vector(FrameOutput::angular_velocity_body) +
         motion_.orientation().inverse() * world;
}

Vector3<Expr> InertialMotion::specific_force() const {
  const Rotation<Expr> R = motion_.orientation();
  const Vector3<Expr> w = motion_.vector(FrameOutput::angular_velocity), r = R * arm_;
  const Vector3<Expr>& world = surroundings_->rotation;
  const Vector3<Expr> position = motion_.vector(FrameOutput::position) + r;
  const Vector3<Expr> velocity = motion_.vector(FrameOutput::velocity) + cross(w, r);
  const Vector3<Expr> acceleration = motion_.vector(FrameOutput::acceleration) +
                                     cross(motion_.vector(FrameOutput::angular_acceleration), r) +
                                     cross(w, cross(w, r));
  const Vector3<Expr> felt =
      acceleration + Expr(2.0) * cross(world, velocity) - surroundings_->gravity(position);
  return R.inverse() * felt;
}

}  // namespace holon::detail
