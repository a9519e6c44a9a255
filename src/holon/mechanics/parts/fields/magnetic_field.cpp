// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/fields/magnetic_field.h"

#include "holon/mechanics/mechanism/frame_motion.h"
#include "holon/mechanics/mechanism/magnetic_law.h"
#include "holon/model/assembly/position_formula.h"
#include "holon/spatial/vector.h"

namespace holon {

namespace {

constexpr double kMagneticConstant = 1e-7;  // [T m/A] μ0/(4π)

detail::MagneticLaw make_dipole_law(Assembly& assembly, const MagneticField::Dipole& dipole) {
  const detail::FrameMotion motion(assembly.symbols(), dipole.center.path);
  const auto& a = dipole.axis.direction;
  const Vector3<Expr> moment =
      dipole.moment * (motion.orientation() * Vector3<Expr>(Expr(a[0]), Expr(a[1]), Expr(a[2])));
  const Vector3<Expr> center = motion.vector(FrameOutput::position);
  return [moment, center](const Vector3<Expr>& point) {
    const Vector3<Expr> d = point - center;
    const Expr r2 = dot(d, d);
    return Vector3<Expr>((kMagneticConstant / (r2 * sqrt(r2))) *
                         ((3.0 * dot(moment, d) / r2) * d - moment));
  };
}

}  // namespace

void MagneticField::Dipole::describe(Fields<Dipole>& f) {
  f.value("moment", &Dipole::moment, "A m^2", "magnetic moment").required().varying();
  f.frame("center", &Dipole::center, "frame at its centre");
  f.axis("axis", &Dipole::axis,
         "direction of the moment in that frame; the Earth's points to the south");
}

std::vector<MadeName> MagneticField::list_names(const SourceNode& part) {
  return detail::list_position_names(part);
}

void MagneticField::describe(Descriptor<MagneticField>& d) {
  d.type("MagneticField", "The magnetic field of the surroundings.");
  d.role(PartRole::field);
  d.object("dipole", &MagneticField::dipole, "that of a dipole");
  d.numbers("field", &MagneticField::field, "T",
            "three formulas of the position x, y, z: the flux density in world axes")
      .varying();
}

void MagneticField::build(PartBuilder& b) const {
  auto& law = detail::Surroundings::of(b.assembly()).magnetic_field;
  if (law) b.error("", "there is already a MagneticField part", "keep one of them");
  if (!field.empty()) detail::define_position_names(b);
  if (dipole.has_value() == !field.empty()) {
    b.error(dipole ? "field" : "",
            dipole ? "'dipole' gives the field already" : "no field is given",
            "give either 'dipole' or 'field'");
    return;
  }
  if (dipole) {
    law = make_dipole_law(b.assembly(), *dipole);
    return;
  }
  if (field.size() != 3) {
    b.error("field", "'field' takes 3 formulas, not " + std::to_string(field.size()),
            "give the components along x, y and z");
    return;
  }
  law = [symbols = b.assembly().symbols(), name = b.name(),
         formulas = field](const Vector3<Expr>& point) {
    const std::vector<Expr> B = detail::formulas_at(*symbols, name, formulas, point);
    return Vector3<Expr>(B[0], B[1], B[2]);
  };
}

}  // namespace holon
