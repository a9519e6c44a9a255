// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/forces/force.h"

#include "holon/mechanics/machine/force_part.h"

namespace holon {

void Force::describe(Descriptor<Force>& d) {
  d.type("Force", "A force on a frame, at its origin.");
  d.role(PartRole::force);
  d.frame("on", &Force::on, "the frame it acts on").required().acted_on();
  d.frame("in", &Force::in, "the frame whose axes its components are in");
  d.vector("force", &Force::force, "N", "its components").required().varying();
  d.vector_output("world_force", "N", "its components in world axes");
  d.output("power", "W", "delivered to the body");
}

void Force::build(PartBuilder& b) const {
  Mechanism::Wrench wrench;
  wrench.on = on.path;
  wrench.axes = in.path;
  wrench.force = force;
  detail::add_wrench(b, std::move(wrench), SceneArrow::Kind::force);
}

}  // namespace holon
