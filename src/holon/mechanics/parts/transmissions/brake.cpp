// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/transmissions/brake.h"

#include "holon/mechanics/machine/slip.h"

namespace holon {

void Brake::describe(Descriptor<Brake>& d) {
  d.type("Brake", "A friction brake of a joint.");
  d.role(PartRole::coupling);
  d.text("joint", &Brake::joint, "the joint that it brakes").required().names_joints();
  d.value("torque", &Brake::torque, "N m", "friction torque while it slips; 0: released")
      .required()
      .varying()
      .non_negative();
  d.value("static", &Brake::static_torque, "N m",
          "static friction torque; default: the torque while it slips")
      .varying()
      .non_negative();
  d.output("braking_torque", "N m", "of the joint on the brake; it acts opposite on the joint")
      .main();
  d.output("slip", "rad/s", "rate of the joint");
  d.output("sticks", "", "1 while it sticks, 0 while it slips");
  d.output("loss", "W", "dissipated power").main();
}

void Brake::build(PartBuilder& b) const {
  detail::when_all_are_built(b, [brake = *this](PartBuilder& part) {
    using enum detail::FreedomKind;
    const auto found = detail::find_joint_freedom(part, "joint", brake.joint, rotation);
    if (!found) return;
    if (found->is_prescribed(Machine::of(part)->mechanism)) {
      part.error("joint", "the motion of '" + brake.joint + "' is prescribed: no brake can stop it",
                 "leave out its 'motion', or the brake");
      return;
    }
    const Expr most = brake.static_torque.value_or(brake.torque);
    detail::add_slip_pair(part, {*found, {}, brake.torque, most}, "braking_torque");
  });
}

}  // namespace holon
