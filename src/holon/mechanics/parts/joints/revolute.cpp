// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/joints/revolute.h"

#include "holon/mechanics/machine/joint_part.h"

namespace holon {

void Revolute::describe(Descriptor<Revolute>& d) {
  d.type("Revolute",
         "A revolute joint: the child frame rotates about an axis of the parent frame.");
  detail::describe_ends(d);
  d.axis("axis", &Revolute::axis, "axis of rotation, in the joint's frame");
  detail::describe_freedoms<Revolute>(
      d, JointType::revolute,
      {{&Revolute::motion, &Revolute::torque, &Revolute::stiffness, &Revolute::rest,
        &Revolute::damping, &Revolute::friction, &Revolute::limits}});
  detail::describe_start(d);
  detail::describe_reaction(d);
  d.port("flange", "rotation",
         "for bonds: rate and torque; with a prescribed motion it gives the flow");
}

void Revolute::build(PartBuilder& b) const {
  Mechanism::Joint joint;
  joint.type = JointType::revolute;
  joint.axis = detail::direction_of(axis);
  detail::build_freedoms(b, between, origin, std::move(joint),
                         {{motion,
                           {torque, stiffness, rest, damping, {}},
                           initial.angle,
                           initial.rate,
                           guess.angle,
                           guess.rate,
                           friction,
                           limits}});
}

}  // namespace holon
