// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/lagrange/energy_formulas.h"

#include <algorithm>

#include "holon/base/errors.h"
#include "holon/base/names.h"
#include "holon/expr/graph/function.h"

namespace holon::detail {

void EnergyFormulas::define(const std::string& output, Expr value) { known_[output] = value; }

Expr EnergyFormulas::write(Expr formula) const {
  std::vector<Expr> from, to;
  for (const Expr symbol : find_symbols({&formula, 1})) {
    const Expr written = write_symbol(symbol);
    if (written == symbol) continue;
    from.push_back(symbol);
    to.push_back(written);
  }
  return from.empty() ? formula : substitute({&formula, 1}, from, to)[0];
}

Expr EnergyFormulas::write_symbol(Expr symbol) const {
  if (const Expr* formula = symbols_.formula_of(symbol)) return write(*formula);
  if (const Expr* of = symbols_.differentiated(symbol)) return write_derivative(*of);
  const std::string name(symbols_.output_name(symbol));
  if (name.empty()) return symbol;  // time, a parameter
  const auto found = known_.find(name);
  if (found != known_.end()) return found->second;
  std::vector<std::string> names;
  for (const auto& [known, value] : known_) names.push_back(known);
  throw ModelError("it depends on '" + name +
                       "'; energies, constraints and compositions are formulas of the system's own "
                       "coordinates, their rates, time and parameters",
                   did_you_mean(name, names).empty()
                       ? "what acts from outside is a generalized force: 'force' of a coordinate"
                       : did_you_mean(name, names));
}

Expr EnergyFormulas::write_derivative(Expr of) const {
  const Expr written = write(of);
  for (const Expr symbol : find_symbols({&written, 1})) {
    if (std::find(system_.v.begin(), system_.v.end(), symbol) != system_.v.end())
      throw ModelError("it depends on a second time derivative",
                       "energies and constraints may depend on coordinates and their rates");
  }
  return calc_rate(system_, written);
}

}  // namespace holon::detail
