// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/system/system_builder.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <unordered_set>

#include "holon/base/errors.h"
#include "holon/expr/print.h"
#include "holon/system/delays.h"
#include "holon/system/resolver.h"

namespace holon {

using detail::Resolver;

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
      "a derivative is given for '" + std::string(state.symbol_name()) + "', which is no state");
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
                "event '" + event.name + "' sets what is no state");
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
              "a tick sets what is no discrete state");
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

Expr SystemBuilder::add_delay(const std::string& name, Expr signal, double time,
                              std::optional<Expr> before) {
  HOLON_CHECK(time > 0 && std::isfinite(time), "'" + name + "' is delayed by no time");
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
              "an equation is given for what is no unknown");
  found->second.residual = residual;
}

void SystemBuilder::set_constraints(Constraints given) {
  auto& d = *definitions_;
  HOLON_CHECK(d.constraints.empty(), "constraints are set twice");
  HOLON_CHECK(given.position.size() == given.names.size() &&
                  given.velocity.size() == given.names.size() &&
                  given.conditional_position.size() == given.conditional_velocity.size() &&
                  given.start_position.size() == given.start_names.size() &&
                  given.start_velocity.size() == given.start_names.size() &&
                  given.position_step.size() == given.states.size() &&
                  given.velocity_step.size() == given.states.size(),
              "constraints with lists of different lengths");
  detail::SystemDefinitions::Constraints c;
  c.names = std::move(given.names);
  c.position = std::move(given.position);
  c.velocity = std::move(given.velocity);
  c.conditional_position = std::move(given.conditional_position);
  c.conditional_velocity = std::move(given.conditional_velocity);
  c.start_names = std::move(given.start_names);
  c.start_position = std::move(given.start_position);
  c.start_velocity = std::move(given.start_velocity);
  c.carriers = std::move(given.carriers);
  c.wrenches = std::move(given.wrenches);
  c.points = std::move(given.points);
  c.position_step.assign(d.state_symbols.size(), 0.0);
  c.velocity_step.assign(d.state_symbols.size(), 0.0);
  for (std::size_t k = 0; k < given.states.size(); ++k) {
    const auto found = d.state_of_symbol.find(given.states[k].id());
    HOLON_CHECK(found != d.state_of_symbol.end(), "a constraint's step moves what is no state");
    c.position_step[static_cast<std::size_t>(found->second)] = given.position_step[k];
    c.velocity_step[static_cast<std::size_t>(found->second)] = given.velocity_step[k];
  }
  d.constraints = std::move(c);
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
                    declaration.is_main});
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
      } else if (d.symbols->differentiated(symbol)) {
        throw ModelError("a time derivative has no place here");
      }
    }
    if (from.empty()) return expressions;
    expressions = substitute(expressions, from, to);
  }
  throw ModelError("outputs that depend on themselves");
}

void SystemBuilder::keep(std::shared_ptr<void> used) {
  definitions_->kept.push_back(std::move(used));
}

