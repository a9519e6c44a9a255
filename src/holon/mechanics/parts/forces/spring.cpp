// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/forces/spring.h"

#include "holon/mechanics/machine/force_part.h"

namespace holon {

void Spring::describe(Descriptor<Spring>& d) {
  d.type("Spring", "A spring along the line between two frames.");
  detail::describe_two_frames(d);
  d.value("stiffness", &Spring::stiffness, "N/m", "force per length")
      .required()
      .non_negative()
      .varying();
  d.value("length", &Spring::length, "m", "of the spring without force").non_negative().varying();
  d.value("force", &Spring::force, "N", "added to the law: a tensile force by formula").varying();
  detail::describe_line(d, "force");
  d.output("energy", "J", "stored in it");
}

void Spring::build(PartBuilder& b) const {
  Mechanism::Pull pull;
  pull.stiffness = stiffness;
  pull.length = length;
  pull.force = force;
  detail::define_pull_energy(
      b, detail::build_pull(b, between, std::move(pull), SceneLink::Kind::spring, "force"));
}

}  // namespace holon
