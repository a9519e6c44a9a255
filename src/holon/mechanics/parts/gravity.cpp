// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/gravity.h"

#include "holon/mechanics/machine.h"

namespace holon {

void Gravity::describe(Descriptor<Gravity>& d) {
  d.type("Gravity", "Gravity, in the place of the one that 'world' says.");
  d.vector("uniform", &Gravity::uniform, "m/s^2", "the same everywhere, in world axes").varying();
  d.not_yet("central", "towards a point, falling with the square of the distance");
  d.not_yet("ellipsoidal", "of the Earth");
}

void Gravity::build(PartBuilder& b) const {
  const std::shared_ptr<Machine> machine = Machine::of(b);
  if (machine->has_gravity) b.error("", "there is a Gravity already", "keep one of them");
  machine->has_gravity = true;
  machine->mechanism.gravity = uniform;
}

}  // namespace holon
