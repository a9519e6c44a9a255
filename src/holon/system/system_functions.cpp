// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/system/system_functions.h"

#include <algorithm>
#include <cstddef>

#include "holon/base/errors.h"
#include "holon/system/delays.h"
#include "holon/system/resolver.h"

namespace holon::detail {

namespace {

/// Initial values may depend on those of other states: substitutes them in the order of dependence.
void close_initial_values(std::vector<Expr>& values, const std::vector<Expr>& states) {
  std::vector<std::size_t> order;
  std::vector<std::vector<std::size_t>> needs(values.size());
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (values[k].is_constant()) continue;
    for (const Expr symbol : find_symbols(std::span(&values[k], 1))) {
      const auto found = std::lower_bound(states.begin(), states.end(), symbol,
                                          [](Expr a, Expr b) { return a.id() < b.id(); });
      if (found != states.end() && *found == symbol) {
        needs[k].push_back(static_cast<std::size_t>(found - states.begin()));
      }
    }
    if (!needs[k].empty()) order.push_back(k);
  }
  std::vector<char> status(values.size(), 0);  // 1: in progress, 2: done
  std::vector<std::size_t> path;
  const auto close = [&](auto&& self, std::size_t k) -> void {
    if (status[k] == 2 || needs[k].empty()) return;
    path.push_back(k);
    if (status[k] == 1) {
      std::string text;
      for (auto it = std::find(path.begin(), path.end(), k); it != path.end(); ++it) {
        text += (text.empty() ? "" : " → ") + std::string(states[*it].symbol_name());
      }
      throw ModelError("initial values depend on each other: " + text,
                       "give one of them an independent value",
                       std::string(states[k].symbol_name()));
    }
    status[k] = 1;
    std::vector<Expr> from, to;
    for (const std::size_t other : needs[k]) {
      self(self, other);
      from.push_back(states[other]);
      to.push_back(values[other]);
    }
    values[k] = substitute(std::span(&values[k], 1), from, to)[0];
    status[k] = 2;
    path.pop_back();
  };
  for (const std::size_t k : order) close(close, k);
}

/// Initial values that depend on delayed signals use their history before the start.
void put_in_history(std::vector<Expr>& values, const SystemDefinitions& definitions,
                    Resolver& resolver) {
  if (definitions.delays.empty()) return;
  const std::vector<Expr> history = make_history(definitions, resolver);
  // If a delay's input is another delay.
  for (std::size_t k = 0; k < history.size(); ++k)
    values = substitute(values, resolver.inputs(), history);
}

}  // namespace

FunctionRef make_start(const SystemDefinitions& definitions, const std::vector<Variable>& blocks) {
  Resolver resolver(definitions, Resolver::Relations::keep);
  std::vector<Expr> values = definitions.initial;
  values.insert(values.end(), definitions.discrete_initial.begin(),
                definitions.discrete_initial.end());
  values = resolver.resolve(values);
  const auto states = static_cast<std::ptrdiff_t>(definitions.initial.size());
  const std::vector<Expr> discrete(values.begin() + states, values.end());
  values.resize(definitions.initial.size());
  if (!discrete.empty()) values = substitute(values, resolver.discrete(), discrete);
  put_in_history(values, definitions, resolver);
  close_initial_values(values, resolver.states());
  std::vector<Variable> outputs = blocks;
  std::size_t next = 0;
  for (Variable& block : outputs) {
    for (Expr& e : block.elements) e = values[next++];
  }
  return Function::make("start", resolver.graph(),
                        {{"t", {resolver.time()}}, {"p", resolver.parameters()}},
                        std::move(outputs));
}

FunctionRef make_discrete_start(const SystemDefinitions& definitions) {
  Resolver resolver(definitions, Resolver::Relations::keep);
  return Function::make("discrete start", resolver.graph(), resolver.function_inputs(),
                        {{"d", resolver.resolve(definitions.discrete_initial)}});
}

