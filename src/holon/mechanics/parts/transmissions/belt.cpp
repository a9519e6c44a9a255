// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/transmissions/belt.h"

#include "holon/mechanics/machine/mesh.h"
#include "holon/model/assembly/energy_account.h"

namespace holon {

namespace {

void add_compliant_belt(PartBuilder& b, const detail::Mesh& mesh, Expr stiffness, Expr damping) {
  const std::shared_ptr<Machine> machine = Machine::of(b);
  const Expr rate = mesh.first_scale * mesh.first.v;
  const Expr elongation = mesh.first_scale * mesh.first.q - mesh.second_scale * mesh.second.q;
  const Expr change = rate - mesh.second_scale * mesh.second.v;
  const Expr force = stiffness * elongation + damping * change;
  mesh.first.values(machine->mechanism).effort -= mesh.first_scale * force;
  mesh.second.values(machine->mechanism).effort += mesh.second_scale * force;
  const Expr energy = 0.5 * stiffness * square(elongation);
  machine->energy().add_stored(energy);
  machine->energy().add_dissipated(damping * square(change));
  Symbols& symbols = *b.assembly().symbols();
  if (symbols.varies(stiffness)) {
    const Expr supply = symbols.time_derivative(energy) - stiffness * elongation * change;
    EnergyAccount::of(b.assembly())->add({.power = [supply] { return supply; }});
  }
  b.define_output("force", force);
  b.define_output("elongation", elongation);
  b.define_output("power", force * rate);
  b.define_output("energy", energy);
}

}  // namespace

void Belt::describe(Descriptor<Belt>& d) {
  d.type("Belt", "A belt, rope or chain that couples two pulleys.");
  d.role(PartRole::coupling);
  d.texts("joints", &Belt::joints, "the joints of the two pulleys").required().names_joints();
  d.numbers("radii", &Belt::radii, "m", "their radii").required().sizes({2});
  d.flag("crossed", &Belt::crossed, "crossed: the pulleys turn in opposite directions");
  d.value("stiffness", &Belt::stiffness, "N/m",
          "force per elongation of both sides together; default: rigid")
      .varying()
      .positive();
  d.value("damping", &Belt::damping, "N s/m", "force per rate of elongation")
      .varying()
      .non_negative();
  d.output("force", "N", "difference of the tensions, which drives the second pulley").main();
  d.output("elongation", "m", "of the belt; 0 where it is rigid");
  d.output("power", "W", "taken from the first pulley");
  d.output("energy", "J", "stored in the belt");
}

void Belt::build(PartBuilder& b) const {
  if (radii.size() != 2) return;  // reported with its place
  for (const Expr& radius : radii) {
    if (!radius.is_constant() || radius.value() > 0.0) continue;
    b.error("radii", "the radius of a pulley is positive", "'crossed: true' turns the direction");
    return;
  }
  if (!stiffness && !damping.is_constant(0.0)) {
    b.error("damping", "'damping' has no effect on a belt without 'stiffness'",
            "give the stiffness too");
  }
  detail::when_all_are_built(b, [belt = *this](PartBuilder& part) {
    using enum detail::FreedomKind;
    const auto found =
        detail::find_joint_freedoms(part, "joints", belt.joints, {rotation, rotation});
    if (!found) return;
    detail::Mesh mesh{(*found)[0], (*found)[1]};
    mesh.first_scale = belt.radii[0];
    mesh.second_scale = belt.crossed ? -belt.radii[1] : belt.radii[1];
    if (belt.stiffness) {
      add_compliant_belt(part, mesh, *belt.stiffness, belt.damping);
      return;
    }
    mesh.force = "force";
    detail::add_rigid_mesh(part, mesh);
    part.define_output("elongation", Expr(0.0));
    part.define_output("energy", Expr(0.0));
  });
}

}  // namespace holon
