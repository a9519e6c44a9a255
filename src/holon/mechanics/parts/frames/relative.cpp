// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/frames/relative.h"

#include "holon/mechanics/mechanism/frame_motion.h"

namespace holon {

namespace {

/// Both frames, and what one sees of the other.
class View {
 public:
  View(PartBuilder& b, const Relative& relative)
      : of_(b.assembly().symbols(), relative.of.path),
        to_(b.assembly().symbols(), relative.to.path) {}

  Vector3<Expr> position() const { return into(gap(FrameOutput::position)); }
  Rotation<Expr> orientation() const { return to_.orientation().inverse() * of_.orientation(); }
  Vector3<Expr> velocity() const { return into(drift()); }
  Vector3<Expr> acceleration() const {
    const Vector3<Expr> w = to_.vector(FrameOutput::angular_velocity);
    const Vector3<Expr> p = gap(FrameOutput::position);
    const Vector3<Expr> euler = cross(to_.vector(FrameOutput::angular_acceleration), p);
    return into(gap(FrameOutput::acceleration) - euler - cross(w, cross(w, p)) -
                Expr(2.0) * cross(w, drift()));
  }
  Vector3<Expr> angular_velocity() const { return into(gap(FrameOutput::angular_velocity)); }
  Vector3<Expr> angular_acceleration() const {
    return into(
        gap(FrameOutput::angular_acceleration) -
        cross(to_.vector(FrameOutput::angular_velocity), gap(FrameOutput::angular_velocity)));
  }
  Expr distance() const { return norm(position()); }
  Expr distance_rate() const {
    // Where the frames meet the distance grows with the speed, whatever its direction.
    const Vector3<Expr> p = position(), v = velocity();
    const Expr length = norm(p), apart = less(0.0, length);
    return select(apart, dot(p, v) / length, norm(v));
  }

 private:
  Vector3<Expr> gap(FrameOutput which) const { return of_.vector(which) - to_.vector(which); }
  /// Velocity against what turns with `to`, in world axes.
  Vector3<Expr> drift() const {
    return gap(FrameOutput::velocity) -
           cross(to_.vector(FrameOutput::angular_velocity), gap(FrameOutput::position));
  }
  Vector3<Expr> into(const Vector3<Expr>& v) const { return to_.orientation().inverse() * v; }

  detail::FrameMotion of_, to_;
};

std::vector<Expr> list(const Vector3<Expr>& v) { return {v[0], v[1], v[2]}; }

}  // namespace

void Relative::describe(Descriptor<Relative>& d) {
  d.type("Relative", "The motion of a frame relative to another one, in the axes of that one.");
  d.role(PartRole::frame);
  d.frame("of", &Relative::of, "the observed frame").required();
  d.frame("to", &Relative::to, "the reference frame");
  d.vector_output("position", "m", "of the frame's origin").main();
  d.output("distance", "m", "of the origins");
  d.output("distance_rate", "m/s", "its rate");
  d.quaternion_output("orientation", "rotates the frame's axes into those of 'to'");
  d.vector_output("rpy", "rad", "the same as roll, pitch and yaw about the axes of 'to'");
  d.vector_output("velocity", "m/s", "rate of the position");
  d.vector_output("angular_velocity", "rad/s", "relative to 'to'");
  d.vector_output("acceleration", "m/s^2", "rate of the velocity");
  d.vector_output("angular_acceleration", "rad/s^2", "rate of the angular velocity");
}

void Relative::build(PartBuilder& b) const {
  if (of == to) b.error("to", "a frame does not move relative to itself", "name another frame");
  const auto view = std::make_shared<const View>(b, *this);
  const auto define = [&](const char* name, Vector3<Expr> (View::*calc)() const) {
    b.define_output(name, [=] { return list((view.get()->*calc)()); });
  };
  define("position", &View::position);
  define("velocity", &View::velocity);
  define("acceleration", &View::acceleration);
  define("angular_velocity", &View::angular_velocity);
  define("angular_acceleration", &View::angular_acceleration);
  b.define_output("orientation", [view]() -> std::vector<Expr> {
    const Rotation<Expr> R = view->orientation();
    return {R.w(), R.x(), R.y(), R.z()};
  });
  b.define_output("rpy", [view] { return list(view->orientation().to_rpy()); });
  b.define_output("distance", [view] { return std::vector<Expr>{view->distance()}; });
  b.define_output("distance_rate", [view] { return std::vector<Expr>{view->distance_rate()}; });
}

}  // namespace holon
