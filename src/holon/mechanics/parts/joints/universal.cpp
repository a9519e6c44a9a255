// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/joints/universal.h"

#include <Eigen/Geometry>

#include "holon/mechanics/machine/joint_part.h"

namespace holon {

void Universal::describe(Descriptor<Universal>& d) {
  d.type("Universal",
         "A universal (Cardan) joint: the child frame rotates about an axis of the parent's side "
         "and one of its own.");
  detail::describe_ends(d);
  d.axis("axis", &Universal::axis, "axis on the parent's side, in the joint's frame");
  d.axis("axis2", &Universal::axis2, "axis on the child's side, in the child frame");
  detail::describe_freedoms<Universal>(
      d, JointType::universal,
      {{&Universal::motion1, &Universal::torque1, &Universal::stiffness1, &Universal::rest1,
        &Universal::damping1, &Universal::friction1, &Universal::limits1},
       {&Universal::motion2, &Universal::torque2, &Universal::stiffness2, &Universal::rest2,
        &Universal::damping2, &Universal::friction2, &Universal::limits2}});
  detail::describe_start(d);
  detail::describe_reaction(d);
}

void Universal::build(PartBuilder& b) const {
  Mechanism::Joint joint;
  joint.type = JointType::universal;
  joint.axis = detail::direction_of(axis);
  joint.axis2 = detail::direction_of(axis2);
  // Less than a drawing can show.
  constexpr double kParallel = 1e-9;
  if (joint.axis.cross(joint.axis2).norm() < kParallel) {
    b.error("axis2", "'axis2' is parallel to 'axis', so that both angles are one",
            "for a rotation about one axis use a Revolute");
  }
  detail::build_freedoms(b, between, origin, std::move(joint),
                         {{motion1,
                           {torque1, stiffness1, rest1, damping1, {}},
                           initial.angle1,
                           initial.rate1,
                           guess.angle1,
                           guess.rate1,
                           friction1,
                           limits1},
                          {motion2,
                           {torque2, stiffness2, rest2, damping2, {}},
                           initial.angle2,
                           initial.rate2,
                           guess.angle2,
                           guess.rate2,
                           friction2,
                           limits2}});
}

}  // namespace holon
