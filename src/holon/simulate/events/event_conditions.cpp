// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/events/event_conditions.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_set>

#include "holon/simulate/events/event_errors.h"

namespace holon {
namespace {

/// Whether conditions of events are functions of modes and parameters alone, so that they stand
/// while the modes do.
bool have_conditions_of_modes(const System& system) {
  if (system.events.empty()) return false;
  const std::vector<Expr>& inputs = system.conditions->input_scalars();
  const auto held = static_cast<std::ptrdiff_t>(1 + system.state_count() + system.input_count());
  const std::unordered_set<Expr> moving(inputs.begin(), inputs.begin() + held);
  const std::vector<Expr> read = find_symbols(system.conditions->output_scalars());
  return std::none_of(read.begin(), read.end(), [&](Expr e) { return moving.contains(e); });
}

}  // namespace

EventConditions::EventConditions(const System& system, const SystemPrograms& programs)
    : system_(system),
      programs_(programs),
      are_of_modes_(have_conditions_of_modes(system)),
      values_(system.events.size()) {}

// The events whose conditions have become true.
std::vector<int> EventConditions::find_fired(double t, const SystemInputs& inputs, bool at_start) {
  std::vector<int> fired;
  if (values_.empty()) return fired;
  const std::vector<double> before = values_;
  programs_.conditions.run(inputs.data(), values_.data(), workspace_);
  check_defined(t, inputs, before, at_start);
  for (std::size_t k = 0; k < values_.size(); ++k) {
    const SystemEvent& event = system_.events[k];
    if (values_[k] == 0 || !can_fire(k, before, at_start)) continue;
    if (event.kind == SystemEvent::Kind::fail)
      throw make_event_failure(system_, event, t, inputs.data());
    fired.push_back(static_cast<int>(k));
  }
  return fired;
}

bool EventConditions::can_fire(std::size_t k, const std::vector<double>& before,
                               bool at_start) const {
  const SystemEvent& event = system_.events[k];
  const bool was = before[k] != 0 && !at_start && !event.repeats;
  return !was &&
         event.start != (at_start ? SystemEvent::Start::ignored : SystemEvent::Start::only_there);
}

/// Comparisons of what is not a number are false; a condition that would be another one if one of
/// them, or all, were true is neither. (Not so of x > 0 and log(x) > 1.)
void EventConditions::check_defined(double t, const SystemInputs& inputs,
                                    const std::vector<double>& before, bool at_start) {
  const auto modes = static_cast<std::size_t>(system_.mode_count());
  if (modes == 0) return;
  std::vector<double> indicators(modes);
  programs_.indicators.run(inputs.data(), indicators.data(), workspace_);
  std::vector<std::size_t> undefined;
  for (std::size_t m = 0; m < modes; ++m)
    if (std::isnan(indicators[m])) undefined.push_back(m);
  if (undefined.empty()) return;
  const auto with = [&](const std::vector<std::size_t>& switched) {
    in_.assign(inputs.data(), inputs.data() + system_.function_input_count());
    for (const std::size_t m : switched) in_[in_.size() - modes + m] = 1;
    std::vector<double> result(values_.size());
    programs_.conditions.run(in_.data(), result.data(), workspace_);
    return result;
  };
  std::vector<std::vector<double>> others{with(undefined)};
  for (const std::size_t m : undefined) others.push_back(with({m}));
  for (std::size_t k = 0; k < values_.size(); ++k) {
    if (!can_fire(k, before, at_start)) continue;
    std::string all, deciding;
    bool is_open = (others[0][k] != 0) != (values_[k] != 0);
    for (std::size_t j = 0; j < undefined.size(); ++j) {
      const std::string name = "'" + system_.modes[undefined[j]] + "'";
      all += (all.empty() ? "" : ", ") + name;
      if ((others[j + 1][k] != 0) == (values_[k] != 0)) continue;
      deciding += (deciding.empty() ? "" : ", ") + name;
      is_open = true;
    }
    if (!is_open) continue;
    throw make_undefined_condition(t, deciding.empty() ? all : deciding, system_.events[k]);
  }
}

void EventConditions::check(const Archive& a, const SystemInputs& inputs) {
  if (!are_of_modes_) return;
  std::vector<double> now(values_.size());
  in_ = {inputs.data(), inputs.data() + system_.function_input_count()};
  programs_.conditions.run(in_.data(), now.data(), workspace_);
  for (std::size_t k = 0; k < now.size(); ++k)
    if ((now[k] != 0) != (values_[k] != 0))
      a.refuse("holds a condition that its comparisons do not give: " + system_.events[k].name);
}

}  // namespace holon
