// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/joints/prismatic.h"

#include "holon/mechanics/machine/joint_part.h"

namespace holon {

void Prismatic::describe(Descriptor<Prismatic>& d) {
  d.type("Prismatic",
         "A prismatic joint: the child frame translates along an axis of the parent frame.");
  detail::describe_ends(d);
  d.axis("axis", &Prismatic::axis, "direction of the translation, in the joint's frame");
  detail::describe_freedoms<Prismatic>(
      d, JointType::prismatic,
      {{&Prismatic::motion, &Prismatic::force, &Prismatic::stiffness, &Prismatic::rest,
        &Prismatic::damping, &Prismatic::friction, &Prismatic::limits}});
  detail::describe_start(d);
  detail::describe_reaction(d);
  d.port("flange", "translation",
         "for bonds: speed and force; with a prescribed motion it gives the flow");
}

void Prismatic::build(PartBuilder& b) const {
  Mechanism::Joint joint;
  joint.type = JointType::prismatic;
  joint.axis = detail::direction_of(axis);
  detail::build_freedoms(b, between, origin, std::move(joint),
                         {{motion,
                           {force, stiffness, rest, damping, {}},
                           initial.position,
                           initial.speed,
                           guess.position,
                           guess.speed,
                           friction,
                           limits}});
}

}  // namespace holon
