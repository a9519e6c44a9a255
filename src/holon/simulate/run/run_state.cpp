// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/run/run_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "holon/base/errors.h"
#include "holon/simulate/start/start_notes.h"

namespace holon {
namespace {

/// Takes values from a state, and knows what did not fit.
class Adoption {
 public:
  explicit Adoption(const std::map<std::string, double>& values) : values_(values) {}

  /// Calls `set` with every component of a block, if all of them are there.
  template <class Set>
  void take(const std::string& block, const std::vector<std::string>& names, const Set& set) {
    for (const std::string& name : names)
      if (!values_.contains(name)) {
        lacking_.push_back(block);
        return;
      }
    for (std::size_t k = 0; k < names.size(); ++k) {
      const double value = values_.at(names[k]);
      if (!std::isfinite(value))
        throw InputError({}, fmt::format("the run ended with {} = {}, from which none can begin",
                                         names[k], value));
      set(static_cast<int>(k), value);
      used_.insert(names[k]);
    }
  }
  bool took_any() const { return !used_.empty(); }
  const std::vector<std::string>& lacking() const { return lacking_; }
  std::vector<std::string> unused() const {
    std::vector<std::string> names;
    for (const auto& [name, value] : values_)
      if (!used_.contains(name)) names.push_back(name);
    return names;
  }

 private:
  const std::map<std::string, double>& values_;
  std::set<std::string> used_;
  std::vector<std::string> lacking_;
};

void report_differences(const Adoption& adoption, std::vector<std::string>& notes) {
  if (!adoption.lacking().empty())
    notes.push_back("the other run does not have " + list_some(adoption.lacking()) +
                    ": the model's own start holds there");
  if (const std::vector<std::string> unused = adoption.unused(); !unused.empty())
    notes.push_back("the model does not have " + list_some(unused) +
                    " of the other run, which is not used");
}

/// Time begins at 0 again, and with it the numbers of ticks.
void report_times(const System& system, const AdoptedState& adopted, double end,
                  std::vector<std::string>& notes) {
  if (!(end > 0)) return;
  std::vector<std::string> times;
  for (const auto& [index, value] : adopted.discrete) {
    const auto block = std::ranges::find_if(system.discrete, [at = index](const auto& each) {
      return at >= each.offset && at < each.offset + each.size;
    });
    if (block->dimension == dimensions::kTime && value > 0 && value <= end)
      times.push_back(system.discrete_name(index));
  }
  if (!times.empty())
    notes.push_back(
        fmt::format("{} {} taken as it was, in seconds of the other run's time; the "
                    "time of this one begins at 0",
                    list_some(times), times.size() > 1 ? "are" : "is"));
  if (!system.draws.empty())
    notes.push_back(
        "noise is drawn as from the start of a run: with the same seed it repeats "
        "that of the other run; another 'simulate.seed' gives another one");
}

}  // namespace

void LastState::row(const double* values) {
  std::copy_n(values, row_.size(), row_.begin());
  has_row_ = true;
}

RunState LastState::name(const System& system) const {
  RunState state;
  if (!has_row_) return state;
  state.time = row_[0];
  const int nx = system.state_count();
  for (int i = 0; i < nx; ++i)
    state.states[system.state_name(i)] = row_[static_cast<std::size_t>(1 + i)];
  for (const DiscreteBlock& block : system.discrete) {
    if (block.is_guess) continue;
    for (int i = block.offset; i < block.offset + block.size; ++i)
      state.discrete[system.discrete_name(i)] = row_[static_cast<std::size_t>(1 + nx + i)];
  }
  return state;
}

AdoptedState adopt_state(const System& system, const RunState& state, std::vector<double> x) {
  AdoptedState adopted{std::move(x), {}, {}};
  std::vector<std::string> names;
  Adoption continuous(state.states), discrete(state.discrete);
  for (const StateBlock& block : system.states) {
    names.clear();
    for (int i = 0; i < block.size; ++i) names.push_back(system.state_name(block.offset + i));
    continuous.take(block.name, names, [&](int i, double value) {
      adopted.x[static_cast<std::size_t>(block.offset + i)] = value;
    });
  }
  for (const DiscreteBlock& block : system.discrete) {
    if (block.is_guess) continue;
    names.clear();
    for (int i = 0; i < block.size; ++i) names.push_back(system.discrete_name(block.offset + i));
    discrete.take(block.name, names, [&](int i, double value) {
      adopted.discrete.emplace_back(block.offset + i, value);
    });
  }
  const bool has_states = !system.states.empty() || !system.discrete.empty();
  if (has_states && !continuous.took_any() && !discrete.took_any())
    throw InputError({}, "no state of the other run is one of this model",
                     "start it from its own initial values");
  report_differences(continuous, adopted.notes);
  report_differences(discrete, adopted.notes);
  report_times(system, adopted, state.time, adopted.notes);
  if (!system.processes.empty())
    adopted.notes.push_back(
        fmt::format("{}{} anew: its memory is not part of the state", system.processes.front().name,
                    system.processes.size() > 1 ? " and others begin" : " begins"));
  return adopted;
}

}  // namespace holon
