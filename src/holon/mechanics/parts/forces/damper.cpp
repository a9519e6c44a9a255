// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/forces/damper.h"

#include "holon/mechanics/machine/force_part.h"

namespace holon {

void Damper::describe(Descriptor<Damper>& d) {
  d.type("Damper", "A damper along the line between two frames.");
  detail::describe_two_frames(d);
  d.value("damping", &Damper::damping, "N s/m", "force per speed")
      .required()
      .non_negative()
      .varying();
  d.value("force", &Damper::force, "N", "added to the law: a tensile force by formula").varying();
  detail::describe_line(d, "force");
}

void Damper::build(PartBuilder& b) const {
  Mechanism::Pull pull;
  pull.damping = damping;
  pull.force = force;
  detail::build_pull(b, between, std::move(pull), SceneLink::Kind::damper, "force");
}

}  // namespace holon
