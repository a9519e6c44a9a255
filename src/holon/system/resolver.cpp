// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/system/resolver.h"

#include <algorithm>

#include "holon/base/errors.h"
#include "holon/system/local_graph.h"

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

}  // namespace holon::detail
