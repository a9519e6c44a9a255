// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/joints/planar.h"

#include "holon/mechanics/machine/joint_part.h"

namespace holon {

void Planar::describe(Descriptor<Planar>& d) {
  d.type("Planar",
         "A planar joint: the child frame moves in a plane of the parent frame and rotates about "
         "its normal.");
  detail::describe_ends(d);
  d.axis("axis", &Planar::axis, "normal of the plane, in the joint's frame");
  detail::describe_freedoms<Planar>(
      d, JointType::planar,
      {{&Planar::motion_x, &Planar::force_x, &Planar::stiffness_x, &Planar::rest_x,
        &Planar::damping_x, &Planar::friction_x, &Planar::limits_x},
       {&Planar::motion_y, &Planar::force_y, &Planar::stiffness_y, &Planar::rest_y,
        &Planar::damping_y, &Planar::friction_y, &Planar::limits_y},
       {&Planar::motion_angle, &Planar::torque, &Planar::stiffness_angle, &Planar::rest_angle,
        &Planar::damping_angle, &Planar::friction_angle, &Planar::limits_angle}});
  detail::describe_start(d);
  detail::describe_reaction(d);
}

void Planar::build(PartBuilder& b) const {
  Mechanism::Joint joint;
  joint.type = JointType::planar;
  joint.axis = detail::direction_of(axis);
  detail::build_freedoms(b, between, origin, std::move(joint),
                         {{motion_x,
                           {force_x, stiffness_x, rest_x, damping_x, {}},
                           initial.x,
                           initial.speed_x,
                           guess.x,
                           guess.speed_x,
                           friction_x,
                           limits_x},
                          {motion_y,
                           {force_y, stiffness_y, rest_y, damping_y, {}},
                           initial.y,
                           initial.speed_y,
                           guess.y,
                           guess.speed_y,
                           friction_y,
                           limits_y},
                          {motion_angle,
                           {torque, stiffness_angle, rest_angle, damping_angle, {}},
                           initial.angle,
                           initial.rate,
                           guess.angle,
                           guess.rate,
                           friction_angle,
                           limits_angle}});
}

}  // namespace holon
