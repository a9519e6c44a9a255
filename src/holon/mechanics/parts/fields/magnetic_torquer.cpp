// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/fields/magnetic_torquer.h"

#include "holon/mechanics/machine/force_part.h"
#include "holon/mechanics/mechanism/magnetic_law.h"
#include "holon/spatial/vector.h"

namespace holon {

void MagneticTorquer::describe(Descriptor<MagneticTorquer>& d) {
  d.type("MagneticTorquer", "Magnetic torque rods or coils: the torque of a dipole in the field.");
  d.role(PartRole::force);
  d.frame("on", &MagneticTorquer::on, "a frame of the body that carries it").required().acted_on();
  d.vector("dipole", &MagneticTorquer::dipole, "A m^2", "magnetic moment, in the axes of 'on'")
      .required()
      .varying();
  d.value("limit", &MagneticTorquer::limit, "A m^2", "largest magnitude of each component")
      .positive();
  d.vector_output("moment", "A m^2", "magnetic moment within the limit, in the axes of 'on'");
  d.vector_output("field", "T", "flux density there, in the axes of 'on'");
  d.vector_output("world_torque", "N m", "its torque, in world axes").main();
  d.output("power", "W", "delivered to the body");
}

void MagneticTorquer::build(PartBuilder& b) const {
  Vector3<Expr> moment = dipole;
  if (limit) {
    for (Expr& m : moment) {
      m = select(relation(m - *limit), *limit, select(relation(-*limit - m), -*limit, m));
    }
  }
  b.define_output("moment", std::vector<Expr>{moment[0], moment[1], moment[2]});
  Mechanism::Wrench wrench;
  wrench.on = on.path;
  wrench.axes = on.path;
  wrench.torque = cross(moment, detail::define_flux_density(b, on));
  detail::add_wrench(b, std::move(wrench), SceneArrow::Kind::torque);
}

}  // namespace holon
