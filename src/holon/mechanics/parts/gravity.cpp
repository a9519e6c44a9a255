// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/gravity.h"

#include <optional>

#include "holon/expr/graph/function.h"
#include "holon/mechanics/machine/machine.h"

namespace holon {

namespace {

/// The first symbol besides time and parameters that the expression depends on.
std::optional<Expr> find_output(const Symbols& symbols, Expr e) {
  for (Expr s : find_symbols({&e, 1})) {
    if (s == symbols.time() || symbols.is_parameter(s)) continue;
    const Expr* const formula = symbols.formula_of(s);
    if (!formula) return s;
    if (const std::optional<Expr> below = find_output(symbols, *formula)) return below;
  }
  return {};
}

}  // namespace

void Gravity::describe(Descriptor<Gravity>& d) {
  d.type("Gravity", "Gravity, which replaces that of 'world'.");
  d.vector("uniform", &Gravity::uniform, "m/s^2", "the same everywhere, in world axes").varying();
  d.not_yet("central", "towards a point, falling with the square of the distance");
  d.not_yet("ellipsoidal", "of the Earth");
}

void Gravity::build(PartBuilder& b) const {
  const std::shared_ptr<Machine> machine = Machine::of(b);
  if (machine->has_gravity) b.error("", "there is already a Gravity part", "keep one of them");
  machine->has_gravity = true;
  const Vector3<Expr>& of_world = b.assembly().world().gravity;
  const Vector3<Expr> standard = WorldSettings{}.gravity;
  for (int k = 0; k < 3; ++k) {
    if (of_world[k].is_constant(standard[k].value())) continue;
    b.error("", "'world' also gives gravity, which this part would replace",
            "remove 'gravity' from 'world', or this part from 'parts'");
    break;
  }
  for (const Expr g : uniform) {
    // −m g·r is the potential energy of a field that is the same everywhere, and of no other.
    if (const std::optional<Expr> output = find_output(*b.assembly().symbols(), g)) {
      b.error("uniform",
              "uniform gravity cannot depend on '" + std::string(output->symbol_name()) + "'",
              "let it depend on time and parameters; other fields are Forces");
      break;
    }
  }
  machine->mechanism.gravity = uniform;
}

}  // namespace holon
