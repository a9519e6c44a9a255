// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/transmissions/gear.h"

#include "holon/mechanics/machine/mesh.h"

namespace holon {

void Gear::describe(Descriptor<Gear>& d) {
  d.type("Gear", "A gear pair between two joints.");
  d.role(PartRole::coupling);
  d.texts("joints", &Gear::joints, "the two joints whose angles it couples")
      .required()
      .names_joints();
  d.value("ratio", &Gear::ratio, "",
          "rate of the first joint over that of the second; negative for external gears")
      .required();
  d.value("efficiency", &Gear::efficiency, "", "output power over input power, in both directions")
      .above(0)
      .at_most(1);
  d.value("backlash", &Gear::backlash, "rad",
          "total clearance, measured at the second joint; default: none")
      .positive();
  d.value("restitution", &Gear::restitution, "", "coefficient of restitution of the teeth")
      .at_least(0)
      .at_most(1);
  d.output("tooth_torque", "N m", "transmitted from the first to the second, at the first joint")
      .main();
  d.output("friction_torque", "N m", "of its losses, at the first joint");
  d.output("play", "rad", "angle of the first joint from the middle of the backlash");
  d.output("power", "W", "transmitted from the first to the second, before losses");
  d.output("loss", "W", "dissipated power");
}

void Gear::build(PartBuilder& b) const {
  if (ratio.is_constant(0.0)) {
    b.error("ratio", "a ratio of 0 would stop the first joint", "give the ratio of the teeth");
    return;
  }
  if (!backlash && !restitution.is_constant(0.0)) {
    b.error("restitution", "'restitution' has no effect without 'backlash'", "leave it out");
  }
  detail::when_all_are_built(b, [gear = *this](PartBuilder& part) {
    using enum detail::FreedomKind;
    const auto found =
        detail::find_joint_freedoms(part, "joints", gear.joints, {rotation, rotation});
    if (!found) return;
    detail::Mesh mesh{(*found)[0], (*found)[1]};
    mesh.second_scale = gear.ratio;
    mesh.efficiency = gear.efficiency;
    if (gear.backlash) mesh.backlash = abs(gear.ratio) * *gear.backlash;
    mesh.restitution = gear.restitution;
    mesh.force = "tooth_torque";
    detail::add_mesh(part, mesh, "friction_torque");
  });
}

}  // namespace holon
