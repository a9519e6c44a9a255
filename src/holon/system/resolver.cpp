// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/system/resolver.h"

#include <algorithm>

#include "holon/base/errors.h"
#include "holon/system/input_rates.h"
#include "holon/system/local_graph.h"
#include "holon/system/loop_solver.h"

namespace holon::detail {

Resolver::Resolver(const SystemDefinitions& definitions, Relations relations)
    : definitions_(definitions),
      source_(*definitions.symbols->graph()),
      relations_(relations),
      target_(std::make_shared<Graph>()),
      hash_(*definitions.symbols) {
  grow();
  time_ = target_->symbol("time");
  bind(definitions.symbols->time(), time_);
  for (const StateBlock& block : definitions.states) {
    for (int k = 0; k < block.size; ++k) {
      const Expr symbol = target_->symbol(component_name(block.name, block.components, k));
      state_of_.emplace(symbol.id(), states_.size());
      bind(definitions.state_symbols[states_.size()], symbol);
      states_.push_back(symbol);
    }
  }
  for (const SystemDefinitions::Delay& delay : definitions.delays) {
    inputs_.push_back(target_->symbol(delay.name));
    bind(delay.symbol, inputs_.back());
  }
  for (const Symbols::Parameter& parameter : definitions.symbols->parameters()) {
    parameters_.push_back(target_->symbol(parameter.name));
    bind(parameter.symbol, parameters_.back());
  }
  for (const DiscreteBlock& block : definitions.discrete) {
    for (int k = 0; k < block.size; ++k) {
      discrete_.push_back(target_->symbol(component_name(block.name, block.components, k)));
      const Expr source = definitions.discrete_symbols[discrete_.size() - 1];
      if (!find_tick(source.id())) bind(source, discrete_.back());
    }
  }
  for (const SystemClock& clock : definitions.clocks) {
    ticking_.push_back(target_->symbol("tick of " + clock.name));
  }
  for (const SystemDraw& draw : definitions.draws) {
    draws_.push_back(target_->symbol("draw of " + draw.name));
    bind(definitions.draw_symbols[draws_.size() - 1], draws_.back());
  }
  for (const SystemDefinitions::ProcessPart& process : definitions.processes) {
    for (const Expr symbol : process.made) {
      made_.push_back(target_->symbol(std::string(symbol.symbol_name())));
      bind(symbol, made_.back());
    }
  }
  for (int k = 0; relations_ != Relations::hold && k < definitions.mode_count; ++k) {
    modes_.push_back(target_->symbol("mode[" + std::to_string(k) + "]"));
  }
  for (const auto& [node, mode] : definitions.modes) {
    if (relations_ == Relations::hold) break;
    if (relations_ == Relations::tick) {
      mode_of_relation_.emplace(node, mode);
      continue;
    }
    bind(Expr(&source_, node), modes_[static_cast<std::size_t>(mode)]);
  }
  remember_bound();
}

void Resolver::remember_bound() {
  for (std::uint32_t node = 0; node < status_.size(); ++node) {
    if (status_[node] == Status::done) bound_.emplace_back(node, images_[node]);
  }
}

void Resolver::grow() {
  images_.resize(source_.size());
  status_.resize(source_.size(), Status::untouched);
}

void Resolver::bind(Expr source, Expr image) {
  images_[source.id()] = image;
  status_[source.id()] = Status::done;
}

/// Everything except symbols that represent themselves, and those replaced by cuts.
void Resolver::forget_images() {
  stack_.clear();
  std::fill(status_.begin(), status_.end(), Status::untouched);
  for (const auto& [node, image] : bound_) bind(Expr(&source_, node), image);
  for (const Cut& cut : cuts_) {
    if (cut.kind != Cut::Kind::rate) bind(cut.symbol, cut.unknown);
  }
}

std::vector<Variable> Resolver::function_inputs() const {
  return {{"t", {time_}},     {"x", states_},   {"u", inputs_},
          {"p", parameters_}, {"d", discrete_}, {"m", modes_}};
}

std::vector<Expr> Resolver::resolve(std::span<const Expr> expressions) {
  const std::size_t modes = modes_.size(), held = held_.size();
  for (;;) {
    try {
      visit_all(expressions);
      for (std::size_t k = 0; k < cuts_.size(); ++k) {
        calc_cut(k);
      }
      break;
    } catch (const LoopFound&) {  // there is one more cut now
      modes_.resize(modes);
      if (relations_ == Relations::hold) indicators_.resize(modes);
      held_.resize(held);
      std::erase_if(mode_of_, [&](const auto& entry) { return entry.second >= modes; });
      forget_images();
    }
  }
  std::vector<Expr> result;
  result.reserve(expressions.size());
  for (const Expr e : expressions) result.push_back(image_of(e));
  if (!cuts_.empty()) put_in_solutions(result);
  return result;
}

void Resolver::visit_all(std::span<const Expr> expressions) {
  for (const Expr e : expressions) {
    enter(e);
    while (!stack_.empty()) {
      Expr child;
      if (next_child(stack_.back(), child)) {
        enter(child);
        continue;
      }
      const std::uint32_t node = stack_.back().node;
      images_[node] = calc_image(stack_.back());
      status_[node] = Status::done;
      stack_.pop_back();
    }
  }
}

void Resolver::put_in_solutions(std::vector<Expr>& result) {
  std::vector<LoopUnknown> loops;
  std::vector<Expr> unknowns;
  for (const Cut& cut : cuts_) {
    loops.push_back({cut.unknown, cut.value, cut.name, cut.guess, cut.circle, cut.is_equation});
    unknowns.push_back(cut.unknown);
    if (cut.kind == Cut::Kind::rate) continue;
    const auto guess = definitions_.guess_of_symbol.find(cut.symbol.id());
    if (guess == definitions_.guess_of_symbol.end()) continue;
    const auto flag = static_cast<std::size_t>(guess->second);
    loops.back().has_last_root = discrete_[flag];
    loops.back().last_root = discrete_[flag + 1];
  }
  const LoopSolution solution = solve_loops(target_, loops, compares_in_loop_);
  result = substitute(result, unknowns, solution.values);
  indicators_ = substitute(indicators_, unknowns, solution.values);
  roots_.clear();
  for (const std::size_t k : solution.roots)
    if (cuts_[k].kind != Cut::Kind::rate) roots_.push_back({cuts_[k].symbol, cuts_[k].name});
}

/// The definition of a cut's unknown, in terms of itself and others.
void Resolver::calc_cut(std::size_t k) {
  if (cuts_[k].kind == Cut::Kind::equation) return calc_equation(k);
  if (cuts_[k].kind == Cut::Kind::rate) return calc_rate(k);
  const Expr symbol = cuts_[k].symbol;
  const Expr* of = definitions_.symbols->differentiated(symbol);
  const Expr definition = of ? *of : definition_of(symbol);
  visit_all({&definition, 1});
  if (!of) {
    cuts_[k].value = image_of(definition);
    return;
  }
  Visit visit{symbol.id()};
  visit.own.push_back(definition);
  add_state_derivatives(visit);
  visit_all(visit.own);
  cuts_[k].value = differentiate(visit);
}

void Resolver::calc_equation(std::size_t k) {
  const auto& unknown = definitions_.unknown_of_symbol.at(cuts_[k].symbol.id());
  const std::vector<Expr> requested{unknown.residual, unknown.guess};
  visit_all(requested);
  cuts_[k].value = image_of(requested[0]);
  cuts_[k].is_equation = true;
  cuts_[k].guess = image_of(requested[1]);
}

/// The rate of z = e(z, x, t) is that of e; where 0 = e(z, x, t), that of e is 0.
void Resolver::calc_rate(std::size_t k) {
  const Expr value = cuts_[cuts_[k].of].value;
  check_differentiable(value);
  std::vector<Expr> derivatives;
  for (const Expr symbol : find_symbols_of(value)) {
    const auto state = state_of_.find(symbol.id());
    if (state != state_of_.end()) derivatives.push_back(definitions_.derivative[state->second]);
  }
  visit_all(derivatives);
  std::vector<Expr> symbols{time_}, seeds{1.0};
  std::size_t next = 0;
  for (const Expr symbol : find_symbols_of(value)) {
    if (!state_of_.contains(symbol.id())) continue;
    symbols.push_back(symbol);
    seeds.push_back(image_of(derivatives[next++]));
  }
  add_rates(value, symbols, seeds);
  cuts_[k].value = derivative_of(value, symbols, seeds);
  cuts_[k].is_equation = cuts_[cuts_[k].of].is_equation;
}

/// The unknown that is the time derivative of another cut's unknown.
Expr Resolver::rate_of(std::size_t cut) {
  for (const Cut& other : cuts_) {
    if (other.kind == Cut::Kind::rate && other.of == cut) return other.unknown;
  }
  // A rate that depends on its own rate, recursively, is a differential equation.
  constexpr int kMostRates = 6;
  int depth = 0;
  for (std::size_t k = cut; cuts_[k].kind == Cut::Kind::rate; k = cuts_[k].of) ++depth;
  if (depth == kMostRates) {
    std::size_t first = cut;
    while (cuts_[first].kind == Cut::Kind::rate) first = cuts_[first].of;
    throw ModelError(
        "'" + cuts_[first].name +
            "' follows from its own time derivative, and that "
            "from its own, without end",
        "make it a state; a bond graph has one where storage is in integral causality");
  }
  Cut rate{cuts_[cut].symbol, 0.0, "der(" + cuts_[cut].name + ")", Cut::Kind::rate, cut};
  rate.unknown = target_->symbol(rate.name);
  cuts_.push_back(rate);
  return rate.unknown;
}

void Resolver::add_rates(Expr of, std::vector<Expr>& symbols, std::vector<Expr>& seeds) {
  const std::vector<Symbols::Parameter>& parameters = definitions_.symbols->parameters();
  for (std::size_t rate = 0; rate < parameters.size(); ++rate) {
    if (!parameters[rate].name.starts_with("der(")) continue;
    for (std::size_t k = 0; k < parameters.size(); ++k) {
      if (parameters[rate].name != rate_name(parameters[k].name)) continue;
      symbols.push_back(parameters_[k]);
      seeds.push_back(parameters_[rate]);
    }
  }
  if (cuts_.empty()) return;
  for (const Expr symbol : find_symbols_of(of)) {
    for (std::size_t k = 0; k < cuts_.size(); ++k) {
      if (cuts_[k].unknown != symbol) continue;
      symbols.push_back(symbol);
      seeds.push_back(rate_of(k));
      break;
    }
  }
}

/// Values set at ticks jump and have no derivative; the derivative of a delayed signal is not
/// stored.
void Resolver::check_differentiable(Expr image) const {
  if (definitions_.tick_of_symbol.empty() && inputs_.empty()) return;
  const auto refuse = [&](Expr symbol, const std::string& why, const char* instead) {
    std::string where;
    for (std::size_t k = stack_.size(); k-- > 0 && where.empty();) {
      const Expr e(&source_, stack_[k].node);
      if (e.op() == Op::symbol && definitions_.symbols->formula_of(e)) where = e.symbol_name();
    }
    throw ModelError("'" + std::string(symbol.symbol_name()) + "' is " + why, instead, where);
  };
  for (const Expr symbol : find_symbols_of(image)) {
    if (std::find(inputs_.begin(), inputs_.end(), symbol) != inputs_.end()) {
      refuse(symbol, "a delayed signal, whose time derivative is not known",
             "delay the derivative instead, or take it of a continuous filter of the signal");
    }
    const auto found = std::find(discrete_.begin(), discrete_.end(), symbol);
    if (found == discrete_.end()) continue;
    const Expr source =
        definitions_.discrete_symbols[static_cast<std::size_t>(found - discrete_.begin())];
    if (!definitions_.tick_of_symbol.contains(source.id())) continue;
    refuse(symbol, "sampled: it jumps and has no time derivative",
           "take the derivative before it is sampled, or a continuous filter of it");
  }
}

/// The expression that a symbol of the model represents.
Expr Resolver::definition_of(Expr symbol) const {
  const Symbols& symbols = *definitions_.symbols;
  if (const Expr* formula = symbols.formula_of(symbol)) return *formula;
  SystemDefinitions::OutputId id;
  const bool found = definitions_.find(symbols.output_name(symbol), id);
  HOLON_CHECK(found, "a loop is cut at a symbol without a meaning");
  return definitions_.value(id);
}

/// Tears the loop at a formula that the user wrote, if there is one among its members, else at an
/// output, else at a time derivative.
void Resolver::cut_loop(std::uint32_t node) {
  const Symbols& symbols = *definitions_.symbols;
  std::size_t from = 0;
  while (stack_[from].node != node) ++from;
  Expr chosen = 0.0, derivative = 0.0;
  for (std::size_t k = from; k < stack_.size(); ++k) {
    const Expr e(&source_, stack_[k].node);
    if (e.op() != Op::symbol || find_tick(stack_[k].node)) continue;
    if (symbols.differentiated(e)) {
      if (derivative.is_constant()) derivative = e;
      continue;
    }
    if (symbols.formula_of(e)) {
      chosen = e;
      break;
    }
    if (chosen.is_constant()) chosen = e;
  }
  if (chosen.is_constant()) chosen = derivative;
  if (chosen.is_constant()) report_loop(node, "it needs its own value or derivative");
  std::string name(chosen.symbol_name());
  const Expr unknown = target_->symbol(name);
  cuts_.push_back({chosen, unknown, std::move(name)});
  cuts_.back().circle = describe_circle(from, chosen);
  throw LoopFound{};
}

/// The dependence along the cycle at the end of the stack, beginning with `first`. An output of the
/// user ("a.outputs.y") has its short name (a.y).
std::string Resolver::describe_circle(std::size_t from, Expr first) const {
  std::vector<std::string> names;
  std::size_t begin = 0;
  for (std::size_t k = from; k < stack_.size(); ++k) {
    const Expr e(&source_, stack_[k].node);
    if (e.op() != Op::symbol) continue;
    std::string name(e.symbol_name());
    constexpr std::string_view kOutputs = ".outputs.";
    if (const std::size_t at = name.find(kOutputs); at != std::string::npos)
      name.replace(at, kOutputs.size(), ".");
    const bool is_new = names.empty() || names.back() != name;
    if (e == first) begin = is_new ? names.size() : names.size() - 1;
    if (is_new) names.push_back(std::move(name));
  }
  if (names.size() > 1 && names.back() == names.front()) names.pop_back();
  if (names.size() < 2) return {};
  std::rotate(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(begin % names.size()),
              names.end());
  std::string text;
  for (const std::string& name : names) text += name + " → ";
  return text + names.front();
}

void Resolver::enter(Expr e) {
  if (e.is_constant()) return;
  HOLON_CHECK(e.graph() == &source_, "an expression of another graph is to be resolved");
  if (source_.size() > images_.size()) grow();
  const std::uint32_t node = e.id();
  if (status_[node] == Status::done) return;
  if (status_[node] == Status::open) cut_loop(node);
  if (source_.node(node).op == Op::symbol) {
    const auto unknown = definitions_.unknown_of_symbol.find(node);
    if (unknown != definitions_.unknown_of_symbol.end()) {
      const Expr symbol = target_->symbol(unknown->second.name);
      cuts_.push_back({e, symbol, unknown->second.name, Cut::Kind::equation});
      return bind(e, symbol);
    }
    // All functions of a System tear a loop that Newton's method solves at the same symbols.
    if (definitions_.guess_of_symbol.contains(node)) {
      std::string name(e.symbol_name());
      const Expr symbol = target_->symbol(name);
      cuts_.push_back({e, symbol, std::move(name)});
      return bind(e, symbol);
    }
  }
  status_[node] = Status::open;
  Visit visit{node};
  const Op op = source_.node(node).op;
  if (op == Op::add || op == Op::mul) {
    const auto operands = source_.arguments(node);
    const std::uint32_t a = operands[0], b = operands[1];
    const bool is_scaling = source_.node(a).op == Op::constant;  // constants are first anyway
    visit.is_swapped = !is_scaling && hash_.of(b) < hash_.of(a);
  } else if (op == Op::symbol) {
    const Symbols& symbols = *definitions_.symbols;
    if (const std::string_view name = symbols.output_name(e); !name.empty()) {
      SystemDefinitions::OutputId id;
      if (!definitions_.find(name, id)) {
        throw ModelError("no part has an output '" + std::string(name) + "'",
                         definitions_.suggest(name));
      }
      if (id.component < 0 && definitions_.declaration(id).size() > 1) {
        throw ModelError(
            "output '" + std::string(name) + "' is not a single number",
            "name a component: '" +
                component_name(std::string(name), definitions_.declaration(id).components, 0) +
                "'");
      }
      visit.own.push_back(definitions_.value(id));
    } else if (const Expr* of = symbols.differentiated(e)) {
      visit.own.push_back(*of);
    } else if (const Expr* formula = symbols.formula_of(e)) {
      visit.own.push_back(*formula);
    } else if (const SystemDefinitions::Tick* tick = find_tick(node)) {
      visit.own.push_back(tick->next);
    } else {
      throw InternalError("symbol '" + std::string(e.symbol_name()) + "' has no meaning");
    }
  }
  stack_.push_back(std::move(visit));
}

bool Resolver::next_argument(Visit& visit, Expr& child) {
  const auto arguments = source_.arguments(visit.node);
  while (visit.next < arguments.size()) {
    const std::size_t index = visit.is_swapped ? 1 - visit.next : visit.next;
    ++visit.next;
    const std::uint32_t argument = arguments[index];
    if (status_[argument] == Status::done) continue;
    if (source_.node(argument).op == Op::constant) {
      bind(Expr(&source_, argument), source_.expr(argument));
      continue;
    }
    child = Expr(&source_, argument);
    return true;
  }
  return false;
}

bool Resolver::next_child(Visit& visit, Expr& child) {
  if (visit.own.empty()) return next_argument(visit, child);
  if (visit.next == 1 && definitions_.symbols->differentiated(Expr(&source_, visit.node))) {
    add_state_derivatives(visit);  // the differentiated expressions are known now
  }
  if (visit.next >= visit.own.size()) return false;
  child = visit.own[visit.next++];
  return true;
}

void Resolver::add_state_derivatives(Visit& visit) const {
  for (const Expr symbol : find_symbols_of(image_of(visit.own[0]))) {
    const auto state = state_of_.find(symbol.id());
    if (state != state_of_.end()) visit.own.push_back(definitions_.derivative[state->second]);
  }
}

Expr Resolver::calc_image(const Visit& visit) {
  if (!visit.own.empty()) {
    if (const SystemDefinitions::Tick* tick = find_tick(visit.node)) {
      if (tick->is_process) return image_of(visit.own[0]);
      const auto held = static_cast<std::size_t>(definitions_.discrete_of_symbol.at(visit.node));
      return select(ticking_[static_cast<std::size_t>(tick->clock)], image_of(visit.own[0]),
                    discrete_[held]);
    }
    const bool is_derivative = definitions_.symbols->differentiated(Expr(&source_, visit.node));
    return is_derivative ? differentiate(visit) : image_of(visit.own[0]);
  }
  const Node node = source_.node(visit.node);
  arguments_.clear();
  for (const std::uint32_t argument : source_.arguments(visit.node)) {
    arguments_.push_back(images_[argument]);
  }
  if (node.op == Op::relation && relations_ == Relations::hold) {
    return hold(visit.node, arguments_[0]);
  }
  if (node.op == Op::relation && relations_ == Relations::tick) {
    return compare_at_tick(visit.node, arguments_[0]);
  }
  return target_->rebuild(source_, visit.node, arguments_);
}

Expr Resolver::differentiate(const Visit& visit) {
  const Expr image = image_of(visit.own[0]);
  check_differentiable(image);
  std::vector<Expr> symbols{time_}, seeds{1.0};
  std::size_t next = 1;
  for (const Expr symbol : find_symbols_of(image)) {
    if (!state_of_.contains(symbol.id())) continue;
    symbols.push_back(symbol);
    seeds.push_back(image_of(visit.own[next++]));
  }
  add_rates(image, symbols, seeds);
  return derivative_of(image, symbols, seeds);
}

/// The value at a tick of a discrete state whose new value other parts use.
const SystemDefinitions::Tick* Resolver::find_tick(std::uint32_t node) const {
  if (relations_ != Relations::tick) return nullptr;
  const auto found = definitions_.tick_of_symbol.find(node);
  return found != definitions_.tick_of_symbol.end() && found->second.is_output ? &found->second
                                                                               : nullptr;
}

Expr Resolver::hold(std::uint32_t node, Expr indicator) {
  if (indicator.is_constant()) return relation(indicator);
  const auto [it, is_new] = mode_of_.emplace(indicator.id(), modes_.size());
  if (is_new) {
    modes_.push_back(target_->symbol("mode[" + std::to_string(modes_.size()) + "]"));
    indicators_.push_back(indicator);
  }
  held_.emplace_back(node, static_cast<int>(it->second));
  return modes_[it->second];
}

/// A mode has its value just before the tick, and keeps it if no operand of its comparison is set
/// at the tick.
Expr Resolver::compare_at_tick(std::uint32_t node, Expr indicator) {
  const auto mode = mode_of_relation_.find(node);
  if (mode == mode_of_relation_.end() || indicator.is_constant()) return relation(indicator);
  const std::vector<Expr> symbols = find_symbols_of(indicator);
  const bool is_set = std::any_of(symbols.begin(), symbols.end(), [&](Expr symbol) {
    return std::find(ticking_.begin(), ticking_.end(), symbol) != ticking_.end() ||
           std::find(made_.begin(), made_.end(), symbol) != made_.end();
  });
  return is_set ? relation(indicator) : modes_[static_cast<std::size_t>(mode->second)];
}

void Resolver::report_loop(std::uint32_t node, const std::string& why) const {
  std::size_t from = 0;
  while (from < stack_.size() && stack_[from].node != node) ++from;
  std::vector<std::string> named;
  const Expr own(&source_, node);
  std::string first(own.op() == Op::symbol ? own.symbol_name() : "");
  for (std::size_t k = from; k < stack_.size(); ++k) {
    const Expr e(&source_, stack_[k].node);
    if (e.op() != Op::symbol) continue;
    if (first.empty()) first = e.symbol_name();
    // Derivatives have names only if their origin has one; the names give no further information.
    if (!e.symbol_name().starts_with("der(")) named.emplace_back(e.symbol_name());
  }
  if (named.empty()) named.push_back(first);
  std::string text;
  for (const std::string& member : named) text += member + " → ";
  const bool is_derivative = named.front().starts_with("der(");
  std::string path = named.front();
  while (path.starts_with("der(")) path = path.substr(4, path.size() - 5);
  const bool is_motion = is_derivative && path.ends_with(".motion");
  throw ModelError(
      "algebraic loop: " + text + named.front() + "; " + why,
      is_motion
          ? "a motion may depend on time alone, or on quantities that it does not affect; write a "
            "relation of coordinates as a Constraint: equations: [a.angle - 2*b.angle]"
          : "let one of them depend on a state (an angle, a rate, a filtered value)",
      is_derivative ? path : std::string());
}

}  // namespace holon::detail