FunctionRef make_resets(const SystemDefinitions& definitions) {
  Resolver resolver(definitions, Resolver::Relations::keep);
  std::vector<Expr> requested, happens;
  for (const auto& event : definitions.events) {
    for (const auto& [symbol, value] : event.resets) requested.push_back(value);
    happens.push_back(resolver.graph()->symbol("event[" + std::to_string(happens.size()) + "]"));
  }
  const std::vector<Expr> values = resolver.resolve(requested);
  std::vector<Expr> x = resolver.states(), d = resolver.discrete();
  // From the last to the first, so that the first prevails.
  std::size_t at = values.size();
  for (std::size_t k = happens.size(); k-- > 0;) {
    const auto& resets = definitions.events[k].resets;
    at -= resets.size();
    for (std::size_t i = 0; i < resets.size(); ++i) {
      const auto state = definitions.state_of_symbol.find(resets[i].first.id());
      Expr& target = state != definitions.state_of_symbol.end()
                         ? x[static_cast<std::size_t>(state->second)]
                         : d[static_cast<std::size_t>(
                               definitions.discrete_of_symbol.at(resets[i].first.id()))];
      target = select(happens[k], values[at + i], target);
    }
  }
  std::vector<Variable> inputs = resolver.function_inputs();
  inputs.push_back({"happens", happens});
  return Function::make("resets", resolver.graph(), std::move(inputs), {{"x", x}, {"d", d}});
}

FunctionRef make_ticks(const SystemDefinitions& definitions) {
  Resolver resolver(definitions, Resolver::Relations::tick);
  std::vector<Expr> next;
  for (const Expr symbol : definitions.discrete_symbols) {
    const auto tick = definitions.tick_of_symbol.find(symbol.id());
    next.push_back(tick == definitions.tick_of_symbol.end() ? symbol : tick->second.next);
  }
  std::vector<Expr> d = resolver.resolve(next);
  for (std::size_t k = 0; k < d.size(); ++k) {
    const auto tick = definitions.tick_of_symbol.find(definitions.discrete_symbols[k].id());
    if (tick == definitions.tick_of_symbol.end()) {
      d[k] = resolver.discrete()[k];
    } else if (!tick->second.is_process) {
      d[k] = select(resolver.ticking()[static_cast<std::size_t>(tick->second.clock)], d[k],
                    resolver.discrete()[k]);
    }
  }
  std::vector<Variable> inputs = resolver.function_inputs();
  inputs.push_back({"ticks", resolver.ticking()});
  inputs.push_back({"draws", resolver.draws()});
  inputs.push_back({"processes", resolver.made()});
  return Function::make("ticks", resolver.graph(), std::move(inputs), {{"d", d}});
}

namespace {

/// Which processes must have run before process k: its inputs depend on their new outputs.
std::vector<std::size_t> find_earlier(const SystemDefinitions& definitions, std::size_t k) {
  Resolver resolver(definitions, Resolver::Relations::tick);
  const std::vector<Expr> inputs = resolver.resolve(definitions.processes[k].inputs);
  const std::vector<Expr> symbols = find_symbols(inputs);
  std::vector<std::size_t> earlier;
  std::size_t at = 0;
  for (std::size_t j = 0; j < definitions.processes.size(); ++j) {
    const std::size_t end = at + definitions.processes[j].made.size();
    const bool depends = std::any_of(symbols.begin(), symbols.end(), [&](Expr symbol) {
      const auto first = resolver.made().begin();
      return std::find(first + static_cast<std::ptrdiff_t>(at),
                       first + static_cast<std::ptrdiff_t>(end),
                       symbol) != first + static_cast<std::ptrdiff_t>(end);
    });
    if (depends) earlier.push_back(j);
    at = end;
  }
  return earlier;
}

/// Puts the processes into the order in which they run.
void sort_processes(SystemDefinitions& definitions) {
  const std::size_t count = definitions.processes.size();
  std::vector<std::vector<std::size_t>> earlier(count);
  for (std::size_t k = 0; k < count; ++k) earlier[k] = find_earlier(definitions, k);
  std::vector<std::size_t> order, path;
  std::vector<char> status(count, 0);  // 1: in progress, 2: done
  const auto visit = [&](auto&& self, std::size_t k) -> void {
    if (status[k] == 2) return;
    if (status[k] == 1) {
      std::string text;
      for (auto it = std::find(path.begin(), path.end(), k); it != path.end(); ++it)
        text += definitions.processes[*it].name + " → ";
      throw ModelError("the outputs of sampled parts depend on each other at one instant: " + text +
                           definitions.processes[k].name,
                       "put a Hold or a Delay between them", definitions.processes[k].name);
    }
    status[k] = 1;
    path.push_back(k);
    for (const std::size_t j : earlier[k]) self(self, j);
    path.pop_back();
    status[k] = 2;
    order.push_back(k);
  };
  for (std::size_t k = 0; k < count; ++k) visit(visit, k);
  std::vector<SystemDefinitions::ProcessPart> sorted;
  for (const std::size_t k : order) sorted.push_back(std::move(definitions.processes[k]));
  definitions.processes = std::move(sorted);
}

}  // namespace

