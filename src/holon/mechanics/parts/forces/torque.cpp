// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/forces/torque.h"

#include "holon/mechanics/machine/force_part.h"

namespace holon {

void Torque::describe(Descriptor<Torque>& d) {
  d.type("Torque", "A torque on the body of a frame.");
  d.role(PartRole::force);
  d.frame("on", &Torque::on, "a frame of the body it acts on").required().acted_on();
  d.frame("in", &Torque::in, "the frame whose axes its components are in");
  d.vector("torque", &Torque::torque, "N m", "its components").required().varying();
  d.vector_output("world_torque", "N m", "its components in world axes");
  d.output("power", "W", "delivered to the body");
}

void Torque::build(PartBuilder& b) const {
  Mechanism::Wrench wrench;
  wrench.on = on.path;
  wrench.axes = in.path;
  wrench.torque = torque;
  detail::add_wrench(b, std::move(wrench), SceneArrow::Kind::torque);
}

}  // namespace holon
