// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/transmissions/clutch.h"

#include "holon/mechanics/machine/slip.h"

namespace holon {

void Clutch::describe(Descriptor<Clutch>& d) {
  d.type("Clutch", "A friction clutch between two joints.");
  d.role(PartRole::coupling);
  d.texts("joints", &Clutch::joints, "the two joints that it connects").required().names_joints();
  d.value("torque", &Clutch::torque, "N m", "capacity while it slips; 0: open")
      .required()
      .varying()
      .non_negative();
  d.value("static", &Clutch::static_torque, "N m",
          "capacity while it sticks; default: that while it slips")
      .varying()
      .non_negative();
  d.output("transmitted_torque", "N m", "from the first to the second joint").main();
  d.output("slip", "rad/s", "rate of the first joint minus that of the second").main();
  d.output("sticks", "", "1 while it sticks, 0 while it slips");
  d.output("loss", "W", "dissipated power");
}

void Clutch::build(PartBuilder& b) const {
  detail::when_all_are_built(b, [clutch = *this](PartBuilder& part) {
    using enum detail::FreedomKind;
    const auto found =
        detail::find_joint_freedoms(part, "joints", clutch.joints, {rotation, rotation});
    if (!found) return;
    const Expr most = clutch.static_torque.value_or(clutch.torque);
    detail::add_slip_pair(part, {(*found)[0], (*found)[1], clutch.torque, most},
                          "transmitted_torque");
  });
}

}  // namespace holon
