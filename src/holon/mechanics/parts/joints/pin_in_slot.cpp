// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/joints/pin_in_slot.h"

#include "holon/mechanics/machine/joint_part.h"

namespace holon {

void PinInSlot::describe(Descriptor<PinInSlot>& d) {
  d.type(
      "PinInSlot",
      "A pin in a slot: the child frame rotates about an axis of the parent frame and translates "
      "across it, along a straight slot.");
  detail::describe_ends(d);
  d.axis("axis", &PinInSlot::axis,
         "axis of the pin, in the joint's frame; the slot is normal to it, along x");
  detail::describe_freedoms<PinInSlot>(
      d, JointType::pin_in_slot,
      {{&PinInSlot::motion_angle, &PinInSlot::torque, &PinInSlot::stiffness_angle,
        &PinInSlot::rest_angle, &PinInSlot::damping_angle, &PinInSlot::friction_angle,
        &PinInSlot::limits_angle},
       {&PinInSlot::motion_position, &PinInSlot::force, &PinInSlot::stiffness_position,
        &PinInSlot::rest_position, &PinInSlot::damping_position, &PinInSlot::friction_position,
        &PinInSlot::limits_position}});
  detail::describe_start(d);
  detail::describe_reaction(d);
}

void PinInSlot::build(PartBuilder& b) const {
  Mechanism::Joint joint;
  joint.type = JointType::pin_in_slot;
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
