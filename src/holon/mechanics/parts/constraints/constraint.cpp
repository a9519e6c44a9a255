// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/constraints/constraint.h"

#include "holon/expr/derive/jacobian.h"
#include "holon/mechanics/machine/joint_freedom.h"
#include "holon/mechanics/machine/joint_part.h"

namespace holon {

namespace {

/// The user's formula itself, in outputs of parts.
Expr put_in_formulas(const Symbols& symbols, Expr e) {
  for (;;) {
    std::vector<Expr> from, to;
    for (const Expr symbol : find_symbols(std::span(&e, 1))) {
      const Expr* formula = symbols.formula_of(symbol);
      if (!formula) continue;
      from.push_back(symbol);
      to.push_back(*formula);
    }
    if (from.empty()) return e;
    e = substitute(std::span(&e, 1), from, to)[0];
  }
}

/// What an equation does along coordinates whose motion is prescribed, which it names: λ ∂g/∂q, or
/// λ ∂r/∂q' of one of velocities. The drives of these motions have to overcome it.
void add_efforts_on_drives(PartBuilder& b, int index) {
  const std::shared_ptr<Machine> machine = Machine::of(b);
  const std::shared_ptr<Symbols> symbols = b.assembly().symbols();
  const Mechanism::Equation& equation =
      machine->mechanism.equations[static_cast<std::size_t>(index)];
  const Expr g = put_in_formulas(*symbols, equation.g);
  for (std::size_t j = 0; j < machine->mechanism.joints.size(); ++j) {
    const Mechanism::Joint& joint = machine->mechanism.joints[j];
    const std::vector<FreedomInfo>& infos = joint_info(joint.type).freedoms;
    for (std::size_t f = 0; f < infos.size(); ++f) {
      if (!joint.freedoms[f].motion) continue;
      const FreedomInfo& info = infos[f];
      const std::string name =
          joint.name + "." + (equation.of_speeds ? info.rate : info.coordinate);
      if (!symbols->has_output(name)) continue;
      const Expr slope = gradient(g, std::vector<Expr>{symbols->output(name)})[0];
      if (slope.is_constant(0.0)) continue;
      machine->energy().add_coupling_effort(static_cast<int>(j), static_cast<int>(f),
                                            [machine = machine.get(), index, slope] {
                                              return slope * machine->equation_multiplier(index);
                                            });
    }
  }
}

}  // namespace

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
  const std::size_t first = machine->mechanism.equations.size();
  for (const bool of_speeds : {false, true}) {
    const std::vector<Expr>& formulas = of_speeds ? velocity_equations : equations;
    const std::string key = of_speeds ? "velocity_equations" : "equations";
    const std::string what = of_speeds ? "velocity equation" : "equation";
    for (std::size_t k = 0; k < formulas.size(); ++k) {
      detail::warn_of_jumps(b, key, what, formulas[k]);
      Mechanism::Equation equation;
      const bool is_alone = equations.size() + velocity_equations.size() == 1;
      equation.name = is_alone ? b.name() : b.name() + ": " + what + " " + std::to_string(k + 1);
      equation.owner = b.name();
      equation.g = formulas[k];
      equation.of_speeds = of_speeds;
      equation.report = b.error_reporter();
      machine->mechanism.equations.push_back(std::move(equation));
    }
  }
  detail::when_all_are_built(b, [first, last = machine->mechanism.equations.size()](auto& part) {
    for (std::size_t k = first; k < last; ++k) add_efforts_on_drives(part, static_cast<int>(k));
  });
}

}  // namespace holon
