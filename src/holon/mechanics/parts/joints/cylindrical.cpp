// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/joints/cylindrical.h"

#include "holon/mechanics/machine/joint_part.h"

namespace holon {

void Cylindrical::describe(Descriptor<Cylindrical>& d) {
  d.type("Cylindrical",
         "A cylindrical joint: the child frame rotates about an axis of the parent frame and "
         "translates along it.");
  detail::describe_ends(d);
  d.axis("axis", &Cylindrical::axis, "axis of rotation and translation, in the joint's frame");
  detail::describe_freedoms<Cylindrical>(
      d, JointType::cylindrical,
      {{&Cylindrical::motion_angle, &Cylindrical::torque, &Cylindrical::stiffness_angle,
        &Cylindrical::rest_angle, &Cylindrical::damping_angle, &Cylindrical::friction_angle,
        &Cylindrical::limits_angle},
       {&Cylindrical::motion_position, &Cylindrical::force, &Cylindrical::stiffness_position,
        &Cylindrical::rest_position, &Cylindrical::damping_position,
        &Cylindrical::friction_position, &Cylindrical::limits_position}});
  detail::describe_start(d);
  detail::describe_reaction(d);
}

void Cylindrical::build(PartBuilder& b) const {
  Mechanism::Joint joint;
  joint.type = JointType::cylindrical;
  joint.axis = detail::direction_of(axis);
  detail::build_freedoms(b, between, origin, std::move(joint),
                         {{motion_angle,
                           {torque, stiffness_angle, rest_angle, damping_angle, {}},
                           initial.angle,
                           initial.rate,
                           guess.angle,
                           guess.rate,
                           friction_angle,
                           limits_angle},
                          {motion_position,
                           {force, stiffness_position, rest_position, damping_position, {}},
                           initial.position,
                           initial.speed,
                           guess.position,
                           guess.speed,
                           friction_position,
                           limits_position}});
}

}  // namespace holon