namespace {

/// Comparisons within a comparison have no name of their own.
std::string text_of(Expr e) {
  return print(e, Notation::text, [](Expr each) {
    if (each.op() != Op::symbol) return std::string();
    const std::string name(each.symbol_name());
    return name.starts_with("mode[") ? "…" : name;
  });
}

/// "pin.angle > 0.3", unless that would be long.
std::string describe_mode(Expr indicator, std::size_t index) {
  constexpr std::size_t kLongest = 12;  // nodes
  if (indicator.op() != Op::symbol) {
    std::vector<Expr> pending{indicator};
    for (std::size_t k = 0; k < pending.size(); ++k) {
      if (pending.size() > kLongest) return "relation " + std::to_string(index + 1);
      if (pending[k].is_constant()) continue;
      Graph& graph = *pending[k].graph();
      for (const std::uint32_t argument : graph.arguments(pending[k].id())) {
        pending.push_back(graph.expr(argument));
      }
    }
  }
  if (indicator.op() == Op::sub || indicator.op() == Op::neg) {
    const auto operands = indicator.graph()->arguments(indicator.id());
    const Expr a(indicator.graph(), operands[0]);
    if (indicator.op() == Op::neg) return text_of(a) + " < 0";
    return text_of(a) + " > " + text_of(Expr(indicator.graph(), operands[1]));
  }
  return text_of(indicator) + " > 0";
}

/// Leaves out the modes on which nothing of these depends: tells for each whether it stays.
std::vector<bool> find_used_modes(const std::vector<Expr>& needed, const Resolver& resolver) {
  std::vector<bool> used(resolver.modes().size(), false);
  std::vector<Expr> pending = needed;
  while (!pending.empty()) {
    std::vector<Expr> next;
    for (const Expr symbol : find_symbols(pending)) {
      const auto& modes = resolver.modes();
      const auto found = std::find(modes.begin(), modes.end(), symbol);
      if (found == modes.end()) continue;
      const auto k = static_cast<std::size_t>(found - modes.begin());
      if (used[k]) continue;
      used[k] = true;
      next.push_back(resolver.indicators()[k]);
    }
    pending = std::move(next);
  }
  return used;
}

/// Initial values may name other states' ones: puts them in, in the order of need.
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
  std::vector<char> status(values.size(), 0);  // 1: being looked at, 2: closed
  std::vector<std::size_t> path;
  const auto close = [&](auto&& self, std::size_t k) -> void {
    if (status[k] == 2 || needs[k].empty()) return;
    path.push_back(k);
    if (status[k] == 1) {
      std::string text;
      for (auto it = std::find(path.begin(), path.end(), k); it != path.end(); ++it) {
        text += (text.empty() ? "" : " → ") + std::string(states[*it].symbol_name());
      }
      throw ModelError("initial values need each other: " + text,
                       "give one of them a value of its own", std::string(states[k].symbol_name()));
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

/// Initial values that name delayed signals see what these were before the start.
void put_in_history(std::vector<Expr>& values, const detail::SystemDefinitions& definitions,
                    Resolver& resolver) {
  if (definitions.delays.empty()) return;
  const std::vector<Expr> history = detail::make_history(definitions, resolver);
  // Where a delay delays another one.
  for (std::size_t k = 0; k < history.size(); ++k)
    values = substitute(values, resolver.inputs(), history);
}

FunctionRef make_start(const detail::SystemDefinitions& definitions,
                       const std::vector<Variable>& blocks) {
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

FunctionRef make_discrete_start(const detail::SystemDefinitions& definitions) {
  Resolver resolver(definitions, Resolver::Relations::keep);
  return Function::make("discrete start", resolver.graph(), resolver.function_inputs(),
                        {{"d", resolver.resolve(definitions.discrete_initial)}});
}

FunctionRef make_resets(const detail::SystemDefinitions& definitions) {
  Resolver resolver(definitions, Resolver::Relations::keep);
  std::vector<Expr> wanted, happens;
  for (const auto& event : definitions.events) {
    for (const auto& [symbol, value] : event.resets) wanted.push_back(value);
    happens.push_back(resolver.graph()->symbol("event[" + std::to_string(happens.size()) + "]"));
  }
  const std::vector<Expr> values = resolver.resolve(wanted);
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

FunctionRef make_ticks(const detail::SystemDefinitions& definitions) {
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
    } else {
      d[k] = select(resolver.ticking()[static_cast<std::size_t>(tick->second.clock)], d[k],
                    resolver.discrete()[k]);
    }
  }
  std::vector<Variable> inputs = resolver.function_inputs();
  inputs.push_back({"ticks", resolver.ticking()});
  inputs.push_back({"draws", resolver.draws()});
  return Function::make("ticks", resolver.graph(), std::move(inputs), {{"d", d}});
}

std::optional<SystemConstraints> make_constraints(const detail::SystemDefinitions& definitions) {
  const auto& given = definitions.constraints;
  if (given.empty()) return {};
  Resolver resolver(definitions, Resolver::Relations::keep);
  const auto resolve = [&](std::vector<Expr> list) {
    list.resize(definitions.state_symbols.size(), 0.0);  // steps: of states that came later
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

/// All that decides which comparisons are modes: derivatives, conditions, delayed signals, whose
/// jumps are events, comparisons that are always held, and the roots that steps continue.
std::vector<Expr> list_wanted(const detail::SystemDefinitions& d) {
  std::vector<Expr> wanted = d.derivative;
  for (const auto& event : d.events) wanted.push_back(event.condition);
  for (const auto& delay : d.delays) wanted.push_back(delay.signal);
  wanted.insert(wanted.end(), d.always_held.begin(), d.always_held.end());
  wanted.insert(wanted.end(), d.root_symbols.begin(), d.root_symbols.end());
  for (const auto& check : d.loop_checks) wanted.push_back(check.second);
  return wanted;
}

/// What a System's functions are made of.
struct Resolved {
  std::unique_ptr<Resolver> resolver;
  std::vector<Expr> wanted;             ///< see list_wanted
  std::vector<Expr> modes, indicators;  ///< those that it needs
  std::vector<std::string> mode_descriptions;
};

/// Numbers the modes, in the definitions too.
Resolved resolve_wanted(detail::SystemDefinitions& d) {
  Resolved r;
  r.resolver = std::make_unique<Resolver>(d, Resolver::Relations::hold);
  r.wanted = r.resolver->resolve(list_wanted(d));
  const std::vector<bool> used = find_used_modes(r.wanted, *r.resolver);
  std::vector<int> number(used.size(), -1);
  for (std::size_t k = 0; k < used.size(); ++k) {
    if (!used[k]) continue;
    number[k] = static_cast<int>(r.modes.size());
    r.modes.push_back(r.resolver->modes()[k]);
    r.indicators.push_back(r.resolver->indicators()[k]);
    r.mode_descriptions.push_back(describe_mode(r.indicators.back(), r.modes.size() - 1));
  }
  d.modes.clear();
  for (const auto& [node, mode] : r.resolver->held()) {
    const int kept = number[static_cast<std::size_t>(mode)];
    if (kept < 0) continue;
    d.modes.emplace_back(node, kept);
    const auto text = d.relation_texts.find(node);
    if (text != d.relation_texts.end()) {
      r.mode_descriptions[static_cast<std::size_t>(kept)] = text->second;
    }
  }
  d.mode_count = static_cast<int>(r.modes.size());
  return r;
}

/// Comparisons of the user's formulas that are no modes yet.
std::vector<Expr> list_comparisons(const detail::SystemDefinitions& d) {
  Graph& graph = *d.symbols->graph();
  std::unordered_set<std::uint32_t> seen;
  for (const auto& [node, mode] : d.modes) seen.insert(node);
  std::vector<std::uint32_t> pending;
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    if (graph.node(node).op != Op::symbol) continue;
    const Expr* formula = d.symbols->formula_of(Expr(&graph, node));
    if (formula && !formula->is_constant()) pending.push_back(formula->id());
  }
  std::vector<Expr> comparisons;
  while (!pending.empty()) {
    const std::uint32_t node = pending.back();
    pending.pop_back();
    if (!seen.insert(node).second) continue;
    if (graph.node(node).op == Op::relation) comparisons.emplace_back(&graph, node);
    for (const std::uint32_t argument : graph.arguments(node)) pending.push_back(argument);
  }
  std::sort(comparisons.begin(), comparisons.end(), [](Expr a, Expr b) { return a.id() < b.id(); });
  return comparisons;
}

/// Those of them that lie in loops which only outputs need. In place Newton's method would compare
/// them, which may find no root although there is one, or none although each is said to be.
std::vector<Expr> find_comparisons_in_loops(const detail::SystemDefinitions& d) {
  const auto is_in_loop = [&](const Expr& comparison) {
    Resolver resolver(d, Resolver::Relations::keep);
    try {
      resolver.resolve({&comparison, 1});
    } catch (const std::exception&) {
      // What is wrong with an output is said where it is asked for.
    }
    return resolver.compares_in_loop();
  };
  const std::vector<Expr> all = list_comparisons(d);
  std::vector<Expr> found;
  if (all.empty()) return found;
  bool is_any = false, is_wrong = false;
  {
    Resolver resolver(d, Resolver::Relations::keep);
    try {
      resolver.resolve(all);
    } catch (const std::exception&) {
      is_wrong = true;  // one hides what the others are
    }
    is_any = resolver.compares_in_loop();
  }
  if (!is_any && !is_wrong) return found;
  std::copy_if(all.begin(), all.end(), std::back_inserter(found),
               [&](const Expr& comparison) { return is_in_loop(comparison); });
  return found;
}

/// Roots that nothing but outputs need; one whose equations are wrong is that output's error.
void add_roots_of_outputs(const detail::SystemDefinitions& d, std::vector<Resolver::Root>& roots) {
  const auto is_known = [&](Expr symbol) {
    return std::any_of(roots.begin(), roots.end(),
                       [&](const auto& root) { return root.symbol == symbol; });
  };
  const auto add = [&](std::span<const Expr> unknowns) {
    Resolver resolver(d, Resolver::Relations::hold);
    resolver.resolve(unknowns);
    for (const Resolver::Root& root : resolver.roots())
      if (!is_known(root.symbol)) roots.push_back(root);
  };
  std::vector<Expr> others;
  std::copy_if(d.unknowns.begin(), d.unknowns.end(), std::back_inserter(others),
               [&](Expr unknown) { return !is_known(unknown); });
  if (others.empty()) return;
  try {
    return add(others);
  } catch (const ModelError&) {
    // Each for itself.
  }
  for (const Expr& unknown : others) {
    try {
      add({&unknown, 1});
    } catch (const ModelError&) {
      continue;
    }
  }
}

/// Gives each root its discrete states.
SystemRoots add_guesses(detail::SystemDefinitions& d, const std::vector<Resolver::Root>& roots) {
  SystemRoots added;
  const auto add = [&](const std::string& name) {
    DiscreteBlock block{.name = name};
    block.offset = static_cast<int>(d.discrete_symbols.size());
    block.is_guess = true;
    d.discrete_symbols.push_back(d.symbols->graph()->symbol(name));
    d.discrete_of_symbol.emplace(d.discrete_symbols.back().id(), block.offset);
    d.discrete_initial.emplace_back(0.0);
    d.discrete.push_back(std::move(block));
    return d.discrete.back().offset;
  };
  for (const Resolver::Root& root : roots) {
    added.flags.push_back(add("~root of " + root.name + " is known"));
    add("~root of " + root.name);
    d.guess_of_symbol.emplace(root.symbol.id(), added.flags.back());
    d.root_symbols.push_back(root.symbol);
    added.names.push_back(root.name);
  }
  return added;
}

}  // namespace

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

  system.start = make_start(d, blocks);  // before there are modes: it compares in place

  Resolved main = resolve_wanted(d);
  const std::vector<Expr> compared = find_comparisons_in_loops(d);
  d.always_held.insert(d.always_held.end(), compared.begin(), compared.end());
  if (!compared.empty()) main = resolve_wanted(d);
  std::vector<Resolver::Root> roots = main.resolver->roots();
  add_roots_of_outputs(d, roots);
  if (!roots.empty()) {  // once more, with guesses that follow the roots
    system.roots = add_guesses(d, roots);
    main = resolve_wanted(d);
  }
  const Resolver& resolver = *main.resolver;
  const std::vector<Expr>&wanted = main.wanted, &modes = main.modes, &indicators = main.indicators;
  system.modes = main.mode_descriptions;
  const auto first_condition = wanted.begin() + static_cast<std::ptrdiff_t>(d.derivative.size());
  const std::vector<Expr> conditions(
      first_condition, first_condition + static_cast<std::ptrdiff_t>(d.events.size()));

  std::vector<Variable> inputs = resolver.function_inputs();
  inputs.back().elements = modes;
  std::size_t next = 0;
  for (Variable& block : blocks) {
    for (Expr& e : block.elements) e = wanted[next++];
  }
  system.derivative = Function::make("derivative", resolver.graph(), inputs, std::move(blocks));
  const auto checks = wanted.end() - static_cast<std::ptrdiff_t>(d.loop_checks.size());
  if (system.roots) {
    system.roots->values = Function::make("roots", resolver.graph(), inputs,
                                          {{"root", {checks - system.roots->count(), checks}}});
  }
  if (!d.loop_checks.empty()) {
    system.loop_checks.emplace();
    for (const auto& check : d.loop_checks) system.loop_checks->names.push_back(check.first);
    system.loop_checks->values = Function::make("loop checks", resolver.graph(), inputs,
                                                {{"check", {checks, wanted.end()}}});
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
  // Each takes a look at all states, which a machine of ten thousand bodies need not pay for
  // nothing.
  if (!d.discrete.empty()) system.discrete_start = make_discrete_start(d);
  if (!d.events.empty()) system.resets = make_resets(d);
  if (!d.clocks.empty()) system.ticks = make_ticks(d);
  system.constraints = make_constraints(d);
  system.definitions = definitions_;
  return system;
}

}  // namespace holon
