// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/system/system_builder.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "holon/base/errors.h"
#include "holon/expr/graph/function.h"
#include "holon/system/definitions.h"

namespace holon {

SystemBuilder::SystemBuilder(std::shared_ptr<Symbols> symbols)
    : definitions_(std::make_shared<detail::SystemDefinitions>(std::move(symbols))) {}

const std::shared_ptr<Symbols>& SystemBuilder::symbols() const { return definitions_->symbols; }

std::vector<Expr> SystemBuilder::add_state(StateBlock block, std::vector<Expr> initial) {
  auto& d = *definitions_;
  HOLON_CHECK(
      static_cast<int>(initial.size()) == block.size &&
          (block.components.empty() ? block.size == 1
                                    : block.size == static_cast<int>(block.components.size())),
      "state '" + block.name + "' has components, initial values and a size that differ");
  HOLON_CHECK(block.nominal != 0 && std::isfinite(block.nominal),
              "state '" + block.name + "' has a nominal value that is not positive");
  block.offset = static_cast<int>(d.state_symbols.size());
  std::vector<Expr> symbols;
  for (int k = 0; k < block.size; ++k) {
    const Expr symbol = d.symbols->graph()->symbol(component_name(block.name, block.components, k));
    d.state_of_symbol.emplace(symbol.id(), block.offset + k);
    symbols.push_back(symbol);
    d.state_symbols.push_back(symbol);
  }
  d.initial.insert(d.initial.end(), initial.begin(), initial.end());
  d.derivative.resize(d.state_symbols.size());
  d.has_derivative.resize(d.state_symbols.size(), false);
  d.states.push_back(std::move(block));
  return symbols;
}

void SystemBuilder::set_derivative(Expr state, Expr derivative) {
  auto& d = *definitions_;
  const auto found = d.state_of_symbol.find(state.id());
  HOLON_CHECK(
      !state.is_constant() && found != d.state_of_symbol.end(),
      "a derivative is given for '" + std::string(state.symbol_name()) + "', which is not a state");
  const auto index = static_cast<std::size_t>(found->second);
  HOLON_CHECK(!d.has_derivative[index],
              "state '" + std::string(state.symbol_name()) + "' got its derivative twice");
  d.derivative[index] = derivative;
  d.has_derivative[index] = true;
}

std::vector<Expr> SystemBuilder::add_discrete(DiscreteBlock block, std::vector<Expr> initial) {
  auto& d = *definitions_;
  HOLON_CHECK(
      static_cast<int>(initial.size()) == block.size &&
          block.size == std::max<int>(1, static_cast<int>(block.components.size())),
      "discrete state '" + block.name + "' has components, initial values and a size that differ");
  block.offset = static_cast<int>(d.discrete_symbols.size());
  std::vector<Expr> symbols;
  for (int k = 0; k < block.size; ++k) {
    const Expr symbol = d.symbols->graph()->symbol(component_name(block.name, block.components, k));
    d.discrete_of_symbol.emplace(symbol.id(), block.offset + k);
    symbols.push_back(symbol);
    d.discrete_symbols.push_back(symbol);
  }
  d.discrete_initial.insert(d.discrete_initial.end(), initial.begin(), initial.end());
  d.discrete.push_back(std::move(block));
  return symbols;
}

void SystemBuilder::add_event(SystemEvent event, Expr condition, Resets resets) {
  auto& d = *definitions_;
  for (const auto& [symbol, value] : resets) {
    HOLON_CHECK(!symbol.is_constant() && (d.state_of_symbol.contains(symbol.id()) ||
                                          d.discrete_of_symbol.contains(symbol.id())),
                "event '" + event.name + "' sets something that is not a state");
  }
  if (!condition.is_constant() && condition.op() == Op::relation) {
    describe_relation(condition, event.name);
  }
  d.events.push_back({std::move(event), condition, std::move(resets)});
}

void SystemBuilder::describe_relation(Expr relation, std::string text) {
  if (!relation.is_constant()) definitions_->relation_texts[relation.id()] = std::move(text);
}

int SystemBuilder::add_clock(SystemClock clock) {
  auto& d = *definitions_;
  HOLON_CHECK(clock.period > 0 && clock.offset >= 0, "clock '" + clock.name + "' has no period");
  d.clocks.push_back(std::move(clock));
  return static_cast<int>(d.clocks.size()) - 1;
}

void SystemBuilder::set_tick(Expr symbol, Expr next, int clock, bool is_output) {
  auto& d = *definitions_;
  HOLON_CHECK(!symbol.is_constant() && d.discrete_of_symbol.contains(symbol.id()),
              "a tick sets something that is not a discrete state");
  const bool is_new =
      d.tick_of_symbol.emplace(symbol.id(), detail::SystemDefinitions::Tick{clock, next, is_output})
          .second;
  HOLON_CHECK(is_new, "discrete state '" + std::string(symbol.symbol_name()) + "' ticks twice");
}

Expr SystemBuilder::add_draw(SystemDraw draw) {
  auto& d = *definitions_;
  const Expr symbol = d.symbols->graph()->symbol("draw of " + draw.name);
  d.draw_symbols.push_back(symbol);
  d.draws.push_back(std::move(draw));
  return symbol;
}

void SystemBuilder::add_process(std::string name, std::vector<int> clocks, std::vector<Expr> inputs,
                                std::vector<Expr> outputs,
                                std::shared_ptr<const ProcessModel> model) {
  auto& d = *definitions_;
  HOLON_CHECK(!clocks.empty() && model, "process '" + name + "' has no clock or no model");
  std::vector<Expr> made;
  for (const Expr output : outputs) {
    made.push_back(d.symbols->graph()->symbol("new value of " + std::string(output.symbol_name())));
    set_tick(output, made.back(), clocks.front(), true);
    d.tick_of_symbol.at(output.id()).is_process = true;
  }
  d.processes.push_back({std::move(name), std::move(clocks), std::move(inputs), std::move(outputs),
                         std::move(made), std::move(model)});
}

Expr SystemBuilder::add_delay(const std::string& name, Expr signal, double time,
                              std::optional<Expr> before) {
  HOLON_CHECK(time > 0 && std::isfinite(time), "'" + name + "' has a delay of zero");
  const Expr symbol = definitions_->symbols->graph()->symbol(name);
  definitions_->delays.push_back({name, time, signal, before, symbol});
  return symbol;
}

bool SystemBuilder::is_delayed(Expr symbol) const {
  const auto& delays = definitions_->delays;
  return std::any_of(delays.begin(), delays.end(),
                     [&](const auto& delay) { return delay.symbol == symbol; });
}

Expr SystemBuilder::add_unknown(const std::string& name, Expr guess) {
  auto& d = *definitions_;
  const Expr symbol = d.symbols->graph()->symbol(name);
  d.unknown_of_symbol.emplace(symbol.id(), detail::SystemDefinitions::Unknown{name, guess, 0.0});
  d.unknowns.push_back(symbol);
  return symbol;
}

void SystemBuilder::add_loop_check(const std::string& name, Expr value) {
  definitions_->loop_checks.emplace_back(name, value);
}

void SystemBuilder::hold_always(Expr relation) { definitions_->always_held.push_back(relation); }

void SystemBuilder::set_equation(Expr unknown, Expr residual) {
  const auto found = definitions_->unknown_of_symbol.find(unknown.id());
  HOLON_CHECK(found != definitions_->unknown_of_symbol.end(),
              "an equation is given for something that is not an unknown");
  found->second.residual = residual;
}

void SystemBuilder::add_constraints(Constraints given) {
  auto& d = *definitions_;
  HOLON_CHECK(given.position.size() == given.names.size() &&
                  given.velocity.size() == given.names.size() &&
                  given.labels.size() <= given.names.size() &&
                  given.start_labels.size() <= given.start_names.size() &&
                  given.conditional_position.size() == given.conditional_velocity.size() &&
                  given.start_position.size() == given.start_names.size() &&
                  given.start_velocity.size() == given.start_names.size() &&
                  given.position_step.size() == given.states.size() &&
                  given.velocity_step.size() == given.states.size(),
              "constraints with lists of different lengths");
  detail::SystemDefinitions::Constraints& c = d.constraints;
  const auto append = [](auto& all, const auto& more) {
    all.insert(all.end(), more.begin(), more.end());
  };
  const auto first_row = static_cast<int>(c.names.size());
  const auto first_wrench = static_cast<int>(c.wrenches.size() / 6);
  for (SystemConstraints::Carrier& carrier : given.carriers) {
    for (SystemConstraints::Carrier::Load& load : carrier.loads) {
      load.row += first_row;
      load.wrench += first_wrench;
    }
  }
  const auto append_labels = [&](auto& all, const auto& more, const auto& names) {
    append(all, more);
    for (std::size_t k = more.size(); k < names.size(); ++k) all.push_back({names[k]});
  };
  append_labels(c.labels, given.labels, given.names);
  append_labels(c.start_labels, given.start_labels, given.start_names);
  append(c.names, given.names);
  append(c.position, given.position);
  append(c.velocity, given.velocity);
  append(c.conditional_position, given.conditional_position);
  append(c.conditional_velocity, given.conditional_velocity);
  append(c.start_names, given.start_names);
  append(c.start_position, given.start_position);
  append(c.start_velocity, given.start_velocity);
  append(c.carriers, given.carriers);
  append(c.wrenches, given.wrenches);
  append(c.points, given.points);
  c.position_step.resize(d.state_symbols.size(), 0.0);
  c.velocity_step.resize(d.state_symbols.size(), 0.0);
  for (std::size_t k = 0; k < given.states.size(); ++k) {
    const auto found = d.state_of_symbol.find(given.states[k].id());
    HOLON_CHECK(found != d.state_of_symbol.end(),
                "a constraint's step moves something that is not a state");
    c.position_step[static_cast<std::size_t>(found->second)] += given.position_step[k];
    c.velocity_step[static_cast<std::size_t>(found->second)] += given.velocity_step[k];
  }
}

void SystemBuilder::define_outputs(const std::string& prefix,
                                   const std::vector<OutputDeclaration>& table, CalcOutput calc) {
  definitions_->add_group({prefix, &table, std::move(calc)});
}

void SystemBuilder::define_output(SystemOutput declaration,
                                  std::function<std::vector<Expr>()> calc) {
  auto table = std::make_unique<std::vector<OutputDeclaration>>();
  table->push_back({{},
                    std::move(declaration.components),
                    declaration.dimension,
                    std::move(declaration.description),
                    declaration.is_main,
                    declaration.role});
  const auto* view = table.get();
  definitions_->add_group({std::move(declaration.name), view,
                           [calc = std::move(calc)](int) { return calc(); }, std::move(table)});
}

void SystemBuilder::define_output(SystemOutput declaration, std::vector<Expr> value) {
  define_output(std::move(declaration), [value = std::move(value)] { return value; });
}

void SystemBuilder::define_alias(std::string name, std::string means) {
  definitions_->add_alias(std::move(name), std::move(means));
}

bool SystemBuilder::has_output(std::string_view name) const {
  detail::SystemDefinitions::OutputId id;
  return definitions_->find(name, id);
}

std::vector<Expr> SystemBuilder::put_in_outputs(std::vector<Expr> expressions) const {
  const auto& d = *definitions_;
  constexpr int kDeepest = 1000;  // outputs that name outputs
  for (int depth = 0; depth < kDeepest; ++depth) {
    std::vector<Expr> from, to;
    for (const Expr symbol : find_symbols(expressions)) {
      if (const std::string_view name = d.symbols->output_name(symbol); !name.empty()) {
        detail::SystemDefinitions::OutputId id;
        if (!d.find(name, id)) {
          throw ModelError("no part has an output '" + std::string(name) + "'", d.suggest(name));
        }
        from.push_back(symbol);
        to.push_back(d.value(id));
      } else if (const Expr* formula = d.symbols->formula_of(symbol)) {
        from.push_back(symbol);
        to.push_back(*formula);
      }
    }
    if (from.empty()) return expressions;
    expressions = substitute(expressions, from, to);
  }
  throw ModelError("outputs that depend on themselves");
}

std::vector<SystemClock> SystemBuilder::find_clocks(const std::vector<Expr>& signals) const {
  const auto& d = *definitions_;
  std::vector<int> found;
  try {
    for (const Expr symbol : find_symbols(put_in_outputs(signals))) {
      if (d.symbols->is_parameter(symbol)) continue;
      const auto tick = d.tick_of_symbol.find(symbol.id());
      if (tick == d.tick_of_symbol.end()) return {};
      if (std::find(found.begin(), found.end(), tick->second.clock) == found.end())
        found.push_back(tick->second.clock);
    }
  } catch (const ModelError&) {
    return {};  // it depends on rates, which vary
  }
  std::vector<SystemClock> clocks;
  for (const int k : found) clocks.push_back(d.clocks[static_cast<std::size_t>(k)]);
  return clocks;
}

void SystemBuilder::keep(std::shared_ptr<void> used) {
  definitions_->kept.push_back(std::move(used));
}

}  // namespace holon
