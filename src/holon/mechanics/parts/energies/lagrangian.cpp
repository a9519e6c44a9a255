// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/energies/lagrangian.h"

#include "holon/mechanics/lagrange/generalized_part.h"

namespace holon {

void Lagrangian::Coordinate::describe(Fields<Coordinate>& f) { detail::describe_coordinate(f); }

void Lagrangian::Row::describe(Fields<Row>& f) {
  f.numbers("numbers", &Row::numbers, "any", "one row").varying();
  f.bare();
}

void Lagrangian::Frame::describe(Fields<Frame>& f) {
  f.vector("at", &Frame::at, "m", "position in the world: formulas of the coordinates").varying();
  f.orientation("rotate", &Frame::rotate, "orientation in the world").varying();
}

void Lagrangian::describe(Descriptor<Lagrangian>& d) {
  d.type("Lagrangian",
         "A system described by its kinetic and potential energy in generalized coordinates.");
  d.role(PartRole::energies);
  detail::describe_coordinates(d).required();
  d.value("kinetic", &Lagrangian::kinetic, "J",
          "kinetic energy: a formula of the coordinates, their rates der(x), and time")
      .varying();
  d.objects("mass_matrix", &Lagrangian::mass_matrix,
            "rows of the mass matrix M of the kinetic energy q'ᵀ M q'/2, instead of 'kinetic'");
  d.value("potential", &Lagrangian::potential, "J",
          "potential energy: a formula of the coordinates and time")
      .varying();
  d.value("dissipation", &Lagrangian::dissipation, "W",
          "Rayleigh's dissipation function; its derivatives by the rates are the damping forces")
      .varying();
  d.numbers("constraints", &Lagrangian::constraints, "any",
            "formulas of the coordinates and time that are kept at zero")
      .varying()
      .brings("lambda", "J", "multiplier of a constraint: the generalized force that keeps it",
              true);
  d.numbers("velocity_constraints", &Lagrangian::velocity_constraints, "any",
            "formulas linear in the rates that are kept at zero")
      .varying()
      .brings("lambda", "W", "multiplier of a velocity constraint", true);
  d.frames("frames", &Lagrangian::frames,
           "frames that move with the coordinates, to which other parts are attached");
  detail::describe_energies(d);
}

void Lagrangian::build(PartBuilder& b) const {
  LagrangeDefinition d;
  d.coordinates = detail::list_coordinates(b, coordinates);
  if (kinetic && !mass_matrix.empty()) {
    b.error("mass_matrix", "only one of 'kinetic' and 'mass_matrix' can be given");
  } else if (!kinetic && mass_matrix.empty()) {
    b.error("", "'kinetic' is missing: the kinetic energy (J)",
            "write it as a formula, or give the 'mass_matrix'");
  }
  d.kinetic = kinetic.value_or(0.0);
  const std::size_t n = coordinates.size();
  for (std::size_t k = 0; k < mass_matrix.size(); ++k) {
    const std::vector<Expr>& row = mass_matrix[k].numbers;
    if (mass_matrix.size() != n || row.size() != n) {
      b.error("mass_matrix", "the mass matrix of " + std::to_string(n) + " coordinates has " +
                                 std::to_string(n) + " rows of " + std::to_string(n) + " entries");
      d.mass_matrix.clear();
      break;
    }
    d.mass_matrix.insert(d.mass_matrix.end(), row.begin(), row.end());
  }
  d.potential = potential;
  d.dissipation = dissipation;
  d.positions = constraints;
  d.speeds = velocity_constraints;
  for (const auto& [name, frame] : frames) {
    const auto& q = frame.rotate.quaternion;
    LagrangeSystems::add_frame(b, d, name, {frame.at, {q[0], q[1], q[2], q[3]}});
  }
  LagrangeSystems::of(b)->add(b, std::move(d));
}

}  // namespace holon
