// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Two steps. The pattern of ∂f/∂x gives candidates: states whose columns hold only the rows of
// candidates, found by elimination (a state that its own rate depends on is none). Steps and
// comparisons have no derivatives, so then every candidate goes that is a symbol of what the others
// need: their rates, constraints, and what sets the modes, discrete states and delayed signals in
// these.
#include "holon/simulate/start/pure_integrals.h"

#include <algorithm>
#include <cstdint>
#include <unordered_set>

#include "holon/expr/derive/jacobian.h"
#include "holon/system/delays.h"

namespace holon {
namespace {

std::vector<bool> find_eligible(const System& system) {
  std::vector<bool> eligible(static_cast<std::size_t>(system.state_count()), false);
  for (const StateBlock& block : system.states) {
    const bool can_be =
        block.kind == StateBlock::Kind::euclidean && block.role != StateBlock::Role::rate;
    std::fill_n(eligible.begin() + block.offset, block.size, can_be);
  }
  return eligible;
}

/// By the pattern of ∂f/∂x alone.
std::vector<bool> eliminate(const System& system) {
  const std::vector<bool> eligible = find_eligible(system);
  const std::size_t n = eligible.size();
  const Sparsity& pattern = system.derivative->sparsity();
  std::vector<std::vector<std::size_t>> states_of_row(n);
  std::vector<int> rows_left(n, 0);
  for (std::size_t j = 0; j < n; ++j) {
    const auto begin = static_cast<std::size_t>(pattern.start[1 + j]);
    const auto end = static_cast<std::size_t>(pattern.start[2 + j]);
    for (std::size_t e = begin; e < end; ++e)
      states_of_row[static_cast<std::size_t>(pattern.row[e])].push_back(j);
    rows_left[j] = static_cast<int>(end - begin);
  }
  std::vector<bool> found(n, false);
  std::vector<std::size_t> open;
  for (std::size_t j = 0; j < n; ++j)
    if (eligible[j] && rows_left[j] == 0) open.push_back(j);
  while (!open.empty()) {
    const std::size_t j = open.back();
    open.pop_back();
    found[j] = true;
    for (const std::size_t k : states_of_row[j])
      if (--rows_left[k] == 0 && eligible[k]) open.push_back(k);
  }
  return found;
}

/// What rates, constraints and roots read, by their place among the inputs of a System's functions,
/// and what sets that: modes follow indicators, discrete states ticks and resets, these events.
class Readers {
 public:
  Readers(const System& system, const std::vector<bool>& integrals)
      : system_(system),
        integrals_(integrals),
        inputs_(static_cast<std::size_t>(system.function_input_count())),
        read_(inputs_ + system.events.size(), false) {
    if (system.input_count() > 0) delayed_ = make_delayed_signals(system);
    add_rows(*system.derivative, 0, integrals.size(), [&](std::size_t i) { return !integrals[i]; });
    if (system.constraints)
      for (const FunctionRef& f : {system.constraints->residual, system.constraints->position_step,
                                   system.constraints->velocity_step})
        if (f) add(*f, f->output_scalars());
    if (system.roots) add(*system.roots->values, system.roots->values->output_scalars());
    while (changed_) follow();
  }

  bool reads_state(std::size_t j) const { return read_[1 + j]; }

 private:
  void add(const Function& f, const std::vector<Expr>& expressions) {
    std::unordered_set<std::uint32_t> symbols;
    for (const Expr& symbol : find_symbols(expressions)) symbols.insert(symbol.id());
    const std::vector<Expr>& inputs = f.input_scalars();
    // Behind the inputs of all functions resets have which events happen; ticks have what is set
    // from outside.
    const std::size_t count =
        &f == system_.resets.get() ? read_.size() : std::min(inputs.size(), inputs_);
    for (std::size_t k = 0; k < count; ++k)
      if (!read_[k] && symbols.contains(inputs[k].id())) read_[k] = changed_ = true;
  }
  /// Of `count` outputs from `first` on those that are needed.
  template <typename IsNeeded>
  void add_rows(const Function& f, std::size_t first, std::size_t count, IsNeeded is_needed) {
    std::vector<Expr> rows;
    for (std::size_t i = 0; i < count; ++i)
      if (is_needed(i)) rows.push_back(f.output_scalars()[first + i]);
    if (!rows.empty()) add(f, rows);
  }

  void follow() {
    changed_ = false;
    const auto nx = static_cast<std::size_t>(system_.state_count());
    const auto nu = static_cast<std::size_t>(system_.input_count());
    const auto nd = static_cast<std::size_t>(system_.discrete_count());
    const auto nm = static_cast<std::size_t>(system_.mode_count());
    const auto is_read_from = [&](std::size_t first) {
      return [this, first](std::size_t k) { return bool(read_[first + k]); };
    };
    if (delayed_) add_rows(*delayed_, 0, nu, is_read_from(1 + nx));
    if (nm > 0) add_rows(*system_.indicators, 0, nm, is_read_from(inputs_ - nm));
    const std::size_t discrete = inputs_ - nm - nd;
    if (system_.ticks) add_rows(*system_.ticks, 0, nd, is_read_from(discrete));
    for (const SystemProcess& process : system_.processes) {
      const bool is_used = std::any_of(
          process.outputs.begin(), process.outputs.end(),
          [&](int output) { return bool(read_[discrete + static_cast<std::size_t>(output)]); });
      if (!is_used) continue;
      const auto size = process.inputs->output_scalars().size();
      add_rows(*process.inputs, 0, size, [](std::size_t) { return true; });
    }
    if (system_.resets) {
      add_rows(*system_.resets, 0, nx, [&](std::size_t i) { return !integrals_[i]; });
      add_rows(*system_.resets, nx, nd, is_read_from(discrete));
      add_rows(*system_.conditions, 0, system_.events.size(), is_read_from(inputs_));
    }
  }

  const System& system_;
  const std::vector<bool>& integrals_;
  FunctionRef delayed_;
  const std::size_t inputs_;
  std::vector<bool> read_;  ///< by input, then by event
  bool changed_ = true;
};

}  // namespace

std::vector<bool> find_pure_integrals(const System& system) {
  std::vector<bool> found = eliminate(system);
  for (bool changed = true;
       changed && std::find(found.begin(), found.end(), true) != found.end();) {
    changed = false;
    const Readers readers(system, found);
    for (std::size_t j = 0; j < found.size(); ++j)
      if (found[j] && readers.reads_state(j)) found[j] = false, changed = true;
  }
  return found;
}

}  // namespace holon
