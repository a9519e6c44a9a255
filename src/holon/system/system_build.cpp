// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// From the definitions of the parts to a System.
#include <mutex>
#include <utility>

#include "holon/base/errors.h"
#include "holon/system/system_builder.h"
#include "holon/system/system_functions.h"
#include "holon/system/system_modes.h"
#include "holon/system/system_roots.h"

namespace holon {

System SystemBuilder::build(std::string title) {
  auto& d = *definitions_;
  const std::lock_guard lock(d.symbols->mutex());
  for (std::size_t k = 0; k < d.state_symbols.size(); ++k) {
    HOLON_CHECK(d.has_derivative[k],
                "state '" + std::string(d.state_symbols[k].symbol_name()) + "' has no derivative");
  }
  System system;
  system.title = std::move(title);
  system.states = d.states;
  for (const Symbols::Parameter& p : d.symbols->parameters()) {
    system.parameters.push_back({p.name, p.dimension, p.value});
  }
  std::vector<Variable> blocks;
  for (const StateBlock& block : d.states) {
    blocks.push_back({block.name, std::vector<Expr>(static_cast<std::size_t>(block.size))});
  }

  system.start =
      detail::make_start(d, blocks);  // before modes exist: comparisons are evaluated in place

  detail::Resolved main = detail::resolve_pending(d);
  const std::vector<Expr> compared = detail::find_comparisons_in_loops(d);
  d.always_held.insert(d.always_held.end(), compared.begin(), compared.end());
  if (!compared.empty()) main = detail::resolve_pending(d);
  std::vector<detail::Resolver::Root> roots = main.resolver->roots();
  detail::add_roots_of_outputs(d, roots);
  if (!roots.empty()) {  // again, with guesses that follow the roots
    system.roots = detail::add_guesses(d, roots);
    main = detail::resolve_pending(d);
  }
  const detail::Resolver& resolver = *main.resolver;
  const std::vector<Expr>&requested = main.requested, &modes = main.modes,
        &indicators = main.indicators;
  system.modes = main.mode_descriptions;
  const auto first_condition = requested.begin() + static_cast<std::ptrdiff_t>(d.derivative.size());
  const std::vector<Expr> conditions(
      first_condition, first_condition + static_cast<std::ptrdiff_t>(d.events.size()));

  std::vector<Variable> inputs = resolver.function_inputs();
  inputs.back().elements = modes;
  std::size_t next = 0;
  for (Variable& block : blocks) {
    for (Expr& e : block.elements) e = requested[next++];
  }
  system.derivative = Function::make("derivative", resolver.graph(), inputs, std::move(blocks));
  const auto checks = requested.end() - static_cast<std::ptrdiff_t>(d.loop_checks.size());
  if (system.roots) {
    system.roots->values = Function::make("roots", resolver.graph(), inputs,
                                          {{"root", {checks - system.roots->count(), checks}}});
  }
  if (!d.loop_checks.empty()) {
    system.loop_checks.emplace();
    for (const auto& check : d.loop_checks) system.loop_checks->names.push_back(check.first);
    system.loop_checks->values = Function::make("loop checks", resolver.graph(), inputs,
                                                {{"check", {checks, requested.end()}}});
  }
  system.indicators =
      Function::make("indicators", resolver.graph(), inputs, {{"indicator", indicators}});
  system.conditions =
      Function::make("conditions", resolver.graph(), inputs, {{"condition", conditions}});
  for (const auto& event : d.events) system.events.push_back(event.declaration);
  system.discrete = d.discrete;
  system.clocks = d.clocks;
  for (const auto& delay : d.delays) system.inputs.push_back(delay.name);
  system.draws = d.draws;
  // Each examines all states, an unnecessary cost for a machine of ten thousand bodies.
  if (!d.discrete.empty()) system.discrete_start = detail::make_discrete_start(d);
  if (!d.events.empty()) system.resets = detail::make_resets(d);
  system.processes = detail::make_processes(d);  // puts them in their order, for the ticks too
  if (!d.clocks.empty()) system.ticks = detail::make_ticks(d);
  system.constraints = detail::make_constraints(d);
  system.definitions = definitions_;
  return system;
}

}  // namespace holon
