// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/forces/spring_damper.h"

#include "holon/mechanics/machine/force_part.h"

namespace holon {

void SpringDamper::describe(Descriptor<SpringDamper>& d) {
  d.type("SpringDamper", "A spring and a damper side by side along the line between two frames.");
  detail::describe_two_frames(d);
  d.value("stiffness", &SpringDamper::stiffness, "N/m", "force per length")
      .required()
      .non_negative()
      .varying();
  d.value("length", &SpringDamper::length, "m", "of the spring without force")
      .non_negative()
      .varying();
  d.value("damping", &SpringDamper::damping, "N s/m", "force per speed")
      .required()
      .non_negative()
      .varying();
  d.value("force", &SpringDamper::force, "N", "added to the law: a tensile force by formula")
      .varying();
  detail::describe_line(d, "force");
  d.output("energy", "J", "stored in the spring");
}

void SpringDamper::build(PartBuilder& b) const {
  Mechanism::Pull pull;
  pull.stiffness = stiffness;
  pull.length = length;
  pull.damping = damping;
  pull.force = force;
  detail::define_pull_energy(
      b, detail::build_pull(b, between, std::move(pull), SceneLink::Kind::spring_damper, "force"));
}

}  // namespace holon
