// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/constraints/constraint.h"

#include "holon/mechanics/machine/joint_part.h"

namespace holon {

void Constraint::describe(Descriptor<Constraint>& d) {
  d.type("Constraint", "Constraint equations of positions and velocities.");
  d.role(PartRole::constraint);
  d.numbers("equations", &Constraint::equations, "any",
            "formulas of positions, angles and time that are kept at zero")
      .varying();
  d.numbers("velocity_equations", &Constraint::velocity_equations, "any",
            "formulas affine in velocities and rates that are kept at zero")
      .varying();
}

void Constraint::build(PartBuilder& b) const {
  const std::shared_ptr<Machine> machine = Machine::of(b);
  if (equations.empty() && velocity_equations.empty()) {
    b.error("equations", "it has neither 'equations' nor 'velocity_equations'",
            "write formulas of positions or velocities that are kept at zero");
  }
  for (const bool of_speeds : {false, true}) {
    const std::vector<Expr>& formulas = of_speeds ? velocity_equations : equations;
    const std::string key = of_speeds ? "velocity_equations" : "equations";
    const std::string what = of_speeds ? "velocity equation" : "equation";
    for (std::size_t k = 0; k < formulas.size(); ++k) {
      detail::warn_of_jumps(b, key, what, formulas[k]);
      Mechanism::Equation equation;
      const bool is_alone = equations.size() + velocity_equations.size() == 1;
      equation.name = is_alone ? b.name() : b.name() + ": " + what + " " + std::to_string(k + 1);
      equation.g = formulas[k];
      equation.of_speeds = of_speeds;
      equation.report = b.error_reporter();
      machine->mechanism.equations.push_back(std::move(equation));
    }
  }
}

}  // namespace holon
