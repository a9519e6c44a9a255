// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/system/system_modes.h"

#include <algorithm>
#include <exception>
#include <iterator>
#include <unordered_set>

#include "holon/expr/print/print.h"

namespace holon::detail {

namespace {

/// Nested comparisons have no names.
std::string text_of(Expr e) {
  return print(e, Notation::text, [](Expr each) {
    if (each.op() != Op::symbol) return std::string();
    const std::string name(each.symbol_name());
    return name.starts_with("mode[") ? "…" : name;
  });
}

/// "pin.angle > 0.3", unless it would be too long.
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

/// Omits the modes on which none of these depends: returns for each mode whether it remains.
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

/// All expressions whose comparisons are modes: derivatives, conditions, delayed signals, whose
/// jumps are events, comparisons that are always held, and the roots that steps continue.
std::vector<Expr> list_pending(const SystemDefinitions& d) {
  std::vector<Expr> requested = d.derivative;
  for (const auto& event : d.events) requested.push_back(event.condition);
  for (const auto& delay : d.delays) requested.push_back(delay.signal);
  requested.insert(requested.end(), d.always_held.begin(), d.always_held.end());
  requested.insert(requested.end(), d.root_symbols.begin(), d.root_symbols.end());
  for (const auto& check : d.loop_checks) requested.push_back(check.second);
  return requested;
}

/// Comparisons of the user's formulas that are not modes yet.
std::vector<Expr> list_comparisons(const SystemDefinitions& d) {
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

}  // namespace

Resolved resolve_pending(SystemDefinitions& d) {
  Resolved r;
  r.resolver = std::make_unique<Resolver>(d, Resolver::Relations::hold);
  r.requested = r.resolver->resolve(list_pending(d));
  const std::vector<bool> used = find_used_modes(r.requested, *r.resolver);
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

std::vector<Expr> find_comparisons_in_loops(const SystemDefinitions& d) {
  const auto is_in_loop = [&](const Expr& comparison) {
    Resolver resolver(d, Resolver::Relations::keep);
    try {
      resolver.resolve({&comparison, 1});
    } catch (const std::exception&) {
      // An error of an output is reported where the output is requested.
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
      is_wrong = true;  // one error hides the others
    }
    is_any = resolver.compares_in_loop();
  }
  if (!is_any && !is_wrong) return found;
  std::copy_if(all.begin(), all.end(), std::back_inserter(found),
               [&](const Expr& comparison) { return is_in_loop(comparison); });
  return found;
}

}  // namespace holon::detail
