// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/cable.h"

#include "holon/mechanics/force_part.h"

namespace holon {

void Cable::describe(Descriptor<Cable>& d) {
  d.type("Cable", "An elastic cable between two frames: it pulls only.");
  detail::describe_two_frames(d);
  d.value("length", &Cable::length, "m", "of the cable without tension")
      .required()
      .positive()
      .varying();
  d.value("stiffness", &Cable::stiffness, "N/m", "tension per length").positive().varying();
  d.value("damping", &Cable::damping, "N s/m", "tension per speed").non_negative().varying();
  detail::describe_line(d, "tension");
  d.output("energy", "J", "stored in it");
}

void Cable::build(PartBuilder& b) const {
  if (!stiffness || !damping) {
    b.error("", "a cable that does not stretch is not in this version yet",
            "give it a 'stiffness' and a 'damping'");
  }
  Mechanism::Pull pull;
  pull.slack = true;
  pull.length = length;
  pull.stiffness = stiffness.value_or(0.0);
  pull.damping = damping.value_or(0.0);
  detail::define_pull_energy(
      b, detail::build_pull(b, between, std::move(pull), SceneLink::Kind::cable, "tension"));
}

}  // namespace holon
