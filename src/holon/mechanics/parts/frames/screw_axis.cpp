// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/frames/screw_axis.h"

#include "holon/mechanics/mechanism/frame_motion.h"
#include "holon/mechanics/mechanism/motor_axis.h"
#include "holon/spatial/vector.h"

namespace holon {

void ScrewAxis::describe(Descriptor<ScrewAxis>& d) {
  d.type("ScrewAxis", "The instantaneous screw axis of a body's motion relative to another body.");
  d.role(PartRole::frame);
  d.frame("of", &ScrewAxis::of, "a frame of the moving body").required();
  d.frame("to", &ScrewAxis::to, "a frame of the reference body");
  d.value("threshold", &ScrewAxis::threshold, "rad/s",
          "relative rate below which the motion counts as a translation")
      .positive();
  d.vector_output("point", "m", "the axis' point nearest to the origin of 'of', in world axes");
  d.vector_output("direction", "",
                  "of the angular velocity, in world axes; of a translation, of "
                  "the velocity");
  d.output("pitch", "m/rad",
           "translation along the axis per angle; infinite for a translation, 0 at rest")
      .main();
  d.output("rate", "rad/s", "magnitude of the relative angular velocity").main();
  d.output("speed", "m/s", "along the axis");
}

void ScrewAxis::build(PartBuilder& b) const {
  if (of == to) {
    b.error("to", "a frame does not move relative to itself", "name a frame of another body");
    return;
  }
  const std::shared_ptr<Symbols> symbols = b.assembly().symbols();
  const detail::FrameMotion seen(symbols, of.path), from(symbols, to.path);
  const auto motor = [seen, from] {
    const Vector3<Expr> p = seen.vector(FrameOutput::position);
    const Vector3<Expr> w = from.vector(FrameOutput::angular_velocity);
    const Vector3<Expr> dragged = from.vector(FrameOutput::velocity) +
                                  cross(w, Vector3<Expr>(p - from.vector(FrameOutput::position)));
    return detail::MotorAtPoint{p, seen.vector(FrameOutput::angular_velocity) - w,
                                seen.vector(FrameOutput::velocity) - dragged};
  };
  detail::define_motor_axis(b, {motor, threshold, "rate", "speed"});
}

}  // namespace holon
