// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/constraint.h"

#include "holon/mechanics/machine/joint_part.h"

namespace holon {

void Constraint::describe(Descriptor<Constraint>& d) {
  d.type("Constraint", "Constraint equations of positions.");
  d.numbers("equations", &Constraint::equations, "any",
            "formulas of positions, angles and time that are kept at zero")
      .required()
      .varying();
}

void Constraint::build(PartBuilder& b) const {
  const std::shared_ptr<Machine> machine = Machine::of(b);
  for (std::size_t k = 0; k < equations.size(); ++k) {
    detail::warn_of_jumps(b, "equations", "equation", equations[k]);
    Mechanism::Equation equation;
    equation.name =
        equations.size() == 1 ? b.name() : b.name() + ": equation " + std::to_string(k + 1);
    equation.g = equations[k];
    equation.report = b.error_reporter();
    machine->mechanism.equations.push_back(std::move(equation));
  }
}

}  // namespace holon
