// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/system/symbols.h"

#include "holon/system/input_rates.h"
#include "holon/system/local_graph.h"

#include <span>

namespace holon {

Symbols::Symbols() : graph_(std::make_shared<Graph>()), time_(graph_->symbol("time")) {}

Expr Symbols::output(std::string_view name) {
  const auto found = outputs_.find(name);
  if (found != outputs_.end()) return found->second;
  const Expr symbol = graph_->symbol(std::string(name));
  const auto it = outputs_.emplace(std::string(name), symbol).first;
  output_names_.emplace(symbol.id(), it->first);
  return symbol;
}

Expr Symbols::parameter(const std::string& name, double value, const Dimension& dimension) {
  const auto [it, is_new] = parameter_index_.emplace(name, parameters_.size());
  if (is_new) {
    const Expr symbol = graph_->symbol(name);
    parameter_nodes_.emplace(symbol.id(), parameters_.size());
    parameters_.push_back({name, dimension, value, symbol});
  }
  return parameters_[it->second].symbol;
}

bool Symbols::is_parameter(Expr symbol) const {
  return symbol.graph() == graph_.get() && parameter_nodes_.contains(symbol.id());
}

Expr Symbols::time_derivative(Expr e) {
  const auto has_rate = [this](Expr of) {
    std::vector<Expr> open{of};
    while (!open.empty()) {
      const std::vector<Expr> found = detail::find_symbols_of(open.back());
      open.pop_back();
      for (const Expr symbol : found) {
        if (const Expr* means = formula_of(symbol)) {
          open.push_back(*means);
        } else if (parameter_index_.contains(rate_name(symbol.symbol_name()))) {
          return true;
        }
      }
    }
    return false;
  };
  if (e.is_constant() || (!varies(e) && !has_rate(e))) return 0.0;
  if (e == time_) return 1.0;
  const auto found = derivatives_.find(e.id());
  if (found != derivatives_.end()) return found->second;
  const std::string_view of = e.symbol_name();
  const Expr symbol = graph_->symbol("der(" + (of.empty() ? "…" : std::string(of)) + ")");
  derivatives_.emplace(e.id(), symbol);
  differentiated_.emplace(symbol.id(), e);
  return symbol;
}

std::string_view Symbols::output_name(Expr symbol) const {
  if (symbol.graph() != graph_.get()) return {};
  const auto found = output_names_.find(symbol.id());
  return found == output_names_.end() ? std::string_view() : found->second;
}

const Expr* Symbols::differentiated(Expr symbol) const {
  if (symbol.graph() != graph_.get()) return nullptr;
  const auto found = differentiated_.find(symbol.id());
  return found == differentiated_.end() ? nullptr : &found->second;
}

bool Symbols::varies(Expr e) {
  if (e.is_constant()) return false;
  enum : std::uint8_t { kUnknown, kNo, kYes };
  varies_.resize(graph_->size(), kUnknown);
  std::vector<std::uint32_t> stack{e.id()};
  while (!stack.empty()) {
    const std::uint32_t id = stack.back();
    if (varies_[id] != kUnknown) {
      stack.pop_back();
      continue;
    }
    std::span<const std::uint32_t> arguments = graph_->arguments(id);
    std::uint32_t meaning = 0;
    if (graph_->node(id).op == Op::symbol) {
      const auto formula = formulas_.find(id);
      if (formula == formulas_.end()) {
        varies_[id] = parameter_nodes_.contains(id) ? kNo : kYes;
        continue;
      }
      meaning = formula->second.id();
      arguments = std::span(&meaning, 1);
    }
    std::uint8_t result = kNo;
    bool ready = true;
    for (const std::uint32_t argument : arguments) {
      if (varies_[argument] == kUnknown) {
        stack.push_back(argument);
        ready = false;
      } else if (varies_[argument] == kYes) {
        result = kYes;
      }
    }
    if (ready) varies_[id] = result;
  }
  return varies_[e.id()] == kYes;
}

Expr Symbols::formula(Expr e, std::string name) {
  if (e.is_constant()) return e;
  const Expr symbol = graph_->symbol(std::move(name));
  formulas_.emplace(symbol.id(), e);
  return symbol;
}

const Expr* Symbols::formula_of(Expr symbol) const {
  if (symbol.graph() != graph_.get()) return nullptr;
  const auto found = formulas_.find(symbol.id());
  return found == formulas_.end() ? nullptr : &found->second;
}

}  // namespace holon
