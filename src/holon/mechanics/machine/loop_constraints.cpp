// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/machine/loop_constraints.h"

#include <algorithm>
#include <span>

#include "holon/mechanics/formulations/loop_carriers.h"
#include "holon/mechanics/kernels/traced.h"
#include "holon/mechanics/machine/start_conditions.h"

namespace holon::detail {

namespace {

using Constraints = SystemBuilder::Constraints;

void add_position_steps(Constraints& c, const std::vector<Expr>& states,
                        const std::vector<Expr>& steps) {
  for (std::size_t i = 0; i < steps.size(); ++i) {
    c.states.push_back(states[i]);
    c.position_step.push_back(steps[i]);
    c.velocity_step.emplace_back(0.0);
  }
}

void add_velocity_steps(Constraints& c, const std::vector<Expr>& states,
                        const std::vector<Expr>& steps) {
  for (std::size_t i = 0; i < steps.size(); ++i) {
    c.states.push_back(states[i]);
    c.position_step.emplace_back(0.0);
    c.velocity_step.push_back(steps[i]);
  }
}

/// Errors of the rows, in positions and in velocities.
void add_errors(Constraints& c, const ConstraintRows& rows) {
  for (std::size_t k = 0; k < rows.list().size(); ++k) {
    c.names.push_back(rows.name(k));
    c.labels.push_back(rows.label(k));
  }
  c.position = rows.calc_positions();
  c.velocity = rows.calc_velocities();
  c.conditional_position = rows.calc_conditional_positions();
  c.conditional_velocity = rows.calc_conditional_velocities();
}

/// Steps of the links' states, of parts with inner states and of modes. `places`, `speeds`: the
/// changes of all rates that take positions and velocities back onto the constraints.
void add_steps(Constraints& c, Machine& machine, const LoopStep& places, const LoopStep& speeds) {
  const Tree& tree = machine.tree();
  const std::vector<LinkState>& states = machine.states();
  for (std::size_t k = 0; k < tree.links.size(); ++k) {
    if (is_prescribed(machine.mechanism, tree.links[k])) continue;
    add_position_steps(c, states[k].q, machine.tree_states().coordinate_rates(k, places.rates[k]));
    add_velocity_steps(c, states[k].v, speeds.rates[k]);
  }
  std::size_t part = 0;
  for (const InnerPart& inner : machine.inner_parts) {
    add_position_steps(c, inner.q, inner.calc_coordinate_rates(places.parts[part]));
    add_velocity_steps(c, inner.v, speeds.parts[part]);
    ++part;
  }
  std::vector<Expr> rates, steps, shifts;
  for (std::size_t k = 0; k < tree.links.size(); ++k) {
    if (is_prescribed(machine.mechanism, tree.links[k])) continue;
    append(rates, states[k].v);
    append(steps, speeds.rates[k]);
    append(shifts, places.rates[k]);
  }
  for (const auto& [rate, step] :
       machine.modes().calc_steps(rates, steps, std::span(speeds.parts).subspan(part)))
    add_velocity_steps(c, {rate}, {step});
  for (const auto& [displacement, step] :
       machine.modes().calc_position_steps(rates, shifts, std::span(places.parts).subspan(part)))
    add_position_steps(c, {displacement}, {step});
}

/// A row of rates moves no body: the integral of its flow is the displacement of the port.
void add_flow_steps(Constraints& c, const std::vector<Closure>& closures) {
  for (const Closure& closure : closures) {
    const EquationConstraint* equation = closure.equation();
    if (!equation || !equation->flow) continue;
    add_position_steps(c, {equation->flow->displacement}, {equation->motion.position});
  }
}

}  // namespace

void add_loop_constraints(Machine& machine, Assembly& assembly) {
  if (!machine.loops() || std::all_of(machine.closures().begin(), machine.closures().end(),
                                      [](const Closure& c) { return c.is_compliant(); }))
    return;
  Loops& loops = *machine.loops();
  Constraints c;
  add_errors(c, loops.rows());
  const LoopStep places = loops.calc_position_step();
  const LoopStep speeds = loops.calc_velocity_step();
  add_steps(c, machine, places, speeds);
  add_flow_steps(c, machine.closures());
  add_start_conditions(machine, c);
  add_carriers(loops.rows(), c);
  assembly.add_constraints(std::move(c));
}

}  // namespace holon::detail
