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
  for (const Symbols::Parameter& parameter : definitions.symbols->parameters()) {
    parameters_.push_back(target_->symbol(parameter.name));
    bind(parameter.symbol, parameters_.back());
  }
  if (relations_ == Relations::hold) return;
  for (int k = 0; k < definitions.mode_count; ++k) {
    modes_.push_back(target_->symbol("mode[" + std::to_string(k) + "]"));
  }
  for (const auto& [node, mode] : definitions.modes) {
    bind(Expr(&source_, node), modes_[static_cast<std::size_t>(mode)]);
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

std::vector<Expr> Resolver::resolve(std::span<const Expr> expressions) {
  std::vector<Expr> result;
  result.reserve(expressions.size());
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
    result.push_back(image_of(e));
  }
  return result;
}

void Resolver::enter(Expr e) {
  if (e.is_constant()) return;
  HOLON_CHECK(e.graph() == &source_, "an expression of another graph is to be resolved");
  if (source_.size() > images_.size()) grow();
  const std::uint32_t node = e.id();
  if (status_[node] == Status::done) return;
  if (status_[node] == Status::open) report_loop(node);
  status_[node] = Status::open;
  Visit visit{node};
  const Op op = source_.node(node).op;
  if (op == Op::add || op == Op::mul) {
    const auto operands = source_.arguments(node);
    const std::uint32_t a = operands[0], b = operands[1];
    const bool is_scaling = source_.node(a).op == Op::constant;  // constants stand first anyway
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
    // What is differentiated is known now: the derivatives of its states are needed.
    for (const Expr symbol : find_symbols_of(image_of(visit.own[0]))) {
      const auto state = state_of_.find(symbol.id());
      if (state != state_of_.end()) visit.own.push_back(definitions_.derivative[state->second]);
    }
  }
  if (visit.next >= visit.own.size()) return false;
  child = visit.own[visit.next++];
  return true;
}

Expr Resolver::calc_image(const Visit& visit) {
  if (!visit.own.empty()) {
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
  return target_->rebuild(source_, visit.node, arguments_);
}

Expr Resolver::differentiate(const Visit& visit) {
  const Expr image = image_of(visit.own[0]);
  std::vector<Expr> symbols{time_}, seeds{1.0};
  std::size_t next = 1;
  for (const Expr symbol : find_symbols_of(image)) {
    if (!state_of_.contains(symbol.id())) continue;
    symbols.push_back(symbol);
    seeds.push_back(image_of(visit.own[next++]));
  }
  return derivative_of(image, symbols, seeds);
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

void Resolver::report_loop(std::uint32_t node) const {
  const Symbols& symbols = *definitions_.symbols;
  std::size_t from = 0;
  while (stack_[from].node != node) ++from;
  std::vector<std::string> members;
  std::size_t formula = stack_.size();  // the first among the members: that is what the user wrote
  for (std::size_t k = from; k < stack_.size(); ++k) {
    const Expr e(&source_, stack_[k].node);
    if (e.op() != Op::symbol) continue;
    if (symbols.formula_of(e)) formula = std::min(formula, members.size());
    members.emplace_back(e.symbol_name());
  }
  if (formula < members.size()) {
    std::rotate(members.begin(), members.begin() + static_cast<std::ptrdiff_t>(formula),
                members.end());
  }
  // Derivatives have names only where their origin has one, and say no more than it does.
  std::vector<std::string> named;
  for (const std::string& member : members) {
    if (!member.starts_with("der(")) named.push_back(member);
  }
  if (named.empty()) named.push_back(members.front());
  std::string text;
  for (const std::string& member : named) text += member + " → ";
  throw ModelError(
      "algebraic loop: " + text + named.front() +
          (named.size() == 1 ? "; it needs its own value or derivative" : "; each needs the next") +
          " at the same instant, and this version does not solve such loops yet",
      "let one of them depend on a state (an angle, a rate, a filtered value)",
      formula < stack_.size() ? members.front() : std::string());
}

}  // namespace holon::detail
