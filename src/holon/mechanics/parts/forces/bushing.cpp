// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/forces/bushing.h"

#include "holon/mechanics/machine/machine.h"

namespace holon {

void Bushing::describe(Descriptor<Bushing>& d) {
  d.type("Bushing", "Springs and dampers between two frames along and about three axes.");
  d.between("between", &Bushing::between, "first frame, whose axes count, and second frame")
      .required();
  d.vector("stiffness", &Bushing::stiffness, "N/m", "along the axes").non_negative().varying();
  d.vector("damping", &Bushing::damping, "N s/m", "along the axes").non_negative().varying();
  d.vector("rotational_stiffness", &Bushing::rotational_stiffness, "N m/rad", "about the axes")
      .non_negative()
      .varying();
  d.vector("rotational_damping", &Bushing::rotational_damping, "N m s/rad", "about the axes")
      .non_negative()
      .varying();
  d.vector_output("position", "m", "of the second frame in the first").main();
  d.vector_output("rotation", "rad", "of the second frame relative to the first: axis times angle")
      .main();
  d.vector_output("velocity", "m/s", "of the second frame as seen from the first");
  d.vector_output("angular_velocity", "rad/s", "of the second frame relative to the first");
  d.vector_output("force", "N", "on the second frame at its origin, in the first frame's axes");
  d.vector_output("torque", "N m", "on the second frame, in the first frame's axes");
  d.output("energy", "J", "stored in it");
  d.output("power", "W", "delivered to the bodies");
}

void Bushing::build(PartBuilder& b) const {
  const std::shared_ptr<Machine> machine = Machine::of(b);
  Mechanism::Bushing bushing;
  bushing.name = b.name();
  bushing.between = {between[0].path, between[1].path};
  bushing.stiffness = stiffness;
  bushing.damping = damping;
  bushing.rotational_stiffness = rotational_stiffness;
  bushing.rotational_damping = rotational_damping;
  bushing.report = b.error_reporter();
  bool acts = false;
  for (const auto* v : {&stiffness, &damping, &rotational_stiffness, &rotational_damping}) {
    for (int k = 0; k < 3; ++k) acts = acts || !(*v)[k].is_constant(0.0);
  }
  if (!acts) b.error("", "it has no effect: all its values are zero", "give it a 'stiffness'");
  b.assembly().scene().links.push_back({SceneLink::Kind::bushing, b.name(), between});
  const std::size_t index = machine->mechanism.bushings.size();
  machine->mechanism.bushings.push_back(std::move(bushing));
  using Output = Loads::BushingOutput;
  const auto define = [&](const char* name, Output which) {
    b.define_output(name, [=] { return machine->kinematics().loads().calc_bushing(index, which); });
  };
  define("position", Output::position);
  define("rotation", Output::rotation);
  define("velocity", Output::velocity);
  define("angular_velocity", Output::angular_velocity);
  define("force", Output::force);
  define("torque", Output::torque);
  b.define_output("energy", [=]() -> std::vector<Expr> {
    return {machine->kinematics().loads().calc_bushing_energy(index)};
  });
  b.define_output("power", [=]() -> std::vector<Expr> {
    return {machine->kinematics().loads().calc_bushing_power(index)};
  });
}

}  // namespace holon
