// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/revolute.h"

#include "holon/mechanics/joint_part.h"

namespace holon {

void Revolute::describe(Descriptor<Revolute>& d) {
  d.type("Revolute", "A hinge: the child frame turns about an axis of the parent frame.");
  detail::describe_ends(d);
  d.axis("axis", &Revolute::axis, "axis of the turn, in the joint's frame");
  d.value("motion", &Revolute::motion, "rad", "prescribes the angle").varying();
  d.value("torque", &Revolute::torque, "N m", "torque of the parent on the child about the axis")
      .varying();
  d.value("stiffness", &Revolute::stiffness, "N m/rad", "of a spring about the axis")
      .varying()
      .non_negative();
  d.value("rest", &Revolute::rest, "rad", "angle at which the spring is at rest").varying();
  d.value("damping", &Revolute::damping, "N m s/rad", "viscous friction").varying().non_negative();
  d.object("initial", &Revolute::initial, "the start");
  d.object("guess", &Revolute::guess, "the start of the search for what 'initial' leaves open");
  detail::describe_later(d);
  d.output("angle", "rad", "turn of the child against the parent, not wrapped").main();
  d.output("rate", "rad/s", "its rate");
  d.output("acceleration", "rad/s^2", "its acceleration");
  detail::describe_reaction(d);
}

void Revolute::build(PartBuilder& b) const {
  detail::StraightJoint values;
  values.type = JointType::revolute;
  values.coordinate = "angle";
  values.rate = "rate";
  values.effort = "torque";
  values.motion = motion;
  values.freedom.effort = torque;
  values.freedom.stiffness = stiffness;
  values.freedom.rest = rest;
  values.freedom.damping = damping;
  values.initial_q = initial.angle;
  values.initial_v = initial.rate;
  values.guess_q = guess.angle;
  values.guess_v = guess.rate;
  detail::build_straight_joint(b, between, origin, axis, std::move(values));
}

}  // namespace holon
