// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/prismatic.h"

#include "holon/mechanics/joint_part.h"

namespace holon {

void Prismatic::describe(Descriptor<Prismatic>& d) {
  d.type("Prismatic", "A slide: the child frame moves along an axis of the parent frame.");
  detail::describe_ends(d);
  d.axis("axis", &Prismatic::axis, "direction of the slide, in the joint's frame");
  d.value("motion", &Prismatic::motion, "m", "prescribes the position").varying();
  d.value("force", &Prismatic::force, "N", "force of the parent on the child along the axis")
      .varying();
  d.value("stiffness", &Prismatic::stiffness, "N/m", "of a spring along the axis")
      .varying()
      .non_negative();
  d.value("rest", &Prismatic::rest, "m", "position at which the spring is at rest").varying();
  d.value("damping", &Prismatic::damping, "N s/m", "viscous friction").varying().non_negative();
  d.object("initial", &Prismatic::initial, "the start");
  d.object("guess", &Prismatic::guess, "the start of the search for what 'initial' leaves open");
  detail::describe_later(d);
  d.output("position", "m", "way of the child against the parent").main();
  d.output("speed", "m/s", "its rate");
  d.output("acceleration", "m/s^2", "its acceleration");
  detail::describe_reaction(d);
}

void Prismatic::build(PartBuilder& b) const {
  detail::StraightJoint values;
  values.type = JointType::prismatic;
  values.coordinate = "position";
  values.rate = "speed";
  values.effort = "force";
  values.motion = motion;
  values.freedom.effort = force;
  values.freedom.stiffness = stiffness;
  values.freedom.rest = rest;
  values.freedom.damping = damping;
  values.initial_q = initial.position;
  values.initial_v = initial.speed;
  values.guess_q = guess.position;
  values.guess_v = guess.speed;
  detail::build_straight_joint(b, between, origin, axis, std::move(values));
}

}  // namespace holon
