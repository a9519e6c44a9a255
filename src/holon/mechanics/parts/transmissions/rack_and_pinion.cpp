// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/transmissions/rack_and_pinion.h"

#include "holon/mechanics/machine/mesh.h"

namespace holon {

void RackAndPinion::describe(Descriptor<RackAndPinion>& d) {
  d.type("RackAndPinion", "A pinion that meshes with a rack.");
  d.role(PartRole::coupling);
  d.texts("joints", &RackAndPinion::joints, "the joints of the pinion and of the rack")
      .required()
      .names_joints();
  d.value("radius", &RackAndPinion::radius, "m",
          "pitch radius: displacement of the rack per angle of the pinion, which may be negative")
      .required();
  d.value("efficiency", &RackAndPinion::efficiency, "",
          "output power over input power, in both directions")
      .above(0)
      .at_most(1);
  d.value("backlash", &RackAndPinion::backlash, "m",
          "total clearance, measured at the rack; default: none")
      .positive();
  d.value("restitution", &RackAndPinion::restitution, "", "coefficient of restitution of the teeth")
      .at_least(0)
      .at_most(1);
  d.output("tooth_force", "N", "of the pinion on the rack").main();
  d.output("friction_force", "N", "of its losses, at the pitch circle");
  d.output("play", "m",
           "displacement of the pinion's pitch circle from the middle of the backlash");
  d.output("power", "W", "transmitted from the pinion to the rack, before losses");
  d.output("loss", "W", "dissipated power");
}

void RackAndPinion::build(PartBuilder& b) const {
  if (radius.is_constant(0.0)) {
    b.error("radius", "a radius of 0 would stop the rack", "give the radius of the pitch circle");
    return;
  }
  if (!backlash && !restitution.is_constant(0.0)) {
    b.error("restitution", "'restitution' has no effect without 'backlash'", "leave it out");
  }
  detail::when_all_are_built(b, [rack = *this](PartBuilder& part) {
    using enum detail::FreedomKind;
    const auto found =
        detail::find_joint_freedoms(part, "joints", rack.joints, {rotation, translation});
    if (!found) return;
    detail::Mesh mesh{(*found)[0], (*found)[1]};
    mesh.first_scale = rack.radius;
    mesh.efficiency = rack.efficiency;
    mesh.backlash = rack.backlash;
    mesh.restitution = rack.restitution;
    mesh.force = "tooth_force";
    detail::add_mesh(part, mesh, "friction_force");
  });
}

}  // namespace holon
