// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/joints/fixed.h"

#include "holon/mechanics/machine/joint_part.h"

namespace holon {

void Fixed::describe(Descriptor<Fixed>& d) {
  d.type("Fixed", "A weld: holds two frames together.");
  detail::describe_ends(d);
  detail::describe_reaction(d);
}

void Fixed::build(PartBuilder& b) const {
  Mechanism::Joint joint;
  joint.type = JointType::fixed;
  detail::build_joint(b, between, origin, std::move(joint));
}

}  // namespace holon
