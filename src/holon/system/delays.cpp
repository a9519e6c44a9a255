// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/system/delays.h"

#include <mutex>

#include "holon/system/definitions.h"
#include "holon/system/local_graph.h"
#include "holon/system/resolver.h"

namespace holon {
namespace {

/// Signals first, then their histories before the start, as functions of time.
std::vector<Expr> resolve_delays(const detail::SystemDefinitions& definitions,
                                 detail::Resolver& resolver) {
  std::vector<Expr> requested;
  for (const auto& delay : definitions.delays) requested.push_back(delay.signal);
  for (const auto& delay : definitions.delays) {
    requested.push_back(delay.before.value_or(delay.signal));
  }
  return resolver.resolve(requested);
}

}  // namespace

namespace detail {

std::vector<Expr> make_history(const SystemDefinitions& definitions, Resolver& resolver) {
  std::vector<Expr> values = resolve_delays(definitions, resolver);
  const std::size_t count = definitions.delays.size();
  values.erase(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count));
  for (std::size_t k = 0; k < count; ++k) {
    if (!definitions.delays[k].before) continue;
    const Expr then = resolver.time() - definitions.delays[k].time;
    values[k] = substitute(std::span(&values[k], 1), std::vector<Expr>{resolver.time()},
                           std::vector<Expr>{then})[0];
  }
  return values;
}

}  // namespace detail

std::vector<SystemDelay> list_delays(const System& system) {
  std::vector<SystemDelay> delays;
  for (const auto& delay : system.definitions->delays) {
    delays.push_back({delay.name, delay.time, delay.before.has_value()});
  }
  return delays;
}

FunctionRef make_delayed_signals(const System& system) {
  const detail::SystemDefinitions& definitions = *system.definitions;
  const std::lock_guard lock(definitions.symbols->mutex());
  detail::Resolver resolver(definitions, detail::Resolver::Relations::keep);
  std::vector<Expr> signals = resolve_delays(definitions, resolver);
  const auto half = signals.begin() + static_cast<std::ptrdiff_t>(definitions.delays.size());
  return Function::make("delayed signals", resolver.graph(), resolver.function_inputs(),
                        {{"signals", {signals.begin(), half}}, {"history", {half, signals.end()}}});
}

}  // namespace holon