std::vector<SystemProcess> make_processes(SystemDefinitions& definitions) {
  if (definitions.processes.empty()) return {};
  sort_processes(definitions);
  std::vector<SystemProcess> processes;
  for (const SystemDefinitions::ProcessPart& part : definitions.processes) {
    Resolver resolver(definitions, Resolver::Relations::tick);
    const std::vector<Expr> values = resolver.resolve(part.inputs);
    std::vector<Variable> inputs = resolver.function_inputs();
    inputs.push_back({"ticks", resolver.ticking()});
    inputs.push_back({"draws", resolver.draws()});
    inputs.push_back({"processes", resolver.made()});
    SystemProcess process{part.name, part.clocks, {}, {}, part.model};
    for (const Expr output : part.outputs)
      process.outputs.push_back(definitions.discrete_of_symbol.at(output.id()));
    process.inputs = Function::make("inputs of " + part.name, resolver.graph(), std::move(inputs),
                                    {{"inputs", values}});
    processes.push_back(std::move(process));
  }
  return processes;
}

std::optional<SystemConstraints> make_constraints(const SystemDefinitions& definitions) {
  const auto& given = definitions.constraints;
  if (given.empty()) return {};
  Resolver resolver(definitions, Resolver::Relations::keep);
  const auto resolve = [&](std::vector<Expr> list) {
    list.resize(definitions.state_symbols.size(), 0.0);  // steps: of states that were added later
    return resolver.resolve(list);
  };
  const auto position = resolver.resolve(given.position);
  const auto velocity = resolver.resolve(given.velocity);
  const auto start_position = resolver.resolve(given.start_position);
  const auto start_velocity = resolver.resolve(given.start_velocity);
  auto step_position = position, step_velocity = velocity;
  for (const Expr& e : resolver.resolve(given.conditional_position)) step_position.push_back(e);
  for (const Expr& e : resolver.resolve(given.conditional_velocity)) step_velocity.push_back(e);
  const auto wrenches = resolver.resolve(given.wrenches);
  const auto points = resolver.resolve(given.points);
  const auto position_step = resolve(given.position_step);
  const auto velocity_step = resolve(given.velocity_step);
  const std::vector<Variable> inputs = resolver.function_inputs();
  const auto make = [&](const char* name, std::vector<Variable> outputs) {
    return Function::make(name, resolver.graph(), inputs, std::move(outputs));
  };
  SystemConstraints c;
  c.names = given.names;
  c.labels = given.labels;
  c.start_labels = given.start_labels;
  c.residual = make("constraints", {{"position", position}, {"velocity", velocity}});
  c.conditional_count = static_cast<int>(given.conditional_position.size());
  c.position_step = make("position step", {{"position", step_position}, {"dx", position_step}});
  c.velocity_step = make("velocity step", {{"velocity", step_velocity}, {"dx", velocity_step}});
  c.carriers = given.carriers;
  c.carried = make("carried", {{"wrenches", wrenches}, {"points", points}});
  c.start_names = given.start_names;
  c.start_residual =
      make("start conditions", {{"position", start_position}, {"velocity", start_velocity}});
  return c;
}

}  // namespace holon::detail
