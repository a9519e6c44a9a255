// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/forces/cable.h"

#include "holon/mechanics/machine/force_part.h"
#include "holon/mechanics/machine/stops.h"

namespace holon {

void Cable::describe(Descriptor<Cable>& d) {
  d.type("Cable",
         "A cable between two frames, which carries tension only. With stiffness and damping it is "
         "elastic, without them inextensible.");
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
  Mechanism::Pull pull;
  if (!stiffness && damping) {
    b.error("damping", "'damping' has no effect on an inextensible cable",
            "give it a 'stiffness' too, or leave it out");
  }
  if (!stiffness) return build_rigid(b);
  pull.slack = true;
  pull.length = length;
  pull.stiffness = *stiffness;
  pull.damping = damping.value_or(0.0);
  detail::define_pull_energy(
      b, detail::build_pull(b, between, std::move(pull), SceneLink::Kind::cable, "tension"));
}

/// A constraint on the distance while it is taut, which the cable becomes by an impact without
/// restitution and ceases to be where it would have to push.
void Cable::build_rigid(PartBuilder& b) const {
  const std::shared_ptr<Machine> machine = Machine::of(b);
  detail::build_line(b, between, SceneLink::Kind::cable);
  const Expr beyond = b.assembly().output(b.member("length")) - length;
  detail::OneSided taut;
  taut.what = "length";
  taut.state = "taut";
  taut.g = taut.beyond = beyond;
  taut.rate = b.assembly().output(b.member("length_rate")) - b.assembly().time_derivative(length);
  taut.pull = -b.assembly().output(b.member("tension"));
  taut.length = length;
  taut.shows = b.member("length");
  const int equation =
      detail::add_one_sided(b, taut, "'" + b.name() + "' begins longer than its 'length'");
  b.define_output("tension", [machine, equation]() -> std::vector<Expr> {
    return {-machine->equation_multiplier(equation)};
  });
  // What it does to both ends together moves nothing but the winch.
  b.define_output("power",
                  -b.assembly().output(b.member("tension")) * b.assembly().time_derivative(length));
  b.define_output("energy", Expr(0.0));
}

}  // namespace holon
