// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/constraints/distance.h"

#include "holon/mechanics/machine/force_part.h"
#include "holon/mechanics/machine/joint_part.h"

namespace holon {

void Distance::describe(Descriptor<Distance>& d) {
  d.type("Distance", "A rod without mass that keeps two frames at a distance.");
  d.role(PartRole::constraint);
  detail::describe_two_frames(d);
  d.value("length", &Distance::length, "m", "distance of the two origins")
      .required()
      .positive()
      .varying();
  d.output("tension", "N", "positive in tension").main();
}

void Distance::build(PartBuilder& b) const {
  const std::shared_ptr<Machine> machine = Machine::of(b);
  Mechanism::Rod rod;
  rod.name = b.name();
  rod.between = {between[0].path, between[1].path};
  detail::warn_of_jumps(b, "length", "length", length);
  const Expr rate = b.assembly().time_derivative(length);
  rod.length = {length, rate, b.assembly().time_derivative(rate)};
  rod.report = b.error_reporter();
  b.assembly().scene().links.push_back({SceneLink::Kind::rod, b.name(), between});
  const std::size_t index = machine->mechanism.rods.size();
  machine->mechanism.rods.push_back(std::move(rod));
  b.define_output(
      "tension", [machine, index]() -> std::vector<Expr> { return {machine->rod_tension(index)}; });
}

}  // namespace holon
