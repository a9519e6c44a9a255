// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
// Algebraic loops of a Resolver: where they are torn, and the definitions of their unknowns.
#include <algorithm>
#include <string>
#include <utility>

#include "holon/base/errors.h"
#include "holon/system/input_rates.h"
#include "holon/system/local_graph.h"
#include "holon/system/loop_solver.h"
#include "holon/system/resolver.h"

namespace holon::detail {

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
            "' depends on its own time derivative, which "
            "depends on its own derivative, and so on without end",
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

/// The expression that a symbol of the model represents.
Expr Resolver::definition_of(Expr symbol) const {
  const Symbols& symbols = *definitions_.symbols;
  if (const Expr* formula = symbols.formula_of(symbol)) return *formula;
  SystemDefinitions::OutputId id;
  const bool found = definitions_.find(symbols.output_name(symbol), id);
  HOLON_CHECK(found, "a loop is cut at a symbol without a meaning");
  return definitions_.value(id);
}

}  // namespace holon::detail
